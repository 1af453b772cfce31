// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/name.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

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

const char *name__text(const struct kstat_name *name, char *text, size_t size)
{
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
		/* abstract names have a NUL in front */
		if (len && !name->text[0])
			snprintf(text, size, "unix:@%.*s", len - 1, name->text + 1);
		else
			snprintf(text, size, "unix:%.*s", len, name->text);
		break;
	case KSTAT_NAME_OTHER:
		snprintf(text, size, "<%.*s>", len, name->text);
		break;
	default:
		snprintf(text, size, "%s%.*s%s", name->cut & KSTAT_CUT_FRONT ? "..." : "", len, name->text,
			 name->cut & KSTAT_CUT_END ? "..." : "");
	}
	return text;
}
