/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the two files of stuck(1) have in common. */
#ifndef STUCK_H
#define STUCK_H

#include <pthread.h>
#include <sys/types.h>

#define BUF (1 << 16)

extern char buf[BUF];
extern int go[2]; /* a child waits until the parent has prepared all */
extern int ends[2];
extern const char *const file;
extern pthread_mutex_t one;

/* Forks a child that runs fn; it dies with the parent. */
pid_t child(void (*fn)(void));
void idle(void);
/* Prints the two ids a moment later, when both sleep, and waits for the end of the standard input. */
void ready(pid_t waiter, pid_t culprit);
void hold_writer(void);
void *sleeper(void *arg);

/* A list ends with NULL. */
struct fault {
	const char *name;
	void (*fn)(void);
};

extern const struct fault faults_more[];

#endif
