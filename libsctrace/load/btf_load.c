// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/btf_load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/btf.h>

#include "abi/sctrace_abi.h"

#define WANTED_MAX 48
#define NAME_MAX_LEN 64

static const char *const kfuncs[] = {
	[SCT_KFUNC_PREEMPT_DISABLE] = "bpf_preempt_disable",
	[SCT_KFUNC_PREEMPT_ENABLE] = "bpf_preempt_enable",
	[SCT_KFUNC_RDONLY_CAST] = "bpf_rdonly_cast",
	[SCT_KFUNC_TASK_WORK] = "bpf_task_work_schedule_resume_impl",
};
#define NKFUNCS (sizeof(kfuncs) / sizeof(*kfuncs))

static const char *const ktypes[SCT_KTYPES] = {
	[SCT_KTYPE_file] = "file",	   [SCT_KTYPE_dentry] = "dentry", [SCT_KTYPE_inode] = "inode",
	[SCT_KTYPE_vfsmount] = "vfsmount", [SCT_KTYPE_mount] = "mount",	  [SCT_KTYPE_list_head] = "list_head",
};
#define NFIXED (NKFUNCS + SCT_KTYPES)

/* Types whose ids are needed: first the kfuncs and the types for casts, then those that programs are attached to. */
struct wants {
	struct ktype type[WANTED_MAX];
	char name[WANTED_MAX][NAME_MAX_LEN];
	unsigned n;
	struct beside *beside; /* NULL: all programs are loaded one by one */
};

/*
 * What the object needs that this thread is loading. A variable, because libbpf's handlers of sections get no context.
 */
static _Thread_local const struct wants *loading;

/* Kind of a program, by the first word in its section's name. */
struct section {
	const char *word;
	enum bpf_prog_type type;
	enum bpf_attach_type attach;
	const char *prefix; /* prefix of the BTF type that a program is attached to; NULL: none */
	unsigned kind;
};

static const struct section sections[] = {
	{ "sct_typed", BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP, "btf_trace_", BTF_KIND_TYPEDEF },
	{ "sct_iter", BPF_PROG_TYPE_TRACING, BPF_TRACE_ITER, "bpf_iter_", BTF_KIND_FUNC },
	{ "sct_raw", BPF_PROG_TYPE_RAW_TRACEPOINT, 0, NULL, 0 },
	{ "sct_perf", BPF_PROG_TYPE_TRACEPOINT, 0, NULL, 0 },
	{ "sct_probe", BPF_PROG_TYPE_KPROBE, 0, NULL, 0 },
	{ "sct_run", BPF_PROG_TYPE_RAW_TRACEPOINT, 0, NULL, 0 },
};
#define NSECTIONS (sizeof(sections) / sizeof(*sections))

/* Returns the kind of a program, or NULL. *name: the rest of the section's name. */
static const struct section *section_of(const struct bpf_program *prog, const char **name)
{
	const char *s = bpf_program__section_name(prog);
	const char *slash = strchr(s, '/');

	for (size_t i = 0; slash && i < NSECTIONS; i++)
		if (!strncmp(s, sections[i].word, (size_t)(slash - s)) && !sections[i].word[slash - s]) {
			*name = slash + 1;
			return &sections[i];
		}
	return NULL;
}

/* Returns the id of the type that a program is attached to, or 0. */
static uint32_t id_for(const struct wants *w, const struct section *s, const char *name)
{
	size_t len = strlen(s->prefix);

	for (unsigned i = NFIXED; i < w->n; i++)
		if (!strncmp(w->name[i], s->prefix, len) && !strcmp(w->name[i] + len, name))
			return w->type[i].id;
	return 0;
}

/*
 * Stores the kernel's id of a kfunc in the instruction that calls it. If the kernel lacks the function, the program's
 * constants exclude the call, but it must still be replaced by another instruction for the verifier. Returns false if
 * the instruction calls no kfunc.
 */
static bool kfunc_set(struct bpf_insn *insn, const struct wants *w)
{
	uint32_t i = (uint32_t)insn->imm;

	if (insn->code != (BPF_JMP | BPF_CALL) || insn->src_reg != BPF_PSEUDO_KFUNC_CALL || i >= NKFUNCS)
		return false;
	/* the instruction before it has the number of the type: see CAST() */
	if (i == SCT_KFUNC_RDONLY_CAST && (uint32_t)insn[-1].imm < SCT_KTYPES)
		insn[-1].imm = (int32_t)w->type[NKFUNCS + (uint32_t)insn[-1].imm].id;
	if (w->type[i].id)
		insn->imm = (int32_t)w->type[i].id;
	else
		*insn = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K };
	return true;
}

static int kfuncs_set(struct bpf_program *prog, const struct wants *w)
{
	size_t n = bpf_program__insn_cnt(prog);
	struct bpf_insn *insns = malloc(n * sizeof(*insns));
	bool any = false;
	int err;

	if (!insns)
		return -ENOMEM;
	memcpy(insns, bpf_program__insns(prog), n * sizeof(*insns));
	for (size_t i = 0; i < n; i++)
		any |= kfunc_set(&insns[i], w);
	err = any ? bpf_program__set_insns(prog, insns, n) : 0;
	free(insns);
	return err;
}

/* Prepares a program for loading. libbpf calls it after subprograms were linked into the program. */
static int prepare(struct bpf_program *prog, struct bpf_prog_load_opts *opts, long cookie)
{
	const char *name;
	const struct section *s = section_of(prog, &name);
	int err;

	(void)cookie;
	if (!loading || !s)
		return -EINVAL;
	if (loading->beside)
		beside__begin(loading->beside);
	err = kfuncs_set(prog, loading);
	if (err || !s->prefix)
		return err;
	opts->attach_btf_id = id_for(loading, s, name);
	if (!opts->attach_btf_id)
		return -ESRCH;
	return bpf_program__set_type(prog, s->type);
}

/*
 * Registers the handlers of sections. This is a constructor, since libbpf's list of handlers has no lock and there are
 * no threads yet. Programs that need a BTF id are given another type until prepare() runs; otherwise libbpf would read
 * the kernel's BTF.
 */
__attribute__((constructor)) static void register_sections(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = prepare);
	char word[16];

	for (size_t i = 0; i < NSECTIONS; i++) {
		const struct section *s = &sections[i];

		snprintf(word, sizeof(word), "%s+", s->word);
		libbpf_register_prog_handler(word, s->prefix ? BPF_PROG_TYPE_TRACEPOINT : s->type, s->attach, &opts);
	}
}

static void want(struct wants *w, const char *prefix, const char *name, unsigned kind)
{
	char *full;

	if (w->n == WANTED_MAX)
		return;
	full = w->name[w->n];
	snprintf(full, NAME_MAX_LEN, "%s%s", prefix, name);
	w->type[w->n++] = (struct ktype){ full, kind, 0 };
}

static void wants_make(struct wants *w, const struct bpf_object_skeleton *skel, const struct btf_minimize *types)
{
	for (size_t i = 0; i < NKFUNCS; i++)
		want(w, "", kfuncs[i], BTF_KIND_FUNC);
	for (size_t i = 0; i < SCT_KTYPES; i++)
		want(w, "", ktypes[i], BTF_KIND_STRUCT);
	for (int i = 0; i < skel->prog_cnt; i++) {
		const struct bpf_program *p = *skel->progs[i].prog;
		const char *name;
		const struct section *s = section_of(p, &name);

		if (s && s->prefix && bpf_program__autoload(p))
			want(w, s->prefix, name, s->kind);
	}
	btf_minimize__find(types, w->type, w->n);
}

/* True if all variables of the programs are mapped; libbpf ignores a failure to map them. */
static bool all_mapped(const struct bpf_object_skeleton *skel)
{
	for (int i = 0; i < skel->map_cnt; i++)
		if (skel->maps[i].mmaped && !*skel->maps[i].mmaped)
			return false;
	return true;
}

/* Loads an object that shares the maps of the skeleton; see beside.h. */
static int load_beside(struct bpf_object *obj, void *wants)
{
	int err;

	loading = wants;
	err = bpf_object__load(obj);
	loading = NULL;
	return err;
}

int btf_load__load(struct bpf_object_skeleton *skel, const struct btf_minimize *types, struct beside *beside)
{
	struct wants *w = calloc(1, sizeof(*w));
	int err;

	if (!w)
		return -ENOMEM;
	w->beside = beside;
	wants_make(w, skel, types);
	if (beside) {
		beside->load = load_beside;
		beside->ctx = w;
		beside__choose(beside, skel);
	}
	loading = w;
	err = bpf_object__load_skeleton(skel);
	loading = NULL;
	if (!beside)
		free(w);
	return err ? err : all_mapped(skel) ? 0 : -ENOMEM;
}

int btf_load__finish(struct beside *beside, int err)
{
	err = beside__finish(beside, err);
	free(beside->ctx);
	beside->ctx = NULL;
	return err;
}

bool btf_load__is_run(const struct bpf_program *prog)
{
	return !strncmp(bpf_program__section_name(prog), "sct_run/", 8);
}

struct bpf_link *btf_load__attach(struct bpf_program *prog)
{
	const char *name, *event;
	const struct section *s = section_of(prog, &name);
	char group[NAME_MAX_LEN];

	if (s && s->prefix)
		return bpf_program__attach_trace(prog);
	if (s && s->type == BPF_PROG_TYPE_RAW_TRACEPOINT)
		return bpf_program__attach_raw_tracepoint(prog, name);
	event = s ? strchr(name, '/') : NULL;
	if (!event) {
		errno = EINVAL;
		return NULL;
	}
	snprintf(group, sizeof(group), "%.*s", (int)(event - name), name);
	return bpf_program__attach_tracepoint(prog, group, event + 1);
}
