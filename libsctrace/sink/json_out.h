/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The emitter that writes values as JSON. */
#ifndef SCT_JSON_OUT_H
#define SCT_JSON_OUT_H

#include "decode/core/out.h"
#include "lookup/opts.h"
#include "util/buf.h"

#define JSON_DEPTH 24

struct json_level {
	uint8_t group; /* enum out_group */
	bool object;   /* names and values; else an array */
	bool named;    /* a key was written: its value comes */
	bool single;   /* ends with its first value */
	bool after;    /* the value that comes is the one after the call */
	bool late;     /* the value being written was read after the call began */
	unsigned n;    /* values so far */
	size_t key;    /* where the last name starts */
	size_t last;   /* where the last one starts */
	uint64_t bits; /* or of the values: what parts of a word make */
};

struct json_out {
	struct out out;
	struct buf *b;
	unsigned depth;
	unsigned skipped; /* groups opened below JSON_DEPTH: left out */
	struct json_level level[JSON_DEPTH];
};

/* All that was captured, whatever opts ask for; names are theirs. */
void json_out__init(struct json_out *j, struct buf *b, const struct decode_opts *opts);
/* An object, in which values are named by json_out__name(), or else by their place. */
void json_out__begin(struct json_out *j);
/* Begins a single value, outside of an object. */
void json_out__alone(struct json_out *j);
void json_out__name(struct json_out *j, const char *name);
/* Ends it. False: there were no values. */
bool json_out__end(struct json_out *j);

#endif
