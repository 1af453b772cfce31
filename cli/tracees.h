/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The traced threads, for the messages about attaching and detaching, and for --kill-on-exit. */
#ifndef CLI_TRACEES_H
#define CLI_TRACEES_H

#include "options.h"
#include "sctrace.h"

struct tracees {
	const struct options *o;
	void *threads;	  /* tree of struct thread, by tid */
	unsigned *counts; /* number of threads of each process of -p, or NULL */
};

/* Must be called for every event. Returns 0 or -ENOMEM. */
int tracees__event(struct tracees *t, const struct sctrace_event *ev);
/* Returns whether the command prints "Process N attached" and "detached". */
bool tracees__announced(const struct options *o);
/* Prints "Process N attached". */
void tracees__attached(const struct options *o, pid_t tid);
/* Counts the threads of the i-th process of -p, before it is traced. */
void tracees__count(struct tracees *t, unsigned i);
/* Prints "Process N attached with T threads" if all of several threads are, else "Process N attached". */
void tracees__process_attached(const struct tracees *t, unsigned i);
/* Prints "Process N detached" for each traced thread of the i-th process of -p. */
void tracees__process_detached(const struct tracees *t, unsigned i);
/* Prints "Process N detached". */
void tracees__detached(const struct options *o, pid_t tid);
/* Prints "Process N detached" for each thread except "but". */
void tracees__all_detached(const struct tracees *t, uint32_t but);
/* Kills the processes of all traced threads. */
void tracees__kill(const struct tracees *t);
void tracees__free(struct tracees *t);

#endif
