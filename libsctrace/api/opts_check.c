// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/opts_check.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "sctrace.h"
#include "util/opts.h"

struct member {
	const char *name;
	size_t off, size;
};

enum rule_kind { RULE_BITS, RULE_UPTO, RULE_GIVEN, RULE_NEEDS, RULE_COUNTS, RULE_APART };

struct rule {
	enum rule_kind kind;
	struct member member, other;
	uint64_t limit;
};

/* Defines a function for each option struct, because its rows do not repeat the struct's name. */
#define OPTS(name)                                                                                                     \
	static const struct rule *rules_##name(size_t *n)                                                              \
	{                                                                                                              \
		typedef struct name options;                                                                           \
		static const struct rule rules[] = {
#define OPTS_END                                                                                                       \
	}                                                                                                              \
	;                                                                                                              \
	*n = sizeof(rules) / sizeof(rules[0]);                                                                         \
	return rules;                                                                                                  \
	}
#define MEMBER(m)                                                                                                      \
	{                                                                                                              \
#m, offsetof(options, m), sizeof(((options *)0)->m)                                                    \
	}
#define RULE(k, m, o, l) { .kind = RULE_##k, .member = m, .other = o, .limit = l },
#define NONE                                                                                                           \
	{                                                                                                              \
		NULL, 0, 0                                                                                             \
	}
#define ANY(m)
#define BOOL(m) RULE(UPTO, MEMBER(m), NONE, 1)
#define BITS(m, mask) RULE(BITS, MEMBER(m), NONE, mask)
#define UPTO(m, max) RULE(UPTO, MEMBER(m), NONE, max)
#define GIVEN(m) RULE(GIVEN, MEMBER(m), NONE, 0)
#define EITHER(m, o) RULE(GIVEN, MEMBER(m), MEMBER(o), 0)
#define NEEDS(m, o) RULE(NEEDS, MEMBER(m), MEMBER(o), 0)
#define COUNTS(m, o) RULE(COUNTS, MEMBER(m), MEMBER(o), 0)
#define APART(m, o) RULE(APART, MEMBER(m), MEMBER(o), 0)
#include "api/opts_rules.def"

static const struct {
	const char *name;
	size_t size;
	const struct rule *(*rules)(size_t *n);
} structs[] = {
	[OPTS_sctrace_opts] = { "sctrace_opts", sizeof(struct sctrace_opts), rules_sctrace_opts },
	[OPTS_sctrace_stats_opts] = { "sctrace_stats_opts", sizeof(struct sctrace_stats_opts),
				      rules_sctrace_stats_opts },
	[OPTS_sctrace_text_opts] = { "sctrace_text_opts", sizeof(struct sctrace_text_opts), rules_sctrace_text_opts },
	[OPTS_sctrace_json_opts] = { "sctrace_json_opts", sizeof(struct sctrace_json_opts), rules_sctrace_json_opts },
	[OPTS_sctrace_table_opts] = { "sctrace_table_opts", sizeof(struct sctrace_table_opts),
				      rules_sctrace_table_opts },
	[OPTS_sctrace_why_opts] = { "sctrace_why_opts", sizeof(struct sctrace_why_opts), rules_sctrace_why_opts },
};

/* Returns the member as a number. A bool is read as a byte, since the caller may have put any value there. */
static uint64_t value_of(const void *opts, const struct member *m)
{
	const char *p = (const char *)opts + m->off;
	uint64_t v64;
	uint32_t v32;

	if (m->size == sizeof(v64)) {
		memcpy(&v64, p, sizeof(v64));
		return v64;
	}
	if (m->size == sizeof(v32)) {
		memcpy(&v32, p, sizeof(v32));
		return v32;
	}
	return (unsigned char)*p;
}

static int check(const void *opts, const struct rule *r, const struct errmsg *errmsg)
{
	unsigned long long v = value_of(opts, &r->member), limit = r->limit;
	bool other = r->other.name && value_of(opts, &r->other);

	switch (r->kind) {
	case RULE_BITS:
		return v & ~limit ? errmsg__set(errmsg, -EINVAL, "%s: unknown bits in 0x%llx (valid: 0x%llx)",
						r->member.name, v, limit)
				  : 0;
	case RULE_UPTO:
		return v > limit ? errmsg__set(errmsg, -EINVAL, "%s: %llu is not one of 0 to %llu", r->member.name, v,
					       limit)
				 : 0;
	case RULE_GIVEN:
		return v || other ? 0 : errmsg__set(errmsg, -EINVAL, "%s is NULL", r->member.name);
	case RULE_NEEDS:
		return v && !other ? errmsg__set(errmsg, -EINVAL, "%s takes %s", r->member.name, r->other.name) : 0;
	case RULE_COUNTS:
		return v && !other ? errmsg__set(errmsg, -EINVAL, "%s is %llu, and %s is NULL", r->member.name, v,
						 r->other.name)
				   : 0;
	case RULE_APART:
		return v && other ? errmsg__set(errmsg, -EINVAL, "%s and %s are mutually exclusive", r->member.name,
						r->other.name)
				  : 0;
	}
	return 0;
}

int opts__take(enum opts_struct kind, void *to, const void *from, const struct errmsg *errmsg)
{
	const struct rule *rules;
	size_t n, size;
	int err;

	memcpy(&size, from, sizeof(size));
	err = opts__copy(to, structs[kind].size, from, size);
	errmsg__set(errmsg, 0, "%s", "");
	if (err == -E2BIG)
		return errmsg__set(errmsg, err, OPTS_TOO_NEW);
	if (err)
		return errmsg__set(errmsg, err, "sz is %zu: it takes sizeof(struct %s)", size, structs[kind].name);
	rules = structs[kind].rules(&n);
	for (size_t i = 0; !err && i < n; i++)
		err = check(to, &rules[i], errmsg);
	return err;
}
