/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Features of the running kernel. They are probed here only, once per load. */
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
	unsigned used;	  /* present, and neither forced off nor dependent on a feature that is not used */
};

struct feature_text {
	const char *name;
	const char *what;
	const char *instead; /* what is done without the feature; NULL: there is no substitute */
};

static inline bool features__has(const struct features *f, enum feature i)
{
	return f->used >> i & 1;
}

const struct feature_text *features__text(enum feature i);
/* Parses names such as "iter,sleepable" to bits. Returns 0, or -EINVAL with the offset of the unknown name in *bad. */
int features__parse(const char *names, unsigned *bits, size_t *bad);
/* Writes the names of all features, "btf, ringbuf, ...". Returns text. */
const char *features__names(char *text, size_t size);
/* Finds the features of the running kernel. types: its BTF. without: bits to force off. */
void features__probe(struct features *f, unsigned without, const struct btf_minimize *types);
/* True if maps are charged to RLIMIT_MEMLOCK (before Linux 5.11). */
bool features__memlock(void);
/*
 * True if tracing programs may use hashes without preallocation (Linux 6.1); on older kernels the kernel log gets a
 * warning.
 */
bool features__hashes_grow(void);
/* True if programs may call bpf_rdonly_cast() (Linux 6.2). */
bool features__cast(const struct features *f);
/* True if there is a tracepoint in execve where the old program is still there (Linux 6.10). */
bool features__prepares_exec(const struct features *f);

/* True if programs of probes in user space can be preempted and cannot prevent it (Linux 6.0 to 6.14). */
bool features__probes_preempted(void);

#endif
