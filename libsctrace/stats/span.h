/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Spans: durations from a hit of one probe to the next hit of another probe with the same key. */
#ifndef SCT_SPAN_H
#define SCT_SPAN_H

#include <stddef.h>
#include <stdint.h>

#include "probe/probe.h"
#include "util/buf.h"
#include "util/errmsg.h"

#define SPANS_MAX 16
#define SPAN_KEYS 4	     /* arguments of a span's key */
#define SPANS_OPEN_MAX 65536 /* begun spans of a handle that have not ended */

struct span;
struct spans {
	struct span *v[SPANS_MAX];
	unsigned n;
};

/* A stored hit that began a span which has not ended, with `size` bytes of the caller. */
struct span_open {
	struct span_open *next;
	uint64_t ts;
	size_t keylen, size;
	char data[]; /* the caller's bytes, then the key */
};

/* Adds "BEGIN..END" or "BEGIN..END@ARGUMENT,...". Returns 0, -ENOMEM, or -EINVAL with a message. */
int spans__add(struct spans *s, const char *text, const struct errmsg *errmsg);
void spans__free(struct spans *s);
/* Returns the name of a span: "BEGIN..END". */
const char *span__name(const struct span *s);
/* Returns whether hits of the probe begin or end the span. */
enum span_edge { SPAN_NONE, SPAN_BEGINS, SPAN_ENDS } span__edge(const struct span *s, const struct probe *p);
/*
 * Returns the number of the probe's argument that is part i of the key, or -1 if the probe has no such argument, or -2
 * if the key has no part i.
 */
int span__key(const struct span *s, const struct probe *p, unsigned i);
/* Checks that both probes exist, and have the arguments of the key. Returns 0, or -EINVAL with a message. */
int span__check(const struct span *s, const struct probes *probes, const struct errmsg *errmsg);
/*
 * Stores a hit that begins the span; it replaces a stored hit with the same key. Returns 0, -ENOMEM, or -E2BIG above
 * SPANS_OPEN_MAX.
 */
int span__begin(struct span *s, uint64_t ts, const struct buf *key, const void *data, size_t size);
/* Removes and returns the stored hit with this key, to be freed by the caller, or NULL if there is none. */
struct span_open *span__end(struct span *s, const struct buf *key);

#endif
