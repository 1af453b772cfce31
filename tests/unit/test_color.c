// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* cli/color.c: which color the roles of a line have. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "sctrace.h"

bool terminal_has_colors(int fd)
{
	return fd >= 0;
}

/* Writes colors as {X, where X is the number of the color, and } for none, because codes are hard to read. */
static const char *const palette = "syscall=1:argname=2:argval=3:call=4:const=5:comment=6:punct=0:retval=8:error=9";

/* A piece of a line and its role. */
struct piece {
	enum sctrace_role role;
	const char *text;
};

#define LINE(...) ((const struct piece[]){ __VA_ARGS__, { 0, NULL } })
#define END                                                                                                            \
	{                                                                                                              \
		SCTRACE_ROLE_NONE, "\n"                                                                                \
	}
#define PUNCT(t)                                                                                                       \
	{                                                                                                              \
		SCTRACE_ROLE_PUNCT, t                                                                                  \
	}
#define NUMBER(t)                                                                                                      \
	{                                                                                                              \
		SCTRACE_ROLE_NUMBER, t                                                                                 \
	}
#define CALL(t)                                                                                                        \
	{                                                                                                              \
		SCTRACE_ROLE_CALL, t                                                                                   \
	}
#define TASK(t)                                                                                                        \
	{                                                                                                              \
		SCTRACE_ROLE_TASK, t                                                                                   \
	}

static void readable(char *s)
{
	char *to = s;

	while (*s) {
		if (!strncmp(s, "\033[0m", 4)) {
			*to++ = '`';
			s += 4;
		} else if (*s == '\033') {
			*to++ = '`';
			*to++ = s[2];
			s += 4;
		} else {
			*to++ = *s++;
		}
	}
	*to = '\0';
}

/* Writes the pieces to the end of a text of its own, in two texts that are cut before piece `cut`. */
static void is_cut(const struct piece *line, size_t cut, const char *wanted)
{
	struct sctrace_span spans[32];
	char text[512] = "", *got;
	struct color c;
	size_t size, n = 0, nspans = 0;
	FILE *f = open_memstream(&got, &size);

	setenv("STRACE_COLORS", palette, 1);
	color__init(&c, COLOR_ALWAYS, -1);
	for (size_t i = 0; line[i].text; i++) {
		size_t len = strlen(line[i].text);

		if (i == cut) {
			color__put(&c, text, n, spans, nspans, f);
			n = nspans = 0;
		}
		memcpy(text + n, line[i].text, len);
		if (line[i].role)
			spans[nspans++] = (struct sctrace_span){ n, n + len, line[i].role };
		n += len;
	}
	color__put(&c, text, n, spans, nspans, f);
	fclose(f);
	readable(got);
	cr_assert_str_eq(got, wanted);
	free(got);
}

static void is(const struct piece *line, const char *wanted)
{
	is_cut(line, SIZE_MAX, wanted);
}

Test(color, a_call)
{
	is(LINE(CALL("openat"), PUNCT("("), { SCTRACE_ROLE_SYMBOL, "AT_FDCWD" }, PUNCT(", "),
		{ SCTRACE_ROLE_STRING, "\"a\"" }, PUNCT(") = "), { SCTRACE_ROLE_RESULT, "-1 " },
		{ SCTRACE_ROLE_ERROR, "ENOENT (No such file or directory)" }, PUNCT(" <"),
		{ SCTRACE_ROLE_DURATION, "0.000010" }, PUNCT(">"), END),
	   "`1openat`(`5AT_FDCWD`, `3\"a\"`) = `8-1 ``9ENOENT (No such file or directory)` <`30.000010`>\n");
	is(LINE(CALL("f"), PUNCT("({"), { SCTRACE_ROLE_FIELD, "st_rdev" }, PUNCT("="), { SCTRACE_ROLE_FUNC, "makedev" },
		PUNCT("("), NUMBER("0x1"), { SCTRACE_ROLE_COMMENT, " /* x */" }, PUNCT(")}, "),
		{ SCTRACE_ROLE_SIGNAL, "[INT TERM]" }, PUNCT(", "), { SCTRACE_ROLE_REQUEST, "TCGETS" },
		{ SCTRACE_ROLE_FILE, "/dev/tty" }, { SCTRACE_ROLE_CONTEXT, "user_t" }, END),
	   "`1f`({`2st_rdev`=`4makedev`(`30x1``6 /* x */`)}, `3[INT TERM]`, `3TCGETS/dev/ttyuser_t`\n");
}

/* Times are colored only after a task in brackets, as in strace's lines. */
Test(color, prefixes)
{
	is(LINE(TASK("12 "), { SCTRACE_ROLE_TIME, "12:00:00 " }, CALL("close"), END), "12 12:00:00 `1close`\n");
	is(LINE(PUNCT("["), TASK("pid 12"), PUNCT("<"), TASK("sh"), PUNCT(">] "), { SCTRACE_ROLE_TIME, "12:00:00 " },
		CALL("close"), END),
	   "[`3pid 12`<`3sh`>] `312:00:00 ``1close`\n");
}

Test(color, lines_of_no_whole_call)
{
	is(LINE(CALL("read"), PUNCT("("), NUMBER("3"), { SCTRACE_ROLE_PROGRESS, " <unfinished ...>" }, END),
	   "`1read`(`33` <unfinished ...>\n");
	is(LINE(PUNCT("["), TASK("pid 12"), PUNCT("] "), { SCTRACE_ROLE_PROGRESS, "<... read resumed>" }, PUNCT(", "),
		NUMBER("1"), { SCTRACE_ROLE_PROGRESS, " <detached ...>" }, END),
	   "[`3pid 12`] `3<... read resumed>`, `31` <detached ...>\n");
	is(LINE(TASK("12 "), { SCTRACE_ROLE_SIGNAL_LINE, "--- SIGHUP " }, PUNCT("{"), NUMBER("1"), PUNCT("}"),
		{ SCTRACE_ROLE_SIGNAL_LINE, " ---" }, END, TASK("12 "), { SCTRACE_ROLE_EXIT_LINE, "+++ exited +++" },
		END),
	   "12 --- SIGHUP {`31`}`3 ---`\n12 +++ exited +++\n");
	is(LINE({ SCTRACE_ROLE_MESSAGE, "attached" }, END, { SCTRACE_ROLE_STACK, " > f(main+0x1) [0x2]" }, END,
		{ SCTRACE_ROLE_DUMP, " | 00000" }, END, { SCTRACE_ROLE_DUMP + 1, "a role of a later version" }, END),
	   "attached\n > f(main+0x1) [0x2]\n | 00000\na role of a later version\n");
}

/* A line may come in two texts: the second one gets the colors that depend on the first one. */
Test(color, pieces)
{
	is_cut(LINE(PUNCT("["), TASK("pid 12"), PUNCT("] "), { SCTRACE_ROLE_TIME, "12:00:00 " }, CALL("close"),
		    { SCTRACE_ROLE_PROGRESS, " <unfinished ...>" }, END),
	       3, "[`3pid 12`] `312:00:00 ``1close` <unfinished ...>\n");
	is_cut(LINE(CALL("close"), NUMBER("3"), { SCTRACE_ROLE_PROGRESS, " <unfinished ...>" }, END), 2,
	       "`1close``33` <unfinished ...>\n");
}

Test(color, when)
{
	struct color c;

	unsetenv("NO_COLOR");
	color__init(&c, COLOR_NEVER, 1);
	cr_assert_not(c.on);
	setenv("NO_COLOR", "1", 1);
	color__init(&c, COLOR_AUTO, 1);
	cr_assert_not(c.on);
	color__init(&c, COLOR_ALWAYS, 1);
	cr_assert(c.on);
	setenv("STRACE_COLORS", "syscall=x;y:foo=1:error=:retval=1;38;5;208:const", 1);
	color__init(&c, COLOR_ALWAYS, 1);
	cr_assert_str_eq(c.codes[COLOR_SYSCALL], "33");
	cr_assert_str_eq(c.codes[COLOR_ERROR], "31");
	cr_assert_str_eq(c.codes[COLOR_CONST], "34");
	cr_assert_str_eq(c.codes[COLOR_RETVAL], "1;38;5;208");
}
