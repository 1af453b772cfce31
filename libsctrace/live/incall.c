// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "live/incall.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "incall.skel.h"
#include "abi/sctrace_abi.h"
#include "load/bpf_load.h"
#include "util/errmsg.h"

struct incall {
	struct incall_opts opts;
	char *btf;
	struct incall_bpf *skel;
	struct features features;
	int err; /* error of the load; 0: it was successful, or not tried yet */
};

int incall__new(struct incall **out, const struct incall_opts *o)
{
	struct incall *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->opts = *o;
	if (o->btf) {
		c->btf = strdup(o->btf);
		if (!c->btf) {
			free(c);
			return -ENOMEM;
		}
	}
	*out = c;
	return 0;
}

/*
 * Sets up the maps: creates only those that the iterator uses (a scratch, a table of files, and peers of sockets if
 * they are asked for).
 */
static void configure(struct incall *c)
{
	struct incall_bpf *s = c->skel;
	struct bpf_map *m;

	bpf_object__for_each_map(m, s->obj)
		if (!bpf_map__is_internal(m))
			bpf_map__set_autocreate(m, m == s->maps.scratches || m == s->maps.fd_tables ||
							   (m == s->maps.fd_peers && c->opts.fds & SCT_FDS_SOCKET));
	s->rodata->use_task_storage = false;
	s->rodata->has_cast = features__cast(&c->features);
	s->rodata->decode_fds = c->opts.fds;
	s->rodata->labels = c->opts.sids.wanted;
	s->rodata->label_inode = c->opts.sids.inode;
	s->rodata->label_cred = c->opts.sids.cred;
}

static struct bpf_object_skeleton *open_skel(void *ctx, const struct bpf_object_open_opts *opts)
{
	struct incall *c = ctx;

	if (!features__has(&c->features, FEAT_ITER)) {
		errno = ENOTSUP;
		return NULL;
	}
	c->skel = incall_bpf__open_opts(opts);
	if (!c->skel)
		return NULL;
	configure(c);
	return c->skel->skeleton;
}

static int load(struct incall *c)
{
	struct load l = { .btf = c->btf, .without = c->opts.without, .open = open_skel };

	if (c->skel || c->err)
		return c->err;
	l.elf = incall_bpf__elf_bytes(&l.elf_size);
	c->err = bpf_load__object(&l, &c->features, c);
	return c->err;
}

int incall__files(struct incall *c, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out)
{
	const struct errmsg no_message = {};
	int err = load(c);

	if (err)
		return err;
	if (n > SCT_INCALL_FDS)
		n = SCT_INCALL_FDS;
	c->skel->bss->subject.tid = tid;
	c->skel->bss->subject.nfds = n;
	memcpy(c->skel->bss->subject.fds, fds, n * sizeof(*fds));
	return bpf_load__iterate(c->skel->progs.files_of_task, out, &no_message);
}

void incall__free(struct incall *c)
{
	if (!c)
		return;
	incall_bpf__destroy(c->skel);
	free(c->btf);
	free(c);
}
