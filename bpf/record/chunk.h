/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chunks of a record, as they are put together in struct scratch, and reads of a task's memory. Compiled into the BPF
 * programs (chunk.bpf.h) and into the library (libsctrace/attach/capture_user.c), like capture.h.
 *
 * The file that includes this one defines these before:
 *   struct scratch            the state of a capture
 *   PLAN_INLINE(type, name, ...), CALL(name, ...)
 *                             head and call of a function that reads memory; in the library it is given the state, too
 *   CALL0(name), PLAN_STATE   call without arguments; the state, in a function that needs it for its calls only
 *   COPY(to, n, from)         copies n bytes of the state itself
 *   READ_USER(to, n, addr)    0 if all n bytes were read
 *   READ_USER_STR(to, n, addr)
 *                             as bpf_probe_read_user_str()
 *   MASKED(x, mask)           x & mask
 *   decode_fds                not 0: information about descriptors is captured
 */
#ifndef CHUNK_H
#define CHUNK_H

#include "abi/capture_limits.h"

#define CHUNK sizeof(struct sct_chunk)

/* Begins a chunk. Returns NULL if the record has no room for its head and at least some data. */
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

/* Notes that the next chunk may have descriptors (fdmem.h). */
static __always_inline void chunk_has_fds(struct scratch *s)
{
	if (decode_fds && !s->fd_chunks)
		s->fd_chunks = s->off + 1;
}

/* A word that may alias memory of another type. */
typedef __u64 __attribute__((may_alias)) any_word;

static __always_inline void chunk_end(struct scratch *s, struct sct_chunk *c, long len)
{
	c->len = len;
	if (len < 0)
		len = 0;
	/* clear the padding: the scratch has data of an earlier record there, maybe of another process */
	if (len & 7)
		*(any_word *)((void *)c + CHUNK + MASKED(len, DATA_MASK & ~7u)) &= ((__u64)1 << 8 * (len & 7)) - 1;
	s->off += CHUNK + ((len + 7) & ~7ul);
}

/* Returns the number of data bytes that still fit into the record. */
static __always_inline __u64 room(struct scratch *s)
{
	return (DATA_MAX - 64 - s->off) & DATA_MASK;
}

/* Returns len, or the room that is left if that is less, with a bound that old verifiers see. */
static __always_inline __u64 fitting(struct scratch *s, __u64 len)
{
	if (len > room(s))
		len = room(s);
	return MASKED(len, DATA_MASK);
}

/* A chunk's argument, part and sub in one word, because global functions have at most five arguments. */
#define CHUNK_ID(arg, part, sub) ((__u64)(arg) | (__u64)(part) << 8 | (__u64)(sub) << 16)

static __always_inline struct sct_chunk *chunk_begin_id(struct scratch *s, __u64 id)
{
	return chunk_begin(s, id & 0xff, (id >> 8) & 0xff, (__u16)(id >> 16));
}

/* Reads an unsigned number of 2, 4 or 8 bytes. Returns 0 or an error. */
PLAN_INLINE(int, read_number, __u64 addr, __u32 size, __u64 *v)
{
	*v = 0;
	if (size == 2)
		return READ_USER(v, 2, addr);
	if (size == 4)
		return READ_USER(v, 4, addr);
	return READ_USER(v, 8, addr);
}

PLAN_INLINE(int, read_word, __u64 addr, __u32 word, __u64 *v)
{
	__u32 v32 = 0;
	long err;

	if (word == 8)
		return READ_USER(v, 8, addr);
	err = READ_USER(&v32, 4, addr);
	*v = v32;
	return err;
}

/* Reads the string at addr, at most len bytes with the NUL. Returns its length with the NUL, or -errno. */
PLAN_INLINE(long, read_string, void *to, __u64 len, __u64 addr)
{
	long n = READ_USER_STR(to, len, addr);

	/* Before Linux 6.13 the length of an empty string does not count its NUL. */
	return n || !len ? n : 1;
}

/*
 * Loops call a function for each element: the verifier checks the function once, and the loop has little state to
 * track. Two nested loops, over blocks and over their elements, are cheaper to verify than one long loop: the verifier
 * follows each turn of both. Vectors have up to 2048 elements, so a block has about the square root of that.
 */
#define BLOCK 32

#endif
