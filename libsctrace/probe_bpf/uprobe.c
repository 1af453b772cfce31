// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Loads and manages the programs of probes.
 *
 * A probe is attached to its file, and thus hit by every process that runs it; the programs ignore tasks that are not
 * traced. There are three ways to attach, of which the first possible one is used: one link for all probes of a file; a
 * perf event for each probe, with the probe's number as its cookie; or a perf event for each probe with a small
 * program, which stores the probe's number and jumps to the common program. Kernel functions are attached in the same
 * three ways.
 */
#include "probe_bpf/uprobe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>

#include "load/footprint.h"
#include "probe_bpf/uprobes.h"

/* most kernel functions that are attached one by one, which takes milliseconds for each, and detaching takes longer */
#define KPROBES_MAX 64
#define TYPES "/sys/bus/event_source/devices/"

/*
 * Sets the sizes of libbpf's maps for USDT probes, which have the locations of the arguments at each place. Since
 * version 1.3, libbpf can attach to many places at once. Returns 0 or -errno.
 */
static int usdt_set_up(const struct uprobes *u)
{
	struct bpf_object *obj = *u->skeleton->obj;
	struct bpf_map *specs = bpf_object__find_map_by_name(obj, "__bpf_usdt_specs");
	struct bpf_map *ips = bpf_object__find_map_by_name(obj, "__bpf_usdt_ip_to_spec_id");
	uint32_t places = 0;
	int err;

	for (uint32_t i = 0; i < u->probes->n; i++)
		places += u->probes->v[i]->places;
	bpf_program__set_autoload(u->usdt, places);
	bpf_map__set_autocreate(specs, places);
	bpf_map__set_autocreate(ips, places);
	if (!places)
		return 0;
	if (u->share.features->present >> FEAT_UPROBE_MULTI & 1 &&
	    (libbpf_major_version() > 1 || libbpf_minor_version() >= 3))
		bpf_program__set_expected_attach_type(u->usdt, TRACE_UPROBE_MULTI);
	err = bpf_map__set_max_entries(specs, places + 1);
	/* used by libbpf only on kernels without cookies, where USDT probes are refused */
	return err ? err : bpf_map__set_max_entries(ips, 1);
}

static struct bpf_program *prog_find(const struct uprobes *u, const char *name)
{
	return bpf_object__find_program_by_name(*u->skeleton->obj, name);
}

/* Finds the programs. They have the same names in both objects. */
static void progs_find(struct uprobes *u)
{
	static const char *const names[WHERES][SIDES] = {
		{ "probe_entry", "probe_return" },
		{ "probe_kentry", "probe_kreturn" },
	};

	for (enum where w = PROGRAM; w < WHERES; w++)
		for (enum side side = ENTRY; side < SIDES; side++)
			u->progs[w][side] = prog_find(u, names[w][side]);
	u->usdt = prog_find(u, "probe_usdt");
	u->event = prog_find(u, "probe_event");
}

static void progs_set_up(const struct uprobes *u)
{
	static const enum bpf_attach_type types[WHERES] = { TRACE_UPROBE_MULTI, TRACE_KPROBE_MULTI };
	const bool wanted[WHERES] = { any(u, is_in_program), any(u, is_kfunc) };

	for (enum where w = PROGRAM; w < WHERES; w++)
		for (enum side side = ENTRY; side < SIDES; side++) {
			bpf_program__set_autoload(prog_of(u, w, side), wanted[w]);
			if (u->multi[w])
				bpf_program__set_expected_attach_type(prog_of(u, w, side), types[w]);
		}
	bpf_program__set_autoload(u->event, any(u, is_tracepoint));
}

static struct bpf_object_skeleton *open_skel(void *ctx, const struct bpf_object_open_opts *opts)
{
	struct uprobes *u = ctx;
	int err;

	u->skeleton = u->opts.count ? uprobe_counts__open(u, opts) : uprobe_records__open(u, opts);
	if (!u->skeleton)
		return NULL;
	progs_find(u);
	progs_set_up(u);
	err = usdt_set_up(u);
	if (err)
		errno = -err;
	return err ? NULL : u->skeleton;
}

/* Makes the map of the common programs, to which the small programs of probes jump. Returns 0 or -errno. */
static int jumps_make(struct uprobes *u)
{
	u->jumps = bpf_map_create(BPF_MAP_TYPE_PROG_ARRAY, "sctrace_jumps", 4, 4, WHERES * SIDES, NULL);
	if (u->jumps < 0)
		return -errno;
	for (uint32_t i = 0; i < WHERES * SIDES; i++) {
		const struct bpf_program *p = prog_of(u, i / SIDES, i % SIDES);
		int fd = bpf_program__fd(p);

		if (bpf_program__autoload(p) && bpf_map_update_elem(u->jumps, &i, &fd, BPF_ANY))
			return -errno;
	}
	return 0;
}

static int uprobes_load(struct uprobes *u)
{
	struct load l = {
		.btf = u->opts.btf,
		.without = u->opts.without,
		.own_only = u->opts.own_only,
		.errmsg = u->opts.errmsg,
		.open = open_skel,
	};
	int err;

	l.elf = u->opts.count ? uprobe_counts__elf(&l.elf_size) : uprobe_records__elf(&l.elf_size);
	err = bpf_load__object(&l, &u->features, u);
	if (err)
		return err;
	err = u->opts.count ? uprobe_counts__fill(u) : uprobe_records__fill(u);
	if (!err && !u->cookies)
		err = jumps_make(u);
	return err ? errmsg__set(&u->opts.errmsg, err, "cannot set up the probes: %s", strerror(-err)) : 0;
}

static bool read_number(const char *path, const char *format, uint32_t *v)
{
	FILE *f = fopen(path, "re");
	bool ok = f && fscanf(f, format, v) == 1;

	if (f)
		fclose(f);
	return ok;
}

static int check_cookies(const struct uprobes *u)
{
	const char *what = any(u, is_usdt) ? "USDT probes" : any(u, is_tracepoint) ? "tracepoints" : NULL;

	if (u->cookies || !what)
		return 0;
	return errmsg__set(&u->opts.errmsg, -ENOTSUP, "%s need a kernel with probe_cookies (Linux 5.15; see --doctor)",
			   what);
}

static bool find_type(struct uprobes *u, enum where w)
{
	static const char *const types[WHERES] = { TYPES "uprobe/type", TYPES "kprobe/type" };
	static const char *const bits[WHERES] = { TYPES "uprobe/format/retprobe", TYPES "kprobe/format/retprobe" };

	return read_number(types[w], "%u", &u->events[w].type) &&
	       read_number(bits[w], "config:%u", &u->events[w].return_bit);
}

#define NO_KFUNCS "this kernel cannot probe its own functions (needs CONFIG_KPROBE_EVENTS, and /sys; see --doctor)"

int uprobes__kfuncs_check(const struct features *f, bool own_only, const struct errmsg *errmsg)
{
	if (own_only)
		return errmsg__set(errmsg, -EPERM,
				   "probes of kernel functions need root, since they show the kernel's memory");
	return !f || features__has(f, FEAT_KPROBES) ? 0 : errmsg__set(errmsg, -ENOTSUP, NO_KFUNCS);
}

/* Refuses too many kernel functions, if they have to be attached one by one. Returns 0 or an error with a message. */
static int check_kfuncs(const struct uprobes *u)
{
	unsigned n = count_kfuncs(u);

	if (n <= KPROBES_MAX || u->multi[KERNEL])
		return 0;
	return errmsg__set(
		&u->opts.errmsg, -E2BIG,
		"%u functions of the kernel match, but without kprobe_multi (see --doctor) at most %d can be probed", n,
		KPROBES_MAX);
}

static int find_types(struct uprobes *u)
{
	if (any(u, is_kfunc) && !find_type(u, KERNEL))
		return errmsg__set(&u->opts.errmsg, -ENOTSUP, NO_KFUNCS);
	if (!any(u, is_in_program) || (features__has(u->share.features, FEAT_UPROBES) && find_type(u, PROGRAM)))
		return 0;
	return errmsg__set(&u->opts.errmsg, -ENOTSUP,
			   "this kernel cannot probe functions of programs (needs CONFIG_UPROBE_EVENTS, and /sys)");
}

int uprobes__open(struct uprobes **out, const struct uprobe_opts *opts, const struct bpf_share *share)
{
	struct uprobes init = { .probes = opts->probes, .share = *share, .opts = *opts, .jumps = -1 };
	struct uprobes *u = malloc(sizeof(*u));
	int err;

	if (!u)
		return -ENOMEM;
	memcpy(u, &init, sizeof(*u));
	u->cookies = features__has(share->features, FEAT_COOKIES);
	u->multi[PROGRAM] = features__has(share->features, FEAT_UPROBE_MULTI);
	u->multi[KERNEL] = features__has(share->features, FEAT_KPROBE_MULTI);
	u->fds = calloc(SIDES * opts->probes->n, sizeof(int));
	u->usdts = calloc(opts->probes->n, sizeof(*u->usdts));
	err = u->fds && u->usdts ? find_types(u) : -ENOMEM;
	if (!err)
		err = check_cookies(u);
	if (!err)
		err = check_kfuncs(u);
	if (!err)
		err = uprobes_load(u);
	if (err) {
		uprobes__close(u);
		return err;
	}
	*out = u;
	return 0;
}

void uprobes__cost(const struct uprobes *u, struct footprint *cost)
{
	if (!u)
		return;
	footprint__object(cost, u->skeleton, -1);
	for (unsigned i = 0; i < WHERES * SIDES; i++)
		if (bpf_program__autoload(prog_of(u, i / SIDES, i % SIDES)))
			footprint__runs(cost, bpf_program__fd(prog_of(u, i / SIDES, i % SIDES)));
	cost->fds += u->nfds + (u->jumps >= 0);
}

uint64_t uprobes__skips(const struct uprobes *u)
{
	return kernel_skips(u);
}

void uprobes__close(struct uprobes *u)
{
	if (!u)
		return;
	uprobes__detach(u);
	free(u->fds);
	free(u->usdts);
	if (u->jumps >= 0)
		close(u->jumps);
	uprobe_records__destroy(u);
	uprobe_counts__destroy(u);
	free(u);
}
