// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "feature_list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "sctrace.h"

struct list {
	const struct utsname *kernel;
	bool json, any;
};

static const char *state_of(const struct sctrace_feature *f)
{
	if (f->used)
		return "yes";
	return f->present ? "off" : "no";
}

static void print_kernel(const struct list *l)
{
	if (l->json)
		printf("{\"kernel\": \"%s\", \"machine\": \"%s\", \"features\": [", l->kernel->release,
		       l->kernel->machine);
	else
		printf("kernel        %s %s\n", l->kernel->release, l->kernel->machine);
}

/* Prints a feature. The texts are the library's own, so nothing in them needs to be escaped in JSON. */
static int print_one(void *ctx, const struct sctrace_feature *f)
{
	struct list *l = ctx;

	if (!l->any)
		print_kernel(l);
	if (l->json) {
		printf("%s\n  {\"name\": \"%s\", \"what\": \"%s\", \"present\": %s, \"used\": %s", l->any ? "," : "",
		       f->name, f->what, f->present ? "true" : "false", f->used ? "true" : "false");
		if (!f->used && f->instead)
			printf(", \"instead\": \"%s\"", f->instead);
		printf("}");
	} else {
		printf("%-13s %-4s %s\n", f->name, state_of(f), f->what);
		if (!f->used)
			printf("%-13s      instead: %s\n", "", f->instead ? f->instead : "nothing, tracing needs it");
	}
	l->any = true;
	return 0;
}

int feature_list(const struct options *o)
{
	struct utsname u;
	struct list l = { .kernel = &u, .json = o->stats.json };
	int err;

	if (uname(&u)) {
		complain(o, "uname: %s", strerror(errno));
		return 1;
	}
	err = sctrace_features(o->without, print_one, &l);
	if (err == -EPERM)
		complain(
			o,
			"--features needs CAP_BPF and CAP_PERFMON (run as root), and no seccomp filter that refuses bpf()");
	else if (err)
		complain(o, "--without: unknown feature in '%s' (see --features)", o->without);
	else if (l.json)
		printf("\n]}\n");
	return err ? 1 : 0;
}
