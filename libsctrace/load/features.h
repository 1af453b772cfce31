/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What this kernel can do, found out in one place, once. */
#ifndef SCT_LOAD_FEATURES_H
#define SCT_LOAD_FEATURES_H

#include <stdbool.h>
#include <stddef.h>

#include "load/btf_minimize.h"

enum feature {
	FEAT_BTF,
	FEAT_RINGBUF,
	FEAT_TRACEPOINTS,
	FEAT_TP_BTF,
	FEAT_TASK_STORAGE,
	FEAT_ITER,
	FEAT_SLEEPABLE,
	FEAT_PREEMPT,
	FEAT_PERF_TP,
	FEAT_TASK_WORK,
	FEAT_CUT_TYPES,
	FEAT_UPROBES,
	FEAT_COOKIES,
	FEAT_UPROBE_MULTI,
	FEAT_KPROBES,
	FEAT_KPROBE_MULTI,
	FEAT_MAX,
};

struct features {
	unsigned present; /* bits: 1 << enum feature */
	unsigned used;	  /* less those forced off, and what depends on them */
};

struct feature_text {
	const char *name;
	const char *what;
	const char *instead; /* what happens without it; NULL: nothing works */
};

static inline bool features__has(const struct features *f, enum feature i)
{
	return f->used >> i & 1;
}

const struct feature_text *features__text(enum feature i);
/* "iter,sleepable" to bits. 0, or -EINVAL with the offset of the bad word. */
int features__parse(const char *names, unsigned *bits, size_t *bad);
/* "btf, ringbuf, ...": all of them. Returns text. */
const char *features__names(char *text, size_t size);
/* types: the running kernel's. without: bits forced off. */
void features__probe(struct features *f, unsigned without, const struct btf_minimize *types);
/* Are maps counted against RLIMIT_MEMLOCK? Before Linux 5.11. */
bool features__memlock(void);
/* May tracing programs use hashes that are not allocated in advance? Before Linux 6.1 it says no, in its log. */
bool features__hashes_grow(void);
/* May programs say of which type an address is? */
bool features__cast(const struct features *f);
/* Is there a tracepoint before an execve leaves the old program (Linux 6.10)? */
bool features__prepares_exec(const struct features *f);

/* Are programs on functions of user space preempted, without a way to switch that off? Linux 6.0 to 6.14. */
bool features__probes_preempted(void);

#endif
