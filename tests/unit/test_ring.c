// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The merge of the rings, on memory files that are laid out as the kernel's maps are. */
#include <criterion/criterion.h>
#include <errno.h>
#include <linux/bpf.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "live/ring.h"
#include "synth.h"

#define NCPUS 3
#define BYTES 65536u

struct fake {
	int fd;
	unsigned long *consumer, *producer;
	uint8_t *data; /* the kernel maps data twice, so everything is written twice */
	unsigned long pos;
};

static struct fake fakes[NCPUS];
static struct sct_cpu *cpus;
static volatile uint64_t idle;
static struct source *src;
static struct synth s;

/* Replaces the library's epoll_ctl(): memory files cannot be polled (EPERM), which must not count as a failure. */
int epoll_ctl(int epfd, int op, int fd, struct epoll_event *ev)
{
	long err = syscall(SYS_epoll_ctl, epfd, op, fd, ev);

	return err < 0 && errno == EPERM ? 0 : (int)err;
}

static void *map_file(int *fd, size_t size)
{
	void *p;

	*fd = memfd_create("fake", 0);
	cr_assert(*fd >= 0 && ftruncate(*fd, (off_t)size) == 0);
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	cr_assert_neq(p, MAP_FAILED);
	return p;
}

static void setup(void)
{
	long page = sysconf(_SC_PAGESIZE);
	int fds[NCPUS], cpus_fd;
	struct rings *r;

	for (int i = 0; i < NCPUS; i++) {
		struct fake *f = &fakes[i];

		f->consumer = map_file(&fds[i], 2 * page + 2 * BYTES);
		f->producer = (void *)((uint8_t *)f->consumer + page);
		f->data = (uint8_t *)f->consumer + 2 * page;
		f->fd = fds[i];
	}
	cpus = map_file(&cpus_fd, NCPUS * sizeof(*cpus));
	cr_assert_eq(rings__new(&r, fds, NCPUS, BYTES, cpus_fd, &idle), 0);
	src = rings__source(r);
}

static void teardown(void)
{
	src->ops->free(src);
}

TestSuite(ring, .init = setup, .fini = teardown);

static void put(struct fake *f, unsigned long at, const void *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned long off = (at + i) & (BYTES - 1);

		f->data[off] = f->data[off + BYTES] = ((const uint8_t *)p)[i];
	}
}

/*
 * Publishes a record. flags: BPF_RINGBUF_BUSY_BIT, BPF_RINGBUF_DISCARD_BIT. Returns the position of its head, or -1 if
 * there is no room.
 */
static long publish(unsigned cpu, const void *rec, size_t size, uint32_t flags)
{
	struct fake *f = &fakes[cpu];
	uint32_t head[2] = { (uint32_t)size | flags, 0 };
	unsigned long at = f->pos, total = (size + sizeof(head) + 7) & ~7ul;

	if (at + total - __atomic_load_n(f->consumer, __ATOMIC_ACQUIRE) > BYTES)
		return -1;
	put(f, at + sizeof(head), rec, size);
	put(f, at, head, sizeof(head));
	f->pos += total;
	__atomic_store_n(f->producer, f->pos, __ATOMIC_RELEASE);
	return (long)at;
}

static long call(unsigned cpu, uint64_t ts)
{
	synth_enter(&s, 10 + cpu, ts, 0, NULL);
	return publish(cpu, s.raw, s.size, 0);
}

static uint64_t seen[4096];
static unsigned nseen;

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	(void)ctx;
	(void)size;
	cr_assert_lt(nseen, 4096);
	seen[nseen++] = rec->ts;
	return 0;
}

#define EXPECT(...) expect((const uint64_t[]){ __VA_ARGS__ }, sizeof((const uint64_t[]){ __VA_ARGS__ }) / 8)

/* Returns the records that a round delivers. */
static void expect(const uint64_t *ts, unsigned n)
{
	nseen = 0;
	cr_assert_eq(src->ops->drain(src, on_record, NULL), (int)n);
	cr_assert_eq(nseen, n);
	for (unsigned i = 0; i < n; i++)
		cr_assert_eq(seen[i], ts[i], "%u: %llu", i, (unsigned long long)seen[i]);
}

static void expect_nothing(void)
{
	expect(NULL, 0);
}

/* A CPU that is inside a program may still publish a record, whose time is that of the program's beginning. */
Test(ring, upto_waits_for_the_busy)
{
	cpus[1].busy = 700;
	expect_nothing();
	cr_assert_eq(src->ops->watermark(src), 700);
	cpus[1].busy = 0;
	expect_nothing();
	cr_assert_gt(src->ops->watermark(src), 700);
}

Test(ring, empty)
{
	expect_nothing();
	expect_nothing();
}

Test(ring, merged_by_time)
{
	call(0, 10), call(0, 40), call(0, 50);
	call(1, 20), call(1, 30), call(1, 60);
	call(2, 15), call(2, 70);
	EXPECT(10, 15, 20, 30, 40, 50, 60, 70);
	expect_nothing();
	call(2, 80), call(1, 90);
	EXPECT(80, 90);
}

Test(ring, nothing_younger_than_a_busy_cpu)
{
	call(0, 10), call(0, 40);
	call(1, 20), call(1, 30), call(1, 50);
	cpus[2].busy = 30;
	EXPECT(10, 20);
	cpus[2].busy = 0;
	call(2, 35);
	EXPECT(30, 35, 40, 50);
}

Test(ring, a_busy_cpu_that_never_wrote)
{
	call(0, 10);
	cpus[1].busy = 1;
	expect_nothing();
	cpus[1].busy = 0;
	EXPECT(10);
}

Test(ring, a_record_that_is_not_committed)
{
	uint32_t len;
	long at;

	call(0, 10);
	synth_enter(&s, 10, 20, 0, NULL);
	len = (uint32_t)s.size;
	at = publish(0, s.raw, s.size, BPF_RINGBUF_BUSY_BIT);
	cpus[0].busy = 10 | 1;
	call(0, 30);
	call(1, 25);
	EXPECT(10);
	cpus[0].busy = 0;
	put(&fakes[0], (unsigned long)at, &len, sizeof(len));
	EXPECT(20, 25, 30);
}

Test(ring, discarded_records)
{
	synth_enter(&s, 10, 5, 0, NULL);
	publish(0, s.raw, s.size, BPF_RINGBUF_DISCARD_BIT);
	publish(0, s.raw, s.size, BPF_RINGBUF_DISCARD_BIT);
	call(0, 10);
	publish(0, s.raw, s.size, BPF_RINGBUF_DISCARD_BIT);
	EXPECT(10);
	expect_nothing();
	cr_assert_eq(*fakes[0].consumer, fakes[0].pos, "their space is given back");
}

Test(ring, the_future_waits)
{
	struct timespec ts;
	uint64_t soon;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	soon = (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec + 50000000;
	call(0, 10);
	call(1, soon);
	EXPECT(10);
	expect_nothing();
	usleep(60000);
	EXPECT(soon);
}

Test(ring, space_is_given_back)
{
	for (uint64_t i = 1; i < 100; i++)
		cr_assert_geq(call(i % NCPUS, i), 0);
	cr_assert_eq(*fakes[0].consumer, 0);
	nseen = 0;
	cr_assert_eq(src->ops->drain(src, on_record, NULL), 99);
	for (unsigned i = 0; i < NCPUS; i++)
		cr_assert_eq(*fakes[i].consumer, fakes[i].pos);
}

static int stop(void *ctx, const struct sct_rec *rec, size_t size)
{
	(void)ctx;
	(void)size;
	seen[nseen++] = rec->ts;
	return nseen == 2 ? -EPIPE : 0;
}

Test(ring, callback_stops)
{
	call(0, 10), call(1, 20), call(0, 30);
	nseen = 0;
	cr_assert_eq(src->ops->drain(src, stop, NULL), -EPIPE);
	cr_assert_eq(nseen, 2);
	EXPECT(30);
}

Test(ring, what_is_no_record)
{
	synth_enter(&s, 10, 5, 0, NULL);
	s.enter.data_len = 1000;
	publish(0, s.raw, s.size, 0);
	nseen = 0;
	cr_assert_eq(src->ops->drain(src, on_record, NULL), -EBADMSG);
	cr_assert_eq(nseen, 0);
}

Test(ring, losses_of_all_cpus)
{
	cr_assert_eq(src->ops->lost(src), 0);
	cpus[0].lost = 5;
	cpus[2].lost = 1ull << 33;
	cr_assert_eq(src->ops->lost(src), (1ull << 33) + 5);
	cr_assert_not(src->ops->ended(src));
}

static uint64_t sum, last_ts;

static int check_content(void *ctx, const struct sct_rec *rec, size_t size)
{
	uint32_t len, off = 0;
	const uint8_t *data = record__data(rec, &len);
	const struct sct_chunk *c = chunk__next(data, len, &off);

	(void)ctx;
	cr_assert_gt(rec->ts, last_ts);
	last_ts = rec->ts;
	cr_assert_eq(record__check(rec, size), size);
	for (int32_t i = 0; i < c->len; i++)
		cr_assert_eq(((const uint8_t *)(c + 1))[i], (uint8_t)(rec->ts + (uint64_t)i));
	sum++;
	return 0;
}

/* The writer wraps around many times, with records of all sizes, also across the ring's end. */
Test(ring, wraps_around)
{
	uint64_t seed = 11, n = 0;

	for (uint64_t ts = 1; ts <= 20000; ts++) {
		uint8_t bytes[3000];
		size_t len = synth_random(&seed) % sizeof(bytes);

		for (size_t i = 0; i < len; i++)
			bytes[i] = (uint8_t)(ts + i);
		synth_enter(&s, 10, ts, 0, NULL);
		synth_chunk(&s, 1, bytes, len);
		while (publish(synth_random(&seed) % NCPUS, s.raw, s.size, 0) < 0)
			cr_assert_gt(src->ops->drain(src, check_content, NULL), 0);
		n++;
	}
	src->ops->drain(src, check_content, NULL);
	cr_assert_eq(sum, n);
	cr_assert_gt(fakes[0].pos, 10 * BYTES);
}

/* ---- writers that race with the reader, as a check of the proof in ring.c ---- */

#define PER_WRITER 200000u

static uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* Writes a record as the programs do: sets the busy bit, reads the clock, writes, clears the busy bit. */
static void *writer(void *arg)
{
	unsigned cpu = (unsigned)(uintptr_t)arg;
	struct sct_cpu *c = &cpus[cpu];
	uint64_t last = 0;

	for (unsigned i = 0; i < PER_WRITER; i++) {
		struct sct_fork rec = { .rec.type = SCT_REC_FORK, .rec.tid = cpu, .child_tid = i };
		uint64_t ts;

		__atomic_store_n(&c->busy, last | 1, __ATOMIC_SEQ_CST);
		ts = clock_ns();
		rec.rec.ts = ts;
		if (publish(cpu, &rec, sizeof(rec), 0) < 0)
			i--; /* the ring is full, because the reader is slower */
		else
			last = ts;
		__atomic_store_n(&c->busy, 0, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

static unsigned next_of[NCPUS];

static int check_order(void *ctx, const struct sct_rec *rec, size_t size)
{
	(void)ctx;
	(void)size;
	cr_assert_geq(rec->ts, last_ts);
	last_ts = rec->ts;
	cr_assert_eq(((const struct sct_fork *)rec)->child_tid, next_of[rec->tid]++);
	return 0;
}

Test(ring, racing_writers, .timeout = 100)
{
	pthread_t threads[NCPUS];
	unsigned n = 0;

	for (uintptr_t i = 0; i < NCPUS; i++)
		pthread_create(&threads[i], NULL, writer, (void *)i);
	while (n < NCPUS * PER_WRITER) {
		int got = src->ops->drain(src, check_order, NULL);

		cr_assert_geq(got, 0);
		n += (unsigned)got;
	}
	for (unsigned i = 0; i < NCPUS; i++)
		pthread_join(threads[i], NULL);
	expect_nothing();
}

/* All CPUs share one budget, whatever their number. */
Test(ring, size)
{
	const uint64_t kib = 1024, mib = 1024 * kib, gib = 1024 * mib;

	cr_assert_eq(rings__size(0, 16 * gib, 1), 16 * mib);
	cr_assert_eq(rings__size(0, 16 * gib, 4), 16 * mib);
	cr_assert_eq(rings__size(0, 16 * gib, 8), 8 * mib);
	cr_assert_eq(rings__size(0, 16 * gib, 96), 512 * kib);
	cr_assert_eq(rings__size(0, 2 * gib, 2), 8 * mib);
	cr_assert_eq(rings__size(8 * mib, 16 * gib, 2), 4 * mib);
	cr_assert_eq(rings__size(8 * mib, 16 * gib, 3), 2 * mib);
	cr_assert_eq(rings__size(gib, 16 * gib, 2), 512 * mib);
	cr_assert_eq(rings__size(1, gib, 2), 128 * kib);
	for (unsigned n = 4; n <= 512; n++) {
		uint32_t size = rings__size(0, 64 * gib, n);

		cr_assert_eq(size & (size - 1), 0u, "%u CPUs: %u", n, size);
		cr_assert_leq((uint64_t)size * n, 64 * mib, "%u CPUs: %u each", n, size);
		cr_assert_gt((uint64_t)size * n, 16 * mib, "%u CPUs: %u each", n, size);
	}
}
