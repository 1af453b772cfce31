// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "print.h"

void print__name(FILE *f, const char *s)
{
	for (; *s; s++)
		if (*s >= ' ' && *s < 0x7f && *s != '\\')
			fputc(*s, f);
		else
			fprintf(f, "\\%03o", (unsigned char)*s);
}

void print__json_string(FILE *f, const char *key, const char *s)
{
	if (!s)
		return;
	fprintf(f, ", \"%s\": \"", key);
	for (; *s; s++)
		if (*s == '"')
			fputs("\\\"", f);
		else if (*s == '\\')
			fputs("\\\\\\\\", f);
		else if (*s >= ' ' && *s < 0x7f)
			fputc(*s, f);
		else
			fprintf(f, "\\\\x%02x", (unsigned char)*s);
	fputc('"', f);
}
