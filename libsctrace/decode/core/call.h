/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A call as decoders see it: its row, registers, return value, captured memory. */
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
	const struct probe *probe; /* the probe that was hit; NULL: a system call */
	const struct abi *abi;
	const struct decode_opts *opts;
	uint64_t args[SCT_NARGS];
	int64_t ret;
	bool done;	 /* false: the call is in progress, and ret and output are not valid */
	bool failed;	 /* ret is -errno */
	bool opaque;	 /* decode only strings and buffers; print other pointers as addresses */
	bool begun_late; /* the enter record and its memory were captured after the call began */
	bool *late;	 /* set if an input was read after the call began; NULL: not wanted */
	uint32_t tid, tgid;
	uint32_t nr;
	uint32_t resumes; /* restart_syscall: 1 + number of the call that it resumes */
	/* chunks of the enter and the exit record */
	const uint8_t *in, *out;
	uint32_t in_len, out_len;
};

/* values of the parameter `when` */
#define AT_ENTER 1
#define AT_EXIT 2

/*
 * Finds the captured bytes of an argument (register index). Bytes that could not be read at entry are taken from the
 * exit record, for which they were read again. Returns false if any are missing: print the address then.
 */
bool call_chunk(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r);
/* Like call_chunk(), but also succeeds, with r->ends set, if only the first bytes could be read. */
bool call_partial(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct rd *r);
/* Like call_partial(), but fails with fewer than `least` bytes. */
bool call_least(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, size_t least, struct rd *r);
/*
 * Finds a vector of n elements of size bytes, at least its first element. Returns false if the vector is longer than
 * the address space, as the kernel never reads such a vector.
 */
bool call_elements(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, uint64_t n, size_t size,
		   struct rd *r);
/*
 * Like call_partial(), for consecutive elements. A record has them in order, so each search begins where the last one
 * ended. If an element is missing, so are all later ones.
 */
struct call_place {
	uint32_t in, out;
};
bool call_in_order(const struct call *c, unsigned arg, unsigned part, unsigned sub, int when, struct call_place *at,
		   struct rd *r);
/* Returns true if the element that call_in_order() did not find was left out because the record had no room for it. */
bool call_had_no_room(const struct call *c, unsigned arg, int when, const struct call_place *at);
/* Returns true if the argument can be printed from the beginning of its memory (PARTS). */
bool call_takes_parts(const struct call *c, unsigned arg);
/*
 * Finds the memory that the argument's n-th pointer, at offset off, points to. In files of format 1, chunks of bpf()
 * and io_uring_register() are numbered by off instead of n. An off of 8 or more is never a valid n.
 */
static inline bool call_pointed(const struct call *c, unsigned arg, unsigned n, unsigned off, int when, struct rd *r)
{
	return call_chunk(c, arg, SCT_PART_NEST, n, when, r) ||
	       (off >= 8 && call_chunk(c, arg, SCT_PART_NEST, off, when, r));
}

/* Returns the address that the call returns to, or 0 if it is not known. */
uint64_t call_ip(const struct call *c);
/* Returns the task's instruction pointer after the call, which an execve sets to the new program's. */
uint64_t call_end_ip(const struct call *c);

/* Returns the protocol (NETLINK_*) of the call's socket, -1 if it is not known, or -2 for another kind of socket. */
int call_netlink(const struct call *c);

/* type_NAME() emits a struct that no rows describe (END_HAND): one value from the cursor. */
typedef void type_fn(struct out *o, const struct call *c, struct rd *r);
/* argfn_NAME() emits argument a (BY(NAME)). call_reg() returns the index of its register. */
typedef void arg_fn(struct out *o, const struct call *c, const struct sct_arg *a);
/* auxfn_NAME() emits the text in parentheses after the return value. Returns false if there is none. */
typedef bool aux_fn(struct out *o, const struct call *c);
/*
 * datafn_NAME() emits n bytes that the call's socket sent or received; the cursor has the first ones. Returns false,
 * with nothing emitted, if the socket has another protocol.
 */
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

/*
 * Returns true if the task can access addr. Structs of 32-bit ABIs may have 64-bit pointers, which are invalid above 4
 * GiB.
 */
static inline bool call_can_reach(const struct call *c, uint64_t addr)
{
	return addr && (c->abi->word == 8 || addr <= UINT32_MAX);
}

/* call_desc() returns the description, and call_size() the size in bytes, of a struct type in the call's ABI. */
static inline const struct desc *call_desc(const struct call *c, unsigned type)
{
	return own__desc(c->row->own, type, c->abi->id);
}

static inline unsigned call_size(const struct call *c, unsigned type)
{
	return row__size(c->row, c->abi, type);
}

/* Returns the number in a register, cut to the width of its argument. */
uint64_t call_number(const struct call *c, unsigned reg);

#define END_HAND(t) type_fn type_##t;
#include "lookup/rows_none.h"
#include "tables/structs/all.def"
#include "lookup/rows_end.h"

#define ARG_FN(f) arg_fn argfn_##f;
#define AUX_FN(f) aux_fn auxfn_##f;
#define DATA_FN(f) data_fn datafn_##f;
#include "tables/functions.def"

/* ---- for the functions above ---- */

/* Emits the value of an argument by its kind, ignoring fn and cond. */
void decode_value(struct out *o, const struct call *c, const struct sct_arg *a);
/* Emits the struct at an argument's address, or the address if the struct was not captured. */
void decode_struct(struct out *o, const struct call *c, unsigned arg, enum sct_type, int when);
/* Like decode_struct(), but emits the struct if at least `least` bytes were captured. */
void decode_least(struct out *o, const struct call *c, unsigned arg, enum sct_type, int when, size_t least);
/* Like decode_value(), but always with the memory from before the call. */
void decode_before(struct out *o, const struct call *c, const struct sct_arg *a);
/*
 * Emits the n iovecs of arg (vec: SELF or VEC) at addr, with their data from ITEM chunks. total: sum of the valid
 * bytes in their buffers; UINT64_MAX: all bytes.
 */
void decode_iov(struct out *o, const struct call *c, unsigned arg, unsigned vec, unsigned sub, uint64_t addr,
		uint64_t n, int when, uint64_t total);
/*
 * Emits n bytes that the call's socket sent or received, by its protocol; the cursor has the first ones. Returns
 * false, with nothing emitted, if no function decodes the protocol.
 */
bool decode_payload(struct out *o, const struct call *c, struct rd *r, uint64_t n);

#endif
