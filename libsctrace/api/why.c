// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Looks at all tasks: what each waits for, and whom. */
#include <errno.h>
#include <stddef.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/opts_check.h"
#include "api/why.h"
#include "load/bpf_load.h"
#include "load/features.h"
#include "util/caps.h"
#include "util/procfs.h"

static int privileges_check(const struct errmsg *m)
{
	if (!bpf_load__allowed())
		return errmsg__set(m, -EPERM,
				   "looking at what tasks wait for needs CAP_BPF and CAP_PERFMON: run as root");
	if (caps__own_only())
		return errmsg__set(m, -EPERM, "looking at what tasks wait for needs CAP_SYS_PTRACE: run as root");
	return 0;
}

/* True if the stack of a task in the kernel can be read: it needs CAP_SYS_ADMIN, and CONFIG_STACKTRACE. */
static bool stacks_readable(int proc)
{
	FILE *f = procfs__file(proc, "self/stack");
	char line[64];
	bool is = f && fgets(line, sizeof(line), f);

	if (f)
		fclose(f);
	return is;
}

static int why_open(struct sctrace_look *w, const struct sctrace_why_opts *o, const struct errmsg *m)
{
	unsigned without = 0;
	size_t bad;
	int err = privileges_check(m);

	if (!err && o->without && features__parse(o->without, &without, &bad))
		err = errmsg__set(m, -EINVAL, "unknown feature in '%s'", o->without);
	if (!err)
		err = why_scope__make(&w->scope, w->proc, o, m);
	if (!err)
		err = why_call__init(w, o->strlen_max);
	if (!err)
		err = why_gather__open(&w->gather, o->btf, without, m);
	w->rows = o->rows;
	w->no_stacks = !stacks_readable(w->proc);
	return err;
}

static void why_free(struct sctrace_look *w)
{
	why_gather__close(w->gather);
	why_call__free(w);
	why_scope__free(&w->scope);
	if (w->proc >= 0)
		close(w->proc);
	guard__close(&w->guard);
	free(w);
}

int sctrace_why_open(struct sctrace_look **out, const struct sctrace_why_opts *opts)
{
	const struct sctrace_why_opts none = SCTRACE_INIT(struct sctrace_why_opts);
	struct sctrace_why_opts o;
	struct sctrace_look *w;
	struct errmsg m = {};
	int err;

	opts = opts ? opts : &none;
	if (!out)
		return -EINVAL;
	if (opts->sz >= offsetof(struct sctrace_why_opts, why_size) + sizeof(opts->why_size))
		m = (struct errmsg){ opts->why, opts->why_size };
	err = opts__take(OPTS_sctrace_why_opts, &o, opts, &m);
	if (err)
		return err;
	w = calloc(1, sizeof(*w));
	if (!w)
		return -ENOMEM;
	guard__open(&w->guard);
	w->proc = procfs__open();
	err = why_open(w, &o, &m);
	if (err) {
		why_free(w);
		return err;
	}
	*out = w;
	return 0;
}

static int look(struct sctrace_look *w, sctrace_why_fn *fn, void *ctx)
{
	const struct errmsg m = { w->guard.now, sizeof(w->guard.now) };
	struct why_look l;
	bool *asked = NULL;
	int err = why_follow__tasks(&l, w->gather, w->proc, &m);

	if (!err) {
		asked = calloc(l.ntasks ? l.ntasks : 1, sizeof(*asked));
		err = asked ? 0 : -ENOMEM;
	}
	w->asked = w->left = 0;
	if (!err) {
		w->asked = why_scope__mark(&w->scope, &l, asked);
		err = why_follow__files(&l, w->gather, asked, &m);
	}
	if (!err)
		err = why_follow__all(&l, asked);
	if (!err)
		err = why_rows__each(w, &l, asked, fn, ctx);
	free(asked);
	why_look__free(&l);
	return err;
}

int sctrace_why(struct sctrace_look *w, sctrace_why_fn *fn, void *ctx)
{
	int err;

	if (!w)
		return -EINVAL;
	if (!fn)
		return guard__invalid(&w->guard, "no callback");
	err = guard__enter(&w->guard);
	return err ? err : guard__leave(&w->guard, look(w, fn, ctx));
}

uint32_t sctrace_why_tasks(const struct sctrace_look *w)
{
	return w ? w->asked : 0;
}

uint32_t sctrace_why_left(const struct sctrace_look *w)
{
	return w ? w->left : 0;
}

const char *sctrace_why_lacks(const struct sctrace_look *w)
{
	if (w && w->no_stacks)
		return "functions of the kernel and servers of FUSE are not shown: /proc/PID/stack cannot be read (needs "
		       "CAP_SYS_ADMIN)";
	return NULL;
}

const char *sctrace_why_error(const struct sctrace_look *w)
{
	return w ? w->guard.last : "";
}

int sctrace_why_close(struct sctrace_look *w)
{
	int err = w ? guard__refuse(&w->guard) : 0;

	if (!err && w)
		why_free(w);
	return err;
}
