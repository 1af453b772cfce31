/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The emitter that hands values to a callback. */
#ifndef SCT_VALUES_H
#define SCT_VALUES_H

#include <sys/socket.h>

#include "decode/core/decode.h"
#include "decode/core/file.h"
#include "sctrace.h"

#define VALUES_NAMES 64

struct values_out {
	struct out out;
	sctrace_value_fn *fn;
	void *ctx;
	int err; /* the first result of fn that was not 0; fn is not called again then */
	unsigned arg, depth;
	unsigned late_depth; /* values at this depth or deeper are in a group that was read late; 0: no such group */
	const char *name;    /* name of the next value */
	bool after;
	const char *argument;
	struct out_code code; /* raw form of the next value */
	bool coded;	      /* the next value has a raw form */
	uint8_t raw[32];      /* bytes of the raw form */
	/* the first address and the first file of the walk, for sink/data.h */
	struct sockaddr_storage sockaddr; /* a copy, because a decoder may have the address on its stack */
	size_t sockaddr_len;		  /* 0: there is no address */
	struct out_file file;
	bool has_file;
	const char *names[VALUES_NAMES];
	char text[128]; /* room for composed names */
	char link[320]; /* room for the text of a file without a path, such as "socket:[1]" */
};

/* Calls fn for each known value of the event's call. Returns 0, or the first result of fn that is not 0. */
int values__each(struct values_out *v, const struct event *ev, const struct decode_opts *decode, sctrace_value_fn *fn,
		 void *ctx);
/* Calls fn for each value of argument i. Returns 0, or the first result of fn that is not 0. */
int values__of_arg(struct values_out *v, const struct call *c, unsigned i, sctrace_value_fn *fn, void *ctx);
/* As values__of_arg(), by the argument's name. Returns -ENOENT if there is none. */
int values__named(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name,
		  sctrace_value_fn *fn, void *ctx);
/* Finds the first socket address and the first file of the argument. Returns 0 or -ENOENT. */
int values__found(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name);
/* Calls fn for each value of the signal's siginfo. */
void values__of_signal(struct values_out *v, const struct sct_signal *sig, const struct decode_opts *decode,
		       sctrace_value_fn *fn, void *ctx);
/*
 * Returns the path of a file or, without one, a text such as "socket:[1]". It is valid until the event ends or v is
 * used again.
 */
const void *values__link(struct values_out *v, const struct out_file *f, size_t *len);
/*
 * Finds the first value of the argument with this name; it is valid until v is used again, or ev ends. Returns 0 or
 * -ENOENT.
 */
int values__arg(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name,
		struct sctrace_value *out);

#endif
