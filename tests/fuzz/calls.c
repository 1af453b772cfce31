// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Functions of the library in any order, with NULL, absurd sizes and numbers, and
 * from within callbacks. The input is a program: a byte is a function, those
 * after it are its arguments. Events come from a capture file of the tree (FUZZ_CAPTURE,
 * else tests/golden/calls.cap), so that no privileges are needed.
 */
#include "fuzz.h"

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "sctrace.h"

#define SLOTS 3
#define STEPS_MAX 200

struct state {
	struct input *in;
	struct sctrace *t[SLOTS];
	struct sctrace_text *text[SLOTS];	/* belongs to the handle t of the same slot */
	struct sctrace_json *json[SLOTS];	/* sinks for JSON */
	struct sctrace_event_stats *sum[SLOTS]; /* sinks for summaries */
	bool polled[SLOTS];
	unsigned depth, steps, running; /* running: the slot whose callback is running at the moment */
};

static const char *capture;
static struct state *now;

static void step(struct state *s);

/* ---- arguments ---- */

static const char *word(struct input *in)
{
	static const char *const words[] = { NULL,    "",	  "openat",  "all",	"!all", "%file,read", "?no",
					     "/^get", "read@32",  "none",    "no such", "3,5",	"!3",	      "ENOENT",
					     "ENO,!", "duration", "calls,%", "time-ns", ",",	"\xff\xfe" };

	return words[input_u8(in) % (sizeof(words) / sizeof(words[0]))];
}

static int number(struct input *in)
{
	static const int numbers[] = { 0, 1, -1, 2, 4096, INT32_MAX, INT32_MIN, 77, 0x100, 1 << 20 };

	return numbers[input_u8(in) % (sizeof(numbers) / sizeof(numbers[0]))];
}

static size_t size_of(struct input *in, size_t size)
{
	switch (input_u8(in) % 8) {
	case 0:
		return 0;
	case 1:
		return sizeof(size_t) - 1;
	case 2:
		return sizeof(size_t);
	case 3:
		return size / 2;
	default:
		return size;
	}
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	unsigned slot = (unsigned)(uintptr_t)ctx;
	struct state *s = now;
	struct sctrace_value v;
	char line[64];

	/* a sink must get every event, or none */
	if (s->text[slot])
		sctrace_text_event(s->text[slot], ev);
	if (s->json[slot])
		sctrace_json_event(s->json[slot], ev);
	if (s->sum[slot])
		sctrace_event_stats_add(s->sum[slot], ev);
	if (s->depth > 3 || input_u8(s->in) % 16)
		return 0;
	s->depth++;
	s->running = slot;
	sctrace_arg(s->t[slot], ev, word(s->in), &v);
	sctrace_event_text(s->t[slot], ev, line, input_u8(s->in) % (sizeof(line) + 1));
	step(s);
	s->depth--;
	return input_u8(s->in) == 7 ? 7 : 0;
}

static int on_bytes(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_text(p, n, true);
	return 0;
}

static int on_row(void *ctx, const struct sctrace_stat *row)
{
	(void)ctx;
	(void)row;
	return 0;
}

static int on_pending(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	MUST(ev->type == SCTRACE_ENTER, "type %d", (int)ev->type);
	return 0;
}

/* ---- the functions that the input chooses from ---- */

static void open_one(struct state *s, unsigned slot)
{
	char errmsg[128] = "";
	struct sctrace_opts o = {
		.replay = input_u8(s->in) % 8 ? capture : word(s->in),
		.trace = word(s->in),
		.abbrev = word(s->in),
		.strlen_max = (uint32_t)number(s->in),
		.verbose = input_u8(s->in) & 1,
		.event = input_u8(s->in) % 8 ? on_event : NULL,
		.ctx = (void *)(uintptr_t)slot,
		.trace_fds = input_u8(s->in) % 4 ? NULL : word(s->in),
		.sharable = input_u8(s->in) % 8 == 1,
		.share = input_u8(s->in) % 8 == 1 ? s->t[0] : NULL,
		.share_only = input_u8(s->in) % 8 == 1,
		.why = errmsg,
		.why_size = sizeof(errmsg),
	};
	int err;

	if (s->t[slot])
		return;
	o.sz = size_of(s->in, sizeof(o));
	/* without live handles, which would load BPF programs for each of a million inputs */
	if (!o.replay || (o.sz >= sizeof(o.sz) && o.sz < sizeof(o))) {
		o.replay = capture;
		o.sz = sizeof(o);
	}
	err = sctrace_open(input_u8(s->in) % 16 ? &s->t[slot] : NULL, &o);
	MUST(err <= 0, "open: %d", err);
	MUST(!err || !s->t[slot], "a handle after %d", err);
}

static void close_one(struct state *s, unsigned slot)
{
	/* within a callback only the callback's own handle is sure to refuse; sinks are freed before their handle */
	if (s->depth) {
		MUST(sctrace_close(s->t[s->running]) == -EBUSY, "close in a callback");
		return;
	}
	sctrace_text_free(s->text[slot]);
	sctrace_json_free(s->json[slot]);
	sctrace_event_stats_free(s->sum[slot]);
	s->text[slot] = NULL;
	s->json[slot] = NULL;
	s->sum[slot] = NULL;
	s->polled[slot] = false;
	MUST(!sctrace_close(s->t[slot]), "close");
	s->t[slot] = NULL;
}

static void sinks(struct state *s, unsigned slot)
{
	struct sctrace_text_opts to = { .prefix = (enum sctrace_prefix)number(s->in),
					.timestamps = (unsigned)number(s->in),
					.hex = (unsigned)number(s->in),
					.column = (unsigned)number(s->in),
					.status = word(s->in),
					.signals = word(s->in),
					.raw = word(s->in),
					.read_fds = word(s->in),
					.write = on_bytes };
	struct sctrace_json_opts jo = { .write = on_bytes, .status = word(s->in) };
	struct sctrace *t = s->t[slot];

	/* a sink must get every event */
	if (s->depth || s->polled[slot])
		return;
	to.sz = size_of(s->in, sizeof(to));
	jo.sz = size_of(s->in, sizeof(jo));
	if (!s->text[slot] && to.sz == sizeof(to) && t)
		sctrace_text_new(&s->text[slot], t, &to);
	if (!s->json[slot] && jo.sz == sizeof(jo) && t)
		sctrace_json_new(&s->json[slot], t, &jo);
	if (!s->sum[slot] && t)
		sctrace_event_stats_new(&s->sum[slot], t);
	MUST(sctrace_text_new(NULL, t, &to) == -EINVAL && sctrace_json_new(NULL, t, &jo) == -EINVAL, "NULL");
}

static void tables(struct state *s, unsigned slot)
{
	struct sctrace_table_opts o = { .table = (enum sctrace_table)(number(s->in) & 3),
					.json = input_u8(s->in) & 1,
					.errnos = input_u8(s->in) & 1,
					.max = (unsigned)number(s->in),
					.columns = word(s->in),
					.sort = word(s->in),
					.seconds = number(s->in) };
	char errmsg[64];

	o.sz = size_of(s->in, sizeof(o));
	if (s->sum[slot] && !sctrace_table_check(&o, errmsg, sizeof(errmsg)))
		sctrace_event_stats_print(s->sum[slot], input_u8(s->in) & 1 ? &o : NULL, on_bytes, NULL);
	sctrace_trace_check(word(s->in), errmsg, input_u8(s->in) % sizeof(errmsg));
	sctrace_nearest(word(s->in), word(s->in), errmsg, input_u8(s->in) % sizeof(errmsg));
	sctrace_probe_check(word(s->in), errmsg, sizeof(errmsg));
}

static void look(struct state *s, struct sctrace *t)
{
	struct sctrace_health h = { .sz = size_of(s->in, sizeof(h)) };
	int err = sctrace_health(t, &h);

	MUST(err || h.sz <= sizeof(h), "size %zu", h.sz);
	MUST(err || h.sz < sizeof(h) || (h.bytes >= h.records && !h.handles), "bytes, or programs of a capture file");
	sctrace_lost(t);
	sctrace_tasks(t);
	sctrace_fd(t);
	sctrace_error(t);
	sctrace_health(t, NULL);
}

/* Calls statistics with options that are refused before any program would be loaded. */
static void stats_refused(struct state *s)
{
	struct sctrace_stats_opts o = {
		.trace = "no such call",
		.by = word(s->in),
		.group = (enum sctrace_group)number(s->in),
		.max_rows = (uint32_t)number(s->in),
		.all_tasks = input_u8(s->in) & 1,
		.own_only = input_u8(s->in) & 1,
		.wall_too = input_u8(s->in) & 1,
		.sharable = input_u8(s->in) & 1,
		.share_only = input_u8(s->in) & 1,
	};
	struct sctrace_stats *st = NULL;
	char errmsg[64] = "";

	o.why = input_u8(s->in) & 1 ? errmsg : NULL;
	o.why_size = input_u8(s->in) % (sizeof(errmsg) + 1);
	o.sz = size_of(s->in, sizeof(o));
	if (o.sz >= sizeof(o.sz) && o.sz < offsetof(struct sctrace_stats_opts, group))
		o.sz = sizeof(o);
	MUST(sctrace_stats_open(&st, &o) < 0 && !st, "statistics of no such call");
	MUST(sctrace_stats_open(NULL, &o) == -EINVAL && sctrace_stats_open(&st, NULL) == -EINVAL, "NULL");
}

/* Calls functions without a handle, which must return an error. */
static void nulls(struct state *s)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	unsigned flags = (unsigned)number(s->in);
	int tid = number(s->in);

	MUST(sctrace_stats_read(NULL) == -EINVAL && sctrace_stats_start(NULL) == -EINVAL, "NULL");
	MUST(sctrace_stats_stop(NULL) == -EINVAL && sctrace_stats_reset(NULL) == -EINVAL, "NULL");
	MUST(sctrace_stats_target(NULL, tid, flags) == -EINVAL && sctrace_stats_untarget(NULL, tid, flags) == -EINVAL,
	     "NULL");
	MUST(sctrace_stats_target_cgroup(NULL, word(s->in)) == -EINVAL, "NULL");
	MUST(sctrace_stats_select(NULL, word(s->in)) == -EINVAL && sctrace_stats_pause(NULL) == -EINVAL &&
		     sctrace_stats_resume(NULL) == -EINVAL,
	     "NULL");
	MUST(sctrace_stats_fd(NULL) == -EINVAL && sctrace_stats_tasks(NULL) == -EINVAL, "NULL");
	MUST(!sctrace_stats_other(NULL) && !sctrace_stats_missed(NULL) && !*sctrace_stats_error(NULL), "NULL");
	MUST(sctrace_stats_each(NULL, on_row, NULL) == -EINVAL && sctrace_stats_waits(NULL, on_row, NULL) == -EINVAL &&
		     sctrace_stats_delta(NULL, on_row, NULL) == -EINVAL,
	     "NULL");
	MUST(sctrace_stats_print(NULL, NULL, on_bytes, NULL) == -EINVAL, "NULL");
	MUST(sctrace_stats_health(NULL, &h) == -EINVAL && !sctrace_stat_percentile(NULL, 0.5), "NULL");
	MUST(!sctrace_stats_close(NULL) && !sctrace_close(NULL), "NULL");
	sctrace_text_free(NULL);
	sctrace_json_free(NULL);
	sctrace_event_stats_free(NULL);
	sctrace_stats_bucket((size_t)number(s->in));
}

static void step(struct state *s)
{
	unsigned slot = input_u8(s->in) % SLOTS;
	struct sctrace *t = input_u8(s->in) % 16 ? s->t[slot] : NULL;

	if (s->steps++ > STEPS_MAX)
		return;
	switch (input_u8(s->in) % 20) {
	case 0:
		open_one(s, slot);
		break;
	case 1:
		close_one(s, slot);
		break;
	case 2:
		sinks(s, slot);
		break;
	case 3:
		tables(s, slot);
		break;
	case 4:
		sctrace_start(t);
		break;
	case 5:
		s->polled[slot] |= t != NULL;
		sctrace_stop(t);
		break;
	case 6:
		sctrace_target(t, number(s->in), (unsigned)number(s->in));
		break;
	case 7:
		sctrace_untarget(t, number(s->in), (unsigned)number(s->in));
		break;
	case 8:
		sctrace_select(t, word(s->in));
		break;
	case 9:
		sctrace_pause(t);
		break;
	case 10:
		sctrace_resume(t);
		break;
	case 11:
		sctrace_wake(t);
		break;
	case 12:
		sctrace_pending(t, input_u8(s->in) & 1 ? on_pending : NULL, NULL);
		break;
	case 13:
		look(s, t);
		break;
	case 14:
		nulls(s);
		break;
	case 15:
		sctrace_target_cgroup(t, word(s->in));
		break;
	case 16:
		if (s->text[slot] && !s->depth)
			sctrace_text_flush(s->text[slot], input_u8(s->in) & 1);
		break;
	case 17:
		stats_refused(s);
		break;
	default:
		s->polled[slot] |= t != NULL;
		sctrace_poll(t, 0);
	}
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	setenv("TZ", "UTC0", 1);
	capture = getenv("FUZZ_CAPTURE");
	if (!capture)
		capture = "tests/golden/calls.cap";
	if (access(capture, R_OK)) {
		perror(capture);
		return 1;
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size };
	struct state s = { .in = &in };

	now = &s;
	while (in.left && s.steps <= STEPS_MAX)
		step(&s);
	for (unsigned i = 0; i < SLOTS; i++)
		close_one(&s, i);
	return 0;
}
