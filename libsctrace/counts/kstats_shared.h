/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Lets several handles of a process share one set of counting programs. Each handle is a bit
 * (bpf/stats/kstats_share.bpf.h), so that the kernel decides for which handles a call counts. The handle that reads the
 * rows passes each one to all handles whose bit it has.
 */
#ifndef SCT_COUNTS_KSTATS_SHARED_H
#define SCT_COUNTS_KSTATS_SHARED_H

#include "counts/kstats.h"

#define SHARERS_MAX 64

struct kstats_shared;
struct ksharer;

/* Function that gets each row that counts for a handle, also when another handle reads the rows. */
struct ksharer_rows {
	kstats_row_fn *fn;
	void *ctx;
};

/*
 * Shares programs that were opened with the options o. On success it takes over a, which is closed with the last
 * sharer. Returns 0, -ENOTSUP if they were not opened as shared, or -ENOMEM.
 */
int kstats_shared__new(struct kstats_shared **out, struct kstats *a, const struct kstats_opts *o);
/* Frees it, and closes the programs, if no sharer has joined yet. */
void kstats_shared__free(struct kstats_shared *h);
/* True if a handle with the options o can use these programs. */
bool kstats_shared__fits(const struct kstats_shared *h, const struct kstats_opts *o);
/*
 * Adds a handle that wants these calls. Returns 0, -ESHUTDOWN if the programs are detached, -E2BIG if there are
 * SHARERS_MAX handles, or -ENOMEM.
 */
int ksharer__join(struct ksharer **out, struct kstats_shared *h, const struct selection *calls,
		  struct ksharer_rows rows);
struct kstats_shared *ksharer__shared(struct ksharer *s);
struct kstats *ksharer__kstats(struct ksharer *s);
unsigned ksharer__count(const struct ksharer *s);

/* These do the same as the functions of counts/kstats.h, but for this handle only. */
int ksharer__attach(struct ksharer *s);
int ksharer__start(struct ksharer *s);
int ksharer__target(struct ksharer *s, pid_t tid, uint32_t flags);
int ksharer__enroll(struct ksharer *s);
int ksharer__untarget(struct ksharer *s, pid_t tid, uint32_t flags, struct buf *out);
int ksharer__select(struct ksharer *s, const struct selection *calls, bool none);
int ksharer__drain(struct ksharer *s);
int ksharer__tasks(struct ksharer *s, kstats_task_fn *fn, void *ctx);
uint64_t ksharer__missed(const struct ksharer *s);
/* Ends counting for this handle and delivers its last rows. The last handle to leave detaches the programs. */
int ksharer__leave(struct ksharer *s);
/* Frees a handle. ours is false in a forked child, where the parent's programs must not be changed. */
void ksharer__free(struct ksharer *s, bool ours);

#endif
