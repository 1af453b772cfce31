/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Growable byte buffer. Appending is all or nothing: when memory runs out, the buffer stays as it was and is marked
 * as failed, which its owner checks once, at the end.
 */
#ifndef SCT_BUF_H
#define SCT_BUF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct marks;

struct buf {
	char *p;
	size_t len, cap;
	bool failed;	     /* memory ran out */
	struct marks *marks; /* util/marks.h; NULL: not wanted */
};

/* Makes room for n more bytes. Returns false, with the buffer marked as failed, if memory runs out. */
bool buf__grow(struct buf *b, size_t n);

static inline bool buf__room(struct buf *b, size_t n)
{
	return b->cap - b->len >= n || buf__grow(b, n);
}

static inline void buf__char(struct buf *b, char c)
{
	if (buf__room(b, 1))
		b->p[b->len++] = c;
}

static inline void buf__mem(struct buf *b, const void *p, size_t n)
{
	if (n && buf__room(b, n)) {
		memcpy(b->p + b->len, p, n);
		b->len += n;
	}
}

static inline void buf__str(struct buf *b, const char *s)
{
	buf__mem(b, s, strlen(s));
}

#define buf__lit(b, s) buf__mem(b, s, sizeof(s) - 1)

static inline void buf__pad(struct buf *b, char c, size_t n)
{
	if (n && buf__room(b, n)) {
		memset(b->p + b->len, c, n);
		b->len += n;
	}
}

void buf__udec(struct buf *b, uint64_t v);
void buf__dec(struct buf *b, int64_t v);
void buf__hex(struct buf *b, uint64_t v); /* without "0x" */
void buf__oct(struct buf *b, uint64_t v);
/* Appends v with leading zeros, at least width digits. */
void buf__udec_pad(struct buf *b, uint64_t v, unsigned width);
void buf__printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static inline void buf__free(struct buf *b)
{
	free(b->p);
	memset(b, 0, sizeof(*b));
}

#endif
