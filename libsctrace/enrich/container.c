// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/container.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_MIN 32 /* least hexadecimal digits of an id; a shorter word is taken for a name */

/* Copies a name of systemd without its escapes: "\\x2d" is '-'. */
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

/* Extracts the id at the end of a path component such as "docker-ID.scope" or "ID". Returns false if there is none. */
static bool id_of(const char *name, size_t n, char *text, size_t size)
{
	/* the monitor of podman and CRI-O has the container's id in its cgroup's name, too */
	static const char monitor[] = "conmon-";
	size_t digits = 0, before;

	if (n > 6 && !memcmp(name + n - 6, ".scope", 6))
		n -= 6;
	while (digits < n && strchr("0123456789abcdef", name[n - 1 - digits]))
		digits++;
	before = n - digits;
	if (digits < ID_MIN || (before && !strchr("-:", name[before - 1])))
		return false;
	if (before >= sizeof(monitor) - 1 &&
	    !memcmp(name + before - (sizeof(monitor) - 1), monitor, sizeof(monitor) - 1))
		return false;
	snprintf(text, size, "%.*s", (int)digits, name + before);
	return true;
}

/* Extracts the text between prefix and suffix. Returns false if the component does not have both. */
static bool between(const char *name, size_t n, const char *prefix, const char *suffix, char *text, size_t size)
{
	size_t p = strlen(prefix), s = strlen(suffix);

	if (n <= p + s || memcmp(name, prefix, p) != 0 || memcmp(name + n - s, suffix, s) != 0)
		return false;
	unescape(name + p, n - p - s, text, size);
	return true;
}

/*
 * Finds the container or unit that a path component names. Returns CONTAINER_NONE, with *c unchanged, if it names none.
 */
static enum container_kind component_kind(const char *name, size_t n, struct container *c)
{
	if (id_of(name, n, c->text, sizeof(c->text)))
		return CONTAINER_ID;
	if (between(name, n, "machine-", ".scope", c->text, sizeof(c->text)) ||
	    between(name, n, "systemd-nspawn@", ".service", c->text, sizeof(c->text)) ||
	    between(name, n, "lxc.payload.", "", c->text, sizeof(c->text)))
		return CONTAINER_NAMED;
	if (c->kind > CONTAINER_UNIT || n <= 8 || memcmp(name + n - 8, ".service", 8) != 0)
		return CONTAINER_NONE;
	unescape(name, n, c->text, sizeof(c->text));
	return CONTAINER_UNIT;
}

void container__of_path(const char *path, struct container *c)
{
	*c = (struct container){ .kind = CONTAINER_NONE };
	for (const char *w = path; *w;) {
		enum container_kind kind;
		size_t n;

		w += *w == '/';
		n = strcspn(w, "/");
		kind = component_kind(w, n, c);
		w += n;
		if (kind == CONTAINER_NONE)
			continue;
		c->kind = kind;
		c->end = (size_t)(w - path);
	}
}

const char *container__text(const char *path, char *text, size_t size)
{
	struct container c;

	container__of_path(path, &c);
	if (c.kind == CONTAINER_NONE)
		return NULL;
	snprintf(text, size, "%.*s", c.kind == CONTAINER_ID ? CONTAINER_ID_SHOWN : (int)sizeof(c.text), c.text);
	return text;
}
