// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "source/peek.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

/* The limits of bpf/maps.bpf.h and bpf/capture.bpf.h. */
#define DATA_MAX 0x10000u
#define DATA_MASK (DATA_MAX - 1)
#define IOV_MAX 1024
#define IOV_EACH 64
#define MMSG_MAX 256
#define PTRS_MAX 32
#define COUNT_MAX 1024
#define PAGE 4096

#define AF_NETLINK 16
#define NLMSG_HEAD 16
#define NLMSG_MOST (1 << 20)

struct peek {
	const struct sct_plan *plan;
	const uint64_t *args;
	const struct peek_memory *mem;
	uint8_t *data;
	uint32_t off;
	uint32_t word;
	uint32_t most; /* elements of the vector at hand whose data is taken */
};

/* Which argument a chunk is of, and what part of it. */
struct id {
	uint8_t arg, part;
	uint16_t sub;
};

/* ---- memory ---- */

static int read_at(const struct peek *p, uint64_t addr, void *to, size_t n)
{
	return p->mem->read(p->mem->ctx, addr, to, n);
}

/* A little-endian integer of size bytes. */
static int read_int(const struct peek *p, uint64_t addr, uint32_t size, uint64_t *v)
{
	*v = 0;
	return read_at(p, addr, v, size);
}

static int read_word(const struct peek *p, uint64_t addr, uint64_t *v)
{
	return read_int(p, addr, p->word, v);
}

/* ---- chunks ---- */

static struct sct_chunk *chunk_begin(struct peek *p, struct id id)
{
	struct sct_chunk *c = (void *)(p->data + p->off);

	if (p->off > DATA_MAX - 64)
		return NULL;
	*c = (struct sct_chunk){ .arg = id.arg, .part = id.part, .sub = id.sub };
	return c;
}

/* An empty one, for which the end of the data has room. */
static void chunk_mark(struct peek *p, struct id id)
{
	struct sct_chunk *c = (void *)(p->data + p->off);

	if (p->off > DATA_MAX - sizeof(*c))
		return;
	*c = (struct sct_chunk){ .arg = id.arg, .part = id.part, .sub = id.sub };
	p->off += sizeof(*c);
}

static void chunk_end(struct peek *p, struct sct_chunk *c, int32_t len)
{
	uint32_t n = len < 0 ? 0 : (uint32_t)len, padded = (n + 7) & ~7u;

	c->len = len;
	memset((uint8_t *)(c + 1) + n, 0, padded - n);
	p->off += sizeof(*c) + padded;
}

static uint64_t room(const struct peek *p)
{
	return (DATA_MAX - 64 - p->off) & DATA_MASK;
}

/* The pages before the first one that cannot be read. Returns their bytes. */
static uint64_t read_pages(const struct peek *p, uint64_t addr, uint8_t *to, uint64_t len)
{
	uint64_t done, n;

	for (done = 0; done < len; done += n) {
		n = PAGE - (addr + done) % PAGE;
		if (n > len - done)
			n = len - done;
		if (read_at(p, addr + done, to + done, n))
			break;
	}
	return done;
}

static void cap_bytes(struct peek *p, uint64_t addr, uint64_t n, struct id id)
{
	struct sct_chunk *c = chunk_begin(p, id);
	uint64_t have;

	if (!c)
		return;
	if (n > room(p))
		n = room(p);
	/* a read of zero bytes always succeeds */
	have = !n || !read_at(p, addr, c + 1, n) ? n : read_pages(p, addr, (uint8_t *)(c + 1), n);
	if (have && have < n)
		c->part |= SCT_PART_ENDS;
	chunk_end(p, c, have || !n ? (int32_t)have : -EFAULT);
}

/* With its NUL, which takes the place of the last byte of what is longer than max. -EFAULT if there is none. */
static int32_t read_string(const struct peek *p, uint64_t addr, uint64_t max, char *to)
{
	for (uint64_t done = 0; done < max;) {
		uint64_t n = PAGE - (addr + done) % PAGE; /* the next page may not be there */
		const char *end;

		if (n > max - done)
			n = max - done;
		if (read_at(p, addr + done, to + done, n)) {
			/* all that is shown may be there, and just the last byte not */
			if (!done || done + 1 < max)
				return -EFAULT;
			break;
		}
		end = memchr(to + done, '\0', n);
		if (end)
			return (int32_t)(end - to) + 1;
		done += n;
	}
	if (max)
		to[max - 1] = '\0';
	return (int32_t)max;
}

static int32_t cap_string(struct peek *p, uint64_t addr, uint64_t max, struct id id)
{
	struct sct_chunk *c = chunk_begin(p, id);

	if (!c)
		return 0;
	if (max > room(p))
		max = room(p);
	chunk_end(p, c, read_string(p, addr, max, (char *)(c + 1)));
	return c->len < 0 ? c->len : 0;
}

/* ---- sockets ---- */

static bool cap_sock(struct peek *p, uint32_t fd)
{
	struct sct_sock sock = {};
	struct sct_chunk *c;

	if (!p->mem->sock || p->mem->sock(p->mem->ctx, fd, &sock))
		return false;
	c = chunk_begin(p, (struct id){ 0, SCT_PART_SOCK, 0 });
	if (!c)
		return false;
	memcpy(c + 1, &sock, sizeof(sock));
	chunk_end(p, c, sizeof(sock));
	return true;
}

static bool maybe_netlink(const struct peek *p, uint64_t addr, uint64_t n)
{
	uint64_t len;

	return n >= NLMSG_HEAD && !read_int(p, addr, 4, &len) && len >= NLMSG_HEAD && len < NLMSG_MOST;
}

static bool is_netlink_addr(const struct peek *p, uint64_t addr)
{
	uint64_t family;

	return !read_int(p, addr, 2, &family) && family == AF_NETLINK;
}

/* ---- vectors ---- */

static void cap_strv(struct peek *p, uint64_t addr, uint64_t max, uint8_t arg, uint32_t most)
{
	uint32_t before = p->off;
	struct sct_chunk *c;
	uint64_t str = 0;

	for (uint32_t i = 0;; i++) {
		if (read_word(p, addr + i * p->word, &str))
			return;
		if (!str || i == most || p->off > DATA_MAX - 64)
			break;
		if (!cap_string(p, str, max, (struct id){ arg, SCT_PART_ITEM, (uint16_t)i }))
			continue;
		c = chunk_begin(p, (struct id){ arg, SCT_PART_NEST, (uint16_t)i });
		if (c) {
			memcpy(c + 1, &str, sizeof(str));
			chunk_end(p, c, sizeof(str));
		}
	}
	/* an empty chunk shows that it was looked at, or that there are more */
	if (str || p->off == before)
		chunk_mark(p, (struct id){ arg, SCT_PART_COUNT, str != 0 });
}

static void cap_count(struct peek *p, uint64_t addr, uint8_t arg)
{
	struct sct_chunk *c;
	uint64_t ptr;
	uint32_t n;

	for (n = 0; n < COUNT_MAX; n++) {
		if (read_word(p, addr + n * p->word, &ptr))
			return;
		if (!ptr)
			break;
	}
	c = chunk_begin(p, (struct id){ arg, SCT_PART_COUNT, 0 });
	if (!c || n == COUNT_MAX)
		return;
	memcpy(c + 1, &n, sizeof(n));
	chunk_end(p, c, sizeof(n));
}

static void cap_iov(struct peek *p, uint64_t addr, uint64_t n, struct id id, uint64_t max)
{
	uint64_t base, len;
	uint32_t before;

	if (n > 1024)
		n = 1024;
	before = p->off;
	cap_bytes(p, addr, n * 2 * p->word, id);
	if (!max || p->off == before || ((struct sct_chunk *)(p->data + before))->len < 0)
		return;
	for (uint32_t i = 0; i < IOV_MAX && i < n && i < p->most; i++) {
		uint64_t at = addr + (uint64_t)i * 2 * p->word;

		if (read_word(p, at, &base) || read_word(p, at + p->word, &len))
			continue;
		if (len)
			cap_bytes(p, base, len < max ? len : max,
				  (struct id){ id.arg, SCT_PART_ITEM, (uint16_t)((id.sub & 0xff00) + i) });
	}
}

/* name, namelen (int), iov, iovlen, control, controllen, flags (int); 7 words with its paddings */
static void cap_msg_parts(struct peek *p, uint64_t addr, uint8_t arg, uint16_t sub, uint64_t max)
{
	uint64_t name, namelen, iov, iovlen, control, controllen;
	uint32_t w = p->word;

	if (read_word(p, addr, &name) || read_int(p, addr + w, 4, &namelen) || read_word(p, addr + 2 * w, &iov) ||
	    read_word(p, addr + 3 * w, &iovlen) || read_word(p, addr + 4 * w, &control) ||
	    read_word(p, addr + 5 * w, &controllen))
		return;
	if (namelen > 128)
		namelen = 128;
	if (name && namelen)
		cap_bytes(p, name, namelen, (struct id){ arg, SCT_PART_NAME, sub });
	if (name && namelen >= 2 && is_netlink_addr(p, name)) {
		cap_sock(p, (uint32_t)p->args[0]);
		max = DATA_MAX;
	}
	if (controllen > 4096)
		controllen = 4096;
	if (control && controllen)
		cap_bytes(p, control, controllen, (struct id){ arg, SCT_PART_CONTROL, sub });
	if (iov && iovlen)
		cap_iov(p, iov, iovlen, (struct id){ arg, SCT_PART_VEC, sub }, max);
}

static void cap_msg(struct peek *p, uint64_t addr, uint8_t arg, uint64_t max)
{
	uint32_t before = p->off;

	cap_bytes(p, addr, 7 * p->word, (struct id){ arg, SCT_PART_SELF, 0 });
	if (max && p->off != before && ((struct sct_chunk *)(p->data + before))->len >= 0)
		cap_msg_parts(p, addr, arg, 0, max);
}

static void cap_mmsg(struct peek *p, uint64_t addr, uint64_t n, uint8_t arg, uint64_t max)
{
	uint32_t size = p->word * 8;

	if (n > p->most)
		n = p->most;
	cap_bytes(p, addr, n * size, (struct id){ arg, SCT_PART_SELF, 0 });
	for (uint32_t i = 0; i < MMSG_MAX && i < n; i++)
		cap_msg_parts(p, addr + (uint64_t)i * size, arg, (uint16_t)(i << 8), max);
}

/* ---- caps ---- */

/* There is no return value yet: of that many elements there are none. */
static uint64_t cap_length(const struct peek *p, const struct sct_cap *cap)
{
	uint64_t arg = p->args[cap->len_arg < SCT_NARGS ? cap->len_arg : 0], n;

	if (cap->len_from != SCT_LEN_ARG_PTR && cap->len_from != SCT_LEN_ARG_PTR_MIN)
		return sct_cap_length(cap->len_from, arg, 0, p->word, DATA_MAX);
	return read_int(p, arg, 4, &n) ? 0 : n;
}

/* In the struct at addr, element k of a vector of pointers: the struct itself, or what a pointer in it leads to. */
static void cap_each(struct peek *p, uint64_t addr, const struct sct_cap *cap, unsigned k)
{
	struct id id = { cap->arg, SCT_PART_NEST, (uint16_t)(k << 8) };
	uint64_t v, ptr, n;

	if (cap->kind == SCT_CAP_PTRS) {
		cap_bytes(p, addr, cap->elem, id);
		return;
	}
	if (cap->if_off != SCT_NO_OFF && (read_int(p, addr + cap->if_off, 2, &v) || v != cap->if_value))
		return;
	if (read_word(p, addr + cap->ptr_off, &ptr) || !ptr || read_int(p, addr + cap->cnt_off, cap->cnt_size & 15, &n))
		return;
	p->most = IOV_EACH;
	id.part = cap->kind == SCT_CAP_EACH_IOV ? SCT_PART_VEC : SCT_PART_ITEM;
	if (cap->kind == SCT_CAP_EACH_IOV)
		cap_iov(p, ptr, n, id, cap->max);
	else
		cap_bytes(p, ptr, n < cap->max ? n : cap->max, id);
}

static void cap_ptrs(struct peek *p, uint64_t addr, const struct sct_cap *cap)
{
	uint64_t n = cap_length(p, cap), ptr;

	if (cap->kind == SCT_CAP_PTRS)
		cap_bytes(p, addr, n < cap->max / p->word ? n * p->word : cap->max,
			  (struct id){ cap->arg, SCT_PART_SELF, 0 });
	for (unsigned k = 0; k < PTRS_MAX && k < n && !read_word(p, addr + k * p->word, &ptr); k++)
		if (ptr)
			cap_each(p, ptr, cap, k);
}

/* A pointer and a count inside the struct at addr, or inside the one that a pointer there leads to. */
static void cap_nest(struct peek *p, uint64_t addr, const struct sct_cap *cap)
{
	struct id id = { cap->arg, SCT_PART_NEST, cap->sub };
	uint64_t ptr, n = 1;

	if (cap->via_off != SCT_NO_OFF && (read_word(p, addr + cap->via_off, &addr) || !addr))
		return;
	if (read_word(p, addr + cap->ptr_off, &ptr) || !ptr)
		return;
	if (cap->cnt_off != SCT_NO_OFF && read_int(p, addr + cap->cnt_off, cap->cnt_size & 15, &n))
		return;
	if (n > DATA_MAX)
		n = DATA_MAX;
	n *= cap->elem;
	if (!cap->elem)
		cap_string(p, ptr, cap->max, id);
	else
		cap_bytes(p, ptr, n < cap->max ? n : cap->max, id);
}

static void cap_buf(struct peek *p, uint64_t addr, const struct sct_cap *cap)
{
	uint64_t n = cap_length(p, cap), max = cap->max;

	if (n > DATA_MAX)
		n = DATA_MAX;
	n *= cap->elem;
	if (cap->sub == SCT_SUB_SOCK && maybe_netlink(p, addr, n) && cap_sock(p, (uint32_t)p->args[0]))
		max = DATA_MAX;
	cap_bytes(p, addr, n < max ? n : max, (struct id){ cap->arg, SCT_PART_SELF, 0 });
}

static void cap_run(struct peek *p, const struct sct_cap *cap)
{
	struct id self = { cap->arg, SCT_PART_SELF, 0 };
	uint64_t addr = p->args[cap->arg];

	p->most = cap->elem;
	if (!addr)
		return;
	switch (cap->kind) {
	case SCT_CAP_STR:
		cap_string(p, addr, cap->max, self);
		break;
	case SCT_CAP_BUF:
		cap_buf(p, addr, cap);
		break;
	case SCT_CAP_STRV:
		cap_strv(p, addr, cap->max, cap->arg, cap->elem);
		break;
	case SCT_CAP_COUNT:
		cap_count(p, addr, cap->arg);
		break;
	case SCT_CAP_IOV:
		cap_iov(p, addr, cap_length(p, cap), self, cap->max);
		break;
	case SCT_CAP_MSG:
		cap_msg(p, addr, cap->arg, cap->max);
		break;
	case SCT_CAP_MMSG:
		cap_mmsg(p, addr, cap_length(p, cap), cap->arg, cap->max);
		break;
	case SCT_CAP_NEST:
		cap_nest(p, addr, cap);
		break;
	case SCT_CAP_PTRS:
	case SCT_CAP_EACH_BUF:
	case SCT_CAP_EACH_IOV:
		cap_ptrs(p, addr, cap);
		break;
	}
}

uint32_t peek__enter(const struct sct_plan *plan, const uint64_t *args, const struct peek_memory *mem, uint8_t *data)
{
	struct peek p = { .plan = plan, .args = args, .mem = mem, .data = data, .word = plan->word };

	for (unsigned i = 0; i < plan->ncaps && i < SCT_PLAN_NCAPS; i++)
		if (plan->cap[i].when & SCT_AT_ENTER && plan->cap[i].arg < SCT_NARGS)
			cap_run(&p, &plan->cap[i]);
	return p.off;
}
