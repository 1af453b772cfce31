// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Predicates as people type them, up to a NUL, evaluated on a call whose registers and memory are the rest. */
#include "fuzz.h"

#include <errno.h>

#include "sink/matcher.h"
#include "sink/peer_filter.h"
#include "util/glob.h"

#define DATA_MAX 2048

struct made {
	struct sct_enter enter;
	uint8_t data[DATA_MAX];
};

/* Evaluates the predicate, or the peers without one, on a call that is made of the input. */
static void evaluate(struct matcher *m, const struct peer_filter *peers, struct input *in)
{
	static const struct decode_opts opts = { .strlen_max = 32, .verbose = true };
	struct made made = { .enter.rec.ts = 1 };
	struct sct_exit leave = { .enter_ts = 1 };
	struct event ev = { .kind = EV_EXIT, .tid = 2, .tgid = 1, .ts = 100, .enter = &made.enter, .exit = &leave };
	bool yes;

	made.enter.nr = (uint16_t)(input_u64(in) % 600);
	leave.ret = (int64_t)input_u64(in);
	leave.nr = made.enter.nr;
	for (unsigned i = 0; i < SCT_NARGS; i++)
		made.enter.args[i] = input_u64(in);
	made.enter.data_len = (uint32_t)(in->left < DATA_MAX ? in->left : DATA_MAX) & ~7u;
	input_bytes(in, made.data, made.enter.data_len);
	if (!m) {
		peer_filter__call(peers, &ev, &opts);
		return;
	}
	yes = matcher__call(m, &ev, &opts);
	MUST(matcher__call(m, &ev, &opts) == yes, "another answer for the same call");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct selection all;
	const uint8_t *nul = memchr(data, 0, size);
	size_t n = nul ? (size_t)(nul - data) : size;
	struct input in = { data + n + (nul != NULL), size - n - (nul != NULL) };
	char *text = strndup((const char *)data, n), why[256] = "";
	struct errmsg errmsg = { why, sizeof(why) };
	const char *const list[] = { text, NULL };
	struct peer_filter peers = {};
	struct matcher *m;
	int err;

	MUST(text && !select__all(&all), "memory");
	err = matcher__new(&m, text, &errmsg);
	MUST(err != -EINVAL || strstr(why, "column "), "no reason");
	if (!err) {
		err = matcher__check(m, &all, &errmsg);
		MUST(!err || *why, "no reason");
		evaluate(m, NULL, &in);
		matcher__free(m);
	}
	*why = '\0';
	err = peer_filter__init(&peers, list, &errmsg);
	MUST(err != -EINVAL || *why, "no reason");
	if (!err)
		evaluate(NULL, &peers, &in);
	peer_filter__free(&peers);
	glob__match(text, (const char *)data, size);
	select__free(&all);
	free(text);
	return 0;
}
