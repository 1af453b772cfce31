// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sctrace.h"

/* ---- the palette ---- */

/* strace(1) names the keys; the codes are those that strace 7.2 prints. */
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

/* ---- lines ---- */

/* The colors of the roles. Roles that are missing here have none, or one that depends on the line: color_of(). */
static const struct {
	bool on;
	enum color_role color;
} colors[] = {
	[SCTRACE_ROLE_CALL] = { true, COLOR_SYSCALL },	  [SCTRACE_ROLE_PUNCT] = { true, COLOR_PUNCT },
	[SCTRACE_ROLE_FIELD] = { true, COLOR_ARGNAME },	  [SCTRACE_ROLE_NUMBER] = { true, COLOR_ARGVAL },
	[SCTRACE_ROLE_STRING] = { true, COLOR_ARGVAL },	  [SCTRACE_ROLE_SYMBOL] = { true, COLOR_CONST },
	[SCTRACE_ROLE_SIGNAL] = { true, COLOR_ARGVAL },	  [SCTRACE_ROLE_REQUEST] = { true, COLOR_ARGVAL },
	[SCTRACE_ROLE_FUNC] = { true, COLOR_CALL },	  [SCTRACE_ROLE_FILE] = { true, COLOR_ARGVAL },
	[SCTRACE_ROLE_CONTEXT] = { true, COLOR_ARGVAL },  [SCTRACE_ROLE_COMMENT] = { true, COLOR_COMMENT },
	[SCTRACE_ROLE_RESULT] = { true, COLOR_RETVAL },	  [SCTRACE_ROLE_ERROR] = { true, COLOR_ERROR },
	[SCTRACE_ROLE_DURATION] = { true, COLOR_ARGVAL },
};

/*
 * Returns the color of a span, or COLOR_ROLES for none. As in strace's lines, once a line has had a value before its
 * call, times and what is not of a call have the color of values, too.
 */
static enum color_role color_of(const struct color *c, enum sctrace_role role)
{
	switch (role) {
	case SCTRACE_ROLE_TASK:
		return c->begun ? COLOR_ARGVAL : COLOR_ROLES;
	case SCTRACE_ROLE_TIME:
	case SCTRACE_ROLE_PROGRESS:
	case SCTRACE_ROLE_SIGNAL_LINE:
	case SCTRACE_ROLE_EXIT_LINE:
		return c->value && !c->call ? COLOR_ARGVAL : COLOR_ROLES;
	default:
		return role < sizeof(colors) / sizeof(colors[0]) && colors[role].on ? colors[role].color : COLOR_ROLES;
	}
}

/* Switches to a color, or with COLOR_ROLES to none. */
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

/* Writes text without a role in the default color, and ends the color at the end of each line. */
static void put_plain(struct color *c, FILE *out, const char *p, size_t n)
{
	if (!n)
		return;
	paint(c, out, COLOR_ROLES);
	fwrite(p, 1, n, out);
	if (memchr(p, '\n', n))
		c->begun = c->value = c->call = false;
}

static void put_span(struct color *c, FILE *out, const char *p, const struct sctrace_span *s)
{
	enum color_role color = color_of(c, s->role);

	paint(c, out, color);
	fwrite(p + s->begin, 1, s->end - s->begin, out);
	c->begun = true;
	c->value = c->value || color == COLOR_ARGVAL;
	c->call = c->call || s->role == SCTRACE_ROLE_CALL || s->role == SCTRACE_ROLE_PROGRESS;
}

void color__put(struct color *c, const char *p, size_t n, const struct sctrace_span *spans, size_t nspans, FILE *out)
{
	size_t at = 0;

	for (size_t i = 0; i < nspans; i++) {
		put_plain(c, out, p + at, spans[i].begin - at);
		put_span(c, out, p, &spans[i]);
		at = spans[i].end;
	}
	put_plain(c, out, p + at, n - at);
	paint(c, out, COLOR_ROLES);
}
