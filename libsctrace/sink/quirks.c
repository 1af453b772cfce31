// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/quirks.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "decode/core/decode.h"

/* Length of the note on the return value of poll() up to which strace was seen to print elements. */
#define READY_WIDTH 996

void quirk__ready_begin(struct ready *r, size_t start)
{
	r->start = start;
	r->fits = start + 1;
}

bool quirk__ready_fits(struct ready *r, struct buf *b)
{
	if (b->len - r->start <= READY_WIDTH) {
		r->fits = b->len;
		return true;
	}
	b->len = r->fits;
	if (r->fits > r->start + 1)
		buf__lit(b, ", ");
	buf__lit(b, "...");
	/* no element follows, so quirk__ready_end() must not remove one */
	r->start = b->len;
	return false;
}

void quirk__ready_end(struct ready *r, struct buf *b)
{
	quirk__ready_fits(r, b);
}

const char *quirk__name(const char *name, enum out_group g)
{
	return (g == OUT_SIGNALS || g == OUT_NOT_SIGNALS) && !strncmp(name, "SIG", 3) ? name + 3 : name;
}

struct arg_name {
	const char *name, *call; /* call: "" for all calls that have no row for this name */
	uint64_t key;		 /* 0 for all variants of the call that have no row for this name */
	const char *as;
};

static const struct arg_name arg_names[] = {
#define ALL(name, as) { #name, "", 0, #as },
#define ONE(name, call, as) { #name, #call, 0, #as },
#define OP(name, call, key, as) { #name, #call, key, #as },
#include "tables/arg_names.def"
#undef ALL
#undef ONE
#undef OP
};

static int by_name(const void *key, const void *row)
{
	const struct arg_name *a = key, *b = row;
	int order = strcmp(a->name, b->name);

	order = order ? order : strcmp(a->call, b->call);
	return order ? order : (a->key > b->key) - (a->key < b->key);
}

static const struct arg_name *find_name(const char *name, const char *call, uint64_t key)
{
	const struct arg_name want = { name, call, key, NULL };

	return bsearch(&want, arg_names, sizeof(arg_names) / sizeof(*arg_names), sizeof(*arg_names), by_name);
}

/*
 * Options of prctl() whose arguments from number `from` on have a name only if the second argument is between low and
 * high.
 */
static const struct {
	uint64_t option;
	unsigned from; /* the first such argument */
	uint64_t low, high;
} dependent[] = {
	{ PR_SET_SECCOMP, 2, SECCOMP_MODE_FILTER, SECCOMP_MODE_FILTER },
	{ PR_MCE_KILL, 2, PR_MCE_KILL_SET, PR_MCE_KILL_SET },
	{ PR_CAP_AMBIENT, 2, PR_CAP_AMBIENT_IS_SET, PR_CAP_AMBIENT_LOWER },
	{ PR_SCHED_CORE, 4, PR_SCHED_CORE_GET, PR_SCHED_CORE_GET },
	{ PR_SET_VMA, 2, PR_SET_VMA_ANON_NAME, PR_SET_VMA_ANON_NAME },
};

static bool is_nameless(const struct call *c, unsigned arg)
{
	if (c->row == &sct_row_unknown)
		return true;
	if (!c->row->base || strcmp(c->row->name, "prctl"))
		return false;
	for (size_t i = 0; i < sizeof(dependent) / sizeof(*dependent); i++)
		if (c->row->key == dependent[i].option && arg >= dependent[i].from)
			return c->args[1] < dependent[i].low || c->args[1] > dependent[i].high;
	return false;
}

const char *quirk__arg_name(const struct call *c, unsigned arg)
{
	static const char *const nameless[] = { "arg1", "arg2", "arg3", "arg4", "arg5", "arg6" };
	const char *call = c->row->name, *name = c->row->args[arg].name;
	const struct arg_name *row;

	if (is_nameless(c, arg))
		return nameless[arg];
	row = c->row->base && c->row->key ? find_name(name, call, REQUEST_KEY(c->row->key)) : NULL;
	if (!row)
		row = find_name(name, call, 0);
	if (!row)
		row = find_name(name, "", 0);
	return row ? row->as : name;
}

int quirk__find_arg(const struct call *c, const char *name)
{
	for (unsigned i = 0; i < call__nargs(c); i++)
		if (!strcmp(call__arg_name(c, i), name) || (!c->probe && !strcmp(quirk__arg_name(c, i), name)))
			return (int)i;
	return -1;
}

#define RAW_TRACEPOINT_OPEN 17
/* in the kernel's headers from Linux 6.11 on */
#ifndef NS_GET_PID_FROM_PIDNS
#define NS_GET_PID_FROM_PIDNS 0x8004b706
#define NS_GET_TGID_FROM_PIDNS 0x8004b707
#endif

bool quirk__returns_number(const struct call *c)
{
	if (!strcmp(c->row->name, "landlock_create_ruleset"))
		return (uint32_t)c->args[2]; /* its flags ask for a version */
	return !strcmp(c->row->name, "bpf") && c->args[0] == RAW_TRACEPOINT_OPEN;
}

bool quirk__returns_pid(const struct call *c)
{
	static const char *const names[] = {
		"clone",  "clone3", "fork",  "getpid",	"getppid",
		"gettid", "vfork",  "wait4", "waitpid", "set_tid_address",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(c->row->name, names[i]))
			return true;
	if (!strcmp(c->row->name, "ioctl"))
		return (uint32_t)c->args[1] == NS_GET_PID_FROM_PIDNS || (uint32_t)c->args[1] == NS_GET_TGID_FROM_PIDNS;
	return !strncmp(c->row->name, "fcntl", 5) && c->args[1] == F_GETOWN;
}

bool quirk__is_group(const struct call *c, unsigned arg)
{
	if (!strcmp(c->row->args[arg].name, "pgid"))
		return true;
	return !strcmp(c->row->name, "waitid") && arg == 1 && c->args[0] != P_PID;
}
