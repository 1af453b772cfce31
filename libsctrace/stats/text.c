// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Names come from traced programs. Their text must not contain control sequences for terminals, must not break a JSON
 * string, and must not look like another name.
 */
#include <stdio.h>
#include <string.h>

#include "lookup/abi.h"
#include "stats/table.h"

#define CELL_MAX 256 /* most bytes of a cell: the kernel keeps no longer names */

void text__safe(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n && s[i]; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '\\')
			buf__lit(b, "\\\\");
		else if (c >= 0x20 && c < 0x7f)
			buf__char(b, s[i]);
		else
			buf__printf(b, "\\%03o", c);
	}
}

void text__end(struct buf *b, const char *s, size_t n, size_t max)
{
	const char *end = s + n;

	if (n > max) {
		buf__lit(b, "...");
		s = end - max + 3;
	}
	for (; s < end; s++) {
		if (*s >= 0x20 && *s < 0x7f)
			buf__char(b, *s);
		else
			buf__printf(b, "\\%03o", (unsigned char)*s);
	}
}

void text__safe_end(struct buf *b, const char *s, size_t max)
{
	size_t at = strlen(s), width = 0, dots = at;

	for (; at; at--) {
		unsigned char c = (unsigned char)s[at - 1];

		width += c == '\\' ? 2 : c >= 0x20 && c < 0x7f ? 1 : 4;
		if (width + 3 <= max)
			dots = at - 1;
		if (width > max)
			break;
	}
	if (at)
		buf__lit(b, "...");
	text__safe(b, at ? s + dots : s, SIZE_MAX);
}

/* ---- values of keys ---- */

static const char *error_name(unsigned err, char *tmp, size_t size)
{
	const char *text, *name = errno__name(err, &text);

	if (!err)
		return "-";
	if (name)
		return name;
	snprintf(tmp, size, "%u", err);
	return tmp;
}

static const char *name_of(const struct stats *s, uint32_t id)
{
	return id ? s->names.p[id - 1] : "-";
}

const char *by__arg(const char *texts, unsigned i, size_t *len)
{
	for (; texts && i; i--) {
		texts = strchr(texts, '\n');
		texts += texts != NULL;
	}
	*len = texts ? strcspn(texts, "\n") : 0;
	return texts;
}

static void put_arg(struct buf *b, const struct stats *s, uint32_t id, unsigned i)
{
	size_t len;
	const char *text = by__arg(id ? s->names.p[id - 1] : NULL, i, &len);

	if (len)
		text__end(b, text, len, CELL_MAX);
	else
		buf__char(b, '-');
}

void by__text(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row,
	      unsigned column)
{
	const struct by_key *key = &by_keys[table__key(column)];
	const struct kstat_by_key *k = &row->key;
	const char *name;
	char tmp[40];

	if (s->groups[k->owner - 1].other && key->kind != KSTAT_KEY_CALL) {
		buf__str(b, "other");
		return;
	}
	switch (key->kind) {
	case KSTAT_KEY_CALL:
		buf__str(b, row__label(s, row, tmp, sizeof(tmp)));
		break;
	case KSTAT_KEY_NUM:
		if (key->bit == KSTAT_BY_UID && by_key__num(key, k) == UINT32_MAX)
			buf__char(b, '-');
		else
			buf__udec(b, by_key__num(key, k));
		break;
	case KSTAT_KEY_COMM:
		text__safe(b, by_key__at(key, k), sizeof(k->comm));
		break;
	case KSTAT_KEY_CGROUP:
		text__safe_end(b, by_key__cgroup(key, k) ? o->cgroup(o->ctx, by_key__cgroup(key, k)) : "-", CELL_MAX);
		break;
	case KSTAT_KEY_ERRNO:
		buf__str(b, error_name(by_key__errno(key, k), tmp, sizeof(tmp)));
		break;
	case KSTAT_KEY_RET:
		if (by_key__ret(key, k) < 0 && by_key__ret(key, k) >= -4095)
			buf__str(b, error_name((unsigned)-by_key__ret(key, k), tmp, sizeof(tmp)));
		else
			buf__printf(b, by_key__ret(key, k) >> 40 ? "0x%llx" : "%lld", (long long)by_key__ret(key, k));
		break;
	case KSTAT_KEY_ARG: /* printed in an argument's column */
	case KSTAT_KEY_SUM:
		break;
	case KSTAT_KEY_NAME:
		/* the name of a peer, and the text of an argument, are quoted already */
		name = name_of(s, by_key__num(key, k));
		if (column >= KEY_ARGS)
			put_arg(b, s, by_key__num(key, k), column - KEY_ARGS);
		else if (key->bit & (KSTAT_BY_FILE | KSTAT_BY_EXE))
			text__safe_end(b, name, CELL_MAX);
		else
			text__end(b, name, strlen(name), CELL_MAX);
	}
}
