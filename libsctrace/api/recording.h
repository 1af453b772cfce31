/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Which records a handle writes to its capture file. Without a choice that is made in userspace these are all that
 * come, as they come. With one (-P, -e trace-fds=, -e status=, results) the kernel sends more than what is chosen:
 * then a call's records are written when the call is known to be chosen, an execve's arguments with its end only, and
 * descriptors' files in full, as the record that first described a file may be of a call that is not chosen.
 */
#ifndef SCT_API_RECORDING_H
#define SCT_API_RECORDING_H

#include "api/handle.h"

/* Opens the capture file that the options ask for; nothing without one. Returns 0 or -errno, with a text. */
int recording__open(struct sctrace *t, const struct sctrace_opts *o);
/* A record as it came, before it is processed. Returns 0 or -errno. */
int recording__raw(struct sctrace *t, const struct sct_rec *rec, size_t size);
/* The same record, once it was processed: rec has its files in full. Returns 0 or -errno. */
int recording__processed(struct sctrace *t, const struct sct_rec *rec, size_t size);
/* An event_fn, ctx is the handle: sees each event before the program does. */
int recording__event(void *ctx, const struct event *ev);
/* Ends the file, with the calls in progress if they are chosen. Returns 0, or -errno and a text if it is not whole. */
int recording__close(struct sctrace *t);

#endif
