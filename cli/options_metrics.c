// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options_metrics.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "options.h"

#define SERIES 2000 /* time series without --max-rows: more would burden a Prometheus server */

static void __attribute__((noreturn)) refuse(const struct options *o, const char *where)
{
	options__bad(
		o, where,
		"PORT, ADDRESS:PORT or [ADDRESS]:PORT with a numeric address, unix:PATH, or a FILE with a '/' in it");
}

static void set_unix(struct options *o, const char *path)
{
	if (!*path || strlen(path) >= sizeof(((struct sockaddr_un *)NULL)->sun_path))
		options__bad(o, path, "unix: and the path of a socket, of at most 107 bytes");
	o->metrics.place = METRICS_UNIX;
	o->metrics.path = path;
}

static void set_tcp(struct options *o, const char *where)
{
	struct metrics_options *m = &o->metrics;
	const char *colon = strrchr(where, ':'), *port = colon ? colon + 1 : where;
	size_t len = colon ? (size_t)(colon - where) : 0;
	bool brackets = len > 2 && *where == '[' && where[len - 1] == ']';
	unsigned char address[sizeof(struct in6_addr)];
	unsigned long v;

	if (len - 2 * brackets >= sizeof(m->host) || strspn(port, "0123456789") != strlen(port) ||
	    !options__is_number(port, 65535, &v) || !v)
		refuse(o, where);
	snprintf(m->host, sizeof(m->host), "%.*s", (int)len - 2 * brackets, where + brackets);
	if (!colon)
		strcpy(m->host, "127.0.0.1");
	if (inet_pton(brackets ? AF_INET6 : AF_INET, m->host, address) != 1)
		refuse(o, where);
	snprintf(m->port, sizeof(m->port), "%lu", v);
	m->place = METRICS_TCP;
}

void option__openmetrics(struct options *o, const char *where)
{
	o->stats.on = true;
	if (!strncmp(where, "unix:", 5))
		set_unix(o, where + 5);
	else if (!strchr(where, '/'))
		set_tcp(o, where);
	else
		o->metrics = (struct metrics_options){ .place = METRICS_FILE, .path = where };
}

void options__metrics_check(struct options *o)
{
	struct stats_options *s = &o->stats;

	if (o->metrics.place == METRICS_NONE)
		return;
	if (s->interval > 0 && o->metrics.place != METRICS_FILE)
		options__usage_error(
			o, "--interval is for --openmetrics=FILE: a server is asked by those who want the metrics");
	if (options__by_args(o) && options__from_events(o))
		options__usage_error(
			o, "--openmetrics: arguments and stacks are no labels (but for numbers that probes are given)");
	if (!s->by)
		s->by = options__copy(o, "syscall");
	if (!s->max_rows)
		s->max_rows = SERIES;
	if (s->interval <= 0 && o->metrics.place == METRICS_FILE)
		s->interval = 15;
}
