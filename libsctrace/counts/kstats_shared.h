/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Several handles of a process that have one set of programs that count. Each is
 * a bit (bpf/stats/kstats_share.bpf.h), so the kernel decides what counts for whom, and
 * whichever of them reads gives each row to those whose bit it has.
 */
#ifndef SCT_COUNTS_KSTATS_SHARED_H
#define SCT_COUNTS_KSTATS_SHARED_H

#include "counts/kstats.h"

#define SHARERS_MAX 64

struct kstats_shared;
struct ksharer;

/* Given each row that counts for this one, whoever reads. */
struct ksharer_rows {
	kstats_row_fn *fn;
	void *ctx;
};

/* Takes a over on success: it is closed with the last sharer. o: as it was opened. -ENOTSUP: it was not opened as shared. */
int kstats_shared__new(struct kstats_shared **out, struct kstats *a, const struct kstats_opts *o);
/* Without a sharer yet. */
void kstats_shared__free(struct kstats_shared *h);
/* Can one that would be opened so have these programs? */
bool kstats_shared__fits(const struct kstats_shared *h, const struct kstats_opts *o);
/* One more, who wants these calls. -ESHUTDOWN: the programs are detached; -E2BIG: there are SHARERS_MAX. */
int ksharer__join(struct ksharer **out, struct kstats_shared *h, const struct selection *calls,
		  struct ksharer_rows rows);
struct kstats_shared *ksharer__shared(struct ksharer *s);
struct kstats *ksharer__kstats(struct ksharer *s);
unsigned ksharer__count(const struct ksharer *s);

/* As the functions of counts/kstats.h, for this one alone. */
int ksharer__start(struct ksharer *s);
int ksharer__target(struct ksharer *s, pid_t tid, uint32_t flags);
int ksharer__mark(struct ksharer *s);
int ksharer__untarget(struct ksharer *s, pid_t tid, uint32_t flags, struct buf *out);
int ksharer__select(struct ksharer *s, const struct selection *calls, bool none);
int ksharer__drain(struct ksharer *s);
int ksharer__tasks(struct ksharer *s, kstats_task_fn *fn, void *ctx);
uint64_t ksharer__missed(const struct ksharer *s);
/* Nothing counts for this one any more; what did is given to it. The programs are detached with the last one. */
int ksharer__leave(struct ksharer *s);
/* ours: not in a child of the process, where only descriptors are closed. */
void ksharer__free(struct ksharer *s, bool ours);

#endif
