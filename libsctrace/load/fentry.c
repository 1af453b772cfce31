// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/fentry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi/sctrace_abi.h"
#include "load/footprint.h"

enum side { ENTRY, RETURN, SIDES };

/* A program as it would have been loaded. */
struct copied {
	struct bpf_insn *insns;
	size_t n;
	void *funcs; /* which of its functions are global: they are verified once each */
	uint32_t nfuncs, func_size;
};

struct func {
	uint32_t probe;
	int progs[SIDES];
	int links[SIDES];
};

struct fentry {
	struct copied of[SIDES];
	struct func v[FENTRY_MAX];
	unsigned n;
};

static const enum bpf_attach_type types[SIDES] = { BPF_TRACE_FENTRY, BPF_TRACE_FEXIT };
static const char *const names[SIDES] = { "sctrace_fentry", "sctrace_fexit" };

struct fentry *fentry__new(void)
{
	return calloc(1, sizeof(struct fentry));
}

static void *copy_of(const void *p, size_t n)
{
	void *copy = malloc(n ? n : 1);

	return copy && n ? memcpy(copy, p, n) : copy;
}

int fentry__keep(struct fentry *f, struct bpf_program *prog, struct bpf_prog_load_opts *opts, const char *side)
{
	static const struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	struct copied *c = &f->of[strcmp(side, "return") ? ENTRY : RETURN];

	c->n = bpf_program__insn_cnt(prog);
	c->insns = copy_of(bpf_program__insns(prog), c->n * sizeof(*c->insns));
	c->nfuncs = opts->func_info_cnt;
	c->func_size = opts->func_info_rec_size;
	c->funcs = copy_of(opts->func_info, (size_t)c->nfuncs * c->func_size);
	if (!c->insns || !c->funcs)
		return -ENOMEM;
	opts->func_info_cnt = 0;
	opts->line_info_cnt = 0;
	return bpf_program__set_insns(prog, (struct bpf_insn *)nothing, sizeof(nothing) / sizeof(*nothing));
}

static void number_set(const struct copied *c, int32_t in_place_of, uint32_t n)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->insns[i].code == (BPF_ALU64 | BPF_MOV | BPF_K) && c->insns[i].imm == in_place_of)
			c->insns[i].imm = (int32_t)n;
}

/* Returns a descriptor or -errno. */
static int load_side(struct fentry *f, enum side side, int btf, const struct probe *p)
{
	const struct copied *c = &f->of[side];
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = types[side], .attach_btf_id = p->btf_id,
		    .prog_btf_fd = c->nfuncs ? (uint32_t)btf : 0, .func_info = c->funcs, .func_info_cnt = c->nfuncs,
		    .func_info_rec_size = c->func_size);
	struct copied own = { .n = c->n, .insns = copy_of(c->insns, c->n * sizeof(*c->insns)) };
	int fd;

	if (!own.insns)
		return -ENOMEM;
	number_set(&own, SCT_PROBE_OWN, p->id);
	number_set(&own, SCT_WIDTHS_OWN, p->widths);
	fd = bpf_prog_load(BPF_PROG_TYPE_TRACING, names[side], "Dual BSD/GPL", own.insns, own.n, &opts);
	free(own.insns);
	return fd;
}

int fentry__load(struct fentry *f, int btf, const struct probe *p)
{
	struct func *v = &f->v[f->n];
	int entry, ret;

	if (f->n == FENTRY_MAX)
		return -E2BIG;
	entry = load_side(f, ENTRY, btf, p);
	if (entry < 0)
		return entry;
	ret = load_side(f, RETURN, btf, p);
	if (ret < 0) {
		close(entry);
		return ret;
	}
	*v = (struct func){ .probe = p->id, .progs = { entry, ret }, .links = { -1, -1 } };
	f->n++;
	return 0;
}

static void close_all(int fds[SIDES])
{
	for (int side = ENTRY; side < SIDES; side++) {
		if (fds[side] >= 0)
			close(fds[side]);
		fds[side] = -1;
	}
}

/*
 * Returns first: one whose entry was not seen is left out. And last at the end:
 * when the kernel takes a program off, calls in progress pass those of their
 * return over, and here nobody waits for these any more.
 */
static bool attach(struct func *v)
{
	v->links[RETURN] = bpf_raw_tracepoint_open(NULL, v->progs[RETURN]);
	if (v->links[RETURN] >= 0)
		v->links[ENTRY] = bpf_raw_tracepoint_open(NULL, v->progs[ENTRY]);
	return v->links[RETURN] >= 0 && v->links[ENTRY] >= 0;
}

void fentry__attach(struct fentry *f)
{
	unsigned n = 0;

	for (unsigned i = 0; i < f->n; i++) {
		if (attach(&f->v[i])) {
			f->v[n++] = f->v[i];
			continue;
		}
		close_all(f->v[i].links);
		close_all(f->v[i].progs);
	}
	f->n = n;
}

bool fentry__has(const struct fentry *f, uint32_t probe)
{
	for (unsigned i = 0; f && i < f->n; i++)
		if (f->v[i].probe == probe)
			return true;
	return false;
}

uint64_t fentry__skips(const struct fentry *f)
{
	uint64_t n = 0;

	for (unsigned i = 0; f && i < f->n; i++)
		n += footprint__skips(f->v[i].progs[ENTRY]) + footprint__skips(f->v[i].progs[RETURN]);
	return n;
}

void fentry__cost(const struct fentry *f, struct footprint *cost)
{
	for (unsigned i = 0; f && i < f->n; i++)
		for (int side = ENTRY; side < SIDES; side++) {
			footprint__runs(cost, f->v[i].progs[side]);
			cost->fds += 1 + (f->v[i].links[side] >= 0);
		}
}

void fentry__detach(struct fentry *f)
{
	for (unsigned i = f ? f->n : 0; i; i--)
		close_all(f->v[i - 1].links);
}

void fentry__free(struct fentry *f)
{
	if (!f)
		return;
	fentry__detach(f);
	for (unsigned i = 0; i < f->n; i++)
		close_all(f->v[i].progs);
	for (int side = ENTRY; side < SIDES; side++) {
		free(f->of[side].insns);
		free(f->of[side].funcs);
	}
	free(f);
}
