/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Marks in the text of a buffer: what kind of text begins where. Without struct buf.marks, nothing is recorded. */
#ifndef SCT_MARKS_H
#define SCT_MARKS_H

#include "util/buf.h"

struct mark {
	size_t at; /* offset in the buffer */
	unsigned role;
};

struct marks {
	struct mark *v; /* in the order of the text; neighbours have different roles */
	size_t n, cap;
	unsigned whole; /* number of mark_whole() that mark_end() has not ended */
};

/* As mark(), if there are marks. Memory that runs out marks the buffer as failed. */
void marks__add(struct buf *b, unsigned role) __attribute__((cold));
/* As mark_whole(), if there are marks. */
void marks__begin_whole(struct buf *b, unsigned role) __attribute__((cold));
/*
 * Removes the marks of the first n bytes, which the caller removes from the buffer. The last one stays, as it also
 * applies to the text after them.
 */
void marks__drop(struct marks *m, size_t n);
void marks__free(struct marks *m);

/* Marks the text that is appended next with this role. */
static inline void mark(struct buf *b, unsigned role)
{
	if (__builtin_expect(b->marks != NULL, 0))
		marks__add(b, role);
}

/* Appends a text of this role. */
void mark_text(struct buf *b, unsigned role, const char *text);

/* Gives all text up to mark_end() this role, whatever is marked in between. May be nested. */
static inline void mark_whole(struct buf *b, unsigned role)
{
	if (__builtin_expect(b->marks != NULL, 0))
		marks__begin_whole(b, role);
}

static inline void mark_end(struct buf *b)
{
	if (__builtin_expect(b->marks != NULL, 0))
		b->marks->whole--;
}

#endif
