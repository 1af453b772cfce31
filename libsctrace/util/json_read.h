/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A pull reader of JSON texts, such as the state files of container runtimes, without allocations. Each function reads
 * one value of the text. A value of another type than asked for is skipped. After a syntax error, or below 64 levels of
 * objects and arrays, the reader has failed, and all functions return false.
 */
#ifndef SCT_UTIL_JSON_READ_H
#define SCT_UTIL_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

struct json_read {
	const char *p, *end;
	unsigned depth;
	bool first; /* no member of the innermost object or array was read yet */
	bool failed;
};

/* Begins to read n bytes of text, which need no NUL at the end. */
void json_read__init(struct json_read *r, const char *text, size_t n);
/*
 * Begins an object. If it returns true, json_read__key() is called until it returns false, and the member's value is
 * read or skipped after each key.
 */
bool json_read__object(struct json_read *r);
/* Reads a key. Returns false at the end of the object. A key that does not fit in `size` bytes becomes "". */
bool json_read__key(struct json_read *r, char *key, size_t size);
/* Begins an array. If it returns true, a value is read after each json_read__element() that returns true. */
bool json_read__array(struct json_read *r);
bool json_read__element(struct json_read *r);
/* Reads a string. Returns false, with an empty text, if the value is not a string, has a NUL or does not fit. */
bool json_read__string(struct json_read *r, char *text, size_t size);
void json_read__skip(struct json_read *r);

#endif
