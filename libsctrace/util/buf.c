// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/buf.h"

#include <stdarg.h>
#include <stdio.h>

bool buf__grow(struct buf *b, size_t n)
{
	size_t cap = b->cap ? b->cap : 4096;
	char *p;

	while (cap - b->len < n)
		cap *= 2;
	p = realloc(b->p, cap);
	if (!p) {
		b->failed = true;
		return false;
	}
	b->p = p;
	b->cap = cap;
	return true;
}

/* Decimal pairs from 00 to 99: a division yields two digits as fast as one, and lines are full of numbers. */
static const char pairs[] = "00010203040506070809101112131415161718192021222324"
			    "25262728293031323334353637383940414243444546474849"
			    "50515253545556575859606162636465666768697071727374"
			    "75767778798081828384858687888990919293949596979899";

void buf__udec(struct buf *b, uint64_t v)
{
	char tmp[20], *p = tmp + sizeof(tmp);

	for (; v >= 100; v /= 100)
		memcpy(p -= 2, pairs + v % 100 * 2, 2);
	if (v >= 10)
		memcpy(p -= 2, pairs + v * 2, 2);
	else
		*--p = (char)('0' + v);
	buf__mem(b, p, tmp + sizeof(tmp) - p);
}

void buf__dec(struct buf *b, int64_t v)
{
	if (v < 0)
		buf__char(b, '-');
	buf__udec(b, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void buf__hex(struct buf *b, uint64_t v)
{
	char tmp[16], *p = tmp + sizeof(tmp);

	do {
		*--p = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v);
	buf__mem(b, p, tmp + sizeof(tmp) - p);
}

void buf__oct(struct buf *b, uint64_t v)
{
	char tmp[22], *p = tmp + sizeof(tmp);

	do {
		*--p = '0' + (v & 7);
		v >>= 3;
	} while (v);
	buf__mem(b, p, tmp + sizeof(tmp) - p);
}

void buf__udec_pad(struct buf *b, uint64_t v, unsigned width)
{
	uint64_t top = 1;

	while (--width)
		top *= 10;
	for (; top > 1 && v < top; top /= 10)
		buf__char(b, '0');
	buf__udec(b, v);
}

void buf__printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	for (size_t want = 128;; want = (size_t)n + 1) {
		if (!buf__room(b, want))
			return;
		va_start(ap, fmt);
		n = vsnprintf(b->p + b->len, want, fmt, ap);
		va_end(ap);
		if (n < 0)
			return;
		if ((size_t)n < want)
			break;
	}
	b->len += n;
}
