// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sctrace.h"
#include "sink/file_out.h"
#include "util/marks.h"

/* wait(2)'s status */
#define CONTINUED 0xffff
#define COREDUMP 0x80
#define STOPPED 0x7f

static struct text_out *self(struct out *o)
{
	return (struct text_out *)o;
}

/* Writes a status of wait(2) with the W* macros. */
static void put_status(struct buf *b, uint32_t s)
{
	unsigned low = s & 0x7f, high = s >> 8 & 0xff, sig = (s & 0xff) == STOPPED ? high & 0x7f : low;
	const char *name = flags__name(&flags_signals, sig);
	char number[12];

	if (!name) {
		snprintf(number, sizeof(number), "%u", sig);
		name = number;
	}
	if (s == CONTINUED)
		buf__lit(b, "{WIFCONTINUED(s)}");
	else if (!low)
		buf__printf(b, "{WIFEXITED(s) && WEXITSTATUS(s) == %u}", high);
	else if ((s & 0xff) == STOPPED)
		buf__printf(b, "{WIFSTOPPED(s) && WSTOPSIG(s) == %s%s}", name, high & 0x80 ? " | 0x80" : "");
	else
		buf__printf(b, "{WIFSIGNALED(s) && WTERMSIG(s) == %s%s}", name, s & COREDUMP ? " && WCOREDUMP(s)" : "");
}

/* Writes the separator before the next element of a list; the arguments, level 0, are a list like any other. */
static inline void separate(struct text_out *t)
{
	if (t->glued) {
		t->glued = false;
		return;
	}
	if (t->used[t->depth]) {
		mark(t->b, SCTRACE_ROLE_PUNCT);
		switch (t->group[t->depth]) {
		case OUT_SET:
		case OUT_NOTSET:
		case OUT_SIGNALS:
		case OUT_NOT_SIGNALS:
			buf__char(t->b, ' ');
			break;
		case OUT_BITS:
			buf__char(t->b, '|');
			break;
		case OUT_SUM:
			buf__char(t->b, '+');
			break;
		case OUT_EITHER:
			buf__lit(t->b, " or ");
			break;
		case OUT_GLUED:
			break;
		default:
			buf__lit(t->b, ", ");
		}
	}
	t->used[t->depth] = true;
}

/* Writes the separator before a value of this role. */
static __attribute__((noinline)) void separate_as(struct text_out *t, enum sctrace_role role)
{
	separate(t);
	mark(t->b, role);
}

static void put_hex(struct buf *b, uint64_t v)
{
	buf__lit(b, "0x");
	buf__hex(b, v);
}

/* Writes an octal number with a leading 0, at least three digits. */
static void put_octal(struct buf *b, uint64_t v)
{
	buf__char(b, '0');
	if (v < 010)
		buf__char(b, '0');
	buf__oct(b, v);
}

static void put_mode(struct buf *b, uint64_t v)
{
	static const char *const types[16] = {
		[001] = "S_IFIFO", [002] = "S_IFCHR", [004] = "S_IFDIR",  [006] = "S_IFBLK",
		[010] = "S_IFREG", [012] = "S_IFLNK", [014] = "S_IFSOCK",
	};
	const char *type = types[v >> 12 & 15];

	if (!type && v & 0170000) {
		put_octal(b, v);
		return;
	}
	if (type) {
		buf__str(b, type);
		buf__char(b, '|');
		v &= ~0170000ull;
	}
	if (v & 04000)
		buf__lit(b, "S_ISUID|");
	if (v & 02000)
		buf__lit(b, "S_ISGID|");
	if (v & 01000)
		buf__lit(b, "S_ISVTX|");
	put_octal(b, v & ~07000ull);
}

/* Writes v as printf's %#0*x does: the width includes the 0x, which 0 does not have. */
static void put_hex_width(struct buf *b, uint64_t v, unsigned width)
{
	unsigned digits = 1;

	for (uint64_t rest = v >> 4; rest; rest >>= 4)
		digits++;
	if (v) {
		buf__lit(b, "0x");
		digits += 2;
	}
	if (digits < width)
		buf__pad(b, '0', width - digits);
	buf__hex(b, v);
}

/* Writes a character constant of C. */
static void put_char(struct buf *b, uint8_t ch, bool letter)
{
	static const char plain[] = "'\\\t\n\v\f\r", letters[] = "'\\tnvfr";
	const char *at = ch && (!letter || ch >= ' ') ? strchr(plain, ch) : NULL;

	if (at)
		buf__printf(b, "'\\%c'", letters[at - plain]);
	else
		buf__printf(b, ch >= ' ' && ch <= '~' ? "'%c'" : "'\\x%02x'", ch);
}

/* Writes "..." in place of elements or bytes that are left out. */
static void put_dots(struct buf *b)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__lit(b, "...");
}

void text_out__file(struct text_out *t)
{
	const struct out_file *f = t->out.file;

	t->out.file = NULL; /* cleared first, as no value in the file's description is a descriptor */
	if (f)
		file_out__text(t, f);
}

/* Writes the end of a list whose next element, at this address, could not be read. */
static void put_beyond(struct buf *b, uint64_t addr)
{
	put_dots(b);
	mark(b, SCTRACE_ROLE_COMMENT);
	buf__printf(b, " /* %#llx */", (unsigned long long)addr);
}

static void op_integer(struct out *o, uint64_t v, enum out_style style, unsigned width)
{
	struct text_out *t = self(o);

	separate_as(t, style == OUT_CHAR || style == OUT_LETTER ? SCTRACE_ROLE_STRING : SCTRACE_ROLE_NUMBER);
	switch (style) {
	case OUT_DEC:
		buf__dec(t->b, (int64_t)v);
		break;
	case OUT_PID:
		buf__dec(t->b, (int64_t)v);
		text_out__pid(t, (int64_t)v);
		break;
	case OUT_FD:
		buf__dec(t->b, (int64_t)v);
		text_out__file(t);
		break;
	case OUT_UDEC:
		buf__udec(t->b, v);
		break;
	case OUT_ADDR:
	case OUT_UNREAD:
		if (v)
			put_hex(t->b, v);
		else
			buf__lit(t->b, "NULL");
		break;
	case OUT_BEYOND:
		put_beyond(t->b, v);
		break;
	case OUT_HEX:
		if (width)
			put_hex_width(t->b, v, width);
		else if (v)
			put_hex(t->b, v);
		else
			buf__char(t->b, '0');
		break;
	case OUT_HEX0:
		put_hex(t->b, v);
		break;
	case OUT_OCT:
		put_octal(t->b, v);
		break;
	case OUT_MODE:
		put_mode(t->b, v);
		break;
	case OUT_DIGITS:
		buf__printf(t->b, "%0*llo", (int)width, (unsigned long long)v);
		break;
	case OUT_CHAR:
	case OUT_LETTER:
		put_char(t->b, (uint8_t)v, style == OUT_LETTER);
		break;
	case OUT_STATUS:
		put_status(t->b, (uint32_t)v);
		break;
	}
}

static void put_note(struct buf *b, const char *text)
{
	if (!text)
		return;
	mark(b, SCTRACE_ROLE_COMMENT);
	buf__lit(b, " /* ");
	buf__str(b, text);
	buf__lit(b, " */");
}

/* Writes a number in hex, 0 as 0. */
static void put_number(struct buf *b, uint64_t v)
{
	mark(b, SCTRACE_ROLE_NUMBER);
	if (v)
		put_hex(b, v);
	else
		buf__char(b, '0');
}

static void put_unknown(struct buf *b, const struct sct_flags *f, uint64_t v)
{
	put_number(b, v);
	put_note(b, f->unknown);
}

/* Writes the '|' between flags. */
static void put_or(struct buf *b)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__char(b, '|');
}

/* Writes A|B and returns the bits that have no name. Sets *any if a name was written. */
static uint64_t put_names(struct buf *b, const struct sct_flags *f, uint64_t base, uint64_t v, bool *any)
{
	struct flags_walk w = flags__walk(f, base, v);
	const char *name;

	*any = false;
	while ((name = flags__next(&w))) {
		if (*any)
			put_or(b);
		mark(b, SCTRACE_ROLE_SYMBOL);
		buf__str(b, name);
		*any = true;
	}
	return w.rest;
}

static void put_flags(struct buf *b, const struct sct_flags *f, uint64_t v)
{
	bool any;
	uint64_t rest = put_names(b, f, f->base, v, &any);

	if (rest && any) {
		put_or(b);
		put_number(b, rest);
	} else if (rest) {
		put_unknown(b, f, rest);
	} else if (!any) {
		put_number(b, 0);
	}
}

/* Writes the names of flags as a note: A|B|0x40; if no bit has a name, the note of the table. */
static void note_flags(struct buf *b, const struct sct_flags *f, uint64_t v)
{
	uint64_t rest;
	bool any;

	mark_whole(b, SCTRACE_ROLE_COMMENT);
	buf__lit(b, " /* ");
	rest = put_names(b, f, 0, v, &any);
	if (!any) {
		buf__str(b, f->unknown);
	} else if (rest) {
		put_or(b);
		put_hex(b, rest);
	}
	buf__lit(b, " */");
	mark_end(b);
}

static void put_noted(struct buf *b, const struct sct_flags *f, uint64_t v, enum out_symbol how)
{
	const char *name = how == SYM_NOTE_FLAGS ? NULL : flags__name(f, how == SYM_NOTE_DEC ? (uint32_t)v : v);

	if (how == SYM_NOTE_DEC)
		buf__dec(b, (int64_t)v);
	else
		put_number(b, v);
	if (how != SYM_NOTE_FLAGS)
		put_note(b, name ? name : f->unknown);
	else if (v)
		note_flags(b, f, v);
}

static void put_enumeration(struct buf *b, const struct sct_flags *f, uint64_t v, enum out_symbol how)
{
	const char *name = flags__name(f, how == SYM_ENUM_DEC ? (uint32_t)v : v);

	if (name) {
		mark(b, SCTRACE_ROLE_SYMBOL);
		buf__str(b, name);
	} else if (how == SYM_ENUM) {
		put_unknown(b, f, v);
	} else {
		if (how == SYM_ENUM_DEC)
			buf__dec(b, (int64_t)v);
		else
			buf__udec(b, v);
		if (how != SYM_NAMED)
			put_note(b, f->unknown);
	}
}

static void op_symbol(struct out *o, const struct sct_flags *f, uint64_t v, enum out_symbol how)
{
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_NUMBER);
	switch (how) {
	case SYM_BLANK:
		if (!v)
			break;
		/* fall through */
	case SYM_FLAGS:
		if (f->base == O_ACCMODE_BITS)
			mark_whole(t->b, SCTRACE_ROLE_SYMBOL);
		put_flags(t->b, f, v);
		if (f->base == O_ACCMODE_BITS)
			mark_end(t->b);
		break;
	case SYM_NOTE_DEC:
	case SYM_NOTE_HEX:
	case SYM_NOTE_FLAGS:
		put_noted(t->b, f, v, how);
		break;
	default:
		put_enumeration(t->b, f, v, how);
	}
}

/* Returns the role of a constant. RLIM_INFINITY, an OUT_UDEC, has the role of the number that it replaces. */
static enum sctrace_role role_of(const struct text_out *t, const char *name, enum out_style style)
{
	if (t->request && !t->depth)
		return SCTRACE_ROLE_REQUEST;
	if (style == OUT_UDEC)
		return SCTRACE_ROLE_NUMBER;
	return style == OUT_DEC && !strncmp(name, "SIG", 3) ? SCTRACE_ROLE_SIGNAL : SCTRACE_ROLE_SYMBOL;
}

static void op_name(struct out *o, const char *name, uint64_t v, enum out_style style)
{
	struct text_out *t = self(o);

	separate_as(t, t->b->marks ? role_of(t, name, style) : SCTRACE_ROLE_NONE);
	buf__str(t->b, quirk__name(name, (enum out_group)t->group[t->depth]));
	text_out__file(t);
}

/* Writes the operator before an operand of this role. */
static void put_operator(struct buf *b, const char *text, enum sctrace_role role)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__str(b, text);
	mark(b, role);
}

static void op_expr(struct out *o, const struct out_expr *e)
{
	struct text_out *t = self(o);
	struct buf *b = t->b;

	separate_as(t, e->name ? SCTRACE_ROLE_SYMBOL : SCTRACE_ROLE_NUMBER);
	if (e->prefix)
		buf__str(b, e->prefix);
	if (e->name)
		buf__str(b, e->name);
	else if (e->hex && e->number)
		put_hex(b, e->number);
	else
		buf__udec(b, e->number);
	if (!e->name && !e->unknown_last)
		put_note(b, e->unknown);
	if (e->has_plus) {
		put_operator(b, "+", SCTRACE_ROLE_NUMBER);
		buf__printf(b, e->plus_hex ? "%#llx" : "%llu", (unsigned long long)e->plus);
	}
	if (e->times)
		buf__printf(b, "*%u", e->times);
	if (e->shift_name) {
		put_operator(b, "<<", SCTRACE_ROLE_SYMBOL);
		buf__str(b, e->shift_name);
	} else if (e->shift) {
		put_operator(b, "<<", SCTRACE_ROLE_NUMBER);
		buf__udec(b, e->shift);
	}
	if (!e->name && e->unknown_last)
		put_note(b, e->unknown);
}

static bool op_coded(struct out *o, const struct out_code *c)
{
	return true;
}

static void op_coded_end(struct out *o)
{
}

static void op_string(struct out *o, const void *p, size_t n, uint64_t total, unsigned flags)
{
	struct text_out *t = self(o);
	size_t max = flags & OUT_STR_WHOLE ? SIZE_MAX : o->bytes, show = total < n ? (size_t)total : n;
	const uint8_t *s = p;
	bool cut;

	separate_as(t, flags & OUT_STR_NAME ? SCTRACE_ROLE_PUNCT : SCTRACE_ROLE_STRING);
	if (show > max)
		show = max;
	cut = show < total;
	if (show && !s[show - 1] && (flags & OUT_STR_TRIM || (flags & OUT_STR_ENDS && !cut))) {
		cut = false;
		if (t->hex == QUOTE_OCTAL) {
			show--;
			flags &= ~OUT_STR_CUT;
		}
	}
	if (flags & OUT_STR_NAME) {
		buf__char(t->b, '@');
		mark(t->b, SCTRACE_ROLE_STRING);
	}
	quote__bytes(t->b, s, show, flags & OUT_STR_HEX ? QUOTE_HEX_ALL : t->hex);
	if (cut || flags & OUT_STR_CUT)
		put_dots(t->b);
}

/* Writes if_nametoindex("lo"). */
static void op_ifindex(struct out *o, uint32_t index)
{
	const char *name = out_interface(o, index);

	if (!name) {
		out_uint(o, index);
		return;
	}
	out_call(o, "if_nametoindex");
	out_str(o, name, strlen(name), OUT_STR_WHOLE);
	out_close(o, OUT_CALL);
}

static void op_form(struct out *o, const char *text)
{
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_NUMBER);
	buf__str(t->b, text);
}

static void op_device(struct out *o, uint64_t major, uint64_t minor)
{
	out_call(o, "makedev");
	out_hex(o, major);
	out_hex(o, minor);
	out_close(o, OUT_CALL);
}

static void put_two(struct buf *b, char before, int v)
{
	buf__char(b, before);
	buf__udec_pad(b, (uint64_t)v, 2);
}

/* Writes what strftime() does for %FT%T, but faster: a listing has three dates per file. */
static void put_date(struct buf *b, const struct tm *tm)
{
	buf__dec(b, 1900 + (int64_t)tm->tm_year);
	put_two(b, '-', tm->tm_mon + 1);
	put_two(b, '-', tm->tm_mday);
	put_two(b, 'T', tm->tm_hour);
	put_two(b, ':', tm->tm_min);
	put_two(b, ':', tm->tm_sec);
}

/* Writes an offset from UTC as strftime()'s %z: +0100. */
static void put_zone(struct buf *b, long offset)
{
	long minutes = (offset < 0 ? -offset : offset) / 60;

	buf__char(b, offset < 0 ? '-' : '+');
	buf__udec_pad(b, (uint64_t)(minutes / 60 * 100 + minutes % 60), 4);
}

static void op_date(struct out *o, int64_t sec, int64_t frac, unsigned digits, bool note)
{
	struct text_out *t = self(o);
	time_t at = sec;
	struct tm tm;

	if (!localtime_r(&at, &tm))
		return;
	if (note) {
		mark(t->b, SCTRACE_ROLE_COMMENT);
		buf__lit(t->b, " /* ");
	} else {
		separate_as(t, SCTRACE_ROLE_NUMBER);
	}
	put_date(t->b, &tm);
	if (digits && frac) {
		buf__char(t->b, '.');
		buf__udec_pad(t->b, (uint64_t)frac, digits);
	}
	put_zone(t->b, tm.tm_gmtoff);
	if (note)
		buf__lit(t->b, " */");
}

static void op_resumes(struct out *o, const char *name)
{
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_PROGRESS);
	buf__printf(t->b, "<... resuming interrupted %s ...>", name ? name : "system call");
}

/* Marks the opening bracket of a group. A set of signals is one value, whose mark op_close() ends. */
static void mark_group(struct buf *b, enum out_group g)
{
	if (g == OUT_SIGNALS || g == OUT_NOT_SIGNALS)
		mark_whole(b, SCTRACE_ROLE_SIGNAL);
	else
		mark(b, SCTRACE_ROLE_PUNCT);
}

static void op_open(struct out *o, enum out_group g, const char *name)
{
	static const char *const brackets[] = {
		[OUT_STRUCT] = "{",  [OUT_ARRAY] = "[",	  [OUT_INDEXED] = "[",	    [OUT_SET] = "[",
		[OUT_NOTSET] = "~[", [OUT_CALL] = "(",	  [OUT_BITS] = "",	    [OUT_GLUED] = "",
		[OUT_SUM] = "",	     [OUT_EITHER] = "",	  [OUT_MAP] = "{",	    [OUT_READY] = "[",
		[OUT_INODES] = "",   [OUT_SIGNALS] = "[", [OUT_NOT_SIGNALS] = "~[",
	};
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_FUNC);
	if (name)
		buf__str(t->b, name);
	mark_group(t->b, g);
	buf__str(t->b, brackets[g]);
	if (g == OUT_READY)
		quirk__ready_begin(&t->ready, t->b->len - 1);
	if (t->depth < TEXT_DEPTH - 1)
		t->depth++;
	else
		t->deeper++;
	t->group[t->depth] = g;
	t->used[t->depth] = false;
}

static void op_close(struct out *o, enum out_group g)
{
	static const char *const brackets[] = {
		[OUT_STRUCT] = "}",  [OUT_ARRAY] = "]",	      [OUT_INDEXED] = "]", [OUT_SET] = "]",
		[OUT_NOTSET] = "]",  [OUT_CALL] = ")",	      [OUT_BITS] = "",	   [OUT_GLUED] = "",
		[OUT_SUM] = "",	     [OUT_EITHER] = "",	      [OUT_MAP] = "}",	   [OUT_READY] = "]",
		[OUT_SIGNALS] = "]", [OUT_NOT_SIGNALS] = "]", [OUT_INODES] = "]", /* closes the last inode number */
	};
	struct text_out *t = self(o);

	if (g == OUT_READY)
		quirk__ready_end(&t->ready, t->b);
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__str(t->b, brackets[g]);
	if (g == OUT_SIGNALS || g == OUT_NOT_SIGNALS)
		mark_end(t->b);
	t->glued = false;
	if (t->deeper)
		t->deeper--;
	else if (t->depth)
		t->depth--;
}

static void op_field(struct out *o, const char *name)
{
	struct text_out *t = self(o);
	bool inode = t->group[t->depth] == OUT_INODES;

	if (inode && t->used[t->depth]) {
		mark(t->b, SCTRACE_ROLE_PUNCT);
		buf__char(t->b, ']');
	}
	separate_as(t, SCTRACE_ROLE_FIELD);
	buf__str(t->b, name);
	mark(t->b, SCTRACE_ROLE_PUNCT);
	if (inode)
		buf__lit(t->b, ":[");
	else
		buf__char(t->b, t->note && !t->depth ? ' ' : '=');
	t->glued = true;
}

static void op_index(struct out *o, const char *name, const char *suffix, uint64_t i, const char *unknown)
{
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, '[');
	mark(t->b, name ? SCTRACE_ROLE_SYMBOL : SCTRACE_ROLE_NUMBER);
	if (name) {
		buf__str(t->b, name);
		buf__str(t->b, suffix);
	} else {
		buf__udec(t->b, i);
		put_note(t->b, unknown);
	}
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__lit(t->b, "]=");
	t->glued = true;
}

static void op_more(struct out *o)
{
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_PUNCT);
	buf__lit(t->b, "...");
}

static bool op_item(struct out *o, uint64_t i)
{
	struct text_out *t = self(o);

	if (t->group[t->depth] == OUT_READY && !quirk__ready_fits(&t->ready, t->b))
		return false;
	if (i < o->items)
		return true;
	op_more(o);
	return false;
}

static void op_unknown(struct out *o)
{
	struct text_out *t = self(o);

	separate_as(t, SCTRACE_ROLE_PUNCT);
	buf__lit(t->b, "???");
}

static void op_becomes(struct out *o)
{
	struct text_out *t = self(o);

	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__lit(t->b, " => ");
	t->glued = true;
}

static void op_rest(struct out *o, const void *p, size_t n, uint64_t from, uint64_t to)
{
	struct text_out *t = self(o);
	size_t show = n < o->bytes ? n : o->bytes;

	separate_as(t, SCTRACE_ROLE_COMMENT);
	buf__printf(t->b, "/* bytes %llu..%llu */ ", (unsigned long long)from, (unsigned long long)to - 1);
	mark(t->b, SCTRACE_ROLE_STRING);
	quote__bytes(t->b, p, show, QUOTE_HEX_ALL);
	if (show < to - from)
		put_dots(t->b);
}

static void op_note(struct out *o, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	put_note(self(o)->b, text);
}

static const struct out_ops text_ops = OUT_OPS;

void text_out__init(struct text_out *t, struct buf *b, enum quote_hex hex, const struct decode_opts *opts)
{
	*t = (struct text_out){
		.out = {
			.ops = &text_ops,
			.items = opts->verbose ? UINT64_MAX : opts->strlen_max,
			.bytes = opts->strlen_max,
			.full = opts->verbose,
			.interfaces = opts->interfaces,
		},
		.b = b,
		.hex = hex,
		.fds = opts->fds_shown,
		.tasks = opts->tasks,
		.pids = opts->pids,
		.seccontext = opts->seccontext,
	};
	text_out__begin(t);
}

void text_out__begin(struct text_out *t)
{
	t->depth = 0;
	t->deeper = 0;
	t->glued = false;
	t->group[0] = OUT_CALL;
	t->used[0] = false;
}

void text_out__go_on(struct text_out *t)
{
	t->used[0] = true;
}
