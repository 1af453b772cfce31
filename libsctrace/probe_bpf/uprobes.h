/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The state of loaded probes, for the files that implement probe_bpf/uprobe.h. */
#ifndef SCT_PROBE_BPF_UPROBES_H
#define SCT_PROBE_BPF_UPROBES_H

#include <stdbool.h>
#include <stdint.h>

#include <bpf/libbpf.h>

#include "load/footprint.h"
#include "probe_bpf/uprobe.h"

#define TRACE_UPROBE_MULTI 48 /* enum bpf_attach_type */
#define TRACE_KPROBE_MULTI 42 /* enum bpf_attach_type */

enum side { ENTRY, RETURN, SIDES };
enum where { PROGRAM, KERNEL, WHERES };

struct probe_bpf;
struct pcount_bpf;

struct uprobes {
	struct probe_bpf *records; /* object with programs that send records; NULL if hits are counted */
	struct pcount_bpf *counts; /* object with programs that count; NULL if records are sent */
	struct bpf_object_skeleton *skeleton;
	struct bpf_program *progs[WHERES][SIDES];
	struct bpf_program *usdt, *event;
	const struct probes *probes;
	const struct bpf_share share;
	struct uprobe_opts opts;
	bool cookies, multi[WHERES];
	int jumps; /* map of the common programs, indexed by where and side; -1 if there are cookies */
	struct {
		uint32_t type; /* perf_event_attr.type of these probes */
		uint32_t return_bit;
	} events[WHERES];
	struct features features;
	int *fds; /* attached links and perf events */
	unsigned nfds;
	uint64_t detached_skips; /* footprint__link_skips() of links that were closed */
	struct bpf_link **usdts; /* attached USDT probes */
	unsigned nusdts;
};

static inline bool is_usdt(const struct probe *p)
{
	return p->spec.kind == PROBE_USDT;
}

static inline bool is_tracepoint(const struct probe *p)
{
	return p->spec.kind == PROBE_TRACEPOINT;
}

static inline bool is_kfunc(const struct probe *p)
{
	return p->spec.kind == PROBE_KFUNC;
}

static inline bool is_in_program(const struct probe *p)
{
	return probe_kind__has_file(p->spec.kind);
}

static inline bool may_interrupt(const struct probe *p)
{
	return is_tracepoint(p) || is_kfunc(p);
}

static inline unsigned count_kfuncs(const struct uprobes *u)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < u->probes->n; i++)
		n += is_kfunc(u->probes->v[i]);
	return n;
}

static inline enum where where_of(const struct probe *p)
{
	return is_kfunc(p) ? KERNEL : PROGRAM;
}

/* True if is() is true for any of the probes. */
static inline bool any(const struct uprobes *u, bool (*is)(const struct probe *p))
{
	for (uint32_t i = 0; i < u->probes->n; i++)
		if (is(u->probes->v[i]))
			return true;
	return false;
}

static inline struct bpf_program *prog_of(const struct uprobes *u, enum where where, enum side side)
{
	return u->progs[where][side];
}

/*
 * Returns how often the kernel skipped programs of kernel functions because the CPU was already inside one. If
 * functions are attached one by one, the kernel counts this by event, otherwise by program.
 */
static inline uint64_t kernel_skips(const struct uprobes *u)
{
	uint64_t n = u->detached_skips;

	for (unsigned i = 0; i < u->nfds; i++)
		n += footprint__link_skips(u->fds[i]);
	for (enum side side = ENTRY; side < SIDES; side++)
		if (bpf_program__autoload(prog_of(u, KERNEL, side)))
			n += footprint__skips(bpf_program__fd(prog_of(u, KERNEL, side)));
	return n;
}

/* Open the object and set its variables and maps. Return NULL with errno on failure. */
struct bpf_object_skeleton *uprobe_records__open(struct uprobes *u, const struct bpf_object_open_opts *opts);
struct bpf_object_skeleton *uprobe_counts__open(struct uprobes *u, const struct bpf_object_open_opts *opts);
/* Fill the maps of the loaded object that say what to capture for each probe. Return 0 or -errno. */
int uprobe_records__fill(struct uprobes *u);
int uprobe_counts__fill(struct uprobes *u);
/* Return the ELF file of the object, and its size. */
const void *uprobe_records__elf(size_t *size);
const void *uprobe_counts__elf(size_t *size);
void uprobe_records__destroy(struct uprobes *u);
void uprobe_counts__destroy(struct uprobes *u);

#endif
