// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/dump.h"

#include "lookup/io_calls.h"
#include "sctrace.h"
#include "util/marks.h"

#define COLUMNS 16

int dump__init(struct dump *d, const char *reads, const char *writes, char *errmsg, size_t why_size)
{
	int err = reads ? fdset__parse(&d->reads, reads, errmsg, why_size) : 0;

	if (!err && writes)
		err = fdset__parse(&d->writes, writes, errmsg, why_size);
	if (err)
		dump__free(d);
	return err;
}

void dump__free(struct dump *d)
{
	fdset__free(&d->reads);
	fdset__free(&d->writes);
}

/* Appends a line with up to COLUMNS of n bytes, padded with blanks to the length of a full line. */
static void put_line(struct buf *b, const uint8_t *p, size_t n, size_t off, int width)
{
	static const char digits[] = "0123456789abcdef";

	buf__printf(b, " | %0*zx ", width, off);
	for (size_t i = 0; i < COLUMNS; i++) {
		if (i % 8 == 0)
			buf__char(b, ' ');
		if (i < n) {
			buf__char(b, digits[p[i] >> 4]);
			buf__char(b, digits[p[i] & 15]);
			buf__char(b, ' ');
		} else {
			buf__lit(b, "   ");
		}
	}
	buf__char(b, ' ');
	for (size_t i = 0; i < COLUMNS; i++)
		buf__char(b, i >= n ? ' ' : p[i] >= ' ' && p[i] < 0x7f ? (char)p[i] : '.');
	buf__lit(b, " |\n");
}

/* Returns the number of digits of the offsets in a dump of total bytes. */
static int width_of(uint64_t total)
{
	int n = 5;

	for (uint64_t last = (total ? total - 1 : 0) >> 20; last; last >>= 4)
		n++;
	return n;
}

/* The part of a call's memory that is dumped. */
struct part {
	const struct call *c;
	unsigned reg;
	int when;
	uint64_t at;	/* of a vector: offset of the current buffer, counted over all its buffers */
	unsigned piece; /* of a vector: number of the next SCT_PART_MORE piece */
};

/*
 * Dumps a single buffer of total bytes from *off on, out of SCT_PART_MORE pieces, and moves *off to the end of what was
 * dumped. A piece may begin before *off; the dump ends at one that begins after it.
 */
static void dump_more(struct buf *b, const struct part *p, uint64_t total, size_t *off)
{
	struct rd r;

	for (unsigned i = 0; *off < total && call_chunk(p->c, p->reg, SCT_PART_MORE, i, AT_EXIT, &r); i++) {
		uint64_t at = rd_u64(&r), end = at + rd_left(&r);

		if (r.bad || at > *off)
			return;
		if (end > total)
			end = total;
		for (; *off < end; *off += COLUMNS)
			put_line(b, r.p + (*off - at), end - *off, *off, width_of(total));
		*off = end;
	}
}

/* Dumps a buffer of a vector from SCT_PART_MORE pieces, which have all its bytes. Returns false if it has no pieces. */
static bool dump_pieces(struct buf *b, struct part *p, uint64_t total)
{
	uint64_t done = 0;
	struct rd r;

	while (done < total && call_chunk(p->c, p->reg, SCT_PART_MORE, p->piece, AT_EXIT, &r)) {
		uint64_t at = rd_u64(&r), n = rd_left(&r);

		if (r.bad || at != p->at + done || n > total - done || !n)
			break;
		for (uint64_t off = 0; off < n; off += COLUMNS)
			put_line(b, r.p + off, n - off, done + off, width_of(total));
		done += n;
		p->piece++;
	}
	if (done && done < total)
		buf__printf(b, " * %llu bytes more were not captured\n", (unsigned long long)(total - done));
	return done;
}

/*
 * Dumps a buffer whose first bytes are in a chunk. Prints the number of missing bytes, unless all are missing and the
 * call failed.
 */
static void dump_bytes(struct buf *b, const struct part *p, unsigned part, unsigned sub, uint64_t total)
{
	size_t n = 0;
	struct rd r;

	if (call_chunk(p->c, p->reg, part, sub, p->when, &r))
		n = total < rd_left(&r) ? (size_t)total : rd_left(&r);
	/* dump_more() continues at the beginning of a line */
	if (part == SCT_PART_SELF && n < total && n > SCT_MORE_BYTES)
		n -= n % COLUMNS;
	for (size_t off = 0; off < n; off += COLUMNS)
		put_line(b, r.p + off, n - off, off, width_of(total));
	if (part == SCT_PART_SELF && n < total && n)
		dump_more(b, p, total, &n);
	if (n < total && (n || !p->c->failed))
		buf__printf(b, " * %llu bytes more were not captured\n", (unsigned long long)(total - n));
}

/*
 * Dumps up to total bytes of a vector of n buffers, which is in the chunk of this part and sub. As with strace, the
 * dump ends before the first empty buffer.
 */
static void dump_iov(struct buf *b, struct part *p, unsigned part, unsigned sub, uint64_t n, uint64_t total)
{
	struct rd r;

	if (!call_chunk(p->c, p->reg, part, sub, p->when, &r))
		return;
	for (uint64_t i = 0; i < n && total && rd_left(&r) >= 2u * r.word; i++) {
		uint64_t len;

		rd_ulong(&r); /* skip the address */
		len = rd_ulong(&r);
		if (len > total)
			len = total;
		if (!len)
			break;
		total -= len;
		buf__printf(b, " * %llu bytes in buffer %llu\n", (unsigned long long)len, (unsigned long long)i);
		if (!dump_pieces(b, p, len))
			dump_bytes(b, p, SCT_PART_ITEM, sub | (unsigned)i, len);
		p->at += len;
	}
}

/* Reads a struct msghdr (name, namelen, iov, iovlen, control, controllen, flags: a word each). Returns its iovlen. */
static uint64_t msg_iovlen(struct rd *r)
{
	uint64_t n;

	rd_skip(r, 3u * r->word);
	n = rd_ulong(r);
	rd_skip(r, 3u * r->word);
	return n;
}

static void dump_msg(struct buf *b, struct part *p, uint64_t total)
{
	struct rd r;

	if (call_chunk(p->c, p->reg, SCT_PART_SELF, 0, p->when, &r))
		dump_iov(b, p, SCT_PART_VEC, 0, msg_iovlen(&r), total);
}

/* Dumps the messages that were sent or received; their number is the return value. */
static void dump_mmsg(struct buf *b, struct part *p, bool reads)
{
	struct rd r;

	if (p->c->failed || !call_chunk(p->c, p->reg, SCT_PART_SELF, 0, p->when, &r))
		return;
	for (int64_t i = 0; i < p->c->ret && rd_left(&r) >= 8u * r.word; i++) {
		uint64_t n = msg_iovlen(&r), len = rd_u32(&r);

		rd_skip(&r, r.word - 4u);
		buf__printf(b, " = %llu buffers in vector %lld\n", (unsigned long long)n, (long long)i);
		dump_iov(b, p, SCT_PART_VEC, (unsigned)i << 8, n, reads ? len : UINT64_MAX);
	}
}

void dump__call(const struct dump *d, struct buf *b, const struct call *c)
{
	unsigned kind = io_calls__of(c->row), i = 0;
	bool reads = kind == TRANSFER_READ;
	const struct fdset *fds = reads ? &d->reads : &d->writes;
	struct part p = { .c = c, .when = reads ? AT_EXIT : AT_ENTER };
	uint64_t total;

	/* data to be written is dumped even if the call failed */
	if (!kind || !fdset__has(fds, (int32_t)c->args[0]) || (reads && (c->failed || c->ret <= 0)))
		return;
	while (i < c->row->nargs && !io_calls__is_data(&c->row->args[i]))
		i++;
	if (i == c->row->nargs)
		return;
	p.reg = call_reg(c, &c->row->args[i]);
	total = reads ? (uint64_t)c->ret : UINT64_MAX;
	mark(b, SCTRACE_ROLE_DUMP);
	switch (c->row->args[i].kind) {
	case K_BYTES:
		dump_bytes(b, &p, SCT_PART_SELF, 0, total < c->args[2] ? total : c->args[2]);
		break;
	case K_IOV:
		dump_iov(b, &p, SCT_PART_SELF, 0, c->args[2], total);
		break;
	case K_MSG:
		dump_msg(b, &p, total);
		break;
	case K_MMSG:
		dump_mmsg(b, &p, reads);
		break;
	}
}
