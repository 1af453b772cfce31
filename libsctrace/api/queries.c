// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Functions that need no handle: version, features of the kernel, checks of user input. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lookup/select.h"
#include "probe/probe.h"
#include "sctrace.h"
#include "load/features.h"
#include "load/btf_minimize.h"
#include "load/bpf_load.h"
#include "load/libbpf_log.h"
#include "util/suggest.h"

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)

const char *sctrace_version(void)
{
	return TEXT_OF(SCTRACE_VERSION_MAJOR) "." TEXT_OF(SCTRACE_VERSION_MINOR) "." TEXT_OF(SCTRACE_VERSION_PATCH);
}

int sctrace_features(const char *without, int (*fn)(void *ctx, const struct sctrace_feature *f), void *ctx)
{
	struct features f;
	struct btf_minimize types;
	unsigned off = 0;
	size_t bad;
	int err = without ? features__parse(without, &off, &bad) : 0;

	if (!fn)
		return -EINVAL;
	if (err)
		return err;
	/* without privileges, every feature would look missing */
	if (!bpf_load__allowed())
		return -EPERM;
	libbpf_log__begin();
	btf_minimize__read(&types);
	features__probe(&f, off, &types);
	btf_minimize__free(&types);
	libbpf_log__end();
	for (int i = 0; !err && i < FEAT_MAX; i++) {
		const struct feature_text *t = features__text((enum feature)i);
		struct sctrace_feature out = {
			.sz = sizeof(out),
			.name = t->name,
			.what = t->what,
			.instead = t->instead,
			.present = f.present >> i & 1,
			.used = f.used >> i & 1,
		};

		err = fn(ctx, &out);
	}
	return err;
}

int sctrace_trace_check(const char *trace, char *errmsg, size_t why_size)
{
	struct selection s = {};
	char *reason = NULL;
	int err = trace ? select__parse(&s, trace, &reason) : -EINVAL;

	if (err && errmsg)
		snprintf(errmsg, why_size, "%s", reason ? reason : strerror(-err));
	select__free(&s);
	free(reason);
	return err;
}

int sctrace_probe_check(const char *probe, char *errmsg, size_t why_size)
{
	struct probe_spec s;
	int err = probe ? probe_spec__parse(&s, probe, NULL, &(struct errmsg){ errmsg, why_size }) : -EINVAL;

	if (probe)
		probe_spec__free(&s);
	return err;
}

ssize_t sctrace_nearest(const char *word, const char *names, char *buf, size_t size)
{
	struct suggest near;
	char text[2 * NEAR_MAX];

	if (!word || !names || (!buf && size))
		return -EINVAL;
	suggest__init(&near, word, strlen(word));
	suggest__try_list(&near, names, " ");
	return snprintf(buf, size, "%s", suggest__text(&near, text, sizeof(text)));
}
