// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Words of a command line (separated by newlines) through the command's parser,
 * and what it accepts through the library's parsers of calls, filters, features
 * and columns. What is refused is refused in one line.
 */
#include "fuzz.h"

#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>

#include "options.h"
#define ENV_FUNCTIONS
#include "options_env.h"
#include "sink/filter.h"
#include "load/features.h"
#include "lookup/select.h"

#define WORDS_MAX 32
#define BLOCKS_MAX 256

static jmp_buf out;
static int status;
static unsigned lines;
static void *blocks[BLOCKS_MAX];
static unsigned nblocks;

/* ---- functions that options_env.h puts in place of libc's ---- */

void env_exit(int s)
{
	status = s;
	longjmp(out, 1);
}

static int shown(const char *text, size_t n)
{
	MUST(n && text[n - 1] == '\n', "a message that is no line");
	lines++;
	return (int)n;
}

int env_dprintf(int fd, const char *fmt, ...)
{
	char text[8192];
	va_list ap;
	int n;

	(void)fd;
	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return n < (int)sizeof(text) ? shown(text, (size_t)n) : n;
}

int env_fprintf(FILE *f, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = f == stderr ? vsnprintf(text, sizeof(text), fmt, ap) : vfprintf(f, fmt, ap);
	va_end(ap);
	return f == stderr && n < (int)sizeof(text) ? shown(text, (size_t)n) : n;
}

/* --help and --version */
int env_printf(const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	return n;
}

int env_puts(const char *text)
{
	return (int)strlen(text);
}

int env_fputs(const char *text, FILE *f)
{
	return f == stderr ? shown(text, strlen(text)) : fputs(text, f);
}

int env_isatty(int fd)
{
	return fd & 1;
}

/* Keeps an allocation, which the target frees, since the parser may leave by exit(). free() removes it from the list. */
static void *kept(void *p)
{
	MUST(nblocks < BLOCKS_MAX, "too many allocations");
	blocks[nblocks++] = p;
	return p;
}

char *env_strdup(const char *text)
{
	return kept(strdup(text));
}

int env_asprintf(char **text, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(text, fmt, ap);
	va_end(ap);
	if (n >= 0)
		kept(*text);
	return n;
}

char *env_realpath(const char *path, char *resolved)
{
	char *full = realpath(path, resolved);

	return full ? kept(full) : NULL;
}

void *env_realloc(void *p, size_t n)
{
	void *q = realloc(p, n);

	for (unsigned i = 0; p && i < nblocks; i++)
		if (blocks[i] == p) {
			blocks[i] = q;
			return q;
		}
	return kept(q);
}

void env_free(void *p)
{
	for (unsigned i = 0; i < nblocks; i++)
		if (blocks[i] == p)
			blocks[i] = NULL;
	free(p);
}

/* ---- the target ---- */

/* Parses the options as sctrace_open() and sctrace_text_new() do. */
static void library(const struct options *o)
{
	char errmsg[256] = "", *reason = NULL;
	struct selection s = {};
	struct filter f;
	unsigned bits;
	size_t at;

	if (o->trace && !select__parse(&s, o->trace, &reason))
		select__free(&s);
	MUST(!reason || !strchr(reason, '\n') || strchr(o->trace, '\n'), "a reason of two lines");
	free(reason);
	if (filter__parse(&f, o->status, o->signals, errmsg, sizeof(errmsg)))
		MUST(*errmsg && !strchr(errmsg, '\n'), "an error without a reason");
	if (o->without && features__parse(o->without, &bits, &at))
		MUST(at <= strlen(o->without), "offset %zu", at);
}

/* Invariants of parsed options that the rest of the command relies on. */
static void check(const struct options *o)
{
	MUST(o->name, "no name");
	for (unsigned i = 0; i < o->npids; i++)
		MUST(o->pids[i] > 0, "pid %d", (int)o->pids[i]);
	MUST(!o->ring_bytes || !(o->ring_bytes & (o->ring_bytes - 1)), "ring of %u", o->ring_bytes);
	MUST(o->doctor || !o->separate || o->output, "-ff without a file");
	MUST(o->doctor || !o->replay || !o->command, "--replay and a command");
	library(o);
}

static struct options o;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *argv[WORDS_MAX + 2] = { text ? strdup("sctrace") : NULL }, *name = argv[0];
	int argc = 1;

	MUST(text, "memory");
	memcpy(text, data, size);
	text[size] = '\0';
	for (char *w = text; w && argc <= WORDS_MAX; argc++) {
		char *end = strchr(w, '\n');

		if (end)
			*end++ = '\0';
		argv[argc] = w;
		w = end;
	}
	optind = 0;
	opterr = 0;
	lines = nblocks = 0;
	if (!setjmp(out)) {
		options__parse(&o, argc, argv);
		check(&o);
	} else {
		/* getopt_long() prints no message of its own, because opterr is 0 */
		MUST(status == 0 || status == 1 || status == 2, "status %d", status);
		MUST(lines <= 2, "%u lines", lines);
	}
	for (unsigned i = 0; i < nblocks; i++)
		free(blocks[i]);
	/* the memory is made by open_memstream() */
	free(o.recording.note);
	o.recording.note = NULL;
	free(name);
	free(text);
	return 0;
}
