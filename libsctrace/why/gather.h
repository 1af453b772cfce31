/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads all tasks, and who has the files that they wait for, by iterators of the kernel. */
#ifndef SCT_WHY_GATHER_H
#define SCT_WHY_GATHER_H

#include "abi/sctrace_abi.h"
#include "abi/why_abi.h"
#include "util/buf.h"
#include "util/errmsg.h"

struct why_gather;

/* Loads the programs; btf and without as in struct load. Returns 0 or -errno with a message. */
int why_gather__open(struct why_gather **out, const char *btf, unsigned without, const struct errmsg *w);
/* Appends a struct sct_why_task for each task. Returns 0 or -errno with a message. */
int why_gather__tasks(struct why_gather *g, struct buf *out, const struct errmsg *w);
/*
 * Appends a struct sct_why_fd for each of the descriptors that n tasks are wanted for; of more than SCT_WHY_WANTS
 * tasks, the others are left out. Returns 0 or -errno with a message.
 */
int why_gather__fds(struct why_gather *g, const uint32_t *tids, const struct sct_why_want *wants, size_t n,
		    struct buf *out, const struct errmsg *w);
/*
 * Appends a struct sct_why_holder for each descriptor of one of n files; of more than SCT_WHY_KEYS files, some are
 * left out. Returns 0 or -errno with a message.
 */
int why_gather__holders(struct why_gather *g, const struct sct_why_key *keys, size_t n, struct buf *out,
			const struct errmsg *w);
void why_gather__close(struct why_gather *g);

#endif
