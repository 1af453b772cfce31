// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "color.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum state {
	LINE_START,
	PLAIN,	/* the rest of the line has no colors */
	ARGS,	/* arguments of a call, or members of a signal */
	RESULT, /* after ") = " */
};

/* ---- the palette ---- */

/* strace(1) names the keys; the codes are those that strace 7.2 was seen to print. */
static const struct {
	const char *name, *code;
} roles[COLOR_ROLES] = {
	[COLOR_SYSCALL] = { "syscall", "33" }, [COLOR_ARGNAME] = { "argname", "39" },
	[COLOR_ARGVAL] = { "argval", "35" },   [COLOR_CALL] = { "call", "33" },
	[COLOR_CONST] = { "const", "34" },     [COLOR_COMMENT] = { "comment", "36" },
	[COLOR_PUNCT] = { "punct", "0" },      [COLOR_RETVAL] = { "retval", "32" },
	[COLOR_ERROR] = { "error", "31" },
};

static bool is_code(const char *s, size_t n)
{
	return n && n < COLOR_CODE && strspn(s, "0123456789;") >= n;
}

/* Reads STRACE_COLORS: "syscall=1;33:error=31". A role that is missing or has no valid code keeps its default. */
static void palette_read(struct color *c, const char *s)
{
	while (s && *s) {
		size_t n = strcspn(s, ":"), key = strcspn(s, "=");

		for (int i = 0; key < n && i < COLOR_ROLES; i++)
			if (strlen(roles[i].name) == key && !strncmp(s, roles[i].name, key) &&
			    is_code(s + key + 1, n - key - 1)) {
				memcpy(c->codes[i], s + key + 1, n - key - 1);
				c->codes[i][n - key - 1] = '\0';
			}
		s += n + (s[n] == ':');
	}
}

void color__init(struct color *c, enum color_when when, int fd)
{
	const char *no = getenv("NO_COLOR");

	memset(c, 0, sizeof(*c));
	c->on = when == COLOR_ALWAYS || (when == COLOR_AUTO && !(no && *no) && isatty(fd) && terminal_has_colors(fd));
	for (int i = 0; i < COLOR_ROLES; i++)
		strcpy(c->codes[i], roles[i].code);
	palette_read(c, getenv("STRACE_COLORS"));
}

/* ---- pieces of a line ---- */

/* Switches to the color of a role, or with COLOR_ROLES to no color. */
static void paint(struct color *c, FILE *out, enum color_role role)
{
	const char *code = role < COLOR_ROLES ? c->codes[role] : NULL;

	if (code && !strcmp(code, "0"))
		code = NULL;
	if (c->now == code)
		return;
	if (c->now)
		fputs("\033[0m", out);
	if (code)
		fprintf(out, "\033[%sm", code);
	c->now = code;
}

static size_t put_colored(struct color *c, FILE *out, enum color_role role, const char *p, size_t n)
{
	paint(c, out, role);
	fwrite(p, 1, n, out);
	return n;
}

static size_t word_length(const char *p, const char *end)
{
	const char *q = p;

	/* a hyphen between letters is part of a name: "eventfd-count" */
	while (q < end &&
	       (isalnum((unsigned char)*q) || *q == '_' ||
		(*q == '-' && q > p && islower((unsigned char)q[-1]) && q + 1 < end && islower((unsigned char)q[1]))))
		q++;
	return (size_t)(q - p);
}

static bool starts(const char *p, const char *end, const char *with)
{
	size_t n = strlen(with);

	return (size_t)(end - p) >= n && !memcmp(p, with, n);
}

/* Returns the length up to the end of text, or all if text does not occur. */
static size_t length_through(const char *p, const char *end, const char *text)
{
	const char *at = memmem(p, (size_t)(end - p), text, strlen(text));

	return (size_t)((at ? at + strlen(text) : end) - p);
}

/* Returns whether the word names a constant, as PROT_READ. Modes, signals, RLIM_INFINITY and NULL are colored as values. */
static bool is_constant(const char *p, size_t n)
{
	bool letter = false;

	for (size_t i = 0; i < n; i++) {
		if (islower((unsigned char)p[i]))
			return false;
		letter = letter || isupper((unsigned char)p[i]);
	}
	if (n > 5 && !memcmp(p, "_IOC_", 5))
		return true;
	if (!letter || !isupper((unsigned char)*p) || n < 2 || (n == 4 && !memcmp(p, "NULL", 4)))
		return false;
	if (!strncmp(p, "SIG", 3))
		return n > 3 && p[3] == '_'; /* SIG_DFL */
	return strncmp(p, "S_I", 3) != 0 && strncmp(p, "RT", 2) != 0 && strncmp(p, "RLIM_", 5) != 0 &&
	       strncmp(p, "RLIM64_", 7) != 0;
}

/* Returns the length of a word, including what strace colors with it: further flags of open() or a mode, and "8192*1024". */
static size_t run_length(const char *p, const char *end, size_t n)
{
	const char *q = p + n;

	if (isdigit((unsigned char)*p) && starts(q, end, "*"))
		return n + 1 + word_length(q + 1, end);
	if (!starts(p, end, "O_") && !starts(p, end, "S_IF"))
		return n;
	while (q < end && *q == '|')
		q += 1 + word_length(q + 1, end);
	return (size_t)(q - p);
}

static enum color_role word_role(const struct color *c, const char *p, size_t n, const char *end)
{
	const char *next = p + n;

	if (next < end && *next == '=' && next + 1 < end && next[1] != '=' && next[1] != '>' &&
	    !isdigit((unsigned char)*p))
		return COLOR_ARGNAME;
	if (next < end && *next == '(' && (islower((unsigned char)*p) || *p == '_'))
		return COLOR_CALL;
	if (c->ioctl && c->args == 1 && c->depth == 1)
		return COLOR_ARGVAL;
	return is_constant(p, n) ? COLOR_CONST : COLOR_ARGVAL;
}

/* Writes a string, or its part up to end; the rest may come later. */
static size_t put_string(struct color *c, FILE *out, const char *p, const char *end)
{
	const char *q = p;

	if (!c->quoted) {
		c->quoted = true;
		q++;
	}
	while (q < end && c->quoted) {
		if (!c->escape && *q == '"')
			c->quoted = false;
		c->escape = !c->escape && *q == '\\';
		q++;
	}
	return put_colored(c, out, COLOR_ARGVAL, p, (size_t)(q - p));
}

/* Writes <unfinished ...>, or what -y and -T put in angle brackets. */
static size_t put_angles(struct color *c, FILE *out, const char *p, const char *end)
{
	size_t n = 1;

	if (starts(p, end, "<unfinished") || starts(p, end, "<detached") || starts(p, end, "<pid changed"))
		return put_colored(c, out, COLOR_ROLES, p, length_through(p, end, ">"));
	put_colored(c, out, COLOR_PUNCT, p, 1);
	/* members follow, as of an eventfd; else it is a name like "/dev/null<char 1:3>" */
	if (starts(p + 1, end, "{"))
		return 1;
	while (p + n < end && p[n] != '<' && p[n] != '>')
		n++;
	if (p + n == end)
		return 1;
	put_colored(c, out, COLOR_ARGVAL, p + 1, n - 1);
	return n;
}

static void count_brackets(struct color *c, char ch)
{
	if (strchr("([{", ch))
		c->depth++;
	if (strchr(")]}", ch) && c->depth)
		c->depth--;
}

static bool is_signal(const char *p, size_t n)
{
	for (int sig = 1; sig < 32; sig++) {
		const char *name = sigabbrev_np(sig);

		if (name && strlen(name) == n && !memcmp(name, p, n))
			return true;
	}
	return n > 2 && !memcmp(p, "RT", 2);
}

/* Returns the length of a set of signals, "~[INT TERM]", or 0 if there is no such set at p. */
static size_t signals_length(const struct color *c, const char *p, const char *end)
{
	const char *q = p + (*p == '~');

	if (!starts(q, end, "["))
		return 0;
	if (starts(++q, end, "]"))
		return c->mask ? (size_t)(q + 1 - p) : 0;
	for (;;) {
		size_t n = word_length(q, end);

		q += n;
		if (!n || q == end || !is_signal(q - n, n))
			return 0;
		if (*q == ']')
			return (size_t)(q + 1 - p);
		if (*q++ != ' ')
			return 0;
	}
}

/* Returns the length of a value in brackets that strace prints in one color, or 0 if there is no such value at p. */
static size_t whole_length(const struct color *c, const char *p, const char *end)
{
	return starts(p, end, "{WIF") ? length_through(p, end, "}") : signals_length(c, p, end);
}

/* Writes a word of the arguments. */
static size_t put_word(struct color *c, FILE *out, const char *p, size_t n, const char *end)
{
	enum color_role role = word_role(c, p, n, end);

	if (role == COLOR_ARGNAME)
		c->mask = n >= 4 && !memcmp(p + n - 4, "mask", 4);
	return put_colored(c, out, role, p, run_length(p, end, n));
}

/* Writes the end of a signal's line. */
static size_t put_dashes(struct color *c, FILE *out, const char *p)
{
	put_colored(c, out, COLOR_ROLES, p, 1);
	put_colored(c, out, COLOR_ARGVAL, p + 1, 3);
	return 4;
}

/* Writes one piece of the arguments and returns its length. */
static size_t put_argument(struct color *c, FILE *out, const char *p, const char *end)
{
	size_t n;

	if (c->quoted || *p == '"')
		return put_string(c, out, p, end);
	if (starts(p, end, "/*"))
		return put_colored(c, out, COLOR_COMMENT, p, length_through(p, end, "*/"));
	if (starts(p, end, "..."))
		return put_colored(c, out, COLOR_PUNCT, p, 3);
	if (*p == '<' && !starts(p, end, "<<"))
		return put_angles(c, out, p, end);
	n = whole_length(c, p, end);
	if (n)
		return put_colored(c, out, COLOR_ARGVAL, p, n);
	n = word_length(p, end);
	if (n)
		return put_word(c, out, p, n, end);
	if (*p == '-' && end - p > 1 && isdigit((unsigned char)p[1]))
		return put_colored(c, out, COLOR_ARGVAL, p, 1 + word_length(p + 1, end));
	count_brackets(c, *p);
	c->args += c->depth == 1 && *p == ',';
	put_colored(c, out, COLOR_PUNCT, p, 1);
	if (c->depth)
		return 1;
	c->state = *p == ')' || starts(p, end, "}>") ? RESULT : PLAIN;
	return 1 + (starts(p + 1, end, " ---") ? put_dashes(c, out, p + 1) : 0);
}

/* Writes one piece of " = -1 ENOENT (No such file or directory) <0.000012>" and returns its length. */
static size_t put_result(struct color *c, FILE *out, const char *p, const char *end)
{
	size_t n = *p == '-' ? 1 + word_length(p + 1, end) : word_length(p, end);

	if (n) {
		enum color_role role = c->failed && isupper((unsigned char)*p) ? COLOR_ERROR : COLOR_RETVAL;

		c->failed = c->failed || (n == 2 && !memcmp(p, "-1", 2));
		return put_colored(c, out, role, p, n);
	}
	if (*p == '?') {
		c->failed = true;
		return put_colored(c, out, COLOR_RETVAL, p, 1);
	}
	if (*p == '(')
		return put_colored(c, out, c->failed ? COLOR_ERROR : COLOR_RETVAL, p, length_through(p, end, ")"));
	if (starts(p, end, "<{"))
		c->state = ARGS;
	if (*p == '<')
		return put_angles(c, out, p, end);
	return put_colored(c, out, COLOR_PUNCT, p, 1);
}

/* Writes "[pid 12<sh>]", "[  59]" (-n) or "[00007f0e3a2b1c20]" (-i) and returns its length. */
static size_t put_bracketed(struct color *c, FILE *out, const char *p, const char *end)
{
	size_t n = length_through(p, end, "]");

	for (size_t i = 0, len; i < n; i += len) {
		len = strcspn(p + i, "[]<>");
		len = len && len < n - i ? len : 1;
		put_colored(c, out, strchr("[]<>", p[i]) ? COLOR_PUNCT : COLOR_ARGVAL, p + i, len);
	}
	return n;
}

/*
 * Writes the text before a call's name. From the first brackets on, it has the color of values. Returns the color that
 * the rest of the line has if it is not a call.
 */
static enum color_role put_prefix(struct color *c, FILE *out, const char *p, const char *end)
{
	enum color_role then = COLOR_ROLES;

	while (p < end) {
		if (*p == '[' && memchr(p, ']', (size_t)(end - p))) {
			p += put_bracketed(c, out, p, end);
			then = COLOR_ARGVAL;
		} else {
			p += put_colored(c, out, then, p, 1);
		}
	}
	return then;
}

/* Writes the line up to the arguments of its call, or all of a line that is not about a call. Returns the length. */
static size_t put_start(struct color *c, FILE *out, const char *p, const char *end)
{
	enum color_role then;

	c->depth = 0;
	c->failed = c->ioctl = c->mask = false;
	c->args = 0;
	c->state = PLAIN;
	if (starts(p, end, " > ") || starts(p, end, " | "))
		return 0;
	for (const char *q = p; q < end; q++) {
		size_t n = word_length(q, end);

		if (starts(q, end, "+++ "))
			return (size_t)(q - p) + put_colored(c, out, put_prefix(c, out, p, q), q, (size_t)(end - q));
		if (starts(q, end, "--- ")) {
			c->state = ARGS;
			return (size_t)(q - p) +
			       put_colored(c, out, put_prefix(c, out, p, q), q, length_through(q + 4, end, " ") + 4);
		}
		if (starts(q, end, "<... ") || (n && q + n < end && q[n] == '(' && !isdigit((unsigned char)*q))) {
			c->state = ARGS;
			c->depth = 1;
			then = put_prefix(c, out, p, q);
			if (*q == '<')
				return (size_t)(q - p) +
				       put_colored(c, out, then, q, length_through(q, end, "resumed>"));
			put_colored(c, out, COLOR_SYSCALL, q, n);
			c->ioctl = n == 5 && !memcmp(q, "ioctl", n);
			c->mask = n > 6 && (!memcmp(q, "rt_sig", 6) || !memcmp(q, "signal", 6));
			return (size_t)(q - p) + n + put_colored(c, out, COLOR_PUNCT, q + n, 1);
		}
		q += n ? n - 1 : 0;
	}
	return 0;
}

/* Writes a line, or a piece of one. */
static void put_line(struct color *c, FILE *out, const char *p, const char *end)
{
	while (p < end) {
		switch (c->state) {
		case LINE_START:
			p += put_start(c, out, p, end);
			break;
		case ARGS:
			p += put_argument(c, out, p, end);
			break;
		case RESULT:
			p += put_result(c, out, p, end);
			break;
		default:
			p += put_colored(c, out, COLOR_ROLES, p, (size_t)(end - p));
		}
	}
	paint(c, out, COLOR_ROLES);
}

void color__put(struct color *c, const char *p, size_t n, FILE *out)
{
	const char *end = p + n;

	while (p < end) {
		const char *line = memchr(p, '\n', (size_t)(end - p));

		put_line(c, out, p, line ? line : end);
		if (!line)
			return;
		fputc('\n', out);
		c->state = LINE_START;
		c->quoted = c->escape = false;
		p = line + 1;
	}
}
