// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "plan/plan.h"

#include <string.h>

#include "abi/capture_limits.h"
#include "lookup/select.h"
#include "lookup/operands.h"
#include "lookup/io_calls.h"

/* longer than any path with its NUL, so a string that fills it is no path */
#define PATH_BYTES 4097
#define DATA_BYTES (DATA_MAX - 0x100) /* most data in one record */
#define INPUT_BYTES 96		      /* longest set of bits that an input device returns: its keys */
#define XDP_ADDR_BYTES 16	      /* bytes of struct sockaddr_xdp */
/* an array has at least so many descriptors resolved, even if fewer are printed */
#define LEAST_FDS 64

static unsigned when_of(unsigned dir)
{
	switch (dir) {
	case IN:
		return SCT_AT_ENTER;
	case OUT:
		return SCT_AT_EXIT_OK;
	case OUT_ANY:
		return SCT_AT_EXIT_OK | SCT_AT_EXIT_ERR;
	case INOUT:
	case IN_NOTED:
		return SCT_AT_ENTER | SCT_AT_EXIT_OK;
	case INOUT_ANY:
		return SCT_AT_ENTER | SCT_AT_EXIT_OK | SCT_AT_EXIT_ERR;
	}
	return 0;
}

static uint32_t bounded(uint64_t n)
{
	return n < DATA_BYTES ? n : DATA_BYTES;
}

/*
 * Returns the bytes to capture of an array, by the number of elements that are printed: strace shortens arrays at the
 * string limit.
 */
static uint32_t array_bytes(uint32_t elem, const struct decode_opts *o)
{
	return bounded((uint64_t)elem * (o->verbose ? DATA_BYTES : (uint64_t)o->strlen_max + 1));
}

static const uint8_t cap_kinds[] = {
	[K_PATH] = SCT_CAP_STR,	 [K_STR] = SCT_CAP_STR,	  [K_BYTES] = SCT_CAP_BUF, [K_STRUCT] = SCT_CAP_BUF,
	[K_ARRAY] = SCT_CAP_BUF, [K_IOV] = SCT_CAP_IOV,	  [K_STRV] = SCT_CAP_STRV, [K_ENVP] = SCT_CAP_STRV,
	[K_MSG] = SCT_CAP_MSG,	 [K_MMSG] = SCT_CAP_MMSG, [K_PTRS] = SCT_CAP_PTRS,
};

/*
 * Returns the number of buffers or messages whose data is captured: all that are printed, and one more, which shows
 * that there are more. K_PTRS has the limit of messages, because each of its structs may have several vectors.
 */
static uint32_t vector_elements(unsigned kind, const struct decode_opts *o, bool all)
{
	uint32_t most = kind == K_MMSG || kind == K_PTRS ? SCT_CAP_MESSAGES : SCT_CAP_IOVECS;

	return all || o->strlen_max >= most ? most : o->strlen_max + 1;
}

/* Returns the bytes to capture of a struct, including data that follows it. */
static uint32_t struct_bytes(const struct abi *abi, const struct sct_row *row, const struct sct_arg *a,
			     const struct decode_opts *o)
{
	uint32_t size = row__size(row, abi, a->type), text = bounded((uint64_t)o->strlen_max + 2);

	if (a->parts && !a->elem)
		return bounded((uint64_t)o->strlen_max + size);
	if (a->len == SCT_LEN_FIXED)
		return o->verbose && a->elem ? bounded(a->elem) : size;
	if (!a->elem)
		return DATA_BYTES;
	return text < a->elem ? a->elem : text;
}

/* Returns the capture of one argument; kind SCT_CAP_NONE: there is nothing to capture. */
static struct sct_cap cap_of(const struct abi *abi, const struct sct_row *row, const struct sct_arg *a,
			     const struct decode_opts *o)
{
	struct sct_cap c = {
		.kind = a->kind < sizeof(cap_kinds) ? cap_kinds[a->kind] : SCT_CAP_NONE,
		.arg = a->reg ? a->reg - 1 : a - row->args,
		.len_from = a->len,
		.len_arg = a->len_arg,
		.when = when_of(a->dir),
		.elem = 1,
		.max = bounded((uint64_t)o->strlen_max + 2),
	};

	switch (a->kind) {
	case K_PATH:
		c.max = PATH_BYTES;
		c.sub = a->object;
		break;
	case K_STR:
		if (a->elem && a->elem < c.max)
			c.max = a->elem;
		break;
	case K_BYTES:
		c.elem = a->elem ? a->elem : 1;
		c.sub = a->onsock ? SCT_SUB_SOCK : 0;
		break;
	case K_STRUCT:
		c.max = struct_bytes(abi, row, a, o);
		c.elem = a->len == SCT_LEN_FIXED ? c.max : 1;
		break;
	case K_ARRAY:
		c.elem = row__size(row, abi, a->type);
		if (a->len == SCT_LEN_FIXED)
			c.elem *= a->elem;
		c.max = row->aux ? DATA_BYTES : array_bytes(c.elem, o);
		break;
	case K_PTRS:
		c.elem = row__size(row, abi, a->type);
		c.max = array_bytes(abi->word, o);
		break;
	case K_ENVP:
		if (!o->verbose)
			c.kind = SCT_CAP_COUNT;
		c.elem = SCT_STRV_MAX;
		break;
	case K_IOV:
	case K_MSG:
	case K_MMSG:
		c.elem = vector_elements(a->kind, o, o->verbose);
		break;
	case K_STRV:
		/* all that are printed, and one more, which shows that there are more */
		c.elem = o->verbose || o->strlen_max >= SCT_STRV_MAX ? SCT_STRV_MAX : o->strlen_max + 1;
		break;
	}
	return c;
}

static bool is_vector(unsigned kind)
{
	return kind == SCT_CAP_IOV || kind == SCT_CAP_MSG || kind == SCT_CAP_MMSG;
}

static void plan_add(struct sct_plan *p, const struct sct_cap *c)
{
	if (c->kind == SCT_CAP_NONE || !c->when || p->ncaps == SCT_PLAN_NCAPS)
		return;
	p->cap[p->ncaps++] = *c;
	p->when |= c->when;
}

/*
 * Adds a capture of a message. If the call fills the message in, its header is captured at entry, and header and data
 * at exit.
 */
static void plan_add_msg(struct sct_plan *p, struct sct_cap c)
{
	struct sct_cap head = c;

	if (c.when & SCT_AT_ENTER && c.when != SCT_AT_ENTER) {
		head.when = SCT_AT_ENTER;
		head.max = 0;
		plan_add(p, &head);
		c.when &= ~SCT_AT_ENTER;
	}
	plan_add(p, &c);
}

/*
 * Returns the capture of a linked list that begins with the argument's struct. p: the member that points to the next
 * struct.
 */
static struct sct_cap cap_of_chain(const struct abi *abi, const struct sct_row *row, const struct sct_arg *a,
				   const struct pointer *p, const struct decode_opts *o)
{
	return (struct sct_cap){
		.kind = SCT_CAP_CHAIN,
		.when = SCT_AT_ENTER,
		.ptr_off = p->off,
		.cnt_off = p->count_off,
		.via_off = SCT_NO_OFF,
		.if_off = (uint16_t)row__size(row, abi, a->type),
		.elem = o->verbose || o->strlen_max >= SCT_CAP_LINKS ? SCT_CAP_LINKS : o->strlen_max + 1,
		.max = p->field->n,
	};
}

/* Returns the capture of the memory behind a pointer in the argument's struct. */
static struct sct_cap cap_of_pointer(const struct abi *abi, const struct sct_row *row, const struct pointer *p,
				     const struct decode_opts *o)
{
	const struct field *f = p->field;
	uint32_t elem = f->kind == FIELD_PTR ? row__size(row, abi, f->type) : 1;
	uint32_t most = f->n && !f->counted			      ? f->n
			: elem > 1 || f->list || f->kind == FIELD_BUF ? array_bytes(elem, o)
								      : elem;
	struct sct_cap c = {
		.kind = SCT_CAP_NEST,
		.when = when_of(f->dir),
		.ptr_off = p->off,
		.cnt_off = SCT_NO_OFF,
		.via_off = SCT_NO_OFF,
		.elem = f->bytes ? 1 : elem,
		.max = most,
	};

	if (f->kind == FIELD_BUF && f->vector.size[0]) {
		c.kind = SCT_CAP_NEST_DATA;
		c.if_off = p->vector_off;
		c.if_value = f->vector.size[abi->word == 4];
		c.elem = vector_elements(K_PTRS, o, o->verbose);
	}
	if (f->kind == FIELD_CSTR || f->kind == FIELD_CSTRS) {
		c.elem = 0;
		c.max = f->whole ? PATH_BYTES : bounded((uint64_t)o->strlen_max + 2);
	}
	if (f->kind == FIELD_CSTRS) {
		c.kind = SCT_CAP_NEST_STRV;
		c.elem = o->verbose || o->strlen_max >= SCT_NEST_STRINGS ? SCT_NEST_STRINGS : o->strlen_max + 1;
	}
	if (f->kind == FIELD_CSTR) {
		c.cnt_off = SCT_NO_OFF; /* there is one string */
	} else if (f->count.size[0]) {
		c.cnt_off = p->count_off;
		c.cnt_size = f->count.size[abi->word == 4];
	} else if (f->counted) {
		c.len_from = SCT_LEN_ARG;
		c.len_arg = (uint8_t)f->n;
	} else if (f->n) {
		c.elem = f->n;
	}
	return c;
}

/*
 * Returns the capture of the memory behind a pointer in each struct of a vector of pointers. It is made at entry,
 * because calls only read such structs.
 */
static struct sct_cap cap_of_each(const struct abi *abi, const struct sct_row *row, const struct pointer *p,
				  const struct decode_opts *o)
{
	struct sct_cap c = cap_of_pointer(abi, row, p, o);
	const struct field *only = p->only;

	c.when = SCT_AT_ENTER;
	c.kind = p->field->kind == FIELD_IOV ? SCT_CAP_EACH_IOV : SCT_CAP_EACH_BUF;
	if (c.kind == SCT_CAP_EACH_IOV)
		c.max = p->field->dir == IN ? bounded((uint64_t)o->strlen_max + 2) : 0;
	c.if_off = only ? only->off[abi->layout] : SCT_NO_OFF;
	c.if_value = only ? (uint8_t)only->value : 0;
	return c;
}

static void plan_add_pointers(struct sct_plan *plan, const struct abi *abi, const struct sct_row *row,
			      const struct sct_arg *a, unsigned reg, const struct decode_opts *o)
{
	struct pointer p[STRUCT_POINTERS];
	bool each = a->kind == K_PTRS;
	unsigned n = a->kind == K_STRUCT || each ? struct__pointers(row->own, a->type, abi->id, p) : 0;

	for (unsigned i = 0; i < n; i++) {
		struct sct_cap c = each ? cap_of_each(abi, row, &p[i], o) : cap_of_pointer(abi, row, &p[i], o);

		if (p[i].field->kind == FIELD_CHAIN)
			c = cap_of_chain(abi, row, a, &p[i], o);

		c.arg = (uint8_t)reg;
		c.sub = (uint8_t)i;
		if (!each && a->len == SCT_LEN_ARG && c.len_from == SCT_LEN_FIXED) {
			c.len_from = SCT_LEN_WITHIN;
			c.len_arg = a->len_arg;
		}
		if (p[i].via)
			c.via_off = p[p[i].via - 1].off;
		if (each) {
			c.len_from = a->len;
			c.len_arg = a->len_arg;
		}
		if (!p[i].full || o->verbose)
			plan_add(plan, &c);
	}
}

/* Adds a capture of namespaces: of the task or, if the call creates a process, of that process. */
static void plan_add_namespaces(struct sct_plan *p, const struct sct_row *row)
{
	struct sct_cap c = {
		.kind = SCT_CAP_NAMESPACES,
		.when = SCT_AT_EXIT_OK,
		.sub = row->classes & C_PROCESS ? 1 : 0,
	};

	plan_add(p, &c);
}

/* ---- descriptors ---- */

static void add_fdmem(struct sct_plan *p, struct sct_fdmem m)
{
	if (p->nfdmem == SCT_PLAN_NFDMEM || !m.when)
		return;
	p->fdmem[p->nfdmem++] = m;
	p->fd_when |= m.when;
}

/* Returns true if the member is a struct or a list of structs. The latter may be printed by a function. */
static bool is_struct(const struct field *f)
{
	return f->kind == FIELD_SUB || (f->kind == FIELD_BY && f->list && f->type);
}

/* Returns true if the member is a pointer that is followed to find descriptors. Only one level of pointers is. */
static bool is_followed(const struct field *f, const struct sct_fdmem *m)
{
	return f->kind == FIELD_PTR && f->type && m->ptr_off == SCT_NO_OFF && !m->each && !m->stride && !f->bytes;
}

/*
 * Returns the place of the structs that member f points to or lists. in: place of the member; base: offset of its
 * struct
 */
static struct sct_fdmem elements(const struct abi *abi, const struct sct_row *row, const struct field *f,
				 struct sct_fdmem in, uint16_t base)
{
	unsigned size = row__size(row, abi, f->type), n = f->kind == FIELD_PTR && size ? f->n / size : f->n;

	if (f->kind == FIELD_PTR) {
		in.ptr_off = in.off;
		in.off = 0;
		in.within = SCT_NARGS;
		in.when = (uint8_t)when_of(f->dir);
	}
	if (f->counted) {
		in.len_from = SCT_LEN_ARG;
		in.len_arg = (uint8_t)f->n;
		in.stride = (uint16_t)size;
	} else if (f->list || n) {
		in.n = (uint8_t)(n && n < UINT8_MAX ? n : UINT8_MAX);
		in.stride = (uint16_t)size;
	}
	if (f->count.size[0]) {
		in.cnt_off = (uint16_t)(base + f->count.off[abi->layout]);
		in.cnt_size = f->count.size[abi->word == 4];
	}
	return in;
}

/* Adds the descriptors in a struct, and in structs within it. m: place of the struct */
static void add_members(struct sct_plan *p, const struct abi *abi, const struct sct_row *row, unsigned type,
			struct sct_fdmem m)
{
	const struct desc *d = own__desc(row->own, type, abi->id);

	for (unsigned i = 0; d && i < d->n; i++) {
		const struct field *f = &d->fields[i];
		struct sct_fdmem in = m;

		in.off += f->off[abi->layout];
		in.size = f->size[abi->word == 4];
		if (f->kind == FIELD_FD && f->list) {
			in.n = (uint8_t)f->n;
			in.stride = in.size;
		}
		if (f->kind == FIELD_FD)
			add_fdmem(p, in);
		if (f->type == type || (!is_struct(f) && !is_followed(f, &m)))
			continue;
		if (f->list || f->kind == FIELD_PTR)
			in = elements(abi, row, f, in, m.off);
		add_members(p, abi, row, f->type, in);
	}
}

/* Returns the number of descriptors of an array that are resolved. */
static uint16_t most_fds(const struct decode_opts *o)
{
	if (o->verbose || o->strlen_max >= SCT_FDMEM_MOST)
		return SCT_FDMEM_MOST;
	return (uint16_t)(o->strlen_max < LEAST_FDS ? LEAST_FDS : o->strlen_max + 1);
}

/* Adds the descriptors among the call's arguments, or in the memory that the argument points to. */
static void plan_add_fds(struct sct_plan *p, const struct abi *abi, const struct sct_row *row, const struct sct_arg *a,
			 uint8_t reg, const struct decode_opts *o)
{
	struct sct_fdmem m = {
		.arg = reg,
		.when = (uint8_t)when_of(a->dir),
		.len_from = SCT_LEN_FIXED,
		.n = 1,
		.ptr_off = SCT_NO_OFF,
		.cnt_off = SCT_NO_OFF,
		.within = SCT_NARGS,
		.most = most_fds(o),
	};

	if (a->dir == IN_NOTED) /* the memory at exit is printed in the note, with descriptors as numbers only */
		m.when = SCT_AT_ENTER;
	switch (a->kind) {
	case K_FD:
	case K_DIRFD:
		p->fds |= 1u << reg;
		break;
	case K_BYTES:
		if (a->onsock)
			p->fd_when |= when_of(a->dir);
		break;
	case K_MSG:
	case K_MMSG:
		p->fd_when |= when_of(a->dir);
		break;
	case K_STRUCT:
		if (a->type == T_fd_set) {
			m.len_from = SCT_LEN_BITS;
			m.len_arg = a->len_arg;
			add_fdmem(p, m);
		} else if (a->type == T_sockaddr) {
			m.addr = 1;
			m.n = XDP_ADDR_BYTES;
			if (a->len == SCT_LEN_ARG) {
				m.len_from = SCT_LEN_ARG;
				m.len_arg = a->len_arg;
			}
			add_fdmem(p, m);
		} else {
			m.within = a->len == SCT_LEN_ARG ? a->len_arg : SCT_NARGS;
			add_members(p, abi, row, a->type, m);
		}
		break;
	case K_PTRS:
		m.each = 1;
		m.len_from = SCT_LEN_ARG;
		m.len_arg = a->len_arg;
		add_members(p, abi, row, a->type, m);
		break;
	case K_ARRAY:
		m.len_from = a->len == SCT_LEN_ARG ? SCT_LEN_ARG : SCT_LEN_FIXED;
		m.len_arg = a->len_arg;
		m.stride = row__size(row, abi, a->type);
		add_members(p, abi, row, a->type, m);
		break;
	}
}

/* Returns true if the call has a path that may be relative to the working directory: it has no directory descriptor. */
static bool is_relative(const struct sct_row *row)
{
	bool dir = false;

	for (unsigned i = 0; i < row->nargs; i++) {
		if (row->args[i].kind == K_PATH && !dir && row->args[i].dir == IN)
			return true;
		dir = row->args[i].kind == K_DIRFD;
	}
	return false;
}

/* Sets which operands of the call -P and -e trace-fds= compare. */
static void plan_add_choice(struct sct_plan *p, const struct sct_row *row)
{
	struct operands t = operands__of(row);

	p->choose_fds = t.fds;
	p->choose_paths = t.paths;
	p->choose_more = t.polls || t.sets;
}

static unsigned flags_of(const struct sct_row *row, const struct decode_opts *o)
{
	if (!strcmp(row->name, "socket"))
		return SCT_PLAN_SOCKET;
	/*
	 * strace's "pure" calls have no argument, no error and no sleep, so one record at the end is enough. Two are
	 * sent if something is captured at the beginning (stacks, addresses, names), or if events may come within the
	 * call.
	 */
	return row->classes & C_PURE && !row->nargs && !o->stacks && !o->ips && !o->comms && !o->seccontext &&
			       !o->within
		       ? SCT_PLAN_WHOLE
		       : 0;
}

void plan__make(struct sct_plan *p, const struct abi *abi, const struct sct_row *row, const struct decode_opts *all,
		bool enabled)
{
	struct decode_opts own = *all, *opts = &own;
	unsigned nsel = 0;
	bool whole, reads;

	memset(p, 0, sizeof(*p));
	p->word = abi->word;
	p->sel_mask = ~0u;
	if (enabled)
		p->flags |= SCT_PLAN_ENABLED;
	if (!row)
		return;
	if (all->abbrev)
		own.verbose = !select__has_call(all->abbrev, row, abi);
	p->flags |= flags_of(row, all);
	whole = opts->whole & io_calls__of(row);
	reads = io_calls__of(row) == TRANSFER_READ;
	p->fd_ret = opts->fds && row->ret == RET_FD;
	if (all->by_touch)
		plan_add_choice(p, row);
	p->cwd = opts->seccontext && is_relative(row);
	for (unsigned i = 0; i < row->nargs; i++) {
		const struct sct_arg *a = &row->args[i];
		struct sct_cap c = cap_of(abi, row, a, opts);

		if (whole && io_calls__is_data(a)) {
			c.max = DATA_BYTES;
			if (c.kind == SCT_CAP_BUF || is_vector(c.kind))
				p->dump = (uint8_t)(1 + p->ncaps) | (reads ? SCT_DUMP_READS : 0);
		}
		if (whole && is_vector(c.kind))
			c.elem = vector_elements(a->kind, opts, true);
		if (a->sel && nsel < 2) {
			p->sel[nsel++] = 1 + c.arg;
			if (a->sel_mask)
				p->sel_mask = a->sel_mask;
		}
		if (opts->fds)
			plan_add_fds(p, abi, row, a, c.arg, opts);
		if (opts->no_data)
			continue;
		if (a->request) {
			c.kind = SCT_CAP_BUF;
			c.max = c.max < INPUT_BYTES ? INPUT_BYTES : c.max;
			c.elem = c.max;
			c.when = SCT_AT_EXIT_OK;
			if (opts->verbose)
				c.when |= SCT_AT_ENTER | SCT_AT_EXIT_ERR;
		}
		if (c.kind == SCT_CAP_MSG)
			plan_add_msg(p, c);
		else
			plan_add(p, &c);
		plan_add_pointers(p, abi, row, a, c.arg, opts);
	}
	if (opts->namespaces && !opts->no_data && row->aux == AUXFN_namespaces)
		plan_add_namespaces(p, row);
}
