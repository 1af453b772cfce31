// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Statistics from hostile names and numbers: the rows and their bounds, every table, JSON. */
#include "fuzz.h"

#include "stats/name.h"
#include "stats/table.h"

#define ROWS_MAX 2000

struct run {
	struct input in;
	struct stats stats;
	char cgroup[300];
};

static const char *cgroup(void *ctx, uint64_t id)
{
	struct run *r = ctx;

	return id ? r->cgroup : "/";
}

static uint64_t number(struct input *in)
{
	uint8_t kind = input_u8(in);

	return kind < 200 ? kind : input_u64(in) >> (kind & 31);
}

static void comm(struct input *in, char *to)
{
	char text[16];

	input_text(in, text, sizeof(text));
	memcpy(to, text, sizeof(text));
}

/* Makes a name as the kernel keeps it. */
static const char *name(struct input *in, char *text, size_t size)
{
	struct kstat_name n = { .type = input_u8(in) % 6 };

	n.cut = input_u8(in);
	n.len = (uint16_t)number(in);
	input_text(in, n.text, sizeof(n.text));
	return n.type ? name__text(&n, text, size) : NULL;
}

static void add(struct run *r)
{
	char file[KSTAT_NAME_MAX + 64], peer[KSTAT_NAME_MAX + 64];
	uint64_t hist[KSTAT_BUCKETS] = {};
	struct input *in = &r->in;
	struct kstat_by_key key = {
		.owner = input_u8(in) % 4,
		.call = (uint16_t)(number(in) % KSTAT_CALLS),
		.err = (uint16_t)number(in),
	};
	const char *names[NKEYS] = {};
	struct kstat_row row = {};

	if (r->stats.by == STATS_KEYS) {
		key.tid = (uint32_t)number(in);
		key.pid = (uint32_t)number(in);
		key.uid = (uint32_t)number(in);
		comm(in, key.comm);
	}
	if (r->stats.by == STATS_KEYS || r->stats.by == STATS_CGROUPS)
		key.cgroup = input_u8(in) % 4;
	for (unsigned n = input_u8(in) % 8; n; n--)
		row__call(&row, number(in), n & 1);
	row.errors = number(in);
	row.untimed = (uint32_t)(row.calls ? number(in) % (row.calls + 1) : 0);
	row.gone = (uint32_t)number(in);
	row.tid = input_u8(in) % 16;
	row.pid = input_u8(in) % 4;
	row.start = input_u8(in) % 2;
	row.born = number(in);
	comm(in, row.comm);
	hist[input_u8(in) % KSTAT_BUCKETS] = row.calls;
	names[KEY_FILE] = name(in, file, sizeof(file));
	names[KEY_PEER] = name(in, peer, sizeof(peer));
	MUST(!stats__add(&r->stats, &key, &row, input_u8(in) & 1 ? hist : NULL, names), "stats__add()");
}

static void task(struct run *r)
{
	struct input *in = &r->in;
	struct kstat_task t = {
		.id = input_u8(in) % 3,
		.tid = input_u8(in) % 16,
		.pid = input_u8(in) % 4,
		.start = input_u8(in) % 2,
		.enter_ts = number(in),
		.since = number(in),
		.flags = input_u8(in) % 3,
		.call = (uint16_t)(number(in) % KSTAT_CALLS),
		.in_call = input_u8(in) % 2,
	};

	comm(in, t.comm);
	MUST(!stats__task(&r->stats, &t, number(in)), "stats__task()");
}

static void print(struct run *r)
{
	static const char *const sorts[] = {
		NULL, "time", "calls", "errors", "max-time", "avg-time", "name", "nothing"
	};
	static const char *const columns[] = { NULL, "name,max-time", "shortest,longest,calls,errors,syscall" };
	uint8_t order[NKEYS], flags = input_u8(&r->in);
	struct table_opts o = {
		.errors = flags & 1,
		.percentiles = flags & 2,
		.hist = flags & 4,
		.max = flags & 8 ? input_u8(&r->in) : 0,
		.seconds = flags & 16 ? 1.5 : 0,
		.sort = sorts[flags >> 5],
		.columns = columns[input_u8(&r->in) % 3],
		.order = order,
		.cgroup = cgroup,
		.ctx = r,
	};
	unsigned keys = r->stats.by == STATS_KEYS ? input_u8(&r->in) | input_u8(&r->in) << 8 : 0;
	struct buf b = {};

	for (unsigned k = 0; k < NKEYS; k++)
		if (keys >> k & 1) {
			o.by |= by_keys[k].bit;
			order[o.norder++] = (uint8_t)k;
		}
	table__perf(&b, &r->stats, &o);
	MUST(!table__strace(&b, &r->stats, &o), "table__strace()");
	if (o.by)
		MUST(!table__by(&b, &r->stats, &o), "table__by()");
	must_be_text(b.p, b.len, true);
	b.len = 0;
	MUST(!table__json(&b, &r->stats, &o), "table__json()");
	must_be_json(b.p, b.len);
	MUST(!b.failed, "memory");
	buf__free(&b);
}

static uint64_t calls(const struct stats *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->nrows; i++)
		n += s->rows[i].r.calls;
	return n;
}

static void fold(struct run *r)
{
	uint64_t before = calls(&r->stats);

	MUST(!stats__fold(&r->stats), "stats__fold()");
	MUST(calls(&r->stats) == before, "%llu calls of %llu", (unsigned long long)calls(&r->stats),
	     (unsigned long long)before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = { .in = { data, size } };
	uint8_t by = input_u8(&r.in), max = input_u8(&r.in);

	stats__init(&r.stats, by % 4, max & 1 ? 1 + max / 8 : 0);
	input_text(&r.in, r.cgroup, sizeof(r.cgroup));
	for (unsigned n = 0; n < ROWS_MAX && r.in.left; n++) {
		switch (input_u8(&r.in) % 8) {
		case 0:
			task(&r);
			break;
		case 1:
			stats__tasks_begin(&r.stats);
			break;
		case 2:
			fold(&r);
			break;
		case 3:
			print(&r);
			break;
		default:
			add(&r);
		}
	}
	fold(&r);
	print(&r);
	stats__free(&r.stats);
	return 0;
}
