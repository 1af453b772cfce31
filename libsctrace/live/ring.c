// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Merge of the per-CPU rings.
 *
 * Within one ring, records are in the order of their timestamps: a program
 * runs with preemption off from reading the clock to publishing its record
 * (only an ignored signal that an interrupt sends may come in between: it is
 * never of the thread that is interrupted in a record).
 * Across rings a record may pass only when no older one can still appear.
 * Each round does, in this order:
 *
 *   1. now = clock
 *   2. read every CPU's busy word
 *   3. read every ring's producer position
 *
 * and passes the records up to those positions that are older than `limit`:
 * the least of now and of every busy CPU's word, which has the time of the
 * CPU's newest published record. A record that is being made is younger.
 *
 * No event passes its cause. Let e1 come before e2 through any chain of memory
 * synchronisation (same thread after a migration, a pipe, a futex ...). e1 was
 * published before e2's clock was read. If step 3 did not see e1, it ran
 * before the publication, so now < e2's time and e2 stays where it is.
 * And if a CPU had taken e1's time but not published it when step 2 ran, its
 * busy word was set, so the limit is at most the time of the record before.
 */
#include "live/ring.h"
#include "util/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <linux/bpf.h>

#define BATCH_NS 5000000 /* interval at which a busy ring is read, without wake-ups, ns */
#define IDLE_ROUNDS 2	 /* number of empty rounds after which the reader asks to be woken */
#define LATE 16384	 /* if a round has more records than this, the reader does not wait before the next one */
#define FREE_BYTES 65536 /* number of consumed bytes after which the space is returned to the kernel */

#define TOTAL_MAX (64u << 20)  /* most bytes of all rings, unless the caller sets a total, */
#define TOTAL_OF_MEMORY 128    /* and at most this part of the memory */
#define BYTES_MIN (128u << 10) /* room for the largest record: a head and 64 KiB of the traced task's memory */
#define BYTES_MAX (16u << 20)

struct ring {
	unsigned long *consumer; /* shared with the kernel */
	unsigned long *producer;
	const uint8_t *data; /* mapped twice, so that a record that wraps is contiguous */
	unsigned long mask;
	unsigned long pos;	    /* position of the next record */
	unsigned long freed;	    /* value last stored in *consumer */
	unsigned long end;	    /* producer position at the beginning of the round */
	const struct sct_rec *head; /* next record if it is older than the round's limit, else NULL */
	uint32_t size;
};

struct rings {
	struct source source;
	struct ring *rings;
	unsigned n;
	uint32_t bytes;
	struct sct_cpu *cpus;
	volatile uint64_t *idle;
	int epoll, timer;
	uint64_t limit;	    /* limit of the round that fn has stopped; 0: the last round was complete */
	uint64_t watermark; /* limit of the last complete round */
	unsigned long peak; /* most unread bytes found in any ring */
	unsigned idle_rounds;
	bool late; /* the last round had more than LATE records */
	long page;
	skipped_fn *skipped; /* counts further missing events; NULL: none */
	void *skipped_ctx;
};

/*
 * Sets r->head to the record at r->pos if it is complete and older than limit, else to NULL. Skips discarded records.
 */
static void ring_peek(struct ring *r, uint64_t limit)
{
	r->head = NULL;
	while (r->pos < r->end) {
		const uint32_t *hdr = (const void *)(r->data + (r->pos & r->mask));
		uint32_t len = __atomic_load_n(hdr, __ATOMIC_ACQUIRE);

		if (len & BPF_RINGBUF_BUSY_BIT)
			return;
		r->size = len & ~BPF_RINGBUF_DISCARD_BIT;
		if (!(len & BPF_RINGBUF_DISCARD_BIT)) {
			const struct sct_rec *rec = (const void *)((const uint8_t *)hdr + BPF_RINGBUF_HDR_SZ);

			if (rec->ts < limit)
				r->head = rec;
			return;
		}
		r->pos += (r->size + BPF_RINGBUF_HDR_SZ + 7) & ~7ul;
	}
}

static void ring_release(struct ring *r)
{
	__atomic_store_n(r->consumer, r->pos, __ATOMIC_RELEASE);
	r->freed = r->pos;
}

static void ring_advance(struct ring *r, uint64_t limit)
{
	r->pos += (r->size + BPF_RINGBUF_HDR_SZ + 7) & ~7ul;
	if (r->pos - r->freed > FREE_BYTES)
		ring_release(r);
	ring_peek(r, limit);
}

/* Begins a round: steps 1 to 3 above. Returns the limit. */
static uint64_t round_begin(struct rings *s)
{
	uint64_t limit = now_ns();

	for (unsigned i = 0; i < s->n; i++) {
		uint64_t busy = __atomic_load_n(&s->cpus[i].busy, __ATOMIC_SEQ_CST);

		if (busy && busy < limit)
			limit = busy;
	}
	for (unsigned i = 0; i < s->n; i++) {
		struct ring *r = &s->rings[i];

		r->end = __atomic_load_n(r->producer, __ATOMIC_ACQUIRE);
		if (r->end - r->pos > s->peak)
			s->peak = r->end - r->pos;
	}
	for (unsigned i = 0; i < s->n; i++)
		ring_peek(&s->rings[i], limit);
	return limit;
}

/*
 * Returns the ring with the oldest head, or NULL if no ring has one. *next: time of the oldest head in the other rings.
 */
static struct ring *oldest(struct rings *s, uint64_t *next)
{
	struct ring *min = NULL;

	*next = UINT64_MAX;
	for (unsigned i = 0; i < s->n; i++) {
		struct ring *r = &s->rings[i];

		if (!r->head)
			continue;
		if (!min || r->head->ts < min->head->ts) {
			if (min)
				*next = min->head->ts;
			min = r;
		} else if (r->head->ts < *next) {
			*next = r->head->ts;
		}
	}
	return min;
}

/* Passes on the rest of the round's records. Returns 0 or an error. *count: incremented for each record. */
static int round_pass(struct rings *s, record_fn *fn, void *ctx, int *count)
{
	uint64_t next;
	struct ring *r;
	int err = 0;

	while (!err && (r = oldest(s, &next))) {
		do {
			if (!record__check(r->head, r->size)) {
				err = -EBADMSG;
				break;
			}
			err = fn(ctx, r->head, r->size);
			++*count;
			ring_advance(r, s->limit);
		} while (!err && r->head && r->head->ts <= next);
	}
	return err;
}

/*
 * If fn has stopped a round, continues it: its limit still holds, and the CPUs need not be looked at for each record.
 */
static int rings_drain(struct source *src, record_fn *fn, void *ctx)
{
	struct rings *s = (struct rings *)src;
	int count = 0, err = s->limit ? round_pass(s, fn, ctx, &count) : 0;

	if (!err && !count) {
		s->limit = round_begin(s);
		err = round_pass(s, fn, ctx, &count);
	}
	for (unsigned i = 0; i < s->n; i++)
		if (s->rings[i].freed != s->rings[i].pos)
			ring_release(&s->rings[i]);
	s->idle_rounds = count ? 0 : s->idle_rounds + 1;
	s->late = count > LATE;
	if (err)
		return err;
	s->watermark = s->limit;
	s->limit = 0;
	return count;
}

static bool rings_empty(const struct rings *s)
{
	for (unsigned i = 0; i < s->n; i++)
		if (__atomic_load_n(s->rings[i].producer, __ATOMIC_SEQ_CST) != s->rings[i].pos)
			return false;
	return true;
}

/* Makes the epoll descriptor readable after ns, for a caller that polls it. Returns 0 or -errno. */
static int timer_arm(struct rings *s, long ns)
{
	struct itimerspec its = { .it_value.tv_nsec = ns };

	return timerfd_settime(s->timer, 0, &its, NULL) < 0 ? -errno : 0;
}

/*
 * A busy reader only sleeps for BATCH_NS, without being woken. A reader that found no records asks to be woken, and
 * then checks the rings again, because a record may have been published in between.
 */
static int rings_wait(struct source *src, int timeout_ms)
{
	struct rings *s = (struct rings *)src;
	struct timespec batch = { .tv_nsec = timeout_ms > 0 && timeout_ms < 5 ? timeout_ms * 1000000 : BATCH_NS };
	struct epoll_event ev;

	if (s->idle_rounds < IDLE_ROUNDS) {
		if (timeout_ms == 0)
			return timer_arm(s, s->late ? 1 : BATCH_NS);
		return !s->late && nanosleep(&batch, NULL) ? -errno : 0;
	}
	__atomic_store_n(s->idle, 1, __ATOMIC_SEQ_CST);
	if (!rings_empty(s))
		return timeout_ms == 0 ? timer_arm(s, 1) : 0;
	return epoll_wait(s->epoll, &ev, 1, timeout_ms) < 0 ? -errno : 0;
}

static void rings_kick(struct source *src)
{
	struct rings *s = (struct rings *)src;

	s->idle_rounds = 0;
	timer_arm(s, 1);
}

static void rings_wake(struct source *src)
{
	timer_arm((struct rings *)src, 1);
}

static int rings_fd(struct source *src)
{
	return ((struct rings *)src)->epoll;
}

static uint64_t rings_lost(struct source *src)
{
	struct rings *s = (struct rings *)src;
	uint64_t n = 0, known = 0;

	for (unsigned i = 0; i < s->n; i++) {
		n += __atomic_load_n(&s->cpus[i].lost, __ATOMIC_RELAXED);
		known += __atomic_load_n(&s->cpus[i].skipped, __ATOMIC_RELAXED);
	}
	return s->skipped ? n + s->skipped(s->skipped_ctx, known) : n;
}

/* Returns the time of the oldest unread record; 0: there is none, or it is still being written. */
static uint64_t ring_oldest(const struct ring *r, unsigned long end)
{
	for (unsigned long pos = r->pos; pos < end;) {
		const uint32_t *hdr = (const void *)(r->data + (pos & r->mask));
		uint32_t len = __atomic_load_n(hdr, __ATOMIC_ACQUIRE);

		if (len & BPF_RINGBUF_BUSY_BIT)
			return 0;
		if (!(len & BPF_RINGBUF_DISCARD_BIT))
			return ((const struct sct_rec *)(const void *)((const uint8_t *)hdr + BPF_RINGBUF_HDR_SZ))->ts;
		pos += ((len & ~BPF_RINGBUF_DISCARD_BIT) + BPF_RINGBUF_HDR_SZ + 7) & ~7ul;
	}
	return 0;
}

void rings__look(struct rings *s, struct rings_state *out)
{
	*out = (struct rings_state){ .n = s->n, .bytes = s->bytes };
	for (unsigned i = 0; i < s->n; i++) {
		const struct ring *r = &s->rings[i];
		unsigned long end = __atomic_load_n(r->producer, __ATOMIC_ACQUIRE);
		uint64_t ts = ring_oldest(r, end);

		if (end - r->pos > out->fill)
			out->fill = end - r->pos;
		if (ts && (!out->oldest || ts < out->oldest))
			out->oldest = ts;
		out->lost += __atomic_load_n(&s->cpus[i].lost, __ATOMIC_RELAXED);
		out->calls += __atomic_load_n(&s->cpus[i].calls, __ATOMIC_RELAXED);
		out->skipped += __atomic_load_n(&s->cpus[i].skipped, __ATOMIC_RELAXED);
		out->no_memory += __atomic_load_n(&s->cpus[i].no_memory, __ATOMIC_RELAXED);
	}
	if (out->fill > s->peak)
		s->peak = out->fill;
	out->peak = s->peak;
	if (s->skipped)
		out->unnoticed = s->skipped(s->skipped_ctx, out->skipped);
}

static bool rings_ended(struct source *src)
{
	(void)src;
	return false;
}

static void rings_free(struct source *src)
{
	struct rings *s = (struct rings *)src;

	for (unsigned i = 0; s->rings && i < s->n; i++) {
		struct ring *r = &s->rings[i];

		if (r->consumer)
			munmap(r->consumer, s->page);
		if (r->producer)
			munmap(r->producer, s->page + 2 * (size_t)s->bytes);
	}
	if (s->cpus)
		munmap(s->cpus, s->n * sizeof(*s->cpus));
	if (s->epoll >= 0)
		close(s->epoll);
	if (s->timer >= 0)
		close(s->timer);
	free(s->rings);
	free(s);
}

static uint64_t rings_watermark(struct source *src)
{
	return ((struct rings *)src)->watermark;
}

static const struct source_ops rings_ops = {
	.drain = rings_drain,
	.wait = rings_wait,
	.kick = rings_kick,
	.wake = rings_wake,
	.fd = rings_fd,
	.lost = rings_lost,
	.watermark = rings_watermark,
	.ended = rings_ended,
	.free = rings_free,
};

/*
 * Maps the consumer page, then the producer page and the data twice: the layout of BPF_MAP_TYPE_RINGBUF (linux/bpf.h).
 * Returns 0 or -errno.
 */
static int ring_map(struct rings *s, struct ring *r, int fd)
{
	/* edge-triggered: reports wake-ups, not data that is already there */
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET };
	void *p;

	p = mmap(NULL, s->page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	r->consumer = p;
	p = mmap(NULL, s->page + 2 * (size_t)s->bytes, PROT_READ, MAP_SHARED, fd, s->page);
	if (p == MAP_FAILED)
		return -errno;
	r->producer = p;
	r->data = (uint8_t *)p + s->page;
	r->mask = s->bytes - 1;
	r->pos = r->freed = __atomic_load_n(r->consumer, __ATOMIC_ACQUIRE);
	if (epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &ev) < 0)
		return -errno;
	return 0;
}

static int wakers_new(struct rings *s)
{
	struct epoll_event ev = { .events = EPOLLIN | EPOLLET };

	s->epoll = epoll_create1(EPOLL_CLOEXEC);
	s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (s->epoll < 0 || s->timer < 0 || epoll_ctl(s->epoll, EPOLL_CTL_ADD, s->timer, &ev) < 0)
		return -errno;
	return 0;
}

static int rings_map(struct rings *s, const int *fds, int cpus_fd)
{
	int err = wakers_new(s);
	void *p;

	if (err)
		return err;
	p = mmap(NULL, s->n * sizeof(*s->cpus), PROT_READ, MAP_SHARED, cpus_fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	s->cpus = p;
	for (unsigned i = 0; i < s->n; i++) {
		int err = ring_map(s, &s->rings[i], fds[i]);

		if (err)
			return err;
	}
	return 0;
}

int rings__new(struct rings **out, const int *fds, unsigned n, uint32_t bytes, int cpus_fd, volatile uint64_t *idle)
{
	struct rings *s = calloc(1, sizeof(*s));
	int err = -ENOMEM;

	if (!s)
		return err;
	s->source.ops = &rings_ops;
	s->epoll = s->timer = -1;
	s->n = n;
	s->bytes = bytes;
	s->idle = idle;
	s->page = sysconf(_SC_PAGESIZE);
	s->rings = calloc(n, sizeof(*s->rings));
	if (s->rings)
		err = rings_map(s, fds, cpus_fd);
	if (err) {
		rings_free(&s->source);
		return err;
	}
	*out = s;
	return 0;
}

uint32_t rings__size(uint64_t total, uint64_t memory, unsigned ncpus)
{
	uint32_t size = total ? 1u << 30 : BYTES_MAX;

	if (!total)
		total = memory / TOTAL_OF_MEMORY < TOTAL_MAX ? memory / TOTAL_OF_MEMORY : TOTAL_MAX;
	while ((uint64_t)size * ncpus > total && size > BYTES_MIN)
		size /= 2;
	return size;
}

void rings__skipped(struct rings *r, skipped_fn *fn, void *ctx)
{
	r->skipped = fn;
	r->skipped_ctx = ctx;
}

uint64_t rings__lost_on(const struct rings *r, unsigned cpu)
{
	return __atomic_load_n(&r->cpus[cpu].lost, __ATOMIC_RELAXED);
}

struct source *rings__source(struct rings *r)
{
	return &r->source;
}
