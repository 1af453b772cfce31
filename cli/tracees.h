/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The threads that are traced: who is told of when they are left, and killed by --kill-on-exit. */
#ifndef CLI_TRACEES_H
#define CLI_TRACEES_H

#include "options.h"
#include "sctrace.h"

struct tracees {
	const struct options *o;
	void *threads;	  /* tree, by tid */
	unsigned *counts; /* of threads, of each process of -p; NULL: not known */
};

/* Takes every event. -ENOMEM, or 0. */
int tracees__event(struct tracees *t, const struct sctrace_event *ev);
/* Is "Process N attached" printed, and by the command, not within the lines? */
bool tracees__announced(const struct options *o);
/* "Process N attached" */
void tracees__attached(const struct options *o, pid_t tid);
/* Counts the threads of the i-th process of -p, which is there and not traced yet. */
void tracees__count(struct tracees *t, unsigned i);
/* "Process N attached with T threads", if it has several, and all of them are. */
void tracees__process_attached(const struct tracees *t, unsigned i);
/* "Process N detached" of each thread that it has now and that is traced. */
void tracees__process_detached(const struct tracees *t, unsigned i);
/* "Process N detached" */
void tracees__detached(const struct options *o, pid_t tid);
/* That of each but one. */
void tracees__all_detached(const struct tracees *t, uint32_t but);
void tracees__kill(const struct tracees *t);
void tracees__free(struct tracees *t);

#endif
