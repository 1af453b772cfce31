/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The descriptors that poll(2), select(2), epoll(7) and io_uring wait at. */
#ifndef SCT_WHY_FDS_H
#define SCT_WHY_FDS_H

#include "why/look.h"

/* Tasks and their descriptors that are to be described. */
struct why_wants {
	uint32_t *tids;
	struct sct_why_want *v;
	size_t n;
};

/*
 * Finds the descriptors of tasks that wait for one of several: those that were asked for first, then the others, up to
 * SCT_WHY_WANTS tasks. Returns 0 or -ENOMEM.
 */
int why_fds__wanted(struct why_look *l, const bool *asked, struct why_wants *w);
void why_fds__free(struct why_wants *w);
/* Sorts the descriptors that were described. */
void why_fds__sort(struct why_look *l);
/* Returns the descriptors of a task, and their number in *n. */
const struct sct_why_fd *why_fds__find(const struct why_look *l, uint32_t tid, size_t *n);

#endif
