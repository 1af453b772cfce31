/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Chooses the records that a handle writes to its capture file. Without a filter in userspace, it writes every record
 * unchanged. With a filter (-P, -e trace-fds=, --peer, --if, -e status=, results) the kernel sends more calls than are
 * chosen. Then the records of a call are written once it is known to be chosen, and the arguments of an execve only at
 * its end. Files of descriptors are written in full, because the record that first described a file may belong to a
 * call that is not chosen.
 */
#ifndef SCT_API_RECORDING_H
#define SCT_API_RECORDING_H

#include "api/handle.h"

/* Opens the capture file that the options name, if any. Returns 0 or -errno with a message. */
int recording__open(struct sctrace *t, const struct sctrace_opts *o);
/* Handles a record before it is processed. Returns 0 or -errno. */
int recording__raw(struct sctrace *t, const struct sct_rec *rec, size_t size);
/* Handles the same record after it was processed, with its files in full. Returns 0 or -errno. */
int recording__processed(struct sctrace *t, const struct sct_rec *rec, size_t size);
/* Handles each event before the program's callback gets it. An event_fn whose ctx is the handle. */
int recording__event(void *ctx, const struct event *ev);
/*
 * Returns whether the record only has to be kept: it is of a call, and the handle is a flight recorder, which delivers
 * no events of calls.
 */
bool recording__only_keeps(const struct sctrace *t, const struct sct_rec *rec);
/* Writes records that have been buffered for too long, so that they survive a crash. */
void recording__flush(struct sctrace *t);
/*
 * Writes the chosen calls in progress and ends the file. Returns 0, or -errno with a message if the file is incomplete.
 */
int recording__close(struct sctrace *t);

#endif
