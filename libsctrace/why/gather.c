// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/gather.h"

#include <errno.h>
#include <stdlib.h>

#include <bpf/bpf.h>

#include "why.skel.h"
#include "load/bpf_load.h"

struct why_gather {
	struct why_bpf *skel;
	struct features features;
};

/* Opens the object with the map that it uses; the states of tasks belong to programs that trace. */
static struct bpf_object_skeleton *open_skel(void *ctx, const struct bpf_object_open_opts *opts)
{
	struct why_gather *g = ctx;
	struct bpf_map *m;

	if (!features__has(&g->features, FEAT_ITER)) {
		errno = ENOTSUP;
		return NULL;
	}
	g->skel = why_bpf__open_opts(opts);
	if (!g->skel)
		return NULL;
	bpf_object__for_each_map(m, g->skel->obj)
		if (!bpf_map__is_internal(m))
			bpf_map__set_autocreate(m, m == g->skel->maps.wanted || m == g->skel->maps.why_wants ||
							   m == g->skel->maps.why_regs);
	g->skel->rodata->use_task_storage = false;
	return g->skel->skeleton;
}

int why_gather__open(struct why_gather **out, const char *btf, unsigned without, const struct errmsg *w)
{
	struct load l = { .btf = btf, .without = without, .open = open_skel, .errmsg = *w };
	struct why_gather *g = calloc(1, sizeof(*g));
	int err;

	if (!g)
		return -ENOMEM;
	l.elf = why_bpf__elf_bytes(&l.elf_size);
	err = bpf_load__object(&l, &g->features, g);
	if (err == -ENOTSUP && !features__has(&g->features, FEAT_ITER))
		errmsg__set(w, err, "--why needs the kernel's task iterator (Linux 5.8, with BTF)");
	if (err) {
		why_gather__close(g);
		return err;
	}
	*out = g;
	return 0;
}

int why_gather__tasks(struct why_gather *g, struct buf *out, const struct errmsg *w)
{
	return bpf_load__iterate(g->skel->progs.why_tasks, out, w);
}

int why_gather__fds(struct why_gather *g, const uint32_t *tids, const struct sct_why_want *wants, size_t n,
		    struct buf *out, const struct errmsg *w)
{
	int map = bpf_map__fd(g->skel->maps.why_wants), err;

	for (size_t i = 0; i < n && i < SCT_WHY_WANTS; i++)
		bpf_map_update_elem(map, &tids[i], &wants[i], BPF_ANY);
	err = n ? bpf_load__iterate(g->skel->progs.why_fds, out, w) : 0;
	for (size_t i = 0; i < n && i < SCT_WHY_WANTS; i++)
		bpf_map_delete_elem(map, &tids[i]);
	return err;
}

/* Empties the map of files that are looked for. */
static void wanted_clear(int map)
{
	struct sct_why_key key;

	while (!bpf_map_get_next_key(map, NULL, &key) && !bpf_map_delete_elem(map, &key))
		;
}

int why_gather__holders(struct why_gather *g, const struct sct_why_key *keys, size_t n, struct buf *out,
			const struct errmsg *w)
{
	int map = bpf_map__fd(g->skel->maps.wanted), err;
	const uint8_t one = 1;

	for (size_t i = 0; i < n && i < SCT_WHY_KEYS; i++)
		bpf_map_update_elem(map, &keys[i], &one, BPF_ANY);
	err = n ? bpf_load__iterate(g->skel->progs.why_files, out, w) : 0;
	wanted_clear(map);
	return err;
}

void why_gather__close(struct why_gather *g)
{
	if (!g)
		return;
	why_bpf__destroy(g->skel);
	free(g);
}
