/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chunks of a record, put together in the per-CPU scratch. */
#ifndef CHUNK_BPF_H
#define CHUNK_BPF_H

#include "maps.bpf.h"

#define EFAULT 14

#define CHUNK sizeof(struct sct_chunk)

static __always_inline struct scratch *scratch_get(void)
{
	__u32 cpu = bpf_get_smp_processor_id();

	return bpf_map_lookup_elem(&scratches, &cpu);
}

static __always_inline struct sct_plan *plan_of(const struct scratch *s)
{
	__u32 idx = s->plan;

	return bpf_map_lookup_elem(&plans, &idx);
}

/*
 * x & mask that clang cannot prove superfluous and drop: old verifiers want to
 * see it.
 */
#define MASKED(x, mask)                                                                                                \
	({                                                                                                             \
		__u64 masked_ = (x);                                                                                   \
		asm volatile("" : "+r"(masked_));                                                                      \
		masked_ &(mask);                                                                                       \
	})

/* A new chunk, if its head and at least some data fit into the record, or NULL. */
static __always_inline struct sct_chunk *chunk_begin(struct scratch *s, __u32 arg, __u32 part, __u32 sub)
{
	__u32 off = s->off;
	struct sct_chunk *c;

	if (off > DATA_MAX - 64)
		return NULL;
	c = (void *)s->data + MASKED(off, DATA_MASK & ~7u);
	c->arg = arg;
	c->part = part;
	c->sub = sub;
	return c;
}

/* The chunk that comes next may tell of descriptors (fdmem.bpf.h). */
static __always_inline void tells_fds(struct scratch *s)
{
	if (decode_fds && !s->told)
		s->told = s->off + 1;
}

static __always_inline void chunk_end(struct scratch *s, struct sct_chunk *c, long len)
{
	c->len = len;
	if (len < 0)
		len = 0;
	s->off += CHUNK + ((len + 7) & ~7ul);
}

/* Most data bytes that still fit. */
static __always_inline __u64 room(struct scratch *s)
{
	return (DATA_MAX - 64 - s->off) & DATA_MASK;
}

/* len, or what still fits, with a bound that old verifiers see. */
static __always_inline __u64 fitting(struct scratch *s, __u64 len)
{
	if (len > room(s))
		len = room(s);
	return MASKED(len, DATA_MASK);
}

/* What names a chunk, in one word: global functions take few arguments. */
#define CHUNK_ID(arg, part, sub) ((__u64)(arg) | (__u64)(part) << 8 | (__u64)(sub) << 16)

static __always_inline struct sct_chunk *chunk_begin_id(struct scratch *s, __u64 id)
{
	return chunk_begin(s, id & 0xff, (id >> 8) & 0xff, (__u16)(id >> 16));
}

#define LEAST_PAGE 4096

/* An unsigned number of 2, 4 or 8 bytes. */
static __always_inline int read_number(__u64 addr, __u32 size, __u64 *v)
{
	*v = 0;
	if (size == 2)
		return bpf_probe_read_user(v, 2, (void *)addr);
	if (size == 4)
		return bpf_probe_read_user(v, 4, (void *)addr);
	return bpf_probe_read_user(v, 8, (void *)addr);
}

static __always_inline int read_word(__u64 addr, __u32 word, __u64 *v)
{
	__u32 v32 = 0;
	long err;

	if (word == 8)
		return bpf_probe_read_user(v, 8, (void *)addr);
	err = bpf_probe_read_user(&v32, 4, (void *)addr);
	*v = v32;
	return err;
}

/* The string at addr, of at most len bytes with its NUL. Returns its length with the NUL, or -errno. */
static __always_inline long read_string(void *to, __u64 len, __u64 addr)
{
	long n = bpf_probe_read_user_str(to, len, (void *)addr);

	/* before Linux 6.13 the NUL of an empty string is copied, but not counted */
	return n || !len ? n : 1;
}

/*
 * Loops call a function per element: by itself it is verified once, and the
 * loop has next to no state for the verifier to tell apart. Two loops, of
 * blocks and of their elements, take it less than one over all.
 */
#define BLOCK 8

#endif
