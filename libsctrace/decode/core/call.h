/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* One call as decoders see it: its row, registers, return value, captured memory. */
#ifndef SCT_CALL_H
#define SCT_CALL_H

#include <stdbool.h>
#include <stdint.h>

#include "decode/core/out.h"
#include "decode/core/rd.h"
#include "abi/sctrace_abi.h"
#include "lookup/abi.h"
#include "lookup/opts.h"
#include "lookup/row.h"
#include "probe/probe.h"

struct call {
	const struct sct_row *row;
	const struct probe *probe; /* NULL: a system call */
	const struct abi *abi;
	const struct decode_opts *opts;
	uint64_t args[SCT_NARGS];
	int64_t ret;
	bool done;	 /* false: still running, ret and what comes out mean nothing */
	bool failed;	 /* ret is -errno */
	bool opaque;	 /* pointers lead nowhere, but to strings and buffers */
	bool begun_late; /* the enter record was made after the call began, and so was all that it has of memory */
	bool *late;	 /* set when memory that goes into the call was read after it began; NULL: nobody asks */
	uint32_t tid, tgid;
	uint32_t nr;
	uint32_t resumes; /* restart_syscall: 1 + number of the call it goes on with */
	/* chunks of the enter and the exit record */
	const uint8_t *in, *out;
	uint32_t in_len, out_len;
};

/* call_chunk()'s when */
#define AT_ENTER 1
#define AT_EXIT 2

/*
 * The captured bytes of an argument (register index). Bytes that were not
 * readable at entry are looked for in the exit record, where they were read
 * again. Returns false if they are not there, or not all of them: print the
 * address then.
 */
bool call_chunk(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r);
/* Likewise, or the first ones, where those after them could not be read: r->ends tells. */
bool call_partial(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r);
/* Likewise, but false where fewer than so many bytes could be read. */
bool call_least(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, size_t least, struct rd *r);
/*
 * A vector of n elements of size bytes, at least the first of them. Not where the length of the whole exceeds what an
 * address can: such a vector is never read.
 */
bool call_elements(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, uint64_t n, size_t size,
		   struct rd *r);
/*
 * Likewise a part of one element after the other: a record has them in order, and is searched from where the last one
 * was. After one that a record does not have at all it has no more.
 */
struct call_place {
	uint32_t in, out;
};
bool call_in_order(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct call_place *at,
		   struct rd *r);
/* Was the one that was just not found left out, because a call's data is bounded? */
bool call_had_no_room(const struct call *c, unsigned arg, int when, const struct call_place *at);
/* Will the beginning of this argument's memory do (PARTS)? */
bool call_takes_parts(const struct call *c, unsigned arg);
/*
 * What the argument's n-th pointer leads to; off: where the pointer is. Files
 * of format 1 have it under that instead, of bpf() and io_uring_register():
 * offsets are multiples of 4, and no struct has so many pointers.
 */
static inline bool call_pointed(const struct call *c, unsigned arg, unsigned n, unsigned off, int when, struct rd *r)
{
	return call_chunk(c, arg, SCT_PART_NEST, n, when, r) ||
	       (off >= 8 && call_chunk(c, arg, SCT_PART_NEST, off, when, r));
}

/* Where the call returns to; 0: not known. */
uint64_t call_ip(const struct call *c);
/* Where the task is when the call has ended: after an execve, in the new program. */
uint64_t call_end_ip(const struct call *c);

/* NETLINK_* of the call's socket; -1: a protocol that is not known; -2: no netlink socket. */
int call_netlink(const struct call *c);

/* A struct that is emitted by hand (END_HAND): one value from the cursor. */
typedef void type_fn(struct out *o, const struct call *c, struct rd *r);
/* BY(f): emits argument a. Index of its register: call_reg(). */
typedef void arg_fn(struct out *o, const struct call *c, const struct sct_arg *a);
/* After the return value, "(...)": emits the text inside, returns false if there is none. */
typedef bool aux_fn(struct out *o, const struct call *c);
/* n bytes of the call's socket, of which the cursor holds the first ones; false, with nothing emitted: not its protocol. */
typedef bool data_fn(struct out *o, const struct call *c, struct rd *r, uint64_t n);

static inline unsigned call_reg(const struct call *c, const struct sct_arg *a)
{
	return a->reg ? a->reg - 1u : (unsigned)(a - c->row->args);
}

static inline uint64_t call_arg(const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t v = c->args[reg], next;

	if (!a->pair)
		return v;
	next = c->args[(reg + 1) % SCT_NARGS];
	return a->high ? v << 32 | next : next << 32 | v;
}

/* A pointer of 64 bits may be in a struct of any ABI; where a word has 32, the upper ones lead nowhere. */
static inline bool call_can_reach(const struct call *c, uint64_t addr)
{
	return addr && (c->abi->word == 8 || addr <= UINT32_MAX);
}

/* A struct that the call's row names, and its bytes. */
static inline const struct desc *call_desc(const struct call *c, unsigned type)
{
	return own__desc(c->row->own, type, c->abi->id);
}

static inline unsigned call_size(const struct call *c, unsigned type)
{
	return row__size(c->row, c->abi, type);
}

/* The number in a register, of as many bits as its argument has. */
uint64_t call_number(const struct call *c, unsigned reg);

#define END_HAND(t) type_fn type_##t;
#include "lookup/rows_none.h"
#include "tables/structs/all.def"
#include "lookup/rows_end.h"

#define ARG_FN(f) arg_fn argfn_##f;
#define AUX_FN(f) aux_fn auxfn_##f;
#define DATA_FN(f) data_fn datafn_##f;
#include "tables/functions.def"

/* ---- for decoders that print by a function of their own (decode.c) ------- */

/* Emits the value of an argument as its kind says, ignoring fn and cond. */
void decode_value(struct out *o, const struct call *c, const struct sct_arg *a);
/* A type at an argument's address, or the address. */
void decode_struct(struct out *o, const struct call *c, unsigned arg, enum sct_type, int when);
/* Likewise, where it can be emitted if just the first bytes could be read. */
void decode_least(struct out *o, const struct call *c, unsigned arg, enum sct_type, int when, size_t least);
/* As decode_value(), but with what was there before the call. */
void decode_before(struct out *o, const struct call *c, const struct sct_arg *a);
/* iovecs of arg (vec: SELF or VEC) at addr, their data from ITEM; total: bytes that count, UINT64_MAX: all. */
void decode_iov(struct out *o, const struct call *c, unsigned arg, unsigned vec, unsigned sub, uint64_t addr,
		uint64_t n, int when, uint64_t total);
/* What a protocol makes of n bytes of the call's socket, of which the cursor holds the first ones; false: nothing. */
bool decode_payload(struct out *o, const struct call *c, struct rd *r, uint64_t n);

#endif
