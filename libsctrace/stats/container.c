// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/container.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_SHOWN 12 /* digits, as docker ps prints them */
#define ID_MIN 32   /* a shorter word of hexadecimal digits is a name */

/* Copies a name with systemd's escapes: "\\x2d" is '-'. */
static void unescape(const char *name, size_t n, char *text, size_t size)
{
	size_t len = 0;
	unsigned c;

	for (size_t i = 0; i < n && len + 1 < size; i++) {
		if (i + 3 < n && sscanf(name + i, "\\x%2x", &c) == 1 && c) {
			text[len++] = (char)c;
			i += 3;
		} else {
			text[len++] = name[i];
		}
	}
	text[len] = '\0';
}

/* Writes the id that a component of a path ends with: "docker-ID.scope", "ID". */
static bool id_of(const char *name, size_t n, char *text, size_t size)
{
	size_t digits = 0;

	if (n > 6 && !memcmp(name + n - 6, ".scope", 6))
		n -= 6;
	while (digits < n && strchr("0123456789abcdef", name[n - 1 - digits]))
		digits++;
	if (digits < ID_MIN || (digits < n && !strchr("-:", name[n - 1 - digits])))
		return false;
	snprintf(text, size, "%.*s", ID_SHOWN, name + n - digits);
	return true;
}

/* Writes what is between prefix and suffix, if the component has both. */
static bool between(const char *name, size_t n, const char *prefix, const char *suffix, char *text, size_t size)
{
	size_t p = strlen(prefix), s = strlen(suffix);

	if (n <= p + s || memcmp(name, prefix, p) != 0 || memcmp(name + n - s, suffix, s) != 0)
		return false;
	unescape(name + p, n - p - s, text, size);
	return true;
}

static bool container_of(const char *name, size_t n, char *text, size_t size)
{
	return id_of(name, n, text, size) || between(name, n, "machine-", ".scope", text, size) ||
	       between(name, n, "systemd-nspawn@", ".service", text, size) ||
	       between(name, n, "lxc.payload.", "", text, size);
}

const char *container__text(const char *path, char *text, size_t size)
{
	bool container = false, unit = false;
	char service[256];

	for (const char *w = path; *w; w += strcspn(w, "/")) {
		size_t n;

		w += *w == '/';
		n = strcspn(w, "/");
		container |= container_of(w, n, text, size);
		if (n > 8 && !memcmp(w + n - 8, ".service", 8)) {
			unescape(w, n, service, sizeof(service));
			unit = true;
		}
	}
	if (!container && unit)
		snprintf(text, size, "%s", service);
	return container || unit ? text : NULL;
}
