// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/event_by.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "abi/sctrace_abi.h"

/* The keys that the kernel fills in for probes. */
#define KERNEL                                                                                                         \
	(KSTAT_BY_SYSCALL | KSTAT_BY_PID | KSTAT_BY_TID | KSTAT_BY_COMM | KSTAT_BY_ERRNO | KSTAT_BY_UID |              \
	 KSTAT_BY_CGROUP)

static const char *const arg_words[] = {
	"arg1", "arg2", "arg3", "arg4", "arg5", "arg6", [EVENT_BY_RET] = "ret", [EVENT_BY_STACK] = "stack",
};

/* Returns the number of the argument in "arg2", or another value of struct event_by_arg.what. */
static uint8_t what_of(const char *word, size_t len)
{
	for (uint8_t i = 0; i < EVENT_BY_NAMED; i++)
		if (len == strlen(arg_words[i]) && !memcmp(word, arg_words[i], len))
			return i;
	return EVENT_BY_NAMED;
}

/* Returns whether the word can be the name of an argument. */
static bool is_name(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)word[i]) && word[i] != '_')
			return false;
	return len && len < EVENT_BY_NAME && !isdigit((unsigned char)*word);
}

/* Adds a column, unless the table has it already. */
static void add_column(struct event_by *b, unsigned column, uint32_t bit, unsigned events)
{
	for (unsigned i = 0; i < b->n; i++)
		if (b->order[i] == column)
			return;
	b->order[b->n++] = (uint8_t)column;
	b->by |= bit;
	b->events |= events;
}

static int add_arg(struct event_by *b, const char *word, size_t len, bool kernel, const struct errmsg *errmsg)
{
	uint8_t what = what_of(word, len);
	struct event_by_arg *arg = &b->args[b->nargs];
	unsigned i = 0;

	while (i < b->nargs && (strlen(b->args[i].name) != len || memcmp(b->args[i].name, word, len) != 0))
		i++;
	if (i < b->nargs)
		return 0;
	if (kernel && (what > EVENT_BY_RET || b->nargs == PCOUNT_ARGS))
		return errmsg__set(errmsg, -EOPNOTSUPP, "the key '%.*s' needs a table made from events", (int)len,
				   word);
	if (b->nargs == KEY_ARGS_MAX)
		return errmsg__set(errmsg, -EINVAL, "--by: at most %d arguments", KEY_ARGS_MAX);
	arg->what = what;
	snprintf(arg->name, sizeof(arg->name), "%.*s", (int)len, word);
	b->titles[KEY_ARGS + b->nargs] = arg->name;
	add_column(b, KEY_ARGS + b->nargs++, KSTAT_BY_ARGS, what == EVENT_BY_STACK ? KEY_IS_STACKS : KEY_IS_MEMORY);
	return 0;
}

static int add_key(struct event_by *b, const struct by_key *key, bool kernel, const struct errmsg *errmsg)
{
	if (kernel ? !(key->bit & KERNEL) : key->events == KEY_IS_NEVER)
		return errmsg__set(errmsg, kernel ? -EOPNOTSUPP : -EINVAL,
				   "the key '%s' is one of system calls that the kernel counts: not of probes, "
				   "recordings and what -P chooses",
				   key->name);
	if (key->kind == KSTAT_KEY_SUM)
		b->by |= key->bit;
	else
		add_column(b, (unsigned)(key - by_keys), key->bit, key->events);
	return 0;
}

static int add_word(struct event_by *b, const char *word, size_t len, bool kernel, const struct errmsg *errmsg)
{
	int k = by_key__find(word, len);

	if (len == 4 && !memcmp(word, "func", len)) {
		b->titles[KEY_SYSCALL] = "func";
		k = KEY_SYSCALL;
	}
	if (k >= 0 && by_keys[k].events != KEY_IS_ARGUMENT && by_keys[k].kind != KSTAT_KEY_ARG)
		return add_key(b, &by_keys[k], kernel, errmsg);
	if (!is_name(word, len))
		return errmsg__set(errmsg, -EINVAL, "unknown key '%.*s' (valid: %s, and names of arguments)", (int)len,
				   word, by_keys_list);
	return add_arg(b, word, len, kernel, errmsg);
}

int event_by__parse(struct event_by *b, const char *words, bool kernel, const struct errmsg *errmsg)
{
	int err;

	memset(b, 0, sizeof(*b));
	for (const char *w = words;; w++) {
		size_t len;

		w += *w == '?';
		len = strcspn(w, ",");
		err = add_word(b, w, len, kernel, errmsg);
		w += len;
		if (err || !*w)
			return err;
	}
}
