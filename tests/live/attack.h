/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions that the topics of attack.c share. */
#ifndef ATTACK_H
#define ATTACK_H

#include <stdbool.h>
#include <stdint.h>

#define REGION (8 * 4096ul) /* bytes that calls point to while others change them */

extern char *region;
extern char self[4096]; /* path of this program */

uint64_t rnd(void);
uint64_t value(void);	  /* a value for a register: a number, or a pointer into the region */
void *somewhere(void);	  /* in the region, often close to the end of a page or of the region */
void region_fill(void);	  /* with values, whatever its protection: never SIGSEGV */
bool over(void);	  /* the time is */
void counted(void);	  /* one getppid() */
void become_nobody(void); /* without privileges, few resources, nothing to write to */

int topic_memory(void);
int topic_uffd(void);
int topic_random(void);
int topic_signals(void);
int topic_execs(void);
int topic_reuse(void);
int topic_tracers(void);

#endif
