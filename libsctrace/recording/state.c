// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "recording/state.h"

#include <stdlib.h>
#include <string.h>

#include "recording/frame.h"
#include "util/grow.h"

#define HOLD_NS 50000000     /* after this time, pair.c reports an ignored signal in any case */
#define SIGNALS_MAX 8192     /* when the records of a call have more bytes, ignored signals are not added */
#define FILES_MAX (1u << 19) /* most bytes of files in one SCT_REC_FILES */

struct state_task {
	uint32_t tid, tgid;
	struct sct_fork fork;	     /* type 0: the task's fork was not seen */
	struct sct_target target;    /* SCT_REC_TARGET with the task's name; type 0: unknown */
	struct sct_target comm;	     /* the task's last SCT_REC_COMM; type 0: none */
	struct sct_task_owner owner; /* type 0: unknown */
	/* SCT_REC_PROCESS: the last one with SCT_F_WHOLE, and the last one after it without; empty: none */
	struct buf process, process_change;
	struct sct_exit ended; /* end of the task's last call; type 0: none */
	/* records of the call in progress, and of a signal that is not reported yet, in the form that frames have */
	struct buf call;
};

struct state_file {
	uint32_t len;
	uint8_t chunk[]; /* struct sct_chunk with the description of the file, and padding */
};

static void task_free(void *task)
{
	struct state_task *t = task;

	buf__free(&t->call);
	buf__free(&t->process);
	buf__free(&t->process_change);
	free(t);
}

static void maps_free(void *maps)
{
	buf__free(maps);
	free(maps);
}

void rec_state__free(struct rec_state *s)
{
	tidmap__free(&s->tasks, task_free);
	tidmap__free(&s->maps, maps_free);
	tidmap__free(&s->files, free);
	for (unsigned i = 0; i < SCT_NAMES_MAX; i++)
		buf__free(&s->names[i]);
	buf__free(&s->probes);
	buf__free(&s->child);
	free(s->lost);
	memset(s, 0, sizeof(*s));
}

/* ---- applying records ---- */

static struct state_task *task_get(struct rec_state *s, uint32_t tid, uint32_t tgid)
{
	struct state_task *t = s->last && s->last->tid == tid ? s->last : tidmap__get(&s->tasks, tid);

	if (!t) {
		t = calloc(1, sizeof(*t));
		if (!t || tidmap__put(&s->tasks, tid, t)) {
			free(t);
			s->failed = true;
			return NULL;
		}
		t->tid = tid;
		t->tgid = tgid;
	}
	s->last = t;
	return t;
}

static void task_drop(struct rec_state *s, uint32_t tid)
{
	struct state_task *t = tidmap__del(&s->tasks, tid);

	s->last = NULL;
	if (t)
		task_free(t);
}

/* Appends a record in the form that frames have. */
static void record_keep(struct rec_state *s, struct buf *b, const struct sct_rec *rec, size_t size)
{
	const struct frame_record fr = { .size = (uint32_t)size };

	buf__mem(b, &fr, sizeof(fr));
	buf__mem(b, rec, size);
	buf__pad(b, '\0', frame__padded(size) - size);
	s->failed |= b->failed;
}

static void name_set(struct state_task *t, const struct sct_rec *rec, const void *comm)
{
	t->target.rec = *rec;
	t->target.rec.type = SCT_REC_TARGET;
	memcpy(t->target.comm, comm, sizeof(t->target.comm));
}

static void maps_drop(struct rec_state *s, uint32_t tgid)
{
	struct buf *b = tidmap__del(&s->maps, tgid);

	if (b)
		maps_free(b);
}

static struct buf *maps_get(struct rec_state *s, uint32_t tgid)
{
	struct buf *b = tidmap__get(&s->maps, tgid);

	if (b)
		return b;
	b = calloc(1, sizeof(*b));
	if (!b || tidmap__put(&s->maps, tgid, b)) {
		free(b);
		s->failed = true;
		return NULL;
	}
	return b;
}

static void on_map(struct rec_state *s, const struct sct_rec *rec, size_t size)
{
	struct buf *b;

	if (((const struct sct_map *)rec)->fresh)
		maps_drop(s, rec->tgid);
	b = maps_get(s, rec->tgid);
	if (b)
		record_keep(s, b, rec, size);
}

/* Copies the mappings of a process to its child. */
static void maps_fork(struct rec_state *s, uint32_t tgid, uint32_t child)
{
	const struct buf *from = tidmap__get(&s->maps, tgid);
	struct buf *to;

	if (!from || tgid == child)
		return;
	maps_drop(s, child);
	to = maps_get(s, child);
	/* without memory, the copy may end within a record */
	if (!to || s->failed)
		return;
	buf__mem(to, from->p, from->len);
	s->failed |= to->failed;
	for (size_t at = 0; at < to->len;) {
		struct frame_record *fr = (void *)(to->p + at);
		struct sct_rec *rec = (void *)(fr + 1);

		rec->tid = rec->tgid = child;
		at += frame_record__space(fr);
	}
}

/* Keeps the record of a process; that of a child is kept until the SCT_REC_FORK that follows. */
static void on_process(struct rec_state *s, const struct sct_rec *rec, size_t size)
{
	struct state_task *t;
	struct buf *b = &s->child;

	if (!(rec->flags & SCT_F_CHILD)) {
		t = task_get(s, rec->tid, rec->tgid);
		if (!t)
			return;
		if (rec->flags & SCT_F_WHOLE)
			t->process_change.len = 0;
		b = rec->flags & SCT_F_WHOLE ? &t->process : &t->process_change;
	}
	b->len = 0;
	record_keep(s, b, rec, size);
}

/* Gives the kept record of a child to the child, as one of its own. */
static void child_process(struct rec_state *s, struct state_task *t)
{
	struct sct_process *x = s->child.len ? (void *)(s->child.p + sizeof(struct frame_record)) : NULL;

	if (!x || x->child_tid != t->tid)
		return;
	x->rec.tid = t->tid;
	x->rec.tgid = t->tgid;
	x->rec.flags &= (uint8_t)~SCT_F_CHILD;
	buf__free(&t->process);
	t->process = s->child;
	s->child = (struct buf){};
}

static void on_fork(struct rec_state *s, const struct sct_fork *f)
{
	const struct state_task *maker = tidmap__get(&s->tasks, f->rec.tid);
	struct sct_target name = maker ? maker->target : (struct sct_target){};
	struct sct_task_owner owner = maker ? maker->owner : (struct sct_task_owner){};
	struct state_task *t;

	task_drop(s, f->child_tid);
	t = task_get(s, f->child_tid, f->child_tgid);
	if (!t)
		return;
	t->fork = *f;
	t->target = name;
	t->target.rec.tid = f->child_tid;
	t->target.rec.tgid = f->child_tgid;
	t->owner = owner;
	child_process(s, t);
	maps_fork(s, f->rec.tgid, f->child_tgid);
}

/* Handles an execve, after which a thread other than the leader has the leader's number. */
static void on_exec(struct rec_state *s, const struct sct_rec *rec, size_t size)
{
	const struct sct_exec *x = (const void *)rec;
	struct state_task *t;

	if (x->old_tid != rec->tid && (t = tidmap__del(&s->tasks, x->old_tid))) {
		task_drop(s, rec->tid);
		t->tid = rec->tid;
		t->tgid = rec->tgid;
		t->fork.rec.type = 0;
		if (tidmap__put(&s->tasks, t->tid, t)) {
			s->failed = true;
			task_free(t);
		}
	}
	t = task_get(s, rec->tid, rec->tgid);
	if (!t)
		return;
	name_set(t, rec, x->comm);
	record_keep(s, &t->call, rec, size);
}

static void on_end(struct state_task *t, const struct sct_exit *x)
{
	t->call.len = 0;
	t->ended = *x;
	t->ended.rec.type = SCT_REC_CALL;
	t->ended.data_len = 0;
}

static void on_signal(struct rec_state *s, const struct sct_rec *rec, size_t size)
{
	struct state_task *t = tidmap__get(&s->tasks, rec->tid);

	if (t && (rec->flags & SCT_F_FATAL || (rec->flags & SCT_F_IGNORED && t->call.len && t->call.len < SIGNALS_MAX)))
		record_keep(s, &t->call, rec, size);
}

static void file_keep(struct rec_state *s, const struct sct_rec *rec, const struct sct_chunk *c)
{
	struct sct_file file;
	struct state_file *f, *old;
	uint32_t key, n = sizeof(*c) + (((uint32_t)c->len + 7) & ~7u);

	memcpy(&file, c + 1, sizeof(file));
	if (file.slot >= SCT_FD_SLOTS)
		return;
	key = (uint32_t)rec->cpu * SCT_FD_SLOTS + file.slot;
	old = tidmap__get(&s->files, key);
	if (old && old->len == n) {
		memcpy(old->chunk, c, sizeof(*c) + (uint32_t)c->len);
		return;
	}
	free(tidmap__del(&s->files, key));
	f = calloc(1, sizeof(*f) + n);
	if (!f || tidmap__put(&s->files, key, f)) {
		free(f);
		s->failed = true;
		return;
	}
	f->len = n;
	memcpy(f->chunk, c, sizeof(*c) + (uint32_t)c->len);
}

static void files_keep(struct rec_state *s, const struct sct_rec *rec)
{
	const struct sct_chunk *c;
	uint32_t len, off = 0;
	const uint8_t *data = record__data(rec, &len);

	while ((c = chunk__next(data, len, &off)))
		if (c->part == SCT_PART_FILE && c->len >= (int32_t)sizeof(struct sct_file))
			file_keep(s, rec, c);
}

static void lost_keep(struct rec_state *s, const struct sct_rec *rec)
{
	if (rec->cpu == SCT_CPU_NONE)
		return;
	if (!GROW(s->lost, s->lost_cap, rec->cpu + 1u)) {
		s->failed = true;
		return;
	}
	if (rec->cpu >= s->ncpus)
		s->ncpus = rec->cpu + 1u;
	s->lost[rec->cpu] = rec->lost;
}

/* Handles records that belong to no task, or to no call. Returns false for others. */
static bool apply_shared(struct rec_state *s, const struct sct_rec *rec, size_t size)
{
	const struct sct_names *names = (const void *)rec;

	switch (rec->type) {
	case SCT_REC_NAMES:
		if (names->kind < SCT_NAMES_MAX) {
			/* a record has the cgroups that were not in the records before */
			if (names->kind != SCT_NAMES_CGROUPS)
				s->names[names->kind].len = 0;
			record_keep(s, &s->names[names->kind], rec, size);
		}
		return true;
	case SCT_REC_DEF:
		record_keep(s, &s->probes, rec, size);
		return true;
	case SCT_REC_CLOCK:
		memcpy(&s->clock, rec, sizeof(s->clock));
		return true;
	case SCT_REC_MAP:
		on_map(s, rec, size);
		return true;
	case SCT_REC_FILES:
		files_keep(s, rec);
		return true;
	case SCT_REC_PROCESS:
		on_process(s, rec, size);
		return true;
	case SCT_REC_CHANGE:
	case SCT_REC_CGROUPS:
	case SCT_REC_PROBE:
	case SCT_REC_RETURN:
		return true;
	}
	return false;
}

static void task_end(struct rec_state *s, const struct sct_rec *rec)
{
	if (rec->tid == rec->tgid)
		maps_drop(s, rec->tgid);
	task_drop(s, rec->tid);
}

void rec_state__apply(struct rec_state *s, const struct sct_rec *rec, size_t size)
{
	struct state_task *t;

	lost_keep(s, rec);
	s->ts = rec->ts > s->ts ? rec->ts : s->ts;
	if (apply_shared(s, rec, size))
		return;
	if (record__is_signal(rec)) {
		if (rec->type == SCT_REC_SIGNAL_STACK)
			files_keep(s, rec);
		on_signal(s, rec, size);
		return;
	}
	if (rec->type == SCT_REC_EXEC) {
		on_exec(s, rec, size);
		return;
	}
	if (rec->type == SCT_REC_TASK_EXIT) {
		task_end(s, rec);
		return;
	}
	t = task_get(s, rec->tid, rec->tgid);
	if (!t)
		return;
	switch (rec->type) {
	case SCT_REC_ENTER:
		t->call.len = 0;
		record_keep(s, &t->call, rec, size);
		files_keep(s, rec);
		break;
	case SCT_REC_MORE:
		record_keep(s, &t->call, rec, size);
		break;
	case SCT_REC_EXIT:
		files_keep(s, rec);
		if (rec->flags & SCT_F_KILLED) {
			record_keep(s, &t->call, rec, size);
			break;
		}
		/* fall through */
	case SCT_REC_CALL:
		on_end(t, (const void *)rec);
		break;
	case SCT_REC_LEADER_EXIT:
		t->call.len = 0;
		break;
	case SCT_REC_FORK:
		on_fork(s, (const void *)rec);
		break;
	case SCT_REC_TARGET:
		name_set(t, rec, ((const struct sct_target *)rec)->comm);
		break;
	case SCT_REC_COMM:
		memcpy(&t->comm, rec, sizeof(t->comm));
		break;
	case SCT_REC_OWNER:
		memcpy(&t->owner, rec, sizeof(t->owner));
		break;
	}
}

/* ---- the records of the state ---- */

/* Passes the records in a buffer to fn. */
static int buf_each(const struct rec_state *s, const struct buf *b, record_fn *fn, void *ctx)
{
	int err = 0;

	for (size_t at = 0; !err && at < b->len;) {
		const struct frame_record *fr = (const void *)(b->p + at);
		const struct sct_rec *rec = (const void *)(fr + 1);

		/* skip an ignored signal that pair.c has reported by now */
		if (!(record__is_signal(rec) && rec->flags & SCT_F_IGNORED && rec->ts + HOLD_NS < s->ts))
			err = fn(ctx, rec, fr->size);
		at += frame_record__space(fr);
	}
	return err;
}

/* Emits the files in one CPU's slots, in records that also have the CPU's count of lost records. */
static int cpu_each(const struct rec_state *s, uint16_t cpu, record_fn *fn, void *ctx)
{
	struct sct_names head = {
		.rec = { .type = SCT_REC_FILES, .cpu = cpu, .ts = s->ts, .lost = s->lost[cpu] },
	};
	struct buf b = {};
	int err = 0;

	buf__mem(&b, &head, sizeof(head));
	for (uint32_t slot = 0; !err && slot < SCT_FD_SLOTS; slot++) {
		const struct state_file *f = tidmap__get(&s->files, (uint32_t)cpu * SCT_FD_SLOTS + slot);

		if (f)
			buf__mem(&b, f->chunk, f->len);
		if (b.failed)
			break;
		if (slot + 1 < SCT_FD_SLOTS && b.len < FILES_MAX)
			continue;
		record__set_data_len((void *)b.p, (uint32_t)(b.len - sizeof(head)));
		err = fn(ctx, (const void *)b.p, b.len);
		b.len = sizeof(head);
	}
	buf__free(&b);
	return err;
}

static int by_ts(const void *a, const void *b)
{
	const struct state_task *x = *(struct state_task *const *)a, *y = *(struct state_task *const *)b;

	return x->fork.rec.ts < y->fork.rec.ts ? -1 : x->fork.rec.ts > y->fork.rec.ts;
}

/* Emits a record of a process with the numbers that the task has now: it may be from before an execve. */
static int process_each(const struct state_task *t, const struct buf *b, record_fn *fn, void *ctx)
{
	const struct frame_record *fr = (const void *)b->p;
	struct sct_rec *rec = b->len ? (void *)(b->p + sizeof(*fr)) : NULL;

	if (!rec)
		return 0;
	rec->tid = t->tid;
	rec->tgid = t->tgid;
	return fn(ctx, rec, fr->size);
}

static int task_each(const struct state_task *t, record_fn *fn, void *ctx)
{
	int err = t->target.rec.type ? fn(ctx, &t->target.rec, sizeof(t->target)) : 0;

	if (!err && t->comm.rec.type)
		err = fn(ctx, &t->comm.rec, sizeof(t->comm));
	if (!err && t->owner.rec.type) {
		struct sct_task_owner owner = t->owner;

		owner.rec.tid = t->tid; /* it may be the record of the task's maker, or from before an execve */
		owner.rec.tgid = t->tgid;
		err = fn(ctx, &owner.rec, sizeof(owner));
	}
	if (!err)
		err = process_each(t, &t->process, fn, ctx);
	if (!err)
		err = process_each(t, &t->process_change, fn, ctx);
	/* tells the ABI and the number of the task's last call */
	if (!err && t->ended.rec.type)
		err = fn(ctx, &t->ended.rec, sizeof(t->ended));
	return err;
}

/* Emits all tasks, makers before the tasks that they made, and then the calls that they are in. */
static int tasks_each(const struct rec_state *s, record_fn *fn, void *ctx)
{
	const struct state_task **v = malloc((s->tasks.n + 1) * sizeof(*v));
	size_t n = 0;
	int err = 0;

	if (!v)
		return 0;
	for (size_t i = 0; i < s->tasks.cap; i++)
		if (s->tasks.slots[i].value)
			v[n++] = s->tasks.slots[i].value;
	qsort(v, n, sizeof(*v), by_ts);
	for (size_t i = 0; !err && i < n; i++) {
		if (v[i]->fork.rec.type)
			err = fn(ctx, &v[i]->fork.rec, sizeof(v[i]->fork));
		if (!err)
			err = task_each(v[i], fn, ctx);
	}
	for (size_t i = 0; !err && i < n; i++)
		err = buf_each(s, &v[i]->call, fn, ctx);
	free(v);
	return err;
}

int rec_state__each(const struct rec_state *s, record_fn *fn, void *ctx)
{
	int err = s->clock.rec.type ? fn(ctx, &s->clock.rec, sizeof(s->clock)) : 0;

	for (unsigned i = 0; !err && i < SCT_NAMES_MAX; i++)
		err = buf_each(s, &s->names[i], fn, ctx);
	if (!err)
		err = buf_each(s, &s->probes, fn, ctx);
	for (unsigned cpu = 0; !err && cpu < s->ncpus; cpu++)
		err = cpu_each(s, (uint16_t)cpu, fn, ctx);
	for (size_t i = 0; !err && i < s->maps.cap; i++)
		if (s->maps.slots[i].value)
			err = buf_each(s, s->maps.slots[i].value, fn, ctx);
	return err ? err : tasks_each(s, fn, ctx);
}
