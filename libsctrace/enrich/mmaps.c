// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/mmaps.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "util/procfs.h"
#include "util/grow.h"

#define PAGES 16 /* pages of a buffer: room for a few hundred mappings */

/* End of each perf record: sample_id_all with PERF_SAMPLE_TID and PERF_SAMPLE_TIME. */
struct trailer {
	uint32_t pid, tid;
	uint64_t time;
};

struct side {
	struct perf_event_mmap_page *head;
	const uint8_t *data;
	int fd;
};

struct pending {
	struct sct_map *rec;
	size_t size;
};

struct mmaps {
	struct side *sides;
	unsigned n;
	size_t page;
	struct pending *list; /* sorted by time; entries before next were emitted or dropped */
	size_t next, len, cap;
	uint8_t *copy; /* buffer for a record that wraps around in the ring */
};

/* ---- records ---- */

static int map_emit(uint64_t ts, uint32_t tgid, const struct sct_map *map, const char *path, record_fn *fn, void *ctx)
{
	struct {
		struct sct_map map;
		char path[PATH_MAX];
	} rec = { .map = *map };
	size_t n = path ? strnlen(path, PATH_MAX - 1) + 1 : 0;

	if (n)
		memcpy(rec.path, path, n - 1);
	rec.map.rec = (struct sct_rec){ .ts = ts, .tid = tgid, .tgid = tgid, .type = SCT_REC_MAP };
	rec.map.data_len = (uint32_t)n;
	return fn(ctx, &rec.map.rec, sizeof(rec.map) + n);
}

static int map_keep(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct mmaps *m = ctx;
	size_t i;
	void *p;

	if (!GROW(m->list, m->cap, m->len + 1))
		return -ENOMEM;
	p = malloc(size);
	if (!p)
		return -ENOMEM;
	memcpy(p, rec, size);
	for (i = m->len++; i > m->next && m->list[i - 1].rec->rec.ts > rec->ts; i--)
		m->list[i] = m->list[i - 1];
	m->list[i] = (struct pending){ p, size };
	return 0;
}

/* ---- perf's records ---- */

struct mmap2 {
	struct perf_event_header h;
	uint32_t pid, tid;
	uint64_t addr, len, off;
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	uint32_t prot, flags;
	char path[];
};

struct comm {
	struct perf_event_header h;
	uint32_t pid, tid;
};

static int map_take(struct mmaps *m, const struct perf_event_header *h)
{
	const struct mmap2 *e = (const void *)h;
	const struct comm *c = (const void *)h;
	struct sct_map map = { .fresh = 1 };
	struct trailer t;

	if (h->size < sizeof(*h) + sizeof(t))
		return 0;
	memcpy(&t, (const uint8_t *)h + h->size - sizeof(t), sizeof(t));
	if (h->type == PERF_RECORD_COMM && h->misc & PERF_RECORD_MISC_COMM_EXEC)
		return map_emit(t.time, c->pid, &map, NULL, map_keep, m);
	if (h->type != PERF_RECORD_MMAP2 || h->size <= sizeof(*e) + sizeof(t) || !(e->prot & PROT_EXEC))
		return 0;
	map = (struct sct_map){ .addr = e->addr, .len = e->len, .off = e->off };
	return map_emit(t.time, e->pid, &map, e->path, map_keep, m);
}

static int side_read(struct mmaps *m, struct side *s)
{
	uint64_t head = __atomic_load_n(&s->head->data_head, __ATOMIC_ACQUIRE), tail = s->head->data_tail;
	size_t size = PAGES * m->page;
	int err = 0;

	while (!err && tail < head) {
		const struct perf_event_header *h = (const void *)(s->data + tail % size);
		size_t n = h->size, first = size - tail % size;

		if (n < sizeof(*h) || n > head - tail)
			break;
		if (n > first) {
			memcpy(m->copy, h, first);
			memcpy(m->copy + first, s->data, n - first);
			h = (const void *)m->copy;
		}
		err = map_take(m, h);
		tail += n;
	}
	__atomic_store_n(&s->head->data_tail, err ? tail : head, __ATOMIC_RELEASE);
	return err;
}

int mmaps__read(struct mmaps *m)
{
	int err = 0;

	for (unsigned i = 0; !err && i < m->n; i++)
		err = side_read(m, &m->sides[i]);
	return err;
}

int mmaps__before(struct mmaps *m, uint64_t ts, bool (*wanted)(void *ctx, uint32_t tgid), record_fn *fn, void *ctx)
{
	int err = 0;

	while (!err && m->next < m->len && m->list[m->next].rec->rec.ts <= ts) {
		struct pending *p = &m->list[m->next++];

		if (wanted(ctx, p->rec->rec.tgid))
			err = fn(ctx, &p->rec->rec, p->size);
		free(p->rec);
	}
	if (m->next == m->len)
		m->next = m->len = 0;
	return err;
}

/* ---- opening ---- */

static int side_open(struct mmaps *m, struct side *s, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.mmap = 1,
		.mmap2 = 1,
		.comm = 1,
		.comm_exec = 1,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	void *p;

	s->fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (s->fd < 0)
		return errno == ENODEV ? 0 : -errno; /* ENODEV: the CPU is not online */
	p = mmap(NULL, (1 + PAGES) * m->page, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
	if (p == MAP_FAILED)
		return -errno;
	s->head = p;
	s->data = (const uint8_t *)p + m->page;
	m->n++;
	return 0;
}

int mmaps__open(struct mmaps **out)
{
	long ncpus = sysconf(_SC_NPROCESSORS_CONF);
	struct mmaps *m = calloc(1, sizeof(*m));
	int err = 0;

	if (!m)
		return -ENOMEM;
	m->page = (size_t)sysconf(_SC_PAGESIZE);
	m->sides = calloc((size_t)ncpus, sizeof(*m->sides));
	m->copy = malloc(1u << 16); /* a record's size has 16 bits */
	if (!m->sides || !m->copy)
		err = -ENOMEM;
	for (int cpu = 0; !err && cpu < ncpus; cpu++) {
		unsigned n = m->n;

		err = side_open(m, &m->sides[n], cpu);
		if (err && m->sides[n].fd >= 0)
			close(m->sides[n].fd);
	}
	if (err)
		mmaps__close(m);
	else
		*out = m;
	return err;
}

unsigned mmaps__fds(const struct mmaps *m)
{
	return m ? m->n : 0;
}

void mmaps__close(struct mmaps *m)
{
	if (!m)
		return;
	for (unsigned i = 0; i < m->n; i++) {
		munmap(m->sides[i].head, (1 + PAGES) * m->page);
		close(m->sides[i].fd);
	}
	for (size_t i = m->next; i < m->len; i++)
		free(m->list[i].rec);
	free(m->list);
	free(m->sides);
	free(m->copy);
	free(m);
}

/* ---- mappings of running processes ---- */

int mmaps__snapshot(int proc, uint32_t tgid, uint64_t ts, record_fn *fn, void *ctx)
{
	FILE *f = procfs__file(proc, "%u/maps", tgid);
	char line[PATH_MAX + 128];
	int err = 0;

	while (f && !err && fgets(line, sizeof(line), f)) {
		unsigned long long from, to, off;
		char prot[8];
		int path = 0;

		if (sscanf(line, "%llx-%llx %7s %llx %*s %*s %n", &from, &to, prot, &off, &path) < 4 || prot[2] != 'x')
			continue;
		line[strcspn(line, "\n")] = '\0';
		err = map_emit(ts, tgid, &(struct sct_map){ .addr = from, .len = to - from, .off = off },
			       path && line[path] ? line + path : "//anon", fn, ctx);
	}
	if (f)
		fclose(f);
	return err;
}
