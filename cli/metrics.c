// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "metrics.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "metrics_http.h"
#include "metrics_page.h"
#include "row_keys.h"
#include "session.h"

#define IDLE_MS (5 * 60 * 1000) /* Prometheus drops a series that it has not seen for this long */

/* The counts of the calls with the same labels. Series of one bucket of the hash table are a list. */
struct series {
	struct series *next;
	char *values; /* the values of all keys, each ended by a NUL; they identify the series */
	size_t size;  /* bytes of values */
	struct page_labels labels;
	uint64_t calls, errors, total, bytes, in_progress, oldest;
	uint64_t *hist;
	size_t nhist;
	int64_t seen; /* ms of now_ms(), when a call was counted */
};

struct metrics {
	const struct options *o;
	struct metrics_http *http; /* NULL: a file */
	struct sctrace_stats *stats;
	const struct row_key *labels[ROW_KEYS];
	unsigned nlabels;
	bool sized;		 /* the key size is given */
	struct series **all;	 /* the n series, in the order in which they were made */
	struct series **buckets; /* lists by hash; their number is a power of two */
	size_t n, max, nbuckets;
	struct series other; /* calls without a series of their own */
	bool swept;	     /* idle series have been removed while the current rows are taken */
	struct page_bytes key;
	uint64_t expired, pages, write_errors;
	uint64_t began;	 /* ns since 1970 */
	bool complained; /* the last attempt to write the file failed */
};

/* ---- labels ---- */

/* Adds the label of a key, unless it was added before. */
static void add_label(struct metrics *m, const char *name, size_t len)
{
	const struct row_key *k = row_key__find(name, len);

	if (k && k->kind == ROW_SUM)
		m->sized = true;
	if (!k || k->kind == ROW_SUM)
		return;
	for (unsigned i = 0; i < m->nlabels; i++)
		if (m->labels[i] == k)
			return;
	m->labels[m->nlabels++] = k;
}

/* Returns the value of a label, in `number` or in the row; "" if the row does not have the key. */
static const char *label_value(const struct row_key *k, const struct sctrace_stat *row, char *number, size_t size)
{
	const void *at = row_key__value(k, row);
	const char *name;
	int64_t v;

	switch (k->kind) {
	case ROW_NUM:
		snprintf(number, size, "%u", *(const uint32_t *)at);
		return number;
	case ROW_ERRNO:
		v = *(const uint32_t *)at;
		name = v ? strerrorname_np((int)v) : "";
		break;
	case ROW_RET:
		if (row->args[6]) /* the return value of a probe is a text */
			return row->args[6];
		v = *(const int64_t *)at;
		name = v < 0 && v >= -4095 ? strerrorname_np((int)-v) : NULL;
		break;
	default:
		return *(const char *const *)at ?: "";
	}
	snprintf(number, size, "%lld", (long long)v);
	return name ? name : number;
}

/* ---- series ---- */

static void series_free(struct series *s)
{
	free(s->values);
	free(s->labels.text);
	free(s->labels.proto.p);
	free(s->hist);
}

static struct series **bucket_of(struct metrics *m, const char *values, size_t size)
{
	return &m->buckets[row_key__hash(values, size) & (m->nbuckets - 1)];
}

static void series_remove(struct metrics *m, struct series *s)
{
	struct series **at = bucket_of(m, s->values, s->size);

	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	series_free(s);
	free(s);
}

/* Removes the series that Prometheus has forgotten. A series that comes back begins at 0, as after a restart. */
static void remove_idle(struct metrics *m, int64_t now)
{
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++)
		if (now - m->all[i]->seen < IDLE_MS || m->all[i]->in_progress)
			m->all[n++] = m->all[i];
		else
			series_remove(m, m->all[i]);
	m->expired += m->n - n;
	m->n = n;
	m->swept = true;
}

/* Adds a series with the values in m->key. Returns NULL if memory is short. */
static struct series *series_new(struct metrics *m)
{
	struct series *s = calloc(1, sizeof(*s)), **bucket = bucket_of(m, m->key.p, m->key.n);
	struct page_bytes text = {};
	const char *value = m->key.p;

	if (!s)
		return NULL;
	page__add(&text, "", 0);
	for (unsigned i = 0; i < m->nlabels; i++, value += strlen(value) + 1)
		if (*value)
			page__label(&text, &s->labels.proto, m->labels[i]->name, value);
	s->labels.text = text.p;
	s->values = malloc(m->key.n + 1);
	if (!s->values || text.failed || s->labels.proto.failed) {
		series_free(s);
		free(s);
		return NULL;
	}
	s->size = m->key.n;
	memcpy(s->values, m->key.p, s->size);
	s->next = *bucket;
	*bucket = s;
	m->all[m->n++] = s;
	return s;
}

/* Returns the series of the row. It is that of "other" if there are --max-rows others that are not idle. */
static struct series *series_of(struct metrics *m, const struct sctrace_stat *row, int64_t now)
{
	char number[32];

	if (row->other)
		return &m->other;
	m->key.n = 0;
	for (unsigned i = 0; i < m->nlabels; i++) {
		const char *value = label_value(m->labels[i], row, number, sizeof(number));

		page__add(&m->key, value, strlen(value) + 1);
	}
	if (m->key.failed)
		return &m->other;
	for (struct series *s = *bucket_of(m, m->key.p, m->key.n); s; s = s->next)
		if (s->size == m->key.n && !memcmp(s->values, m->key.p, s->size))
			return s;
	if (m->n == m->max && !m->swept)
		remove_idle(m, now);
	return (m->n < m->max ? series_new(m) : NULL) ?: &m->other;
}

static int add_hist(struct series *s, const struct sctrace_stat *row)
{
	if (!row->hist)
		return 0;
	if (!s->hist)
		s->hist = calloc(row->nhist, sizeof(*s->hist));
	if (!s->hist)
		return -ENOMEM;
	s->nhist = row->nhist;
	for (size_t i = 0; i < row->nhist; i++)
		s->hist[i] += row->hist[i];
	return 0;
}

/* A sctrace_stat_fn: adds the calls in progress to the series of the row's keys. */
static int add_wait(void *ctx, const struct sctrace_stat *row)
{
	struct metrics *m = ctx;
	int64_t now = now_ms();
	struct series *s = series_of(m, row, now);

	s->seen = now;
	s->in_progress += row->in_progress;
	if (row->oldest != UINT64_MAX && row->oldest > s->oldest)
		s->oldest = row->oldest;
	return 0;
}

/* A sctrace_stat_fn: adds the row to its series. A row of calls in progress lacks keys: add_wait() has those calls. */
static int add_row(void *ctx, const struct sctrace_stat *row)
{
	struct metrics *m = ctx;
	int64_t now = now_ms();
	struct series *s = row->waiting ? NULL : series_of(m, row, now);

	if (!s)
		return 0;
	s->seen = now;
	s->calls += row->calls;
	s->errors += row->errors;
	s->total += row->total;
	s->bytes += row->bytes;
	return add_hist(s, row);
}

int metrics__take(struct metrics *m, struct sctrace_stats *stats)
{
	int err;

	m->swept = false;
	err = sctrace_stats_each(stats, add_row, m);
	return sctrace_stats_reset(stats) ?: err;
}

/* Counts the calls in progress anew. It looks at all tasks, so it is called for a page only. */
static int take_waits(struct metrics *m, struct sctrace_stats *stats)
{
	m->other.in_progress = m->other.oldest = 0;
	for (size_t i = 0; i < m->n; i++)
		m->all[i]->in_progress = m->all[i]->oldest = 0;
	return sctrace_stats_waits(stats, add_wait, m);
}

/* ---- pages ---- */

enum number { CALLS, ERRORS, SECONDS, MOVED, IN_PROGRESS, OLDEST, NUMBERS };

static const struct {
	const char *name;
	enum page_type type;
	size_t at; /* in struct series */
	bool ns;
	const char *help;
} numbers[NUMBERS] = {
	[CALLS] = { "sctrace_calls_total", PAGE_COUNTER, offsetof(struct series, calls), false,
		    "Calls that returned." },
	[ERRORS] = { "sctrace_call_errors_total", PAGE_COUNTER, offsetof(struct series, errors), false,
		     "Calls that failed." },
	[SECONDS] = { "sctrace_call_seconds_total", PAGE_COUNTER, offsetof(struct series, total), true,
		      "Time spent in calls that returned." },
	[MOVED] = { "sctrace_call_bytes_total", PAGE_COUNTER, offsetof(struct series, bytes), false,
		    "Bytes that calls read, wrote, sent or received." },
	[IN_PROGRESS] = { "sctrace_calls_in_progress", PAGE_GAUGE, offsetof(struct series, in_progress), false,
			  "Calls that have not returned." },
	[OLDEST] = { "sctrace_oldest_call_seconds", PAGE_GAUGE, offsetof(struct series, oldest), true,
		     "Age of the oldest call that has not returned." },
};

/* A loop over all series, with that of "other" last if anything is counted there. */
#define EACH_SERIES(m, s)                                                                                              \
	for (size_t at = 0; at <= (m)->n; at++)                                                                        \
		for (const struct series *s = at < (m)->n	? (m)->all[at]                                         \
					      : (m)->other.seen ? &(m)->other                                          \
								: NULL;                                                \
		     s; s = NULL)

static void put_series(const struct metrics *m, struct page *page)
{
	for (enum number i = 0; i < NUMBERS; i++) {
		if (i == MOVED && !m->sized)
			continue;
		page__family(page, numbers[i].name, numbers[i].type, numbers[i].help);
		EACH_SERIES(m, s)
		{
			uint64_t v = *(const uint64_t *)((const char *)s + numbers[i].at);

			if (v || numbers[i].type == PAGE_COUNTER)
				page__value(page, &s->labels, (struct page_value){ v, numbers[i].ns });
		}
	}
	if (!m->o->stats.hist)
		return;
	page__family(page, "sctrace_call_duration_seconds", PAGE_HISTOGRAM, "Durations of calls that returned.");
	EACH_SERIES(m, s)
	if (s->hist)
		page__hist(page, &s->labels, &(struct page_hist){ s->hist, s->nhist, s->total });
}

static void put_own(struct page *page, const char *name, enum page_type type, uint64_t v, bool ns, const char *help)
{
	page__family(page, name, type, help);
	page__value(page, NULL, (struct page_value){ v, ns });
}

/* Adds what was lost, and what sctrace itself takes. */
static int put_health(const struct metrics *m, struct page *page, struct sctrace_stats *stats)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	struct page_bytes version = {}, proto = {};
	int err = sctrace_stats_health(stats, &h);

	put_own(page, "sctrace_lost_calls_total", PAGE_COUNTER, sctrace_stats_missed(stats), false,
		"Calls that the kernel could not count, or whose time is missing.");
	put_own(page, "sctrace_other_calls_total", PAGE_COUNTER, m->other.calls, false,
		"Calls in the series other, as there are --max-rows others.");
	put_own(page, "sctrace_series", PAGE_GAUGE, m->n, false, "Label sets in this page.");
	put_own(page, "sctrace_series_limit", PAGE_GAUGE, m->max, false, "Greatest number of label sets: --max-rows.");
	put_own(page, "sctrace_expired_series_total", PAGE_COUNTER, m->expired, false,
		"Label sets that were removed because they were idle and others needed the room.");
	put_own(page, "sctrace_pages_total", PAGE_COUNTER, m->pages, false,
		"Pages of metrics that were made before this one.");
	if (!m->http)
		put_own(page, "sctrace_write_errors_total", PAGE_COUNTER, m->write_errors, false,
			"Failures to write this file.");
	put_own(page, "sctrace_rows_read_total", PAGE_COUNTER, h.records, false,
		"Rows that were read from the kernel.");
	put_own(page, "sctrace_tasks", PAGE_GAUGE, h.tasks, false, "Tasks that are traced.");
	put_own(page, "sctrace_kernel_memory_bytes", PAGE_GAUGE, h.memory, false, "Memory of the maps in the kernel.");
	put_own(page, "sctrace_descriptors", PAGE_GAUGE, h.fds, false, "Descriptors that tracing uses.");
	put_own(page, "sctrace_reader_cpu_seconds_total", PAGE_COUNTER, h.cpu_ns, true, "CPU time of reading rows.");
	if (h.runs) {
		put_own(page, "sctrace_program_runs_total", PAGE_COUNTER, h.runs, false, "Runs of the BPF programs.");
		put_own(page, "sctrace_program_cpu_seconds_total", PAGE_COUNTER, h.run_ns, true,
			"CPU time of the BPF programs.");
	}
	put_own(page, "sctrace_start_time_seconds", PAGE_GAUGE, m->began, true,
		"Start of sctrace, seconds since 1970.");
	page__family(page, "sctrace_build_info", PAGE_GAUGE, "Always 1; the label has the version.");
	page__label(&version, &proto, "version", sctrace_version());
	if (version.failed || proto.failed)
		err = -ENOMEM;
	else
		page__value(page, &(struct page_labels){ version.p, proto }, (struct page_value){ 1 });
	free(version.p);
	free(proto.p);
	return err;
}

/* Makes the page of all rows so far. The caller frees out->p. Returns 0 or -errno. */
static int make_page(struct metrics *m, struct sctrace_stats *stats, enum page_form form, struct page_bytes *out)
{
	struct page page = { .form = form };
	int err = metrics__take(m, stats) ?: take_waits(m, stats), end;

	if (!err) {
		put_series(m, &page);
		err = put_health(m, &page, stats);
	}
	end = page__end(&page);
	m->pages++;
	*out = page.out;
	return err ? err : end;
}

/* A metrics_http_page_fn */
static int answer(void *ctx, enum page_form form, struct page_bytes *out)
{
	struct metrics *m = ctx;
	int err = sctrace_stats_read(m->stats);

	return err ? err : make_page(m, m->stats, form, out);
}

/* ---- a file ---- */

/* Replaces the file at once, so that nobody reads half of it. Returns 0 or -errno. */
static int replace_file(const char *path, const struct page_bytes *page)
{
	char *part;
	ssize_t n = 0;
	int fd, err = 0;

	if (asprintf(&part, "%s.%d", path, (int)getpid()) < 0)
		return -ENOMEM;
	/* The directory may be another user's: a file, link or FIFO of that name is not written to. */
	unlink(part);
	fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		err = -errno;
	for (size_t done = 0; !err && done < page->n; done += (size_t)n) {
		n = write(fd, page->p + done, page->n - done);
		if (n < 0 && errno != EINTR)
			err = -errno;
		n = n < 0 ? 0 : n;
	}
	if (fd >= 0 && close(fd) && !err)
		err = -errno;
	if (!err && rename(part, path))
		err = -errno;
	if (err && fd >= 0)
		unlink(part);
	free(part);
	return err;
}

int metrics__write(struct metrics *m, struct sctrace_stats *stats)
{
	const char *path = m->o->metrics.path;
	struct page_bytes page;
	int err;

	if (m->http)
		return 0;
	err = make_page(m, stats, PAGE_TEXT, &page);
	if (!err) {
		int written = replace_file(path, &page);

		m->write_errors += written < 0;
		if (written && !m->complained)
			complain(m->o, "--openmetrics: cannot write %s: %s", path, strerror(-written));
		m->complained = written < 0;
	}
	free(page.p);
	return err;
}

/* ---- life ---- */

int metrics__open(struct metrics **out, const struct options *o)
{
	struct metrics *m = calloc(1, sizeof(*m));
	struct page_bytes other = {};
	struct timespec ts;
	size_t len;

	if (m) {
		m->o = o;
		m->max = o->stats.max_rows;
		for (m->nbuckets = 1024; m->nbuckets < m->max; m->nbuckets *= 2)
			;
		m->all = calloc(m->max, sizeof(struct series *));
		m->buckets = calloc(m->nbuckets, sizeof(struct series *));
		page__add(&m->key, "", 0);
		page__label(&other, &m->other.labels.proto, "other", "true");
		m->other.labels.text = other.p;
	}
	if (!m || !m->all || !m->buckets || m->key.failed || !m->other.labels.text) {
		complain(o, "%s", strerror(ENOMEM));
		metrics__free(m);
		return 1;
	}
	for (const char *w = o->stats.by; w; w = w[len] ? w + len + 1 : NULL) {
		w += *w == '?';
		len = strcspn(w, ",");
		add_label(m, w, len);
	}
	clock_gettime(CLOCK_REALTIME, &ts);
	m->began = (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
	if (o->metrics.place != METRICS_FILE && metrics_http__open(&m->http, o, answer, m)) {
		metrics__free(m);
		return 1;
	}
	*out = m;
	return 0;
}

int metrics__fd(const struct metrics *m)
{
	return m->http ? metrics_http__fd(m->http) : -1;
}

int metrics__timeout(const struct metrics *m, int ms)
{
	return m->http ? metrics_http__timeout(m->http, ms) : ms;
}

int metrics__serve(struct metrics *m, struct sctrace_stats *stats)
{
	m->stats = stats;
	return m->http ? metrics_http__serve(m->http) : 0;
}

uint64_t metrics__other(const struct metrics *m)
{
	return m->other.calls;
}

void metrics__free(struct metrics *m)
{
	if (!m)
		return;
	metrics_http__free(m->http);
	for (size_t i = 0; i < m->n; i++) {
		series_free(m->all[i]);
		free(m->all[i]);
	}
	series_free(&m->other);
	free(m->all);
	free(m->buckets);
	free(m->key.p);
	free(m);
}
