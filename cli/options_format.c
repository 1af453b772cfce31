// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "options.h"

#define COLUMN_MAX (1 << 24) /* sctrace_text_opts */
#define STACK_FRAMES 256     /* the library's limit; strace takes any number */

/* ---- times ---- */

void option__time(struct options *o, const char *arg)
{
	o->format.timestamps += o->format.timestamps < 3;
}

/* Takes a word of --timestamps of n bytes: "unix", "ms", "format:unix" or "precision:ms". Returns false if it is none. */
static bool timestamps_word(struct options *o, const char *word, size_t n)
{
	enum { FORMATS = 3 }; /* .words begins with as many, the rest are precisions */
	static const unsigned formats[FORMATS] = { 1, 3, 0 };
	bool format_only = !strncasecmp(word, "format:", 7), precision_only = !strncasecmp(word, "precision:", 10);
	size_t skip = format_only ? 7 : precision_only ? 10 : 0;
	int i = option_words__find_nocase(o->row->words, word + skip, n - skip);

	if (i < 0 || (i < FORMATS ? precision_only : format_only))
		return false;
	if (i < FORMATS)
		o->format.timestamps = formats[i];
	else
		o->format.timestamp_precision = SCTRACE_PRECISION_S + (enum sctrace_precision)(i - FORMATS);
	return true;
}

void option__timestamps(struct options *o, const char *arg)
{
	o->format.timestamps = 1;
	o->format.timestamp_precision = SCTRACE_PRECISION_S;
	for (const char *p = arg ?: ""; *p;) {
		size_t n = strcspn(p, ",");

		if (n && !timestamps_word(o, p, n))
			options__invalid(o, arg);
		p += n + (p[n] == ',');
	}
}

static enum sctrace_precision precision(const struct options *o, const char *arg)
{
	return arg ? SCTRACE_PRECISION_S + (enum sctrace_precision)options__word(o, arg) : SCTRACE_PRECISION_US;
}

void option__relative(struct options *o, const char *arg)
{
	o->format.relative = true;
	o->format.relative_precision = precision(o, arg);
}

void option__durations(struct options *o, const char *arg)
{
	o->format.durations = true;
	o->format.duration_precision = precision(o, arg);
}

/* ---- stacks ---- */

void option__stack(struct options *o, const char *arg)
{
	o->format.stack += o->format.stack < 2;
}

void option__stack_trace(struct options *o, const char *arg)
{
	o->format.stack = arg ? options__exact_word(o, arg) + 1 : 1;
}

void option__stack_limit(struct options *o, const char *arg)
{
	unsigned long n = options__number(o, arg, INT32_MAX);

	if (!n)
		options__invalid(o, arg);
	o->format.stack_frames = n < STACK_FRAMES ? (unsigned)n : STACK_FRAMES;
}

/* ---- values ---- */

void option__strlen(struct options *o, const char *arg)
{
	o->format.strlen_max = (uint32_t)options__number(o, arg, INT32_MAX / 2);
	o->format.strlen_set = true;
}

void option__verbose(struct options *o, const char *arg)
{
	o->format.verbose = true;
	o->format.abbrev = NULL;
}

void option__abbrev(struct options *o, const char *set)
{
	options__check_calls(o, set);
	o->format.abbrev = set;
}

void option__deref(struct options *o, const char *set)
{
	options__check_calls(o, set);
	o->format.deref = set;
}

void option__raw(struct options *o, const char *set)
{
	options__check_calls(o, set);
	o->format.raw = set;
}

void option__consts(struct options *o, const char *arg)
{
	_Static_assert(SCTRACE_CONSTS_ABBREV == 0 && SCTRACE_CONSTS_RAW == 1 && SCTRACE_CONSTS_VERBOSE == 2,
		       "the order of the words");

	o->format.consts = (enum sctrace_consts)options__exact_word(o, arg);
}

void option__hex(struct options *o, const char *arg)
{
	o->format.hex = o->format.hex == 1 || o->format.hex == 2 ? 2 : 1;
}

void option__strings_in_hex(struct options *o, const char *arg)
{
	o->format.hex = arg ? options__word(o, arg) : 2;
}

void option__read(struct options *o, const char *set)
{
	options__check_descriptors(o, set);
	o->format.reads = set;
}

void option__write(struct options *o, const char *set)
{
	options__check_descriptors(o, set);
	o->format.writes = set;
}

void option__kvm(struct options *o, const char *arg)
{
	if (strcmp(arg, "vcpu") && strcmp(arg, "vcpu+")) {
		complain(o, "invalid -e kvm= argument: '%s'", arg);
		exit(1);
	}
	o->format.kvm = true;
}

void option__namespace(struct options *o, const char *arg)
{
	if (arg && strcmp(arg, "new")) {
		complain(o, "invalid -e namespace= argument: '%s'", arg);
		exit(1);
	}
	o->format.namespaces = true;
}

/* ---- lines ---- */

void option__column(struct options *o, const char *arg)
{
	o->format.column = (unsigned)options__number(o, arg, COLUMN_MAX);
	o->format.column_set = true;
}

void option__color(struct options *o, const char *arg)
{
	_Static_assert(COLOR_AUTO == 0 && COLOR_ALWAYS == 1 && COLOR_NEVER == 2, "the order of the words");

	o->format.color = (enum color_when)options__word(o, arg);
}
