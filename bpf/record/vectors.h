/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Captures bytes and strings, and vectors of them: NULL-terminated vectors of strings, iovecs. The file is a part of the
 * interpreter of capture plans; capture.h, which includes it, says what has to be defined before.
 */
#ifndef VECTORS_H
#define VECTORS_H

#include "record/chunk.h"

/*
 * Reads the pages before the first unreadable one into the current chunk. Returns the number of bytes read. Not inline,
 * because the stack is short: see cap_msg_parts().
 */
PLAN_FN(cap_pages, __u64 addr, __u64 len)
{
	struct scratch *s = scratch_get();
	volatile __u64 *at;

	if (!s)
		return 0;
	/*
	 * A counter in memory, which the verifier does not track. Otherwise it would follow every path through all
	 * pages, which takes half a second.
	 */
	at = &s->done;
	*at = 0;
	for (__u32 i = 0; i <= DATA_MAX / LEAST_PAGE; i++) {
		__u64 done = *at, n = LEAST_PAGE - (addr + done) % LEAST_PAGE;
		void *to = (void *)s->data + MASKED(s->off + CHUNK + done, DATA_MASK);

		if (done >= len)
			break;
		/* reads to the end of the page, even beyond len, which saves the verifier a branch in each iteration */
		if (READ_USER(to, MASKED(n, 2 * LEAST_PAGE - 1), addr + done))
			break;
		*at = done + n;
	}
	return *at < len ? *at : len;
}

/* Returns true if n bytes at addr lie in more than one page: the first page may be readable though the next is not. */
static __always_inline bool has_pages(__u64 addr, __u64 n)
{
	return n > LEAST_PAGE - addr % LEAST_PAGE;
}

/*
 * Captures n bytes at addr. Returns 0, or -EFAULT if not all of them are resident: the chunk has the first.
 */
PLAN_FN(cap_bytes, __u64 addr, __u64 n, __u64 id)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;
	__u64 len;
	long err = 0;

	if (!s)
		return 0;
	c = chunk_begin_id(s, id);
	if (!c)
		return 0;
	len = fitting(s, n);
	if (len) /* a read of zero bytes always succeeds */
		err = READ_USER((void *)c + CHUNK, len, addr);
	if (!err) {
		chunk_end(s, c, len);
		return 0;
	}
	err = has_pages(addr, len) ? CALL(cap_pages, addr, len) : 0;
	if (err > 0)
		c->part |= SCT_PART_ENDS;
	chunk_end(s, c, err > 0 ? MASKED(err, DATA_MASK) : -EFAULT);
	return -EFAULT;
}

/* An inline cap_bytes(). If the memory spans pages and is not all resident, it tries the first page only. */
static __always_inline int first_bytes(struct scratch *s, __u64 addr, __u64 n, __u64 id)
{
	struct sct_chunk *c = chunk_begin_id(s, id);
	__u64 len;
	long err;

	if (!c)
		return 0;
	len = fitting(s, n);
	if (!READ_USER((void *)c + CHUNK, len, addr)) {
		chunk_end(s, c, len);
		return 0;
	}
	err = -EFAULT;
	if (has_pages(addr, len)) {
		len = MASKED(LEAST_PAGE - addr % LEAST_PAGE, DATA_MASK);
		if (!READ_USER((void *)c + CHUNK, len, addr)) {
			c->part |= SCT_PART_ENDS;
			err = len;
		}
	}
	chunk_end(s, c, err);
	return -EFAULT;
}

PLAN_FN(cap_string, __u64 addr, __u64 max, __u64 id)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;
	__u64 len;
	long n;

	if (!s)
		return 0;
	c = chunk_begin_id(s, id);
	if (!c)
		return 0;
	len = fitting(s, max);
	n = CALL(read_string, (void *)c + CHUNK, len, addr);
	/* the printed part of the string, its first len - 1 bytes, may be readable although the rest is not */
	if (n < 0 && len > 1 && !READ_USER((void *)c + CHUNK, MASKED(len - 1, DATA_MASK), addr)) {
		*((char *)c + CHUNK + MASKED(len - 1, DATA_MASK)) = 0;
		n = len;
	}
	/* the record had no room for the end of the string: leave out the NUL, so that the reader knows */
	if (n > 0 && (__u64)n == len && len < max)
		n--;
	chunk_end(s, c, n < 0 ? -EFAULT : n);
	return n < 0 ? -EFAULT : 0;
}

/*
 * Flags in the results of functions for vectors. END: stop, the vector has ended. FAULT: some memory could not be read.
 * FULL: stop, the record has no room.
 */
#define END 1
#define FAULT 2
#define FULL 4
#define GONE 8 /* the vector itself could not be read to its end */

/*
 * Stores the vector for the body of a loop. The body is a function that takes only the element's number, because the
 * verifier checks each iteration, and each argument that is computed adds instructions to every iteration.
 */
static __always_inline void vector_set(struct capture_vector *v, __u64 addr, __u64 max, __u64 id)
{
	v->addr = addr;
	v->max = max;
	v->id = id;
}

/* Captures a pointer of a vector whose string cannot be read. */
PLAN_FN(cap_pointer, __u64 p, __u64 id)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;

	if (!s)
		return 0;
	c = chunk_begin(s, id & 0xff, SCT_PART_NEST, (__u16)(id >> 16));
	if (!c)
		return 0;
	*(__u64 *)((void *)c + CHUNK) = p;
	chunk_end(s, c, sizeof(p));
	return 0;
}

/*
 * Captures string i of the vector s->strv. Returns 0; END if its pointer is the vector's NULL; END, FAULT and GONE if
 * the pointer cannot be read; FAULT if the string cannot be read; FULL if the record has no room.
 */
PLAN_FN(cap_strv_item, __u32 i)
{
	struct scratch *s = scratch_get();
	__u64 p = 0, id;

	if (!s)
		return 0;
	if (CALL(read_word, s->strv.addr + i * s->word, s->word, &p))
		return FAULT | GONE | END;
	if (!p)
		return END;
	if (s->off > DATA_MAX - 64)
		return FULL;
	id = s->strv.id + ((__u64)i << 16);
	if (!CALL(cap_string, p, s->strv.max, id))
		return 0;
	CALL(cap_pointer, p, id);
	return FAULT;
}

/* Calls cap_strv_item() for at most BLOCK strings: from the first one to the one before most. */
PLAN_FN(cap_strv_block, __u32 first, __u32 most)
{
	PLAN_STATE;
	int found = 0;

	for (__u32 i = 0; i < BLOCK; i++) {
		if (first + i >= most)
			break;
		found |= CALL(cap_strv_item, first + i);
		if (found & (END | FULL))
			break;
	}
	return found;
}

/* Marks a vector as empty by a chunk without data. (A vector that could not be read has no chunk.) */
PLAN_FN(cap_none, __u64 arg)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;

	if (!s)
		return 0;
	c = chunk_begin(s, arg, SCT_PART_COUNT, 0);
	if (c)
		chunk_end(s, c, 0);
	return 0;
}

/*
 * Marks a vector as incomplete by a chunk without data, for which data[] always has room. ends: SCT_PART_ENDS if the
 * rest of the vector could not be read.
 */
PLAN_FN(cap_rest, __u64 arg, __u32 ends)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;

	if (!s || s->off > DATA_MAX - CHUNK)
		return 0;
	c = (void *)s->data + MASKED(s->off, DATA_MASK & ~7u);
	c->arg = arg;
	c->part = SCT_PART_COUNT | (ends & SCT_PART_ENDS);
	c->sub = 1;
	chunk_end(s, c, 0);
	return 0;
}

/* Returns 1 if the pointer at addr is not NULL, 0 if it is, or -EFAULT if it cannot be read. */
PLAN_FN(count_one, __u64 addr)
{
	struct scratch *s = scratch_get();
	__u64 p = 0;

	if (!s || CALL(read_word, addr, s->word, &p))
		return -EFAULT;
	return p != 0;
}

/* Captures the strings of a NULL-terminated vector, at most 'most'. Returns FAULT if some memory could not be read. */
PLAN_FN(cap_strv, __u64 addr, __u64 max, __u64 arg, __u64 most)
{
	struct scratch *s = scratch_get();
	int found = 0;
	__u32 before;

	if (!s)
		return 0;
	before = s->off;
	vector_set(&s->strv, addr, max, CHUNK_ID(arg, SCT_PART_ITEM, 0));
	for (__u32 i = 0; i < SCT_STRV_MAX; i += BLOCK) {
		if (i >= most)
			break;
		found |= CALL(cap_strv_block, i, most);
		if (found & (END | FULL))
			break;
	}
	/* all wanted strings are captured: check whether the vector ends here */
	if (!(found & (END | FULL))) {
		int one = CALL(count_one, addr + most * s->word);

		found |= one < 0 ? FAULT | GONE : one ? FULL : END;
	}
	if (found & FULL)
		CALL(cap_rest, arg, 0);
	else if (found & GONE && s->off != before)
		CALL(cap_rest, arg, SCT_PART_ENDS);
	if (found == END && s->off == before)
		CALL(cap_none, arg);
	return found & FAULT;
}

#define COUNT_BLOCK 32
#define COUNT_BLOCKS (16 * COUNT_BLOCK)
#define COUNT_GONE 0x10000 /* flag in the results of count_block() and count_blocks(): a pointer could not be read */

/*
 * Returns the number of pointers before the NULL, or before the one that cannot be read; COUNT_BLOCK if all of the first
 * COUNT_BLOCK are others.
 */
PLAN_FN(count_block, __u64 addr)
{
	struct scratch *s = scratch_get();
	__u32 n;
	int one;

	if (!s)
		return 0;
	for (n = 0; n < COUNT_BLOCK; n++) {
		one = CALL(count_one, addr + n * s->word);
		if (one < 0)
			return n | COUNT_GONE;
		if (!one)
			break;
	}
	return n;
}

/* Does for the first COUNT_BLOCKS pointers what count_block() does for the first COUNT_BLOCK. */
PLAN_FN(count_blocks, __u64 addr)
{
	struct scratch *s = scratch_get();
	__u32 total = 0, n;

	if (!s)
		return 0;
	for (__u32 i = 0; i < COUNT_BLOCKS / COUNT_BLOCK; i++) {
		n = CALL(count_block, addr + i * COUNT_BLOCK * s->word);
		total += n;
		if (n != COUNT_BLOCK)
			break;
	}
	return total;
}

/* Captures the number of pointers before the NULL, or before the first one that cannot be read. */
PLAN_FN(cap_count, __u64 addr, __u64 arg)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;
	__u32 total = 0, n = 0;

	if (!s)
		return 0;
	for (__u32 i = 0; i < SCT_CAP_COUNTED / COUNT_BLOCKS; i++) {
		n = CALL(count_blocks, addr + i * COUNT_BLOCKS * s->word);
		total += n & ~COUNT_GONE;
		if (n != COUNT_BLOCKS)
			break;
	}
	if (n & COUNT_GONE && !total)
		return -EFAULT;
	c = chunk_begin(s, arg, n & COUNT_GONE ? SCT_PART_COUNT | SCT_PART_ENDS : SCT_PART_COUNT, 0);
	if (!c || n == COUNT_BLOCKS)
		return 0;
	*(__u32 *)((void *)c + CHUNK) = total;
	chunk_end(s, c, 4);
	return n & COUNT_GONE ? -EFAULT : 0;
}

/*
 * Captures the data of iovec i of the vector s->iovs. Returns END if the record is full or no valid data is left, END
 * and FAULT if the iovec cannot be read, FAULT if the data cannot be read, or 0.
 */
PLAN_FN(cap_iov_item, __u32 i)
{
	struct scratch *s = scratch_get();
	__u64 addr, len;

	if (!s)
		return 0;
	if (!s->left || s->off > DATA_MAX - 64)
		return END;
	addr = s->iovs.addr + i * 2 * s->word;
	/* not on the stack: see cap_msg_parts() */
	if (CALL(read_word, addr, s->word, &s->iov[0]) || CALL(read_word, addr + s->word, s->word, &s->iov[1]))
		return FAULT | END;
	/* a nonsensical length must not use up s->left, which the next iovecs need */
	len = s->iov[1] >> 31 ? 1ull << 31 : s->iov[1];
	if (len > s->left)
		len = s->left;
	s->left -= len;
	if (len > s->iovs.max)
		len = s->iovs.max;
	return len && first_bytes(s, s->iov[0], len, s->iovs.id + ((__u64)i << 16)) ? FAULT : 0;
}

/* Calls cap_iov_item() for at most BLOCK iovecs: from the first one to the one before n. */
PLAN_FN(cap_iov_block, __u32 first, __u32 n)
{
	PLAN_STATE;
	int found = 0;

	for (__u32 i = 0; i < BLOCK; i++) {
		if (first + i >= n)
			break;
		found |= CALL(cap_iov_item, first + i);
		if (found & END)
			break;
	}
	return found;
}

/*
 * Captures an array of n iovecs as chunk id, and up to max bytes of the data of each of the first s->most iovecs as
 * ITEM. total: number of valid data bytes in all iovecs together.
 */
PLAN_FN(cap_iov, __u64 addr, __u64 n, __u64 id, __u64 max, __u64 total)
{
	struct scratch *s = scratch_get();
	int found = 0;
	__u32 most;

	if (!s)
		return 0;
	s->left = total;
	vector_set(&s->iovs, addr, max, (id & ~0xff00ull & ~(0xffull << 16)) | SCT_PART_ITEM << 8);
	if (n > s->vec)
		n = s->vec;
	if (CALL(cap_bytes, addr, n * 2 * s->word, id))
		found = FAULT;
	if (!max)
		return found;
	most = s->most;
	for (__u32 i = 0; i < SCT_CAP_IOVECS; i += BLOCK) {
		if (i >= n || i >= most)
			break;
		found |= CALL(cap_iov_block, i, n);
		if (found & END)
			break;
	}
	return found & FAULT;
}

#endif
