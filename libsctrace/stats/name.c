// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/name.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "util/quote.h"
#include "util/buf.h"

static void inet(const struct kstat_name *name, char *text, size_t size)
{
	char addr[INET6_ADDRSTRLEN] = "?";
	struct kstat_inet in;

	memcpy(&in, name->text, sizeof(in));
	inet_ntop(in.family, in.addr, addr, sizeof(addr));
	if (name->type == KSTAT_NAME_HOST)
		snprintf(text, size, "%s", addr);
	else
		snprintf(text, size, in.family == AF_INET6 ? "[%s]:%u" : "%s:%u", addr, in.port);
}

/* Returns whether all n bytes are printed unquoted. */
static bool is_plain(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] < 0x21 || p[i] > 0x7e || p[i] == '"' || p[i] == '\\')
			return false;
	return true;
}

/*
 * Appends the name of a unix socket. A name with unprintable bytes is quoted, so that no two names have the same text.
 * An abstract name begins with a NUL.
 */
static void name_unix(const char *p, size_t n, struct buf *b)
{
	bool abstract = n && !p[0];

	p += abstract;
	n -= abstract;
	buf__str(b, abstract ? "unix:@" : "unix:");
	if (is_plain(p, n))
		buf__mem(b, p, n);
	else
		quote__bytes(b, (const uint8_t *)p, n, QUOTE_OCTAL);
}

const char *name__text(const struct kstat_name *name, char *text, size_t size)
{
	struct buf b = {};
	int len;

	if (!name)
		return NULL;
	len = name->len < KSTAT_NAME_MAX ? name->len : KSTAT_NAME_MAX;
	switch (name->type) {
	case KSTAT_NAME_INET:
	case KSTAT_NAME_HOST:
		inet(name, text, size);
		break;
	case KSTAT_NAME_UNIX:
		name_unix(name->text, (size_t)len, &b);
		snprintf(text, size, "%.*s", (int)b.len, b.failed ? "?" : b.p);
		buf__free(&b);
		break;
	case KSTAT_NAME_OTHER:
		snprintf(text, size, "<%.*s>", len, name->text);
		break;
	default:
		snprintf(text, size, "%s%.*s", name->cut & KSTAT_CUT_FRONT ? "..." : "", len, name->text);
	}
	return text;
}
