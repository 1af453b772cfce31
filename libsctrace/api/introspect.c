// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Describes the library's tables as data: calls, arguments, types of events, keys, fields. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "event/pair.h"
#include "lookup/dir.h"
#include "lookup/abi.h"
#include "lookup/select.h"
#include "sctrace.h"
#include "stats/keys.h"

_Static_assert(sizeof(struct sctrace_const) == sizeof(struct sct_flag) &&
		       offsetof(struct sctrace_const, value) == offsetof(struct sct_flag, value),
	       "the rows of a table are passed as they are");

/* ---- calls ---- */

static enum sctrace_kind kind_of_ret(const struct sct_row *row)
{
	static const uint8_t kinds[] = {
		[RET_DEC] = SCTRACE_KIND_INT,
		[RET_DEC32] = SCTRACE_KIND_INT,
		[RET_FD] = SCTRACE_KIND_FD,
		[RET_UDEC] = SCTRACE_KIND_UINT,
		[RET_HEX] = SCTRACE_KIND_ADDRESS,
		[RET_OCT] = SCTRACE_KIND_UINT,
		[RET_NONE] = 0,
	};

	return (enum sctrace_kind)kinds[row->ret];
}

int sctrace_calls(enum sctrace_abi id, sctrace_call_fn *fn, void *ctx)
{
	const struct abi *abi = abi__get(id);
	int err = abi && fn ? 0 : -EINVAL;

	for (uint32_t nr = 0; !err && nr < abi->nr_max; nr++) {
		const struct sct_row *row = abi__row(abi, nr);
		const char *classes[SELECT_CLASSES];

		if (!row)
			continue;
		err = fn(ctx, &(struct sctrace_call){
				      .sz = sizeof(struct sctrace_call),
				      .name = row->name,
				      .nr = nr,
				      .abi = (uint32_t)id,
				      .nargs = row->nargs,
				      .ret = kind_of_ret(row),
				      .classes = classes,
				      .nclasses = select__classes(row, classes),
			      });
	}
	return err;
}

/* Returns the kind of value that a struct is shown as; 0: it has a form of its own. */
static enum sctrace_kind kind_of_struct(const struct abi *abi, unsigned type)
{
	const struct desc *d = struct__desc((enum sct_type)type, abi->id);

	return d && d->group == GROUP_STRUCT ? SCTRACE_KIND_STRUCT : 0;
}

/* Returns the kind of value that decode/ emits for an argument; 0: the row does not determine it. */
static enum sctrace_kind kind_of_arg(const struct abi *abi, const struct sct_arg *a)
{
	static const uint8_t kinds[] = {
		[K_INT] = SCTRACE_KIND_INT,    [K_UINT] = SCTRACE_KIND_UINT,	[K_LONG] = SCTRACE_KIND_INT,
		[K_ULONG] = SCTRACE_KIND_UINT, [K_HEX] = SCTRACE_KIND_UINT,	[K_ADDR] = SCTRACE_KIND_ADDRESS,
		[K_OCT] = SCTRACE_KIND_UINT,   [K_MODE] = SCTRACE_KIND_MODE,	[K_FD] = SCTRACE_KIND_FD,
		[K_DIRFD] = SCTRACE_KIND_FD,   [K_PID] = SCTRACE_KIND_PID,	[K_ID] = SCTRACE_KIND_UINT,
		[K_ID16] = SCTRACE_KIND_UINT,  [K_SIG] = SCTRACE_KIND_SYMBOL,	[K_FLAGS] = SCTRACE_KIND_FLAGS,
		[K_SYM] = SCTRACE_KIND_SYMBOL, [K_DEV] = SCTRACE_KIND_DEVICE,	[K_PATH] = SCTRACE_KIND_STRING,
		[K_STR] = SCTRACE_KIND_STRING, [K_BYTES] = SCTRACE_KIND_STRING, [K_ARRAY] = SCTRACE_KIND_ARRAY,
		[K_IOV] = SCTRACE_KIND_ARRAY,  [K_STRV] = SCTRACE_KIND_ARRAY,	[K_ENVP] = SCTRACE_KIND_ARRAY,
		[K_MSG] = SCTRACE_KIND_STRUCT, [K_MMSG] = SCTRACE_KIND_ARRAY,	[K_PTRS] = SCTRACE_KIND_ARRAY,
	};

	if (a->fn)
		return 0;
	return a->kind == K_STRUCT ? kind_of_struct(abi, a->type) : (enum sctrace_kind)kinds[a->kind];
}

/* Returns whether the argument is the same in all variants of the call. */
static bool same_in_variants(const struct sct_row *row, unsigned i)
{
	const struct sct_row *end = sct_rows + sct_nrows, *v = row + 1;
	const struct sct_arg *a = &row->args[i], *b = &v->args[i];

	for (; v < end && v->base == 1 + (unsigned)(row - sct_rows); v++, b = &v->args[i])
		if (i >= v->nargs || strcmp(a->name, b->name) != 0 || a->kind != b->kind || a->fn != b->fn)
			return false;
	return true;
}

static int give_arg(const struct abi *abi, const struct sct_row *row, unsigned i, sctrace_call_arg_fn *fn, void *ctx)
{
	const struct sct_arg *a = &row->args[i];
	const struct sct_flags *f = a->flags ? abi__flags(abi, a->flags) : NULL;
	struct sctrace_call_arg out = {
		.sz = sizeof(out),
		.name = a->name,
		.arg = i,
		.kind = same_in_variants(row, i) ? kind_of_arg(abi, a) : 0,
		.in = a->dir != OUT && a->dir != OUT_ANY,
		.out = a->dir && a->dir != IN,
		.optional = a->cond_arg,
	};

	if (f) {
		out.consts = (const void *)f->rows;
		out.nconsts = f->n;
		out.enum_mask = a->kind == K_FLAGS ? f->base : UINT64_MAX;
	}
	return fn(ctx, &out);
}

int sctrace_call_args(enum sctrace_abi id, const char *call, sctrace_call_arg_fn *fn, void *ctx)
{
	const struct abi *abi = abi__get(id);
	int err = 0;

	if (!abi || !call || !fn)
		return -EINVAL;
	for (uint32_t nr = 0; nr < abi->nr_max; nr++) {
		const struct sct_row *row = abi__row(abi, nr);

		if (!row || strcmp(row->name, call) != 0)
			continue;
		for (unsigned i = 0; !err && i < row->nargs; i++)
			err = give_arg(abi, row, i, fn, ctx);
		return err;
	}
	return -ENOENT;
}

/* ---- events, keys, fields ---- */

int sctrace_event_types(sctrace_event_type_fn *fn, void *ctx)
{
	static const struct {
		uint8_t type;
		bool of_task;
		const char *name, *json;
	} types[] = {
#define KIND(name, public, flags, line, object, json) { public, (flags)&KIND_TASK, #public, json },
#include "event/kinds.def"
	};
	int err = fn ? 0 : -EINVAL;

	for (size_t i = 0; !err && i < sizeof(types) / sizeof(types[0]); i++)
		err = fn(ctx, &(struct sctrace_event_type_info){
				      .sz = sizeof(struct sctrace_event_type_info),
				      .type = (enum sctrace_event_type)types[i].type,
				      .name = types[i].name,
				      .json = types[i].json,
				      .of_task = types[i].of_task,
			      });
	return err;
}

int sctrace_keys(sctrace_key_fn *fn, void *ctx)
{
	static const char *const helps[] = {
#define KEY(id, bit, kind, member, stat, events, name, width, help) [KEY_##id] = help,
#include "tables/keys.def"
	};
	int err = fn ? 0 : -EINVAL;

	for (unsigned i = 0; !err && i < KEY_ARGS; i++) {
		const struct by_key *k = &by_keys[i];

		err = fn(ctx, &(struct sctrace_key){
				      .sz = sizeof(struct sctrace_key),
				      .name = k->name,
				      .help = helps[i],
				      .in_kernel = k->kind != KSTAT_KEY_ARG,
				      .in_events = k->events != KEY_IS_NEVER,
				      .sums = k->kind == KSTAT_KEY_SUM,
			      });
	}
	return err;
}

int sctrace_fields(sctrace_field_fn *fn, void *ctx)
{
	static const struct sctrace_field fields[] = {
#define FIELD(word, id, kind, help) { sizeof(struct sctrace_field), #word, SCTRACE_KIND_##kind, help },
#include "tables/fields.def"
	};
	int err = fn ? 0 : -EINVAL;

	for (size_t i = 0; !err && i < sizeof(fields) / sizeof(fields[0]); i++)
		err = fn(ctx, &fields[i]);
	return err;
}
