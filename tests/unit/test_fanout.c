// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Subscribers of one set of programs. The test defines the functions of the rings and the programs itself. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "live/fanout.h"
#include "live/ring.h"
#include "synth.h"
#include "util/clock.h"

/* ---- the rings ---- */

#define RECORDS_MAX 64

struct rings {
	struct source source;
	struct synth records[RECORDS_MAX]; /* records that have not been read yet */
	unsigned n;
	uint64_t watermark, lost;
	int fd;
};

static struct rings rings;

static int drain(struct source *s, record_fn *fn, void *ctx)
{
	unsigned n = rings.n;

	cr_assert_eq(s, &rings.source);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(fn(ctx, &rings.records[i].rec, rings.records[i].size), 0);
	rings.n = 0;
	rings.watermark = now_ns();
	return (int)n;
}

static int ring_fd(struct source *s)
{
	(void)s;
	return rings.fd;
}

static uint64_t ring_lost(struct source *s)
{
	(void)s;
	return rings.lost;
}

static uint64_t ring_watermark(struct source *s)
{
	(void)s;
	return rings.watermark;
}

static const struct source_ops ring_ops = {
	.drain = drain,
	.fd = ring_fd,
	.lost = ring_lost,
	.watermark = ring_watermark,
};

struct source *rings__source(struct rings *r)
{
	return &r->source;
}

void rings__look(struct rings *r, struct rings_state *out)
{
	(void)r;
	*out = (struct rings_state){ .n = 2, .bytes = 4096 };
}

uint64_t rings__lost_on(const struct rings *r, unsigned cpu)
{
	return cpu ? 0 : r->lost;
}

/* ---- the programs ---- */

struct bpf {
	bool attached, closed, muted;
	struct selection selection; /* the calls that the programs send */
	uint32_t untargeted;	    /* the last task that was untargeted */
	unsigned places;	    /* bits of the subscribers that have a cgroup */
	unsigned owners_asked;	    /* how often the owners of all tasks were requested */
};

static struct bpf bpf;

void programs__mute(struct bpf *b)
{
	(void)b;
}

struct rings *programs__rings(struct bpf *b)
{
	(void)b;
	return &rings;
}

int programs__select(struct bpf *b, const struct decode_opts *plan, const struct selection *selection, bool none)
{
	(void)plan;
	select__free(&b->selection);
	b->muted = none;
	return none ? 0 : select__add(&b->selection, selection);
}

int programs__quiesce(struct bpf *b)
{
	(void)b;
	return 0;
}

int programs__attach(struct bpf *b)
{
	b->attached = true;
	return 0;
}

void programs__detach(struct bpf *b)
{
	b->attached = false;
}

int programs__target(struct bpf *b, pid_t tid, uint32_t flags)
{
	cr_assert_eq(flags, SCT_T_UNTARGET);
	b->untargeted = (uint32_t)tid;
	return 0;
}

int programs__untarget(struct bpf *b, pid_t tid, uint32_t flags, struct buf *out)
{
	(void)b, (void)tid, (void)flags, (void)out;
	return 0;
}

void programs__forget(struct bpf *b, uint32_t tid)
{
	b->untargeted = tid;
}

int programs__cgroup_at(struct bpf *b, uint32_t at, int fd)
{
	(void)fd;
	b->places |= 1u << at;
	return 0;
}

void programs__tell_owners(struct bpf *b)
{
	b->owners_asked++;
}

void programs__cgroup_forget(struct bpf *b, uint32_t at)
{
	b->places &= ~(1u << at);
}

void programs__close(struct bpf *b)
{
	b->closed = true;
}

/* ---- the test's subscribers ---- */

#define SUBS 3

static struct fanout *fanout;
static struct subscriber *subs[SUBS];
static struct selection calls[SUBS];
static const struct sct_result_filter any_result;

static void setup(void)
{
	rings.source.ops = &ring_ops;
	rings.fd = eventfd(0, 0);
	cr_assert_eq(fanout__new(&fanout, &bpf, &(struct fanout_opts){}), 0);
}

static void unsubscribe(unsigned i)
{
	struct source *s = subs[i] ? subscriber__source(subs[i]) : NULL;

	subs[i] = NULL;
	if (s)
		s->ops->free(s);
}

static void teardown(void)
{
	for (unsigned i = 0; i < SUBS; i++) {
		unsubscribe(i);
		select__free(&calls[i]);
	}
	cr_assert(bpf.closed, "the last subscriber closes the programs");
	cr_assert_not(bpf.attached);
	select__free(&bpf.selection);
	close(rings.fd);
}

TestSuite(fanout, .init = setup, .fini = teardown);

static void subscribe(unsigned i, const char *names, const struct sct_result_filter *results, uint32_t tid)
{
	char *why = NULL;

	select__free(&calls[i]);
	cr_assert_eq(select__parse(&calls[i], names, &why), 0);
	cr_assert_eq(subscriber__new(&subs[i], fanout, &calls[i], results), 0);
	if (tid)
		cr_assert_eq(subscriber__target(subs[i], tid, false), 0);
	cr_assert_eq(subscriber__attach(subs[i]), 0);
}

static struct synth *record(void)
{
	cr_assert_lt(rings.n, RECORDS_MAX);
	return &rings.records[rings.n++];
}

static uint64_t ts = 1000;

static void enter(uint32_t tid, unsigned nr)
{
	struct synth *s = record();

	synth_enter(s, tid, ++ts, nr, NULL);
	s->enter.abi = abi__native()->id;
}

static void leave(uint32_t tid, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	struct synth *s = record();

	synth_exit(s, tid, ++ts, nr, ret, enter_ts);
	s->exit.abi = abi__native()->id;
}

static void whole(uint32_t tid, unsigned nr, int64_t ret)
{
	enter(tid, nr);
	leave(tid, nr, ret, ts);
}

/* Returns the records that a subscriber got: a letter for each, with the task's id and, for a call, its number. */
static struct buf got;
static uint32_t last_lost;

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	(void)ctx;
	cr_assert_eq(record__check(rec, size), size);
	last_lost = rec->lost;
	if (rec->type == SCT_REC_ENTER)
		buf__printf(&got, "%s%u:%u ", rec->flags & SCT_F_HELD ? "held" : "enter", rec->tid,
			    ((const struct sct_enter *)rec)->nr);
	else if (rec->type == SCT_REC_EXIT)
		buf__printf(&got, "exit%u:%u ", rec->tid, ((const struct sct_exit *)rec)->nr);
	else if (rec->type == SCT_REC_FORK)
		buf__printf(&got, "fork%u ", rec->tid);
	else
		buf__printf(&got, "type%u ", rec->type);
	return 0;
}

static int receive(unsigned i)
{
	struct source *s = subscriber__source(subs[i]);

	got.len = 0;
	return s->ops->drain(s, on_record, NULL);
}

#define EXPECT(i, text)                                                                                                \
	do {                                                                                                           \
		cr_assert_geq(receive(i), 0);                                                                          \
		buf__char(&got, '\0');                                                                                 \
		cr_assert_str_eq(got.p, text);                                                                         \
	} while (0)

/* ---- which subscribers get a record ---- */

Test(fanout, tasks)
{
	struct synth *s;

	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &any_result, 20);
	cr_assert_eq(subscriber__target(subs[1], 10, false), 0);
	enter(10, 1);
	enter(20, 2);
	enter(30, 3);
	EXPECT(0, "enter10:1 ");
	EXPECT(1, "enter10:1 enter20:2 ");
	EXPECT(1, "");
	s = record();
	synth_fork(s, 20, ++ts, 21);
	enter(21, 4);
	EXPECT(1, "fork20 enter21:4 ");
	EXPECT(0, "");
}

Test(fanout, before_the_start_and_after_the_end)
{
	subscribe(0, "all", &any_result, 10);
	cr_assert_eq(select__all(&calls[1]), 0);
	cr_assert_eq(subscriber__new(&subs[1], fanout, &calls[1], &any_result), 0);
	cr_assert_eq(subscriber__target(subs[1], 10, false), 0);
	enter(10, 1);
	EXPECT(0, "enter10:1 ");
	EXPECT(1, "");
	enter(10, 2);
	subscriber__leave(subs[0]);
	enter(10, 3);
	EXPECT(0, "enter10:2 ");
	cr_assert(bpf.attached, "another subscriber is there");
	cr_assert_eq(subscriber__count(subs[1]), 1);
}

Test(fanout, a_task_of_nobody_is_given_up)
{
	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &any_result, 20);
	cr_assert_eq(subscriber__target(subs[1], 10, false), 0);
	unsubscribe(0);
	cr_assert_eq(bpf.untargeted, 0, "10 is the other's, too");
	subscribe(0, "all", &any_result, 30);
	unsubscribe(0);
	cr_assert_eq(bpf.untargeted, 30);
}

/* ---- selected calls ---- */

static bool sent(const char *name)
{
	for (unsigned nr = 0; nr < SCT_NR_MAX; nr++) {
		const struct sct_row *row = abi__row(abi__native(), nr);

		if (row && !strcmp(row->name, name))
			return select__has(&bpf.selection, row, abi__native());
	}
	return false;
}

Test(fanout, the_kernel_sends_what_any_of_them_wants)
{
	subscribe(0, "dup", &any_result, 10);
	subscribe(1, "close", &any_result, 10);
	cr_assert(sent("dup") && sent("close") && !sent("read"));
	whole(10, SYS_dup, 4);
	whole(10, SYS_close, 0);
	cr_assert_eq(receive(0), 2);
	cr_assert_eq(receive(1), 2);
	unsubscribe(0);
	cr_assert(!sent("dup") && sent("close"));
}

Test(fanout, a_call_goes_on_as_it_began)
{
	struct selection others = {};
	uint64_t began;
	char *why = NULL;

	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &any_result, 10);
	enter(10, SYS_dup);
	began = ts;
	cr_assert_eq(select__parse(&others, "close", &why), 0);
	cr_assert_eq(subscriber__select(subs[0], &others, false), 0);
	select__free(&calls[0]);
	calls[0] = others; /* as the caller does */
	leave(10, SYS_dup, 4, began);
	whole(10, SYS_dup, 5);
	cr_assert_eq(receive(0), 2, "the end of the call that had begun, and no other");
	cr_assert_eq(receive(1), 4);
}

Test(fanout, paused)
{
	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &any_result, 10);
	cr_assert_eq(subscriber__select(subs[0], &calls[0], true), 0);
	cr_assert_not(bpf.muted);
	whole(10, SYS_dup, 4);
	cr_assert_eq(receive(0), 0);
	cr_assert_eq(receive(1), 2);
	cr_assert_eq(subscriber__select(subs[1], &calls[1], true), 0);
	cr_assert(bpf.muted, "all of them are paused");
	cr_assert_eq(subscriber__select(subs[0], &calls[0], false), 0);
	cr_assert_not(bpf.muted);
	whole(10, SYS_dup, 5);
	cr_assert_eq(receive(0), 2);
}

Test(fanout, results_of_its_own)
{
	const struct sct_result_filter failed = { .any = 1, .failed = 1 };

	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &failed, 10);
	enter(10, 1);
	cr_assert_eq(receive(0), 1);
	cr_assert_eq(receive(1), 0, "the beginning waits for the end");
	leave(10, 1, 0, ts);
	whole(10, 2, -ENOENT);
	EXPECT(1, "held10:2 exit10:2 ");
	cr_assert_eq(receive(0), 3);
}

/* ---- losses ---- */

Test(fanout, lost_before_it_was_there)
{
	rings.lost = 7;
	subscribe(0, "all", &any_result, 10);
	rings.lost = 9;
	enter(10, 1);
	rings.records[0].rec.lost = 9;
	cr_assert_eq(receive(0), 1);
	cr_assert_eq(last_lost, 2);
	cr_assert_eq(subscriber__source(subs[0])->ops->lost(subscriber__source(subs[0])), 2);
}

Test(fanout, a_queue_that_is_full)
{
	struct source *s;
	unsigned rounds = 0, n = 0;
	int got_now;

	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &any_result, 10);
	s = subscriber__source(subs[1]);
	/* only the first record is read */
	while (!s->ops->lost(s) && ++rounds < 10000) {
		while (rings.n < RECORDS_MAX)
			enter(10, 1);
		cr_assert_eq(receive(0), RECORDS_MAX);
	}
	cr_assert_lt(rounds, 10000);
	cr_assert_eq(subscriber__source(subs[0])->ops->lost(subscriber__source(subs[0])), 0);
	while ((got_now = receive(1)) > 0)
		n += (unsigned)got_now;
	cr_assert_eq(n + s->ops->lost(s), rounds * RECORDS_MAX, "each record came or is counted");
	cr_assert_eq(last_lost, 0);
	enter(10, 1);
	cr_assert_eq(receive(1), 1);
	cr_assert_eq(last_lost, s->ops->lost(s), "the next record tells it");
}

Test(fanout, owners_are_asked_for_again)
{
	struct source *s;
	unsigned asked = bpf.owners_asked;
	uint64_t lost;

	subscribe(0, "all", &any_result, 10);
	subscribe(1, "all", &any_result, 10);
	cr_assert_eq(bpf.owners_asked, asked + 2, "once for each start");
	s = subscriber__source(subs[1]);
	while (!s->ops->lost(s)) {
		while (rings.n < RECORDS_MAX)
			enter(10, 1);
		cr_assert_eq(receive(0), RECORDS_MAX);
	}
	lost = s->ops->lost(s);
	/* owner records are smaller than an enter, so the first ones may fit */
	while (rings.n < RECORDS_MAX)
		synth_init(record(), SCT_REC_OWNER, 10, ++ts, sizeof(struct sct_task_owner));
	cr_assert_eq(receive(0), RECORDS_MAX);
	cr_assert_eq(s->ops->lost(s), lost, "an owner is no event");
	cr_assert_eq(bpf.owners_asked, asked + 2);
	while (receive(1) > 0)
		;
	cr_assert_eq(bpf.owners_asked, asked + 3, "the queue had no room for one");
}

/* ---- cgroups ---- */

Test(fanout, cgroups)
{
	struct sct_cgroups *g;
	struct synth *s;
	int fd = open("/", O_RDONLY | O_DIRECTORY);

	subscribe(0, "all", &any_result, 0);
	subscribe(1, "all", &any_result, 0);
	cr_assert_eq(subscriber__cgroup(subs[0], fd), 0);
	cr_assert_eq(subscriber__cgroup(subs[1], fd), 0);
	cr_assert_eq(bpf.places, 1, "one place for both");
	s = record();
	synth_init(s, SCT_REC_CGROUPS, 10, ++ts, sizeof(*g));
	g = (void *)s->raw;
	g->in = 1;
	enter(10, 1);
	EXPECT(0, "enter10:1 ");
	EXPECT(1, "enter10:1 ");
	unsubscribe(0);
	cr_assert_eq(bpf.places, 1);
	subscribe(0, "all", &any_result, 0);
	unsubscribe(1);
	cr_assert_eq(bpf.places, 0);
	close(fd);
}

/* ---- limits ---- */

Test(fanout, no_more_than_there_are_bits)
{
	struct subscriber *more[SUBSCRIBERS_MAX], *one_more;

	subscribe(0, "all", &any_result, 10);
	for (unsigned i = 1; i < SUBSCRIBERS_MAX; i++)
		cr_assert_eq(subscriber__new(&more[i], fanout, &calls[0], &any_result), 0);
	cr_assert_eq(subscriber__new(&one_more, fanout, &calls[0], &any_result), -E2BIG);
	for (unsigned i = 1; i < SUBSCRIBERS_MAX; i++)
		subscriber__source(more[i])->ops->free(subscriber__source(more[i]));
	cr_assert_eq(subscriber__new(&more[1], fanout, &calls[0], &any_result), 0);
	subscriber__leave(subs[0]);
	subscriber__leave(more[1]);
	cr_assert_eq(subscriber__new(&one_more, fanout, &calls[0], &any_result), -ESHUTDOWN);
	cr_assert_eq(subscriber__attach(more[1]), -ESHUTDOWN);
	subscriber__source(more[1])->ops->free(subscriber__source(more[1]));
}

Test(fanout, what_it_has)
{
	struct fanout_opts want = {};

	subscribe(0, "all", &any_result, 10);
	cr_assert(fanout__has(fanout, &want));
	want.results.failed = 1;
	cr_assert(fanout__has(fanout, &want), "fewer results are a subscriber's own choice");
	want.all = true;
	cr_assert_not(fanout__has(fanout, &want));
	want = (struct fanout_opts){ .plan.strlen_max = 1 };
	cr_assert_not(fanout__has(fanout, &want), "longer strings than the programs send");
}
