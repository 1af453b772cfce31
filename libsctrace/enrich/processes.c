// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/processes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "event/record.h"

#define BUCKETS 4096 /* a power of two */

struct processes {
	struct task_slot slot;
	uint64_t keep_ns, now;
	uint64_t bytes;
	uint64_t left_out;
	uint32_t n, nended;
	bool closing;
	struct process child;	       /* of the last record with SCT_F_CHILD; in NULL: none */
	struct process *first, **last; /* ended processes, the oldest first */
	struct process *buckets[BUCKETS];
};

/* ---- texts ---- */

static void text_drop(struct processes *c, struct process_text **text)
{
	if (*text && !--(*text)->refs) {
		c->bytes -= sizeof(**text) + (*text)->len + 1;
		free(*text);
	}
	*text = NULL;
}

static struct process_text *text_share(struct process_text *text)
{
	if (text)
		text->refs++;
	return text;
}

/* Returns the text, which is shared with like if that is the same, or NULL if there is no room. */
static struct process_text *text_make(struct processes *c, const void *p, size_t len, struct process_text *like)
{
	struct process_text *text;

	if (like && like->len == len && !memcmp(like->text, p, len))
		return text_share(like);
	text = c->bytes + len < PROCESSES_BYTES ? malloc(sizeof(*text) + len + 1) : NULL;
	if (!text) {
		c->left_out++;
		return NULL;
	}
	text->refs = 1;
	text->len = (uint32_t)len;
	memcpy(text->text, p, len);
	text->text[len] = '\0';
	c->bytes += sizeof(*text) + len + 1;
	return text;
}

static void texts_drop(struct process *p)
{
	text_drop(p->in, &p->exe.path);
	text_drop(p->in, &p->cwd.path);
	text_drop(p->in, &p->args);
}

/* ---- ended processes ---- */

static struct process **bucket_of(struct processes *c, uint64_t id)
{
	return &c->buckets[(id * 0x9e3779b97f4a7c15ull) >> 52 & (BUCKETS - 1)];
}

/* Frees the oldest ended process. */
static void ended_drop(struct processes *c)
{
	struct process *p = c->first, **at = bucket_of(c, p->id);

	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
	c->first = p->later;
	if (!c->first)
		c->last = &c->first;
	texts_drop(p);
	c->bytes -= sizeof(*p);
	c->nended--;
	free(p);
}

static void ended_prune(struct processes *c)
{
	while (c->first && (c->first->ended_at + c->keep_ns < c->now || c->bytes > PROCESSES_BYTES / 2))
		ended_drop(c);
}

/* Moves the entry of a process that has ended to a new one that stays. */
static void ended_keep(struct processes *c, struct process *p)
{
	struct process *e = malloc(sizeof(*e)), **at;

	if (!e) {
		c->left_out++;
		return;
	}
	*e = *p;
	p->exe.path = p->cwd.path = p->args = NULL;
	e->ended = true;
	e->ended_at = c->now;
	at = bucket_of(c, e->id);
	e->next = *at;
	*at = e;
	e->later = NULL;
	*c->last = e;
	c->last = &e->later;
	c->bytes += sizeof(*e);
	c->nended++;
	ended_prune(c);
}

/* ---- slots ---- */

static void slot_free(void *data)
{
	struct process *p = data;
	struct processes *c = p->in;

	if (!c)
		return;
	if (c->keep_ns && !c->closing && p->tid == p->tgid)
		ended_keep(c, p);
	texts_drop(p);
	c->bytes -= sizeof(*p);
	c->n--;
}

static struct process *slot_make(struct processes *c, struct task *t)
{
	struct process *p = task_slot__make(&c->slot, t);

	if (!p || p->in)
		return p;
	p->in = c;
	c->bytes += sizeof(*p);
	c->n++;
	return p;
}

/* Gives a new task the entry that was sent for it before its SCT_REC_FORK. */
static int slot_fork(void *ctx, struct task *child, const struct task *maker)
{
	struct processes *c = ctx;
	struct process *p;

	(void)maker;
	if (!c->child.in || c->child.tid != child->tid)
		return 0;
	p = slot_make(c, child);
	if (!p)
		return -ENOMEM;
	texts_drop(p);
	*p = c->child;
	c->child = (struct process){};
	return 0;
}

int processes__new(struct processes **out, struct tasks *tasks, uint64_t keep_ns)
{
	struct processes *c = calloc(1, sizeof(*c));

	if (!c)
		return -ENOMEM;
	c->keep_ns = keep_ns;
	c->last = &c->first;
	c->slot = (struct task_slot){ .size = sizeof(struct process), .fork = slot_fork, .free = slot_free, .ctx = c };
	task_slot__open(&c->slot, tasks);
	*out = c;
	return 0;
}

void processes__free(struct processes *c)
{
	if (!c)
		return;
	c->closing = true;
	task_slot__close(&c->slot);
	if (c->child.in)
		texts_drop(&c->child);
	while (c->first)
		ended_drop(c);
	free(c);
}

void processes__now(struct processes *c, uint64_t ts)
{
	if (c && ts > c->now)
		c->now = ts;
}

/* ---- records ---- */

static void file_set(struct processes *c, struct process_file *to, const struct sct_chunk *chunk,
		     struct process_text *like)
{
	struct sct_file f;
	struct process_text *path;

	memcpy(&f, chunk + 1, sizeof(f));
	path = text_make(c, (const char *)(chunk + 1) + sizeof(f), (size_t)chunk->len - sizeof(f), like ?: to->path);
	text_drop(c, &to->path);
	*to = (struct process_file){ path, f.kind, f.flags, f.ino };
}

static void chunk_set(struct processes *c, struct process *p, const struct sct_chunk *chunk, const struct process *like)
{
	struct process_text *args;
	int32_t fd;

	if (chunk->part == SCT_PART_NAMESPACES && chunk->len == sizeof(p->namespaces)) {
		memcpy(&p->namespaces, chunk + 1, sizeof(p->namespaces));
	} else if (chunk->part == SCT_PART_FILE && chunk->len >= (int32_t)sizeof(struct sct_file)) {
		memcpy(&fd, chunk + 1, sizeof(fd));
		if (fd == SCT_AT_FDCWD)
			file_set(c, &p->cwd, chunk, like ? like->cwd.path : NULL);
		else if (fd == SCT_AT_EXE)
			file_set(c, &p->exe, chunk, like ? like->exe.path : NULL);
	} else if (chunk->part == SCT_PART_SELF && chunk->len > 0) {
		args = text_make(c, chunk + 1, (size_t)chunk->len, like ? like->args : p->args);
		text_drop(c, &p->args);
		p->args = args;
	}
}

/* Sets the entry from a record. like: an entry that probably has the same texts, or NULL. */
static void process_set(struct processes *c, struct process *p, const struct sct_process *x, const struct process *like)
{
	const struct sct_chunk *chunk;
	uint32_t len, off = 0;
	const uint8_t *data = record__data(&x->rec, &len);

	p->start = x->start;
	p->parent_start = x->parent_start;
	p->owner = x->owner;
	p->gid = x->gid;
	p->euid = x->euid;
	p->egid = x->egid;
	p->session = x->session;
	memcpy(p->comm, x->comm, sizeof(p->comm));
	p->id = process__id(p->start, p->tgid);
	if (x->rec.flags & SCT_F_WHOLE)
		p->args_len = x->args_len;
	while ((chunk = chunk__next(data, len, &off)))
		chunk_set(c, p, chunk, like);
	/* a new program has nothing of the old one */
	if (x->rec.flags & SCT_F_WHOLE && !x->args_len)
		text_drop(c, &p->args);
}

void processes__record(struct processes *c, const struct sct_process *x)
{
	struct task *t;
	struct process *p;

	ended_prune(c);
	if (x->rec.flags & SCT_F_CHILD) {
		if (c->child.in)
			texts_drop(&c->child);
		c->child = (struct process){ .in = c, .tid = x->child_tid, .tgid = x->child_tgid };
		process_set(c, &c->child, x, task_slot__find(&c->slot, x->rec.tid));
		return;
	}
	/* a thread that calls execve gets the leader's place, with the leader's slots */
	t = tasks__find(c->slot.tasks, x->rec.flags & SCT_F_RUNS ? x->rec.tgid : x->rec.tid);
	p = t && c->bytes < PROCESSES_BYTES ? slot_make(c, t) : NULL;
	if (!p) {
		c->left_out++;
		return;
	}
	p->tid = t->tid;
	p->tgid = t->tgid;
	process_set(c, p, x, p->exe.path || t->tid == t->tgid ? NULL : task_slot__find(&c->slot, t->tgid));
}

const struct process *processes__of(const struct processes *c, const struct task *t)
{
	return task_slot__data(&c->slot, t);
}

const struct process *processes__find(struct processes *c, uint64_t id)
{
	const struct process *p = task_slot__find(&c->slot, (uint32_t)(id & ((1u << 22) - 1)));

	if (p && p->in && p->id == id)
		return p;
	ended_prune(c);
	p = *bucket_of(c, id);
	while (p && p->id != id)
		p = p->next;
	return p;
}

void processes__size(const struct processes *c, struct processes_size *out)
{
	*out = (struct processes_size){ .n = c->n, .ended = c->nended, .bytes = c->bytes, .left_out = c->left_out };
}
