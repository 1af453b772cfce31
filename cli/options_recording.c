// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_recording.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "options.h"
#include "sctrace.h"
#include "util/number.h"

/*
 * Parses a size or a time. A plain number is refused: its unit tells which of them it is. Returns false if it is
 * neither.
 */
static bool size_or_time(const char *s, uint64_t *bytes, uint64_t *ns)
{
	size_t n = strlen(s);

	*bytes = *ns = 0;
	if (!n || isdigit((unsigned char)s[n - 1]))
		return false;
	return (number__size(s, bytes) && *bytes) || (number__time(s, 1, ns) && *ns);
}

static void limit_parse(const struct options *o, const char *limit, uint64_t *bytes, uint64_t *ns)
{
	if (!size_or_time(limit, bytes, ns))
		options__bad(o, limit, "a size or a time, with its unit: 64M, 1G, 10s, 1h");
}

void option__rotate(struct options *o, const char *limit)
{
	limit_parse(o, limit, &o->recording.rotate_bytes, &o->recording.rotate_ns);
}

void option__flight(struct options *o, const char *limit)
{
	limit_parse(o, limit, &o->recording.flight_bytes, &o->recording.flight_ns);
}

void option__after(struct options *o, const char *time)
{
	o->recording.after_ns = options__time(o, time, NS_PER_S, 0);
}

void option__keep(struct options *o, const char *n)
{
	o->recording.keep = options__count(o, n);
}

static bool is_plain(const char *s)
{
	return *s && !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%")];
}

/* Writes a word as a shell reads it; bytes that would make it more than one line are written as '?'. */
static void word_put(const char *s, FILE *f)
{
	if (is_plain(s)) {
		fputs(s, f);
		return;
	}
	putc('\'', f);
	for (; *s; s++)
		if (*s == '\'')
			fputs("'\\''", f);
		else
			putc(iscntrl((unsigned char)*s) ? '?' : *s, f);
	putc('\'', f);
}

void options_recording__note(struct options *o, int argc, char **argv)
{
	struct utsname u;
	size_t size;
	FILE *f;

	if (!o->record || uname(&u))
		return;
	f = open_memstream(&o->recording.note, &size);
	if (!f)
		return;
	fprintf(f, "sctrace %s, %s, %s %s %s:", sctrace_version(), u.nodename, u.sysname, u.release, u.machine);
	for (int i = 0; i < argc; i++) {
		putc(' ', f);
		word_put(argv[i], f);
	}
	if (fclose(f)) {
		free(o->recording.note);
		o->recording.note = NULL;
	}
}
