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
	int err; /* the first result of fn that was not 0; fn is not called again then */
	unsigned arg, depth;
	unsigned late_depth; /* values at this depth and below are in a group that was read late; 0: no such group */
	const char *name;    /* name of the next value */
	bool after;
	const char *argument;
	const char *names[VALUES_NAMES];
	char text[128]; /* room for names that are put together */
	char link[320]; /* room for the text of a file without a path, such as "socket:[1]" */
};

/* Calls fn for each value of the event's call that is known. Returns 0, or what fn returned if that is not 0. */
int values__each(struct values_out *v, const struct event *ev, const struct decode_opts *decode, sctrace_value_fn *fn,
		 void *ctx);
/* Calls fn for each value of argument i. Returns 0, or what fn returned if that is not 0. */
int values__of_arg(struct values_out *v, const struct call *c, unsigned i, sctrace_value_fn *fn, void *ctx);
/*
 * Finds the first value of the argument with this name; it is valid until v is used again, or ev ends. Returns 0 or
 * -ENOENT.
 */
int values__arg(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name,
		struct sctrace_value *out);

#endif
