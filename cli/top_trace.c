// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_trace.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "privileges.h"

#define RING_TOTAL (4u << 20)
#define FRAMES 64
#define LINE 4096

/* ---- lines ---- */

static int put_frame(void *ctx, const struct sctrace_frame *f)
{
	FILE *out = ctx;

	fprintf(out, "  > %s(", f->file ?: "?");
	if (f->symbol)
		fprintf(out, "%s+%#llx) [%#llx]\n", f->symbol, (unsigned long long)f->symbol_off,
			(unsigned long long)f->file_off);
	else
		fprintf(out, ") [%#llx]\n", (unsigned long long)(f->file ? f->file_off : f->ip));
	return 0;
}

/* Writes the time of day of a point in time of CLOCK_MONOTONIC. */
static void put_clock(FILE *out, uint64_t ts)
{
	struct timespec mono, wall;
	struct tm tm;
	char text[16];
	int64_t ns;
	time_t s;

	clock_gettime(CLOCK_MONOTONIC, &mono);
	clock_gettime(CLOCK_REALTIME, &wall);
	ns = (wall.tv_sec - mono.tv_sec) * 1000000000ll + wall.tv_nsec - mono.tv_nsec + (int64_t)ts;
	s = ns / 1000000000;
	if (localtime_r(&s, &tm) && strftime(text, sizeof(text), "%T", &tm))
		fprintf(out, "%s.%06d", text, (int)(ns % 1000000000 / 1000));
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct top_trace *t = ctx;
	uint64_t duration = ev->ts - ev->enter_ts;
	char text[LINE], time[32], *lines = NULL;
	size_t size;
	FILE *out;

	if (ev->type != SCTRACE_EXIT || ev->flags & SCTRACE_BEGIN_UNSEEN || (t->tid && ev->tid != t->tid) ||
	    (t->pid && ev->tgid != t->pid) || !top_slow__wants(t->slow, duration))
		return 0;
	if (sctrace_event_text(t->trace, ev, text, sizeof(text)) <= 0)
		return 0;
	out = open_memstream(&lines, &size);
	if (!out)
		return 0;
	top_time(duration, time, sizeof(time));
	fprintf(out, "%7s  ", time);
	put_clock(out, ev->enter_ts);
	/* the call is one line here, as the list counts lines */
	fprintf(out, "  %u  %.*s\n", ev->tid, (int)strcspn(text, "\n"), text);
	sctrace_frames(t->trace, ev, put_frame, out);
	if (fclose(out))
		return 0;
	top_slow__add(t->slow, duration, lines);
	return 0;
}

/* ---- the trace ---- */

static const char *value(const struct top_rows *rows, const struct top_row *row, const char *key)
{
	const char *text = top_rows__value(rows, row, key);

	return text && strcmp(text, "-") != 0 ? text : NULL;
}

/*
 * Sets the tasks and calls that are traced. slow->about also gets the keys of the row that no option of a trace can
 * select.
 */
static void narrow(struct top_trace *t, const struct top_rows *rows, const struct top_row *row,
		   struct sctrace_opts *opts)
{
	static const char *const not_narrowed[] = { "cgroup", "container", "exe", "ret" };
	const char *file = value(rows, row, "file"), *peer = value(rows, row, "peer") ?: value(rows, row, "host");
	const char *number, *err = value(rows, row, "errno");
	char least[32];
	size_t n;

	if (file && *file == '/')
		t->paths[0] = file;
	if (peer && (isdigit((unsigned char)*peer) || *peer == '['))
		t->peers[0] = peer;
	if (err)
		opts->errnos = err;
	number = value(rows, row, "tid");
	t->tid = number ? (uint32_t)strtoul(number, NULL, 10) : 0;
	number = value(rows, row, "pid");
	t->pid = number ? (uint32_t)strtoul(number, NULL, 10) : 0;
	opts->paths = t->paths[0] ? t->paths : NULL;
	opts->peers = t->peers[0] ? t->peers : NULL;
	top_time(t->slow->least, least, sizeof(least));
	n = (size_t)snprintf(t->slow->about, sizeof(t->slow->about), "calls of %s or more, from now on", least);
	for (size_t i = 0; i < sizeof(not_narrowed) / sizeof(not_narrowed[0]); i++)
		if (value(rows, row, not_narrowed[i]) && n < sizeof(t->slow->about))
			n += (size_t)snprintf(t->slow->about + n, sizeof(t->slow->about) - n, "; of any %s",
					      not_narrowed[i]);
}

static int open_trace(struct top_trace *t, struct session *s, const struct top_rows *rows, const struct top_row *row)
{
	const struct options *o = &t->scope.o;
	struct sctrace_opts opts = {
		.sz = sizeof(opts),
		.trace = o->trace,
		.strlen_max = o->format.strlen_max,
		.fds = SCTRACE_FDS_PATH | SCTRACE_FDS_SOCKET,
		.ring_total = RING_TOTAL,
		.btf = o->btf,
		.without = o->without,
		.own_only = privileges__own_only(),
		.stacks = true,
		.stack_frames = FRAMES,
		.all_tasks = options__no_targets(o) && !o->scope.ncgroups,
		.cgroups = o->scope.ncgroups,
		.uids = o->scope.uids,
		.nuids = o->scope.nuids,
		.comm = o->scope.comms,
		.skip = o->scope.skip,
		.nskip = o->scope.nskip,
		.failed = o->scope.failed,
		.errnos = o->scope.errnos,
		.min_ns = t->slow->least > o->scope.min_ns ? t->slow->least : o->scope.min_ns,
		.event = on_event,
		.ctx = t,
		.why = s->why,
		.why_size = sizeof(s->why),
	};

	narrow(t, rows, row, &opts);
	return sctrace_open(&t->trace, &opts);
}

static int target(void *handle, pid_t pid)
{
	return sctrace_target(handle, pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
}

static int target_cgroup(void *handle, const struct scope_cgroup *c)
{
	return c->container ? sctrace_target_container(handle, c->name) : sctrace_target_cgroup(handle, c->name);
}

int top_trace__open(struct top_trace *t, struct session *s, const struct top_rows *rows, const struct top_row *row,
		    struct top_slow *slow)
{
	uint64_t before;
	int err;

	*t = (struct top_trace){ .slow = slow };
	top_scope__init(&t->scope, s->o, rows, row);
	*s->why = '\0';
	privileges__raise(&before);
	err = open_trace(t, s, rows, row);
	if (!err) {
		err = top_source__targets(s, &t->scope.o, target, target_cgroup, t->trace) ?: sctrace_start(t->trace);
		if (err)
			snprintf(s->why, sizeof(s->why), "%s", sctrace_error(t->trace));
	}
	privileges__lower(before);
	if (!err)
		return 0;
	if (!*s->why)
		snprintf(s->why, sizeof(s->why), "%s", strerror(-err));
	top_trace__close(t);
	return err;
}

void top_trace__poll(struct top_trace *t)
{
	if (t->trace)
		sctrace_poll(t->trace, 0);
}

void top_trace__close(struct top_trace *t)
{
	sctrace_close(t->trace);
	t->trace = NULL;
}
