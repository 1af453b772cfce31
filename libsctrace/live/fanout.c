// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "live/fanout.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "event/record.h"
#include "live/fd_refs.h"
#include "live/deferred.h"
#include "live/task_subscribers.h"
#include "live/ring.h"
#include "util/buf.h"
#include "util/clock.h"
#include "util/tidmap.h"

#define ROOM_OF_RINGS 8	     /* a queue may have the size of all rings divided by this, */
#define ROOM_MIN (1u << 20)  /* but always this size */
#define KEEP_MAX (256 << 10) /* largest buffer that an emptied queue keeps */
#define CATCH_UP_NS 1000000000

struct subscriber {
	struct source source;
	struct fanout *fanout;
	unsigned i; /* index of its bit */
	bool started, left;
	const struct selection *calls, *next; /* next: the new selection while subscriber__select() runs */
	bool paused, next_paused;
	bool chooses; /* its result filter differs from the kernel's, so enter records are deferred */
	struct deferred held;
	struct tidmap marks;	   /* task -> ts of its call's enter record if that was queued, else NOT_QUEUED */
	struct buf queue, taken;   /* for each record: a u64 with its size, then the record, padded to 8 bytes */
	size_t at;		   /* offset of the next record in taken */
	uint64_t limit, watermark; /* limit: watermark of the records in taken; watermark: of those delivered */
	uint32_t *base;		   /* per CPU: loss count when this subscriber started */
	uint32_t *dropped;	   /* per CPU: events that had no room in the queue */
	uint64_t lost_before, ndropped;
	bool owners_due;  /* the queue dropped the owner of a task */
	int epoll, event; /* event: eventfd that is readable while the queue has records */
};

struct fanout {
	struct bpf *bpf;
	struct rings *rings;
	struct files *files; /* files of descriptors, to resolve references; NULL unless opts.plan.fds */
	struct fanout_opts opts;
	uint64_t everybody;	 /* bits of all subscribers, for opts.all */
	struct selection wanted; /* selection of the kernel: the union of the subscribers' selections */
	struct subscriber *subs[SUBSCRIBERS_MAX];
	unsigned n, live;	     /* live: number of subscribers that have not left */
	bool attached, ended, muted; /* muted: all live subscribers are paused */
	unsigned ncpus;
	size_t room;
	uint64_t watermark;
	struct task_subscribers task_subscribers; /* task -> bits of subscribers */
};

static struct source *fanout_rings(const struct fanout *h)
{
	return rings__source(h->rings);
}

/* ---- which calls ---- */

#define NOT_QUEUED 1

static bool call_wanted(const struct subscriber *t, uint32_t nr, unsigned abi_id)
{
	const struct abi *abi = abi__get(abi_id);

	if (t->paused)
		return false;
	return abi ? select__has(t->calls, abi__row(abi, nr), abi) : t->calls->all;
}

static void mark_set(struct subscriber *t, uint32_t tid, uint64_t mark)
{
	tidmap__del(&t->marks, tid);
	if (mark)
		/* if this fails, the selection at the call's end decides */
		tidmap__put(&t->marks, tid, (void *)(uintptr_t)mark);
}

/*
 * Returns true if the exit record has to be queued: if the enter record was, even if the selection has changed since.
 * If the enter record was not seen, the current selection decides.
 */
static bool end_wanted(struct subscriber *t, const struct sct_exit *x)
{
	uint64_t mark = tidmap__bits(&t->marks, x->rec.tid);

	mark_set(t, x->rec.tid, 0);
	if (mark == NOT_QUEUED)
		return false;
	return mark == x->enter_ts || call_wanted(t, x->nr, x->abi);
}

static bool record_wanted(struct subscriber *t, const struct sct_rec *rec)
{
	const struct sct_enter *e = (const void *)rec;
	const struct sct_exec *x = (const void *)rec;
	bool wanted;

	switch (rec->type) {
	case SCT_REC_ENTER:
		wanted = call_wanted(t, record__nr(e), e->abi);
		mark_set(t, rec->tid, wanted ? rec->ts : NOT_QUEUED);
		return wanted;
	case SCT_REC_EXIT:
		return end_wanted(t, (const void *)rec);
	case SCT_REC_CALL:
		return call_wanted(t, ((const struct sct_exit *)rec)->nr, ((const struct sct_exit *)rec)->abi);
	case SCT_REC_SIGNAL:
	case SCT_REC_SIGNAL_IP:
	case SCT_REC_SIGNAL_STACK:
		return !t->paused;
	case SCT_REC_EXEC:
		if (x->old_tid != rec->tid) {
			mark_set(t, rec->tid, tidmap__bits(&t->marks, x->old_tid));
			mark_set(t, x->old_tid, 0);
		}
		return true;
	case SCT_REC_TASK_EXIT:
		mark_set(t, rec->tid, 0);
		return true;
	default:
		return true;
	}
}

/* ---- queues ---- */

static void queue_signal(const struct subscriber *t)
{
	uint64_t one = 1;

	if (write(t->event, &one, sizeof(one)) < 0)
		return; /* EAGAIN: the descriptor is already readable */
}

/*
 * Appends a copy of the record to the queue. The copy's loss count starts from 0 with this subscriber, and includes
 * events that the queue dropped.
 */
static void queue_put(struct fanout *h, struct subscriber *t, const struct sct_rec *rec, size_t size)
{
	uint64_t head = size;
	bool empty = !t->queue.len;
	size_t at = t->queue.len;
	struct sct_rec *copy;
	uint32_t cpu = rec->cpu < h->ncpus ? rec->cpu : 0;
	unsigned events = rec->type == SCT_REC_CALL ? 2 : 1;

	size = (size + 7) & ~(size_t)7;
	if (at + sizeof(head) + size > h->room || !buf__room(&t->queue, sizeof(head) + size)) {
		t->queue.failed = false;
		/* these are no events, but the kernel has to send them again */
		if (rec->type == SCT_REC_OWNER || rec->type == SCT_REC_PROCESS) {
			t->owners_due = true;
			return;
		}
		t->dropped[cpu] += events;
		t->ndropped += events;
		return;
	}
	buf__mem(&t->queue, &head, sizeof(head));
	buf__mem(&t->queue, rec, head);
	buf__pad(&t->queue, 0, size - head);
	copy = (void *)(t->queue.p + at + sizeof(head));
	copy->lost += t->dropped[cpu] - t->base[cpu];
	if (empty)
		queue_signal(t);
}

static bool result_wanted(const struct subscriber *t, const struct sct_exit *x)
{
	return result_filter__want_exit(&t->held.results, x);
}

static void queue_put_ended(struct fanout *h, struct subscriber *t, const struct sct_exit *x, size_t size)
{
	size_t of_enter;
	struct sct_enter *e = deferred__take(&t->held, x, &of_enter);

	if (result_wanted(t, x)) {
		if (e)
			queue_put(h, t, &e->rec, of_enter);
		queue_put(h, t, &x->rec, size);
	}
	free(e);
}

/* Queues the record. An enter record is deferred until the call's result is known. */
static void queue_put_deferred(struct fanout *h, struct subscriber *t, const struct sct_rec *rec, size_t size)
{
	const struct sct_exec *x = (const void *)rec;

	if (rec->type == SCT_REC_ENTER && !deferred__keep(&t->held, (const void *)rec, size))
		return;
	if (rec->type == SCT_REC_EXIT) {
		queue_put_ended(h, t, (const void *)rec, size);
		return;
	}
	if (rec->type == SCT_REC_CALL && !result_wanted(t, (const void *)rec))
		return;
	if (rec->type == SCT_REC_EXEC && x->old_tid != rec->tid)
		deferred__move(&t->held, x->old_tid, rec->tid);
	if (rec->type == SCT_REC_TASK_EXIT)
		deferred__drop(&t->held, rec->tid);
	queue_put(h, t, rec, size);
}

static int on_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct fanout *h = ctx;

	if (h->files)
		rec = fd_refs__resolve(h->files, rec, &size);
	if (!rec)
		return -ENOMEM;
	for (uint64_t bits = h->opts.all ? h->everybody : task_subscribers__of(&h->task_subscribers, rec); bits;
	     bits &= bits - 1) {
		struct subscriber *t = h->subs[__builtin_ctzll(bits)];

		if (!t || !t->started || t->left || !record_wanted(t, rec))
			continue;
		if (t->chooses)
			queue_put_deferred(h, t, rec, size);
		else
			queue_put(h, t, rec, size);
	}
	return 0;
}

static int fanout_drain(struct fanout *h)
{
	int n = fanout_rings(h)->ops->drain(fanout_rings(h), on_record, h);

	h->watermark = fanout_rings(h)->ops->watermark(fanout_rings(h));
	return n < 0 ? n : 0;
}

/*
 * Moves the queue to a separate buffer before delivery, because a callback may read from another subscriber, which
 * appends to all queues. Returns 0 or -errno.
 */
static int queue_take(struct subscriber *t)
{
	int err = t->left ? 0 : fanout_drain(t->fanout);
	struct buf empty = t->taken;
	uint64_t n;

	if (err)
		return err;
	if (empty.cap > KEEP_MAX)
		buf__free(&empty);
	empty.len = 0;
	t->taken = t->queue;
	t->queue = empty;
	t->at = 0;
	t->limit = t->fanout->watermark;
	if (t->owners_due && !t->left)
		programs__tell_owners(t->fanout->bpf);
	t->owners_due = false;
	if (t->taken.len && read(t->event, &n, sizeof(n)) < 0)
		return errno == EAGAIN ? 0 : -errno;
	return 0;
}

static int subscriber_drain(struct source *src, record_fn *fn, void *ctx)
{
	struct subscriber *t = (struct subscriber *)src;
	int n = 0, err = t->at == t->taken.len ? queue_take(t) : 0;

	while (!err && t->at < t->taken.len) {
		const char *p = t->taken.p + t->at;
		uint64_t size;

		memcpy(&size, p, sizeof(size));
		t->at += sizeof(size) + ((size + 7) & ~7ull);
		n++;
		err = fn(ctx, (const void *)(p + sizeof(size)), size);
	}
	if (err)
		return err;
	t->watermark = t->limit;
	return n;
}

static bool waiting(const struct subscriber *t)
{
	return t->queue.len || t->at < t->taken.len;
}

static int subscriber_wait(struct source *src, int timeout_ms)
{
	struct subscriber *t = (struct subscriber *)src;

	if (!waiting(t))
		return fanout_rings(t->fanout)->ops->wait(fanout_rings(t->fanout), timeout_ms);
	if (!timeout_ms)
		queue_signal(t);
	return 0;
}

static void subscriber_kick(struct source *src)
{
	const struct fanout *h = ((struct subscriber *)src)->fanout;

	fanout_rings(h)->ops->kick(fanout_rings(h));
}

static void subscriber_wake(struct source *src)
{
	const struct fanout *h = ((struct subscriber *)src)->fanout;

	fanout_rings(h)->ops->wake(fanout_rings(h));
}

static int subscriber_fd(struct source *src)
{
	return ((struct subscriber *)src)->epoll;
}

static uint64_t subscriber_lost(struct source *src)
{
	struct subscriber *t = (struct subscriber *)src;

	return fanout_rings(t->fanout)->ops->lost(fanout_rings(t->fanout)) - t->lost_before + t->ndropped;
}

static uint64_t subscriber_watermark(struct source *src)
{
	return ((struct subscriber *)src)->watermark;
}

static bool subscriber_ended(struct source *src)
{
	(void)src;
	return false;
}

static void fanout_free(struct fanout *h)
{
	task_subscribers__free(&h->task_subscribers);
	select__free(&h->wanted);
	fd_refs__free(h->files);
	programs__close(h->bpf);
	free(h);
}

static void subscriber_free(struct source *src)
{
	struct subscriber *t = (struct subscriber *)src;
	struct fanout *h = t->fanout;

	if (h->subs[t->i] == t) {
		subscriber__leave(t);
		h->subs[t->i] = NULL;
		h->everybody &= ~(1ull << t->i);
		h->n--;
	}
	if (t->event >= 0)
		close(t->event);
	if (t->epoll >= 0)
		close(t->epoll);
	buf__free(&t->queue);
	buf__free(&t->taken);
	tidmap__free(&t->marks, NULL);
	deferred__free(&t->held);
	free(t->base);
	free(t->dropped);
	free(t);
	if (!h->n)
		fanout_free(h);
}

static const struct source_ops subscriber_ops = {
	.drain = subscriber_drain,
	.wait = subscriber_wait,
	.kick = subscriber_kick,
	.wake = subscriber_wake,
	.fd = subscriber_fd,
	.lost = subscriber_lost,
	.watermark = subscriber_watermark,
	.ended = subscriber_ended,
	.free = subscriber_free,
};

/* ---- open ---- */

int fanout__new(struct fanout **out, struct bpf *b, const struct fanout_opts *opts)
{
	struct fanout *h = calloc(1, sizeof(*h));
	struct rings_state state;

	if (!h || (opts->plan.fds && fd_refs__new(&h->files))) {
		free(h);
		return -ENOMEM;
	}
	h->bpf = b;
	programs__mute(b);
	h->rings = programs__rings(b);
	h->opts = *opts;
	rings__look(h->rings, &state);
	h->ncpus = state.n;
	h->room = state.n * state.bytes / ROOM_OF_RINGS;
	if (h->room < ROOM_MIN)
		h->room = ROOM_MIN;
	*out = h;
	return 0;
}

static int subscriber_setup(struct subscriber *t)
{
	struct epoll_event ev = { .events = EPOLLIN };
	struct fanout *h = t->fanout;

	t->base = calloc(h->ncpus, sizeof(*t->base));
	t->dropped = calloc(h->ncpus, sizeof(*t->dropped));
	if (!t->base || !t->dropped)
		return -ENOMEM;
	for (unsigned cpu = 0; cpu < h->ncpus; cpu++)
		t->base[cpu] = (uint32_t)rings__lost_on(h->rings, cpu);
	t->lost_before = fanout_rings(h)->ops->lost(fanout_rings(h));
	t->epoll = epoll_create1(EPOLL_CLOEXEC);
	t->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (t->epoll < 0 || t->event < 0 || epoll_ctl(t->epoll, EPOLL_CTL_ADD, t->event, &ev) ||
	    epoll_ctl(t->epoll, EPOLL_CTL_ADD, fanout_rings(h)->ops->fd(fanout_rings(h)), &ev))
		return -errno;
	return 0;
}

/* Adds the current and the next selection of t to all. Returns true if both are paused. */
static bool selection_add(struct selection *all, const struct subscriber *t, int *err)
{
	bool now = !t->paused, then = t->next && !t->next_paused;

	if (!*err && now)
		*err = select__add(all, t->calls);
	if (!*err && then)
		*err = select__add(all, t->next);
	return !now && !then;
}

/* Makes the kernel send the union of the subscribers' selections. Returns 0 or -errno. */
static int select_all(struct fanout *h)
{
	struct selection all = {};
	bool muted = true;
	int err = 0;

	for (unsigned i = 0; i < SUBSCRIBERS_MAX; i++)
		if (h->subs[i] && !h->subs[i]->left)
			muted &= selection_add(&all, h->subs[i], &err);
	if (!err && (!select__same(&all, &h->wanted) || muted != h->muted)) {
		err = programs__select(h->bpf, &h->opts.plan, &all, muted);
		if (!err) {
			select__free(&h->wanted);
			h->wanted = all;
			h->muted = muted;
			return 0;
		}
	}
	select__free(&all);
	return err;
}

int subscriber__new(struct subscriber **out, struct fanout *h, const struct selection *calls,
		    const struct sct_result_filter *results)
{
	struct subscriber *t = h->ended || h->n == SUBSCRIBERS_MAX ? NULL : calloc(1, sizeof(*t));
	unsigned i = 0;
	int err;

	if (!t) {
		err = h->ended ? -ESHUTDOWN : h->n == SUBSCRIBERS_MAX ? -E2BIG : -ENOMEM;
		if (!h->n)
			fanout_free(h);
		return err;
	}
	while (h->subs[i])
		i++;
	*t = (struct subscriber){
		.source.ops = &subscriber_ops, .fanout = h, .i = i, .calls = calls, .epoll = -1, .event = -1
	};
	t->held.results = *results;
	t->chooses = memcmp(results, &h->opts.results, sizeof(*results)) != 0;
	h->subs[i] = t;
	h->everybody |= 1ull << i;
	h->n++;
	h->live++;
	err = subscriber_setup(t);
	if (!err)
		err = h->n > 1 ? select_all(h) : select__add(&h->wanted, calls);
	if (err) {
		subscriber_free(&t->source);
		return err;
	}
	*out = t;
	return 0;
}

struct source *subscriber__source(struct subscriber *t)
{
	return &t->source;
}

struct fanout *subscriber__fanout(struct subscriber *t)
{
	return t->fanout;
}

unsigned subscriber__count(const struct subscriber *t)
{
	return t->fanout->live;
}

struct bpf *fanout__bpf(struct fanout *h)
{
	return h->bpf;
}

bool fanout__has(const struct fanout *h, const struct fanout_opts *o)
{
	const struct decode_opts *has = &h->opts.plan, *plan = &o->plan;

	struct sct_scope scope = o->scope;

	if (!scope.cgroups)
		/* programs that look at cgroups can also be shared by a handle that has targets only */
		scope.cgroups = h->opts.scope.cgroups;
	return h->opts.all == o->all && !memcmp(&h->opts.scope, &scope, sizeof(scope)) &&
	       result_filter__within(&o->results, &h->opts.results) && has->strlen_max >= plan->strlen_max &&
	       has->verbose >= plan->verbose && has->no_data == plan->no_data && has->ips == plan->ips &&
	       has->namespaces == plan->namespaces && has->comms >= plan->comms && has->owners >= plan->owners &&
	       has->processes >= plan->processes && !(plan->whole & ~has->whole) && !(plan->fds & ~has->fds);
}

/* ---- changes ---- */

/*
 * Drains the rings until all records that were sent before this call are queued, by the current selections. Gives up
 * after CATCH_UP_NS. Returns 0 or -errno.
 */
static int settle(struct fanout *h)
{
	uint64_t now = now_ns(), until = now + CATCH_UP_NS;
	int err = 0;

	while (!err && h->attached && h->watermark < now && now_ns() < until) {
		err = fanout_drain(h);
		sched_yield();
	}
	return err;
}

/* Waits until every program running at this point has finished, then calls settle(). Returns 0 or -errno. */
static int catch_up(struct fanout *h)
{
	int err = h->attached ? programs__quiesce(h->bpf) : 0;

	return err ? err : settle(h);
}

/* While programs may still use the old selection, the kernel sends the union of the old and the new one. */
int subscriber__select(struct subscriber *t, const struct selection *calls, bool paused)
{
	const struct selection *was = t->calls;
	int err;

	t->next = calls;
	t->next_paused = paused;
	err = select_all(t->fanout);
	if (!err)
		err = catch_up(t->fanout);
	t->next = NULL;
	if (!err) {
		t->calls = calls;
		t->paused = paused;
	}
	if (select_all(t->fanout) && !err)
		err = -ENOMEM;
	t->calls = was; /* calls stays at its place: the caller copies the new selection there */
	return err;
}

static int target_drop(struct subscriber *t, uint32_t tid, struct buf *out)
{
	struct fanout *h = t->fanout;
	uint64_t bit = 1ull << t->i;
	int err;

	if (!task_subscribers__has(&h->task_subscribers, tid, bit))
		return 0;
	mark_set(t, tid, 0);
	deferred__drop(&t->held, tid);
	buf__mem(out, &tid, sizeof(tid));
	err = task_subscribers__drop(&h->task_subscribers, tid, bit);
	if (err || task_subscribers__any(&h->task_subscribers, tid))
		return err;
	if (h->attached)
		return programs__target(h->bpf, (pid_t)tid, SCT_T_UNTARGET);
	programs__forget(h->bpf, tid);
	return 0;
}

int subscriber__untarget(struct subscriber *t, uint32_t tid, bool threads, int proc, struct buf *out)
{
	struct buf ids = {}, none = {};
	struct fanout *h = t->fanout;
	int err = catch_up(h);

	if (!err)
		err = task_subscribers__spread(&h->task_subscribers, tid, threads, proc, &ids);
	for (size_t i = 0; !err && i < ids.len / sizeof(tid); i++)
		err = target_drop(t, task_subscribers__id(&ids, i), out);
	/* target_drop() has flagged the tasks without a subscriber; one run of the iterator removes them all */
	if (!err && out->len && h->attached &&
	    !task_subscribers__any(&h->task_subscribers, task_subscribers__id(out, 0)))
		err = programs__untarget(h->bpf, (pid_t)task_subscribers__id(out, 0), 0, &none);
	buf__free(&ids);
	buf__free(&none);
	return err;
}

int subscriber__cgroup(struct subscriber *t, int fd)
{
	struct fanout *h = t->fanout;
	struct stat st;
	bool fresh, again;
	int at, err = t->started ? settle(h) : 0; /* earlier records are not for this subscriber */

	if (!err && fstat(fd, &st))
		err = -errno;
	if (err)
		return err;
	at = task_subscribers__place(&h->task_subscribers, st.st_dev, st.st_ino, &fresh, &again);
	if (at < 0)
		return at;
	/* another cgroup had this place: wait until no more records about it can come */
	if (again)
		err = catch_up(h);
	if (!err && fresh) {
		task_subscribers__clear(&h->task_subscribers, (unsigned)at);
		err = programs__cgroup_at(h->bpf, (uint32_t)at, fd);
	}
	if (!err)
		task_subscribers__cgroup(&h->task_subscribers, (unsigned)at, st.st_dev, st.st_ino, 1ull << t->i);
	return err;
}

/* ---- life ---- */

int subscriber__target(struct subscriber *t, uint32_t tid, bool threads)
{
	struct fanout *h = t->fanout;
	int err = t->started ? settle(h) : 0; /* earlier records are not for this subscriber */

	return err ? err : task_subscribers__add(&h->task_subscribers, tid, threads, 1ull << t->i);
}

int subscriber__attach(struct subscriber *t)
{
	struct fanout *h = t->fanout;
	int err;

	if (h->ended)
		return -ESHUTDOWN;
	err = h->attached ? settle(h) : programs__attach(h->bpf);
	h->attached |= !err;
	t->started = !err;
	/* owners that were sent before this start did not come to this subscriber */
	if (!err)
		programs__tell_owners(h->bpf);
	return err;
}

/*
 * Removes a subscriber's bit from all tasks and cgroups. If other subscribers are live, the kernel stops tracing tasks
 * that have no bit left.
 */
static void subscriber_forget(struct fanout *h, uint64_t bit)
{
	struct buf tids = {}, none = {};
	uint64_t places = task_subscribers__leave(&h->task_subscribers, bit, &tids);
	size_t n = tids.len / sizeof(uint32_t);

	for (; h->live && places; places &= places - 1)
		programs__cgroup_forget(h->bpf, (uint32_t)__builtin_ctzll(places));
	for (size_t i = 0; h->attached && i < n; i++)
		programs__target(h->bpf, (pid_t)task_subscribers__id(&tids, i), SCT_T_UNTARGET);
	if (n && h->attached && h->live)
		programs__untarget(h->bpf, (pid_t)task_subscribers__id(&tids, n - 1), 0, &none);
	buf__free(&tids);
	buf__free(&none);
}

void subscriber__leave(struct subscriber *t)
{
	struct fanout *h = t->fanout;

	if (t->left)
		return;
	if (h->live == 1 && h->attached) {
		h->attached = false;
		h->ended = true;
		programs__detach(h->bpf);
	}
	fanout_drain(h); /* queue the records that were sent before */
	t->left = true;
	h->live--;
	if (h->live)
		select_all(h);
	subscriber_forget(h, 1ull << t->i);
}

void subscriber__forked(struct subscriber *t)
{
	t->left = true;
	t->fanout->live--;
}
