// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/event_by.h"

#include <errno.h>
#include <string.h>

#include "abi/sctrace_abi.h"

static const char *const arg_words[SCT_NARGS + 1] = {
	"arg1", "arg2", "arg3", "arg4", "arg5", "arg6", [EVENT_BY_RET] = "ret",
};
static const uint8_t names[EVENT_BY_ARGS] = { KEY_FILE, KEY_PEER, KEY_HOST };
static const uint8_t known[] = { KEY_SYSCALL, KEY_PID, KEY_TID, KEY_COMM, KEY_ERRNO };
static const uint8_t known_in_kernel[] = { KEY_UID, KEY_CGROUP };

/* Returns the number of the argument in "arg2", EVENT_BY_RET for "ret", or -1. */
static int arg_of(const char *word, size_t len)
{
	for (int i = 0; i <= EVENT_BY_RET; i++)
		if (len == strlen(arg_words[i]) && !memcmp(word, arg_words[i], len))
			return i;
	return -1;
}

/* Returns the key that has the argument, which it takes if it is new, or -1 if no key is free. */
static int key_of_arg(struct event_by *b, int arg)
{
	for (unsigned i = 0; i < b->nargs; i++)
		if (b->args[i].arg == arg)
			return b->args[i].key;
	if (b->nargs == EVENT_BY_ARGS)
		return -1;
	b->args[b->nargs].key = names[b->nargs];
	b->args[b->nargs].arg = (uint8_t)arg;
	b->titles[names[b->nargs]] = arg_words[arg];
	return b->args[b->nargs++].key;
}

/* Returns the key of a word, or -1 if there is none. */
static int key_of_word(struct event_by *b, const char *word, size_t len, bool kernel)
{
	int k = by_key__find(word, len);

	if (len == 4 && !memcmp(word, "func", len)) {
		b->titles[KEY_SYSCALL] = "func";
		return KEY_SYSCALL;
	}
	for (size_t i = 0; i < sizeof(known); i++)
		if (k == known[i])
			return k;
	for (size_t i = 0; kernel && i < sizeof(known_in_kernel); i++)
		if (k == known_in_kernel[i])
			return k;
	return -1;
}

int event_by__parse(struct event_by *b, const char *words, bool kernel, const struct errmsg *errmsg)
{
	memset(b, 0, sizeof(*b));
	for (const char *w = words;; w++) {
		size_t len = strcspn(w, ",");
		int arg = arg_of(w, len), k = arg < 0 ? key_of_word(b, w, len, kernel) : key_of_arg(b, arg);

		if (k < 0 && arg >= 0)
			return errmsg__set(errmsg, -EINVAL, "--by: at most %d arguments", EVENT_BY_ARGS);
		if (k < 0)
			return errmsg__set(errmsg, -EINVAL,
					   "no key '%.*s' of probes, recordings and what -P chooses (valid: func or "
					   "syscall, pid, tid, comm, errno, arg1 to arg6, ret%s)",
					   (int)len, w, kernel ? ", uid, cgroup" : "");
		if (!(b->by & by_keys[k].bit))
			b->order[b->n++] = (uint8_t)k;
		b->by |= by_keys[k].bit;
		w += len;
		if (!*w)
			return 0;
	}
}
