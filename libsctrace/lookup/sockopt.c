// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/sockopt.h"

#define BOTH (SOCKOPT_SETS | SOCKOPT_GETS)

#define SETS(t) .set = T_##t
#define GETS(t) .get = T_##t
#define VALUE(t) SETS(t), GETS(t)
#define LEAST(n) .least = n
#define EXACT .exact = true
#define BYTES .bytes = true
#define LIST .list = true
#define OPTION(l, n, v, c, ...) { .level = LEVEL_##l, .name = #n, .number = v, .calls = c, __VA_ARGS__ },

static const struct sockopt options[] = {
#define SOL(...)
#define SOCKOPT(l, n, v, ...) OPTION(l, n, v, BOTH, ##__VA_ARGS__)
#define SOCKOPT_SET(l, n, v, ...) OPTION(l, n, v, SOCKOPT_SETS, ##__VA_ARGS__)
#define SOCKOPT_GET(l, n, v, ...) OPTION(l, n, v, SOCKOPT_GETS, ##__VA_ARGS__)
#define SOCKOPT_SETS_VIA(l, n, v, t) OPTION(l, n, v, BOTH, SETS(t), EXACT)
#define SOCKOPT_GETS_ARRAY(l, n, v, t) OPTION(l, n, v, SOCKOPT_GETS, GETS(t), .array = true)
#include "tables/net/sockopt.def"
};
#undef SOL
#undef SOCKOPT
#undef SOCKOPT_SET
#undef SOCKOPT_GET
#undef SOCKOPT_SETS_VIA
#undef SOCKOPT_GETS_ARRAY

static const struct sockopt levels[] = {
#define SOL(n, v, u, ...) { .name = u, .level = v, ##__VA_ARGS__ },
#define SOCKOPT(...)
#define SOCKOPT_SET(...)
#define SOCKOPT_GET(...)
#define SOCKOPT_SETS_VIA(...)
#define SOCKOPT_GETS_ARRAY(...)
#include "tables/net/sockopt.def"
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Returns the index of the first row that is this option, or comes after it. */
static size_t lower(const struct sockopt *rows, size_t n, uint32_t level, uint32_t number)
{
	uint64_t key = (uint64_t)level << 32 | number;
	size_t lo = 0;

	while (n) {
		size_t half = n / 2;
		const struct sockopt *mid = &rows[lo + half];

		if (((uint64_t)mid->level << 32 | mid->number) < key) {
			lo += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return lo;
}

const struct sockopt *sockopt__find(uint32_t level, uint32_t number, unsigned call)
{
	size_t i = lower(options, COUNT(options), level, number);

	for (; i < COUNT(options) && options[i].level == level && options[i].number == number; i++)
		if (options[i].calls & call)
			return &options[i];
	return NULL;
}

const struct sockopt *sockopt__level(uint32_t level)
{
	size_t i = lower(levels, COUNT(levels), level, 0);

	return i < COUNT(levels) && levels[i].level == level ? &levels[i] : NULL;
}

/* ---- control messages ---- */

#undef VALUE
#define VALUE(t) .type = T_##t
#define TEXT .text = true
#define SHOWN .shown = true

static const struct cmsg_row messages[] = {
#define CMSGS(...)
#define CMSG(l, n, v, ...) { .level = LEVEL_##l, .name = #n, .number = v, ##__VA_ARGS__ },
#include "tables/net/cmsg.def"
};
#undef CMSGS
#undef CMSG

static const struct cmsg_row message_levels[] = {
#define CMSGS(l, u) { .level = LEVEL_##l, .name = u },
#define CMSG(...)
#include "tables/net/cmsg.def"
};

const struct cmsg_row *cmsg__find(uint32_t level, uint32_t number)
{
	for (size_t i = 0; i < COUNT(messages); i++)
		if (messages[i].level == level && messages[i].number == number)
			return &messages[i];
	return NULL;
}

const struct cmsg_row *cmsg__level(uint32_t level)
{
	for (size_t i = 0; i < COUNT(message_levels); i++)
		if (message_levels[i].level == level)
			return &message_levels[i];
	return NULL;
}
