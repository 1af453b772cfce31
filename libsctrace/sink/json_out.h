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
	bool object;   /* an object; false: an array */
	bool named;    /* a key was written, and its value comes next */
	bool single;   /* the object ends after its first value */
	bool after;    /* the next value is the one after the call */
	bool late;     /* the value being written was read after the call began */
	unsigned n;    /* values so far */
	size_t key;    /* where the last name starts */
	size_t last;   /* where the last value starts */
	uint64_t bits; /* bitwise or of the values that are parts of a word */
};

struct json_out {
	struct out out;
	struct buf *b;
	unsigned depth;
	unsigned skipped; /* number of open groups below JSON_DEPTH, which are left out */
	struct json_level level[JSON_DEPTH];
};

/*
 * Initializes j to write all captured data, also the parts that the text sink abbreviates. Of opts, only .interfaces
 * is used.
 */
void json_out__init(struct json_out *j, struct buf *b, const struct decode_opts *opts);
/* Begins an object. A value gets the name set by json_out__name() as its key, or else its position: "0", "1" ... */
void json_out__begin(struct json_out *j);
/* Begins a single value that is not in an object. */
void json_out__alone(struct json_out *j);
void json_out__name(struct json_out *j, const char *name);
/* Ends the object. Returns false if it has no values. */
bool json_out__end(struct json_out *j);

#endif
