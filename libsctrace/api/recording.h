/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Which records a handle writes to its capture file. Without a filter in userspace, it writes every record unchanged.
 * With a filter (-P, -e trace-fds=, --peer, --if, -e status=, results) the kernel sends more than what is chosen. Then a call's
 * records are written once the call is known to be chosen, the arguments of an execve only with its end, and files of
 * descriptors in full, since the record that first described a file may belong to a call that is not chosen.
 */
#ifndef SCT_API_RECORDING_H
#define SCT_API_RECORDING_H

#include "api/handle.h"

/* Opens the capture file that the options name, if any. Returns 0 or -errno with a message. */
int recording__open(struct sctrace *t, const struct sctrace_opts *o);
/* Takes a record before it is processed. Returns 0 or -errno. */
int recording__raw(struct sctrace *t, const struct sct_rec *rec, size_t size);
/* Takes the same record after it is processed, with its files in full. Returns 0 or -errno. */
int recording__processed(struct sctrace *t, const struct sct_rec *rec, size_t size);
/* An event_fn whose ctx is the handle: takes each event before the program's callback does. */
int recording__event(void *ctx, const struct event *ev);
/* Returns whether the record is of a call, whose events nobody waits for: a flight recorder only keeps it. */
bool recording__only_keeps(const struct sctrace *t, const struct sct_rec *rec);
/* Passes records on that have waited for others too long, so that they survive a crash. */
void recording__flush(struct sctrace *t);
/* Ends the file, with the chosen calls in progress. Returns 0, or -errno with a message if the file is not whole. */
int recording__close(struct sctrace *t);

#endif
