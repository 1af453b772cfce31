// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Records through pairing, decoders and every sink, with options that the input chooses. */
#include "records.h"

#include <errno.h>
#include <time.h>

#include "event/func.h"
#include "event/pair.h"
#include "probe/probe.h"
#include "sink/json.h"
#include "sink/text.h"
#include "sink/values.h"
#include "enrich/netnames.h"
#include "stack/space.h"
#include "stats/event_stats.h"
#include "stats/table.h"
#include "util/buf.h"

const size_t records_head = RECORDS_HEAD;

struct run {
	struct input in;
	uint8_t head[RECORDS_HEAD];
	struct decode_opts decode;
	int64_t clock_offset;
	struct pair *pair;
	struct names *names;
	struct probes probes;
	struct spaces spaces;
	struct receivers *sinks;
	unsigned reap; /* bits of tids that are reported as gone */
};

/* ---- records ---- */

static uint32_t head_of(unsigned type)
{
	static const uint8_t sizes[SCT_REC_TYPE_MAX] = {
		[SCT_REC_ENTER] = sizeof(struct sct_enter),
		[SCT_REC_EXIT] = sizeof(struct sct_exit),
		[SCT_REC_FORK] = sizeof(struct sct_fork),
		[SCT_REC_EXEC] = sizeof(struct sct_exec),
		[SCT_REC_TASK_EXIT] = sizeof(struct sct_task_exit),
		[SCT_REC_SIGNAL] = sizeof(struct sct_signal),
		[SCT_REC_TARGET] = sizeof(struct sct_target),
		[SCT_REC_CALL] = sizeof(struct sct_exit),
		[SCT_REC_NAMES] = sizeof(struct sct_names),
		[SCT_REC_MAP] = sizeof(struct sct_map),
		[SCT_REC_SIGNAL_IP] = sizeof(struct sct_signal_ip),
		[SCT_REC_SIGNAL_STACK] = sizeof(struct sct_signal_stack),
		[SCT_REC_MODE] = sizeof(struct sct_mode),
		[SCT_REC_CGROUPS] = sizeof(struct sct_cgroups),
		[SCT_REC_MORE] = sizeof(struct sct_exit),
		[SCT_REC_CHANGE] = sizeof(struct sct_change),
		[SCT_REC_PROBE] = sizeof(struct sct_probe),
		[SCT_REC_RETURN] = sizeof(struct sct_return),
		[SCT_REC_DEF] = sizeof(struct sct_def),
		[SCT_REC_LEADER_EXIT] = sizeof(struct sct_task_exit),
		[SCT_REC_CLOCK] = sizeof(struct sct_clock),
		[SCT_REC_COMM] = sizeof(struct sct_target),
		[SCT_REC_FILES] = sizeof(struct sct_names),
		[SCT_REC_OWNER] = sizeof(struct sct_task_owner),
		[SCT_REC_PROCESS] = sizeof(struct sct_process),
	};

	MUST(sizes[type], "records of type %u: this target does not know them", type);
	return sizes[type];
}

/* Returns the offset of data_len in a record, or 0 if its type has no chunks. */
static size_t data_len_of(const struct sct_rec *rec)
{
	switch (rec->type) {
	case SCT_REC_ENTER:
	case SCT_REC_PROBE:
		return offsetof(struct sct_enter, data_len);
	case SCT_REC_EXIT:
	case SCT_REC_MORE:
	case SCT_REC_CALL:
	case SCT_REC_RETURN:
		return offsetof(struct sct_exit, data_len);
	case SCT_REC_DEF:
		return offsetof(struct sct_def, data_len);
	case SCT_REC_SIGNAL_STACK:
		return offsetof(struct sct_signal_stack, data_len);
	case SCT_REC_EXEC:
		return offsetof(struct sct_exec, data_len);
	case SCT_REC_PROCESS:
		return offsetof(struct sct_process, data_len);
	case SCT_REC_NAMES:
	case SCT_REC_FILES:
		return offsetof(struct sct_names, data_len);
	case SCT_REC_MAP:
		return offsetof(struct sct_map, data_len);
	default:
		return 0;
	}
}

struct sct_rec *records_next(struct input *in, size_t *size)
{
	struct sct_rec *rec, head;
	uint32_t n, data;

	if (in->left < sizeof(n) + sizeof(head))
		return NULL;
	input_bytes(in, &n, sizeof(n));
	memcpy(&head, in->p, sizeof(head));
	head.type = (uint8_t)(head.type - 1) % (SCT_REC_TYPE_MAX - 1) + 1;
	n = n < RECORD_MOST ? n : RECORD_MOST;
	n = n < in->left ? n : (uint32_t)in->left;
	data = n > head_of(head.type) ? n - head_of(head.type) : 0;
	if (!data_len_of(&head))
		data = 0;
	*size = head_of(head.type) + data;
	rec = calloc(1, *size);
	MUST(rec, "memory");
	input_bytes(in, rec, n < *size ? n : *size);
	if (n > *size) {
		in->p += n - *size;
		in->left -= n - *size;
	}
	rec->type = head.type;
	if (data_len_of(rec))
		memcpy((char *)rec + data_len_of(rec), &data, sizeof(data));
	if (rec->type == SCT_REC_EXEC)
		((struct sct_exec *)rec)->comm[15] = '\0';
	if (rec->type == SCT_REC_TARGET || rec->type == SCT_REC_COMM)
		((struct sct_target *)rec)->comm[15] = '\0';
	if (rec->type == SCT_REC_PROCESS)
		((struct sct_process *)rec)->comm[15] = '\0';
	if (rec->type == SCT_REC_CHANGE)
		((struct sct_change *)rec)->kind %= SCT_CHANGE_MAX;
	MUST(record__check(rec, *size) == *size, "a record that was mended: type %u", rec->type);
	return rec;
}

/* ---- how long an enter is kept: the rule in event/pair.h ---- */

#define HELD_MAX 64

struct deferred {
	uint32_t tid;
	const struct sct_enter *enter;
	uint64_t sum;
};

struct keeper {
	struct deferred held[HELD_MAX];
	unsigned n;
};

static uint64_t sum_of(const struct sct_enter *e)
{
	const uint8_t *p = (const uint8_t *)e;
	uint64_t sum = 0;

	for (size_t i = 0; i < sizeof(*e) + e->data_len; i++)
		sum = sum * 31 + p[i];
	return sum;
}

static struct deferred *held_find(struct keeper *k, uint32_t tid)
{
	for (unsigned i = 0; i < k->n; i++)
		if (k->held[i].tid == tid)
			return &k->held[i];
	return NULL;
}

/* Checks that the enter record that was shown still exists and has not changed. */
static void held_check(const struct deferred *h)
{
	MUST(sum_of(h->enter) == h->sum, "the enter of %u changed before its end was reported", h->tid);
}

static int keeper_event(void *ctx, const struct event *ev)
{
	struct keeper *k = ctx;
	struct deferred *h = held_find(k, ev->kind == EV_SUPERSEDED ? ev->other_tid : ev->tid);

	for (unsigned i = 0; i < k->n; i++)
		held_check(&k->held[i]);
	switch (ev->kind) {
	case EV_ENTER:
		MUST(!h, "a call of %u begins in another one", ev->tid);
		if (k->n < HELD_MAX)
			k->held[k->n++] = (struct deferred){ ev->tid, ev->enter, sum_of(ev->enter) };
		break;
	case EV_SUPERSEDED:
		MUST(!held_find(k, ev->tid), "%u is in a call", ev->tid);
		if (h)
			h->tid = ev->tid;
		break;
	case EV_EXIT:
	case EV_ABANDONED:
	case EV_TASK_EXIT:
		if (h)
			*h = k->held[--k->n];
		break;
	default:
		break;
	}
	return 0;
}

static void *keeper_new(struct run *r)
{
	(void)r;
	return calloc(1, sizeof(struct keeper));
}

/* ---- text ---- */

static int write_lines(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	must_be_text(p, n, false);
	return 0;
}

static void *text_new(struct run *r)
{
	static const char *const status[] = { NULL, "successful", "failed", "!unfinished" };
	static const char *const signals[] = { NULL, "none", "!SIGTERM", "9,rt_3" };
	const uint8_t *h = r->head;
	struct sctrace_text_opts o = {
		.sz = sizeof(o),
		.prefix = h[0] % 3,
		.timestamps = h[1] % 4,
		.relative = h[2] & 1,
		.durations = h[2] & 2,
		.hex = h[3] % 3,
		.column = h[4],
		.name = h[2] & 4 ? "sctrace" : NULL,
		.write = write_lines,
		.status = status[h[5] % 4],
		.signals = signals[h[5] / 4 % 4],
		.tid = h[5] & 64 ? h[6] : 0,
	};
	struct sctrace_text *x;

	MUST(!text__new(&x, &o, &r->decode, &r->clock_offset), "text__new()");
	return x;
}

/* ---- JSON ---- */

static int write_objects(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	for (const char *end; n; n -= (size_t)(end - p), p = end) {
		end = memchr(p, '\n', n);
		MUST(end, "a line without an end");
		must_be_json(p, (size_t)(++end - p));
	}
	return 0;
}

static void *json_new(struct run *r)
{
	struct sctrace_json_opts o = { .sz = sizeof(o), .write = write_objects };
	struct sctrace_json *x;

	if (r->head[5] & 128)
		o.status = "failed,unfinished";
	MUST(!json__new(&x, &o, &r->decode, &r->clock_offset, r->pair), "json__new()");
	return x;
}

/* ---- values, and an event as a line, which an agent asks for in its callback ---- */

struct agent {
	struct values_out values;
	const struct decode_opts *decode;
	struct sctrace_text *text;
	unsigned sum;
};

static int value(void *ctx, const struct sctrace_value *v)
{
	struct agent *a = ctx;
	const uint8_t *p = v->bytes;

	MUST(v->sz == sizeof(*v) && v->argument, "a value of no argument");
	for (size_t i = 0; i < v->len; i++)
		a->sum += p[i];
	for (size_t i = 0; i < v->nnames; i++)
		a->sum += (unsigned)strlen(v->names[i]);
	a->sum += (unsigned)strlen(v->argument) + (v->name ? (unsigned)strlen(v->name) : 0);
	a->sum += v->symbol ? (unsigned)strlen(v->symbol) : 0;
	return 0;
}

static void *agent_new(struct run *r)
{
	struct sctrace_text_opts o = { .sz = sizeof(o), .write = write_lines };
	struct agent *a = calloc(1, sizeof(*a));

	MUST(a && !text__new(&a->text, &o, &r->decode, &r->clock_offset), "memory");
	a->decode = &r->decode;
	return a;
}

static int agent_event(void *ctx, const struct event *ev)
{
	struct agent *a = ctx;
	struct sctrace_value v;
	char line[64];
	ssize_t n;

	if (ev->enter) {
		MUST(!values__each(&a->values, ev, a->decode, value, a), "values__each()");
		values__arg(&a->values, ev, a->decode, "fd", &v);
	}
	n = text__one(a->text, ev, line, sizeof(line));
	MUST(n >= 0, "text__one(): %d", (int)n);
	must_be_text(line, n < (ssize_t)sizeof(line) ? (size_t)n : sizeof(line) - 1, false);
	return 0;
}

static void agent_end(void *ctx)
{
	struct agent *a = ctx;

	sink__free((struct sink *)a->text);
	free(a);
}

/* ---- statistics ---- */

static void *stats_new(struct run *r)
{
	struct sctrace_event_stats *s;

	MUST(!event_stats__new(&s, pair__tasks(r->pair), &r->probes, NULL, false), "event_stats__new()");
	return s;
}

static const char *no_cgroup(void *ctx, uint64_t id)
{
	(void)ctx;
	(void)id;
	return "/";
}

static void stats_flush(void *ctx, bool now)
{
	static const struct table_opts o = { .cgroup = no_cgroup, .errors = true };
	struct stats *s = event_stats__rows(ctx);
	struct buf b = {};

	if (!now)
		return;
	MUST(!event_stats__settle(ctx), "event_stats__settle()");
	table__perf(&b, s, &o);
	MUST(!table__strace(&b, s, &o), "table__strace()");
	must_be_text(b.p, b.len, true);
	b.len = 0;
	MUST(!table__json(&b, s, &o), "table__json()");
	must_be_json(b.p, b.len);
	buf__free(&b);
}

static void stats_end(void *ctx)
{
	stats_flush(ctx, true);
	sink__free(ctx);
}

/* ---- all sinks: a new one is a row here ---- */

static int any_event(void *sink, const struct event *ev)
{
	return sink__event(sink, ev);
}

static void any_flush(void *sink, bool now)
{
	sink__flush(sink, now);
}

static void any_end(void *sink)
{
	sink__detach(sink);
	sink__free(sink);
}

static const struct receiver_ops {
	void *(*new)(struct run *r);
	int (*event)(void *ctx, const struct event *ev);
	void (*flush)(void *ctx, bool now); /* or NULL */
	void (*end)(void *ctx);
} ops[] = {
	{ keeper_new, keeper_event, NULL, free },	  { text_new, any_event, any_flush, any_end },
	{ json_new, any_event, any_flush, any_end },	  { agent_new, agent_event, NULL, agent_end },
	{ stats_new, any_event, stats_flush, stats_end },
};
#define NSINKS (sizeof(ops) / sizeof(ops[0]))

struct receivers {
	void *ctx[NSINKS];
};

static int on_event(void *ctx, const struct event *ev)
{
	struct run *r = ctx;
	int err = 0;

	for (size_t i = 0; i < NSINKS; i++)
		err = ops[i].event(r->sinks->ctx[i], ev) ?: err;
	return err;
}

static int on_pending(void *ctx, const struct event *ev)
{
	struct keeper *k = ((struct run *)ctx)->sinks->ctx[0];
	struct deferred *h = held_find(k, ev->tid);

	MUST(ev->enter, "an unfinished call without its enter");
	MUST(h || k->n == HELD_MAX, "an unfinished call that was not shown: %u", ev->tid);
	return 0;
}

static unsigned gone_bits;

static bool gone(uint32_t tid)
{
	return gone_bits >> tid % 32 & 1;
}

/* Calls the functions that a reader calls between records. */
static void between(struct run *r, unsigned n, uint64_t ts)
{
	const uint8_t *h = r->head;

	if (h[7] && n % h[7] == 0)
		for (size_t i = 0; i < NSINKS; i++)
			if (ops[i].flush)
				ops[i].flush(r->sinks->ctx[i], h[8] & 1);
	if (h[9] && n % h[9] == 0) {
		gone_bits = h[10] * 0x01010101u;
		MUST(!pair__reap(r->pair, gone), "pair__reap()");
	}
	if (h[8] & 2)
		pair__time(r->pair, ts);
	if (h[8] & 4)
		pair__pending(r->pair, on_pending, r);
}

/* Probes of all kinds that there are at the beginning; records may define more. */
static void define_probes(struct run *r)
{
	static const char *const defs[] = {
		"ufunc=-(fd:fd, path:str, n:size_t, flags:hex) -> int",
		"ufunc=-",
		"uprobe=-(buf:bytes(n), n:u32)",
		"uretprobe=- -> str",
		"kfunc=-(name:kname, file:kfile, n:size_t, b:bytes(n)) -> void",
	};
	char def[128];

	for (uint32_t i = 0; i < sizeof(defs) / sizeof(defs[0]); i++) {
		int n = snprintf(def, sizeof(def), "%s%cprobe%u", defs[i], 0, i);

		MUST(!probes__define(&r->probes, i, def, (size_t)n), "probe %u", i);
	}
}

/* Handles a record as a handle does in a replay. */
static int record(struct run *r, const struct sct_rec *rec, size_t size)
{
	const struct sct_def *d = (const void *)rec;
	int err;

	switch (rec->type) {
	case SCT_REC_NAMES:
		netnames__set(r->names, rec);
		return 0;
	case SCT_REC_MAP:
	case SCT_REC_CLOCK:
	case SCT_REC_FILES:
		return 0;
	case SCT_REC_DEF:
		err = probes__define(&r->probes, d->probe, (const char *)(d + 1), d->data_len);
		return err == -EINVAL || err == -E2BIG || err == -EEXIST ? 0 : err;
	case SCT_REC_PROBE:
		return probes__get(&r->probes, record__nr((const void *)rec)) ? pair__record(r->pair, rec, size) : 0;
	case SCT_REC_RETURN:
		return probes__get(&r->probes, return__probe((const void *)rec)) ? pair__record(r->pair, rec, size) : 0;
	default:
		return pair__record(r->pair, rec, size);
	}
}

static void run_records(struct run *r)
{
	struct sct_rec *rec;
	size_t size;
	unsigned n;

	for (n = 1; (rec = records_next(&r->in, &size)); n++) {
		uint64_t ts = rec->ts;
		int err;

		MUST(!spaces__record(&r->spaces, rec), "memory");
		spaces__get(&r->spaces, rec->tgid, ts);
		err = record(r, rec, size);
		MUST(!err, "pair__record(): %d", err);
		free(rec); /* the record must not be used after this */
		between(r, n, ts);
	}
	pair__end(r->pair, r->head[11]);
	count_records(n - 1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	setenv("TZ", "UTC0", 1);
	tzset();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = { .in = { data, size } };
	struct receivers sinks;

	input_bytes(&r.in, r.head, sizeof(r.head));
	r.decode = (struct decode_opts){
		.strlen_max = r.head[12] == 255 ? UINT32_MAX : r.head[12],
		.verbose = r.head[13] & 1,
		.no_data = r.head[13] & 2,
		.boot_offset = (int64_t)((uint64_t)r.head[14] << 56),
	};
	r.clock_offset = (int64_t)((uint64_t)r.head[15] << 56);
	define_probes(&r);
	r.decode.probes = &r.probes;
	r.sinks = &sinks;
	MUST(!netnames__new(&r.names), "netnames__new()");
	r.decode.interfaces = netnames__table(r.names, SCT_NAMES_INTERFACES);
	r.decode.families = netnames__table(r.names, SCT_NAMES_FAMILIES);
	MUST(!pair__new(&r.pair, on_event, &r), "pair__new()");
	spaces__init(&r.spaces, pair__tasks(r.pair));
	for (size_t i = 0; i < NSINKS; i++)
		sinks.ctx[i] = ops[i].new(&r);
	run_records(&r);
	for (size_t i = 0; i < NSINKS; i++)
		ops[i].end(sinks.ctx[i]);
	pair__free(r.pair);
	spaces__free(&r.spaces);
	netnames__free(r.names);
	probes__free(&r.probes);
	return 0;
}
