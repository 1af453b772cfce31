/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The emitter that hands values to a callback. */
#ifndef SCT_VALUES_H
#define SCT_VALUES_H

#include "decode/core/decode.h"
#include "sctrace.h"

#define VALUES_NAMES 64

struct values_out {
	struct out out;
	sctrace_value_fn *fn;
	void *ctx;
	int err; /* what fn returned, if not 0: nothing more is given */
	unsigned arg, depth;
	unsigned late_depth; /* all that is as deep is part of a group that was read late; 0: no group was */
	const char *name;    /* of the next value */
	bool after;
	const char *argument;
	const char *names[VALUES_NAMES];
	char text[128]; /* of composed names */
	char link[320]; /* of a file that has no path */
};

/* Each value of the call that ev is about, as far as they are known. Not 0: what fn returned. */
int values__each(struct values_out *v, const struct event *ev, const struct decode_opts *decode, sctrace_value_fn *fn,
		 void *ctx);
/* Each value of argument i of the call. Not 0: what fn returned. */
int values__of_arg(struct values_out *v, const struct call *c, unsigned i, sctrace_value_fn *fn, void *ctx);
/* The first value of the argument called name, which stays valid as long as ev, and until v is used again. -ENOENT. */
int values__arg(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name,
		struct sctrace_value *out);

#endif
