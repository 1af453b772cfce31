/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions that the topics of attack.c share. */
#ifndef ATTACK_H
#define ATTACK_H

#include <stdbool.h>
#include <stdint.h>

#define REGION (8 * 4096ul) /* bytes that calls refer to while other threads change them */

extern char *region;
extern char self[4096]; /* path of this program */

uint64_t rnd(void);
uint64_t value(void);	  /* returns a value for a register: a number, or a pointer into the region */
void *somewhere(void);	  /* returns an address in the region, often close to the end of a page or of the region */
void region_fill(void);	  /* writes such values to the region without SIGSEGV, whatever its protection is */
bool over(void);	  /* returns whether the time is over */
void counted(void);	  /* makes one getppid(), and counts it */
void become_nobody(void); /* drops privileges and limits resources, so that the calls can do no harm */

int topic_memory(void);
int topic_uffd(void);
int topic_random(void);
int topic_signals(void);
int topic_execs(void);
int topic_reuse(void);
int topic_tracers(void);

#endif
