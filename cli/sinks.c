// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sinks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "closing.h"
#include "per_task.h"
#include "run_stats.h"
#include "util/number.h"

#define EVENTS_UNTIL_CPU 256 /* how often the CPU time is measured while events are handled */

/* ---- lines and JSON, and what is left out of them ---- */

static uint64_t clock_now(clockid_t clock)
{
	struct timespec ts = {};

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * NS_PER_S + (uint64_t)ts.tv_nsec;
}

static void measure_cpu(struct session *s)
{
	limit__cpu(&s->limit, clock_now(CLOCK_MONOTONIC), clock_now(CLOCK_THREAD_CPUTIME_ID));
	s->until_cpu = EVENTS_UNTIL_CPU;
}

/* True if the event makes a line that may be left out: only this event does, as lines are of whole calls. */
static bool may_be_left_out(const struct session *s, const struct sctrace_event *ev)
{
	return (ev->type == SCTRACE_EXIT && options__wants(s->o, ev->ret < 0)) || ev->type == SCTRACE_PROBE ||
	       ev->type == SCTRACE_FUNC_EXIT;
}

/* Decides what to leave out of the event's line. */
static void limit_event(struct session *s, const struct sctrace_event *ev)
{
	s->level = LIMIT_NOTHING;
	if (!s->limited || s->off || !may_be_left_out(s, ev))
		return;
	if (s->limit.cpu && !s->until_cpu--)
		measure_cpu(s);
	s->level = s->limit.level;
	s->by = LEFT_BY_CPU;
	if (s->level < LIMIT_LINES && s->limit.rate && !limit__line(&s->limit, ev->ts)) {
		s->level = LIMIT_LINES;
		s->by = LEFT_BY_RATE;
	}
}

/* Counts what is left out of the event that the output gets. */
static void count_left_out(struct output *out, const struct session *s, const struct sctrace_event *ev)
{
	struct left_out news = left_out__since(&out->left, &out->told);

	if (!s->level || out->full)
		return;
	if (!left_out__any(&news))
		out->told_at = ev->ts;
	if (s->level == LIMIT_LINES)
		out->left.lines[s->by]++;
	out->left.data += s->level == LIMIT_DATA;
	out->left.arguments += s->level == LIMIT_ARGUMENTS;
}

/* Writes the number of what is left out, once a second. Lines that came before have to be written first. */
static int tell(const struct sink *s, uint64_t now)
{
	struct left_out news;
	int err;

	if (!s->session->limited || now < s->out->told_at + NS_PER_S)
		return 0;
	news = left_out__since(&s->out->left, &s->out->told);
	if (!left_out__any(&news))
		return 0;
	s->out->told_at = now;
	err = s->ops->flush(s, FLUSH_WHOLE);
	return err ? err : output__tell(s->out);
}

/* Returns the sink for the event: the full one, or the one that leaves out data or arguments. */
static void *choose(const struct sink *s)
{
	return s->session->level && s->brief ? s->brief->to[s->session->level - 1] : s->to;
}

/*
 * Passes the event to the sink of lines, or counts it. If the last event went to another brief sink, that one writes
 * its lines first.
 */
static int limited_event(const struct sink *s, const struct sctrace_event *ev,
			 int (*event)(void *to, const struct sctrace_event *ev))
{
	int err = tell(s, ev->ts);

	count_left_out(s->out, s->session, ev);
	if (s->session->level == LIMIT_LINES)
		return err;
	if (s->brief && s->brief->last != choose(s)) {
		err = err ? err : s->ops->flush(s, FLUSH_WHOLE);
		s->brief->last = choose(s);
	}
	return event(choose(s), ev) ?: err;
}

static int to_text(void *to, const struct sctrace_event *ev)
{
	return sctrace_text_event(to, ev);
}

static int lines_event(const struct sink *s, const struct sctrace_event *ev)
{
	return limited_event(s, ev, to_text);
}

static int lines_flush(const struct sink *s, enum flush how)
{
	void *to = s->brief ? s->brief->last : s->to;
	int err = how == FLUSH_IDLE ? tell(s, clock_now(CLOCK_MONOTONIC)) : 0;

	return sctrace_text_flush(to, how == FLUSH_IDLE) ?: err;
}

static int lines_detach(const struct sink *s)
{
	return lines_flush(s, FLUSH_WHOLE) ?: sctrace_text_detach(s->to);
}

static uint32_t lines_open_line(const struct sink *s)
{
	return sctrace_text_open(s->to);
}

static void lines_free(const struct sink *s)
{
	sctrace_text_free(s->to);
	for (int i = 0; s->brief && i < BRIEFS; i++)
		sctrace_text_free(s->brief->to[i]);
	free(s->brief);
}

static const struct sink_ops lines_ops = {
	.event = lines_event,
	.flush = lines_flush,
	.detach = lines_detach,
	.open_line = lines_open_line,
	.free = lines_free,
};

static int to_json(void *to, const struct sctrace_event *ev)
{
	return sctrace_json_event(to, ev);
}

static int json_event(const struct sink *s, const struct sctrace_event *ev)
{
	return limited_event(s, ev, to_json);
}

/* While events keep coming, many objects are written at once. */
static int json_flush(const struct sink *s, enum flush how)
{
	void *to = s->brief ? s->brief->last : s->to;
	int err = how == FLUSH_IDLE ? tell(s, clock_now(CLOCK_MONOTONIC)) : 0;

	return (how == FLUSH_BATCH ? 0 : sctrace_json_flush(to)) ?: err;
}

static int json_detach(const struct sink *s)
{
	return json_flush(s, FLUSH_WHOLE) ?: sctrace_json_detach(s->to);
}

static void json_free(const struct sink *s)
{
	sctrace_json_free(s->to);
	for (int i = 0; s->brief && i < BRIEFS; i++)
		sctrace_json_free(s->brief->to[i]);
	free(s->brief);
}

static const struct sink_ops json_ops = {
	.event = json_event,
	.flush = json_flush,
	.detach = json_detach,
	.free = json_free,
};

/* ---- a table of the events ---- */

struct table {
	struct sctrace *trace;
	struct sctrace_event_stats *rows;
	struct sctrace_event_stats *detail; /* rows of the row that --top has opened, or NULL */
	uint64_t last,
		next;  /* with --interval: its beginning and end, by the clock of the events; 0 before the first one */
	uint64_t seen; /* time of the last event */
	unsigned tables;
};

/* Reports what tables lack, when all are printed. */
static void table_warn(const struct sink *s)
{
	const struct options *o = s->session->o;
	const struct table *table = s->to;
	unsigned long long other = s->session->others + sctrace_event_stats_other(table->rows);
	const char *key;

	if (other)
		complain(o, "%llu calls are counted as \"other\", as there was no room for more rows", other);
	for (unsigned i = 0; o->replay && (key = sctrace_event_stats_lacks(table->rows, i)); i++)
		complain(o,
			 strstr(key, "..")
				 ? "-e span=%s: the recording does not have both probes with the arguments of "
				   "the key (--record with the same -e span= has them)"
				 : "--by=%s: no event in the recording has it (--record with --by=%s keeps "
				   "what the key needs)",
			 key, key);
}

/* Prints the table. seconds: length of its interval, or 0 if it has the whole trace. */
static int table_print(const struct sink *s, double seconds)
{
	struct sctrace_table_opts t = run_stats__table(s->session->o, seconds);
	const struct table *table = s->to;

	return sctrace_event_stats_print(table->rows, &t, output__write, &s->session->out);
}

/*
 * Prints the table if the interval ended before `now`, and resets the rows. If several intervals have passed, one table
 * has all of them.
 */
static int table_tick(const struct sink *s, uint64_t now)
{
	uint64_t interval = (uint64_t)(s->session->o->stats.interval * 1e9), wall;
	struct table *table = s->to;
	int err;

	if (!interval || s->session->done || !now || s->session->o->stats.live)
		return 0;
	if (!table->next) {
		table->last = now;
		table->next = now + interval;
	}
	if (now < table->next)
		return 0;
	table->next += (now - table->next) / interval * interval;
	wall = sctrace_event_stats_time(table->rows);
	err = run_stats__print_time(
		s->session, (time_t)((wall ? wall + table->next - table->seen : clock_now(CLOCK_REALTIME)) / NS_PER_S));
	if (!err)
		err = table_print(s, (double)(table->next - table->last) / 1e9);
	s->session->others += sctrace_event_stats_other(table->rows);
	sctrace_event_stats_reset(table->rows);
	table->last = table->next;
	table->next += interval;
	table->tables++;
	s->session->done = s->session->o->stats.count && table->tables >= s->session->o->stats.count;
	return err;
}

static int table_count(struct sctrace_event_stats *rows, const struct sctrace_event *ev, bool wanted)
{
	return wanted ? sctrace_event_stats_add(rows, ev) : sctrace_event_stats_skip(rows, ev);
}

/* -z, -Z and -e status= leave calls out. */
static int table_event(const struct sink *s, const struct sctrace_event *ev)
{
	bool wanted = ev->type != SCTRACE_EXIT ||
		      (options__wants(s->session->o, ev->ret < 0) && session__counts(s->session));
	struct table *table = s->to;
	int err = table_tick(s, ev->ts);

	table->seen = ev->ts;
	if (err || s->session->done)
		return err;
	err = table_count(table->rows, ev, wanted);
	return err || !table->detail ? err : table_count(table->detail, ev, wanted);
}

/* Ends an interval in which no more events come. */
static int table_flush(const struct sink *s, enum flush how)
{
	return how == FLUSH_IDLE && !s->session->o->replay ? table_tick(s, clock_now(CLOCK_MONOTONIC)) : 0;
}

/* Prints the sentence that follows the table. Returns 0 or -errno. */
static int table_closing(const struct sink *s)
{
	const struct table *table = s->to;
	struct closing *c = closing__new(options__keys(s->session->o));
	int err;

	if (!c)
		return -ENOMEM;
	err = sctrace_event_stats_each(table->rows, closing__row, c);
	if (!err)
		err = run_stats__closing(s->session, c, 0);
	closing__free(c);
	return err;
}

/* With --interval, the last table is the rest of the last interval, but not with --count. --top has shown its table. */
static int table_table(const struct sink *s, bool end)
{
	const struct table *table = s->to;
	uint64_t now = s->session->o->replay ? table->seen : clock_now(CLOCK_MONOTONIC);
	int err = 0;

	if (s->session->done)
		return 0;
	if (!s->session->o->stats.live)
		err = table_print(s, table->next && now > table->last ? (double)(now - table->last) / 1e9 : 0);
	if (!err && end && run_stats__closes(s->session->o))
		err = table_closing(s);
	if (end)
		table_warn(s);
	return err;
}

static void table_free(const struct sink *s)
{
	struct table *table = s->to;

	sctrace_event_stats_free(table->rows);
	sctrace_event_stats_free(table->detail);
	free(table);
}

static const struct sink_ops table_ops = {
	.event = table_event,
	.flush = table_flush,
	.table = table_table,
	.free = table_free,
};

/* ---- the sentence after lines on a terminal ---- */

struct totals {
	struct closing *calls;
	uint64_t begun, last; /* time of the start (in a replay, of the first event), and of the last event, ns */
};

/* Counts the calls that lines are printed of, also if --limit-rate leaves the line out. */
static int totals_event(const struct sink *s, const struct sctrace_event *ev)
{
	const struct session *session = s->session;
	struct totals *t = s->to;

	/* --delay is over, or a replay begins */
	if (!t->begun || ev->type == SCTRACE_RESUMED)
		t->begun = ev->ts;
	t->last = ev->ts;
	if (ev->type == SCTRACE_EXIT && options__wants(session->o, ev->ret < 0) &&
	    !(session->out.off & OUTPUT_OFF_SWITCH) && !session->out.full)
		closing__call(t->calls, ev->name, ev->ret, ev->ts > ev->enter_ts ? ev->ts - ev->enter_ts : 0);
	return 0;
}

static int totals_closing(const struct sink *s)
{
	const struct totals *t = s->to;
	uint64_t now = s->session->o->replay ? t->last : clock_now(CLOCK_MONOTONIC);

	return run_stats__closing(s->session, t->calls, now > t->begun ? now - t->begun : 0);
}

static void totals_free(const struct sink *s)
{
	struct totals *t = s->to;

	closing__free(t->calls);
	free(t);
}

static const struct sink_ops totals_ops = {
	.event = totals_event,
	.closing = totals_closing,
	.free = totals_free,
};

/* ---- the sinks that the options ask for ---- */

static void add_sink(struct sinks *s, const struct sink_ops *ops, void *to, struct session *session)
{
	s->v[s->n++] = (struct sink){ .ops = ops, .to = to, .session = session };
}

/* Adds a sink of lines or JSON. With --max-cpu, it has sinks in addition that leave out data and arguments. */
static int add_limited(struct sinks *s, const struct sink_ops *ops, void *to, struct session *session,
		       struct output *out)
{
	struct sink *sink = &s->v[s->n];

	add_sink(s, ops, to, session);
	sink->out = out;
	if (!session->o->when.max_cpu)
		return 0;
	sink->brief = calloc(1, sizeof(*sink->brief));
	if (!sink->brief)
		return -ENOMEM;
	sink->brief->last = to;
	return 0;
}

/* to_file: the lines go to a file, in which each has the number of its task, if there are several */
static struct sctrace_text_opts text_opts(struct session *session, struct output *out, bool to_file)
{
	const struct options *o = session->o;
	enum sctrace_prefix prefix = SCTRACE_PREFIX_NONE;
	bool children = options__children(o) || o->any_family;

	if (children || o->npids + !!o->command > 1 || o->format.show_pid || options__no_targets(o))
		prefix = to_file || o->format.show_pid || options__no_targets(o) ? SCTRACE_PREFIX_PID
										 : SCTRACE_PREFIX_BRACKETS;
	return (struct sctrace_text_opts){
		.sz = sizeof(struct sctrace_text_opts),
		.prefix = prefix,
		.timestamps = o->format.timestamps,
		.relative = o->format.relative,
		.durations = o->format.durations,
		.hex = o->format.hex,
		.column = o->format.column,
		.column_zero = o->format.column_set && !o->format.column,
		.consts = o->format.consts,
		.raw = o->format.raw,
		.verbose = o->format.deref,
		.read_fds = o->format.reads,
		.write_fds = o->format.writes,
		.instruction_pointer = o->format.instruction_pointer,
		.syscall_number = o->format.syscall_number,
		.arg_names = o->format.arg_names,
		.mark_late = o->format.mark_late,
		.timestamp_precision = o->format.timestamp_precision,
		.relative_precision = o->format.relative_precision,
		.duration_precision = o->format.duration_precision,
		.name = to_file ? NULL : o->name,
		/* like strace, prints no such messages if lines go to a file and a command is run; nor in a replay */
		.quiet = (o->quiet & SCTRACE_QUIET_ALL) |
			 (to_file && (o->command || o->replay) ? SCTRACE_QUIET_PERSONALITY : 0) |
			 (o->calls_only ? SCTRACE_QUIET_EXIT : 0),
		.write = output__write,
		.write_spans = out->color.on ? output__write_spans : NULL,
		.ctx = out,
		/* lines may be left out if each is of a whole call: as with -z */
		.status = o->status || !session->limited ? o->status : "all",
		.signals = o->signals,
		.why = session->why,
		.why_size = sizeof(session->why),
	};
}

static int open_lines(struct sinks *s, struct session *session, struct sctrace *trace, struct output *out, bool to_file)
{
	struct sctrace_text_opts opts = text_opts(session, out, to_file);
	struct sctrace_text *text;
	int err = sctrace_text_new(&text, trace, &opts);

	if (!err)
		err = add_limited(s, &lines_ops, text, session, out);
	for (int i = 0; !err && s->v[s->n - 1].brief && i < BRIEFS; i++) {
		opts.raw = "all";
		opts.no_args = i == LIMIT_ARGUMENTS - 1;
		err = sctrace_text_new(&text, trace, &opts);
		s->v[s->n - 1].brief->to[i] = err ? NULL : text;
	}
	return err;
}

static int open_files(struct sinks *s, struct session *session, struct sctrace *trace)
{
	struct sctrace_text_opts opts = text_opts(session, &session->out, session->o->output);
	struct per_task *files;
	int err = per_task__new(&files, trace, &opts, session->o);

	if (err)
		return err;
	add_sink(s, &per_task_ops, files, session);
	return session->child ? sinks__target(s, session->child) : 0;
}

static int open_json(struct sinks *s, struct session *session, struct sctrace *trace, struct output *out)
{
	struct sctrace_json_opts opts = {
		.sz = sizeof(opts),
		.write = output__write,
		.ctx = out,
		.status = session->o->status,
		.signals = session->o->signals,
		.quiet = session->o->calls_only ? SCTRACE_QUIET_EXIT : 0,
		.why = session->why,
		.why_size = sizeof(session->why),
	};
	struct sctrace_json *json;
	int err = sctrace_json_new(&json, trace, &opts);

	if (!err)
		err = add_limited(s, &json_ops, json, session, out);
	for (int i = 0; !err && s->v[s->n - 1].brief && i < BRIEFS; i++) {
		opts.registers = true;
		opts.no_args = i == LIMIT_ARGUMENTS - 1;
		err = sctrace_json_new(&json, trace, &opts);
		s->v[s->n - 1].brief->to[i] = err ? NULL : json;
	}
	return err;
}

/* Counts what the sentence after lines needs, if there will be one. It comes first, before a line is the last one. */
static int open_totals(struct sinks *s, struct session *session)
{
	const struct options *o = session->o;
	struct totals *t;

	if (o->stats.lines_too || o->quiet & SCTRACE_QUIET_ATTACH || !isatty(session->out.fd))
		return 0;
	t = calloc(1, sizeof(*t));
	if (!t)
		return -ENOMEM;
	t->begun = o->replay ? 0 : clock_now(CLOCK_MONOTONIC);
	add_sink(s, &totals_ops, t, session);
	t->calls = closing__new(false);
	return t->calls ? 0 : -ENOMEM;
}

/* Makes rows by these keys. Returns 0, or -errno, possibly with a message in session->why; *out is freed with the table. */
static int new_rows(struct sctrace_event_stats **out, struct session *session, struct sctrace *trace, const char *by,
		    bool hist)
{
	const struct stats_options *st = &session->o->stats;
	int err = sctrace_event_stats_new(out, trace);

	if (!err)
		err = sctrace_event_stats_by(*out, trace, by, hist, session->why, sizeof(session->why));
	if (!err && st->max_rows)
		err = sctrace_event_stats_limit(*out, st->max_rows);
	for (unsigned i = 0; !err && i < st->nspans; i++)
		err = sctrace_event_stats_span(*out, st->spans[i], session->why, sizeof(session->why));
	return err;
}

static int open_table(struct sinks *s, struct session *session, struct sctrace *trace)
{
	const struct stats_options *st = &session->o->stats;
	struct table *to = calloc(1, sizeof(*to));

	if (!to)
		return -ENOMEM;
	to->trace = trace;
	add_sink(s, &table_ops, to, session);
	return new_rows(&to->rows, session, trace, options__keys(session->o), st->hist || st->percentiles);
}

/* Returns the sink of the table, or NULL. */
static const struct sink *table_sink(const struct sinks *s)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->v[i].ops == &table_ops)
			return &s->v[i];
	return NULL;
}

struct sctrace_event_stats *sinks__rows(const struct sinks *s, bool detail)
{
	const struct sink *sink = table_sink(s);
	const struct table *table = sink ? sink->to : NULL;

	return !table ? NULL : detail ? table->detail : table->rows;
}

int sinks__open_detail(const struct sinks *s, const char *by)
{
	const struct sink *sink = table_sink(s);
	struct table *table = sink->to;
	int err = new_rows(&table->detail, sink->session, table->trace, by, true);

	if (err)
		sinks__close_detail(s);
	return err;
}

void sinks__close_detail(const struct sinks *s)
{
	struct table *table = table_sink(s)->to;

	sctrace_event_stats_free(table->detail);
	table->detail = NULL;
}

int sinks__open(struct sinks *s, struct session *session, struct sctrace *trace)
{
	const struct options *o = session->o;
	int err = 0;

	session->limited = o->when.limit_rate || o->when.max_cpu;
	limit__init(&session->limit, o->when.limit_rate, o->when.max_cpu, clock_now(CLOCK_MONOTONIC),
		    clock_now(CLOCK_THREAD_CPUTIME_ID));
	/* a flight recorder only keeps events */
	if (o->recording.on)
		return 0;
	if (o->separate)
		err = open_files(s, session, trace);
	/* with --background, nobody reads lines that are in no file */
	else if (!o->stats.on && (o->output || !o->when.background))
		err = o->stats.json ? open_json(s, session, trace, &session->out)
				    : open_totals(s, session)
				      ?: open_lines(s, session, trace, &session->out, o->output);
	if (!err && o->lines)
		err = open_lines(s, session, trace, &session->extra[EXTRA_LINES], true);
	if (!err && o->json)
		err = open_json(s, session, trace, &session->extra[EXTRA_JSON]);
	if (!err && (o->stats.on || (o->stats.lines_too && options__from_events(o))))
		err = open_table(s, session, trace);
	return err;
}

/* ---- functions for all sinks ---- */

/* Calls the function op of every sink that has it. The value is the first error, or 0. */
#define EACH(s, op, ...)                                                                                               \
	({                                                                                                             \
		int first = 0;                                                                                         \
                                                                                                                       \
		for (const struct sink *one = (s)->v; one < (s)->v + (s)->n; one++) {                                  \
			int err = one->ops->op ? one->ops->op(one, ##__VA_ARGS__) : 0;                                 \
                                                                                                                       \
			first = first ? first : err;                                                                   \
		}                                                                                                      \
		first;                                                                                                 \
	})

int sinks__event(const struct sinks *s, const struct sctrace_event *ev)
{
	if (s->n)
		limit_event(s->v[0].session, ev);
	return EACH(s, event, ev);
}

int sinks__early(const struct sinks *s, const struct sctrace_event *ev)
{
	int first = 0;

	for (unsigned i = 0; i < s->n; i++)
		if (!s->v[i].ops->table)
			first = s->v[i].ops->event(&s->v[i], ev) ?: first;
	return first;
}

int sinks__flush(const struct sinks *s, enum flush how)
{
	if (s->n && s->v[0].session->limit.cpu)
		measure_cpu(s->v[0].session);
	return EACH(s, flush, how);
}

int sinks__detach(const struct sinks *s)
{
	return EACH(s, detach);
}

int sinks__target(const struct sinks *s, pid_t tid)
{
	return EACH(s, target, tid);
}

int sinks__table(const struct sinks *s, bool end)
{
	return EACH(s, table, end);
}

int sinks__closing(const struct sinks *s)
{
	return EACH(s, closing);
}

bool sinks__have_table(const struct sinks *s)
{
	return table_sink(s);
}

uint32_t sinks__open_line(const struct sinks *s)
{
	uint32_t tid = 0;

	for (unsigned i = 0; i < s->n && !tid; i++)
		tid = s->v[i].ops->open_line ? s->v[i].ops->open_line(&s->v[i]) : 0;
	return tid;
}

void sinks__free(struct sinks *s)
{
	while (s->n) {
		s->n--;
		s->v[s->n].ops->free(&s->v[s->n]);
	}
}
