// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "metrics_page.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sctrace.h"

/*
 * Classic buckets end at powers of 4 of a nanosecond from 1.024 us to 17.2 s, where buckets of the library end, too. A
 * duration of exactly such a number of nanoseconds is in the next bucket.
 */
#define CLASSIC_FIRST 10
#define CLASSIC_LAST 34

#define NATIVE_SCHEMA 2 /* four buckets for each power of two, as the library has */

void page__add(struct page_bytes *b, const void *p, size_t n)
{
	size_t size = b->size ? b->size : 256;
	char *more;

	while (size < b->n + n + 1)
		size *= 2;
	more = size == b->size ? b->p : realloc(b->p, size);
	if (!more) {
		b->failed = true;
		return;
	}
	b->p = more;
	b->size = size;
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

static void put(struct page_bytes *b, const char *text)
{
	page__add(b, text, strlen(text));
}

static void __attribute__((format(printf, 2, 3))) putf(struct page_bytes *b, const char *format, ...)
{
	char text[128];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	put(b, text);
}

/* ---- protobuf ---- */

enum wire { VARINT = 0, FIXED64 = 1, BYTES = 2 };

static void put_varint(struct page_bytes *b, uint64_t v)
{
	unsigned char bytes[10], n = 0;

	for (; v > 0x7f; v >>= 7)
		bytes[n++] = (unsigned char)(v | 0x80);
	bytes[n++] = (unsigned char)v;
	page__add(b, bytes, n);
}

static void put_number(struct page_bytes *b, unsigned member, uint64_t v)
{
	put_varint(b, member << 3 | VARINT);
	put_varint(b, v);
}

static uint64_t zigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (uint64_t)(v >> 63);
}

static void put_double(struct page_bytes *b, unsigned member, double v)
{
	put_varint(b, member << 3 | FIXED64);
	page__add(b, &v, sizeof(v)); /* all architectures are little-endian */
}

static void put_bytes(struct page_bytes *b, unsigned member, const void *p, size_t n)
{
	put_varint(b, member << 3 | BYTES);
	put_varint(b, n);
	page__add(b, p, n);
}

/* ---- labels ---- */

/* Returns the length of the UTF-8 character at s, which is printable, or 0. */
static size_t utf8_length(const unsigned char *s)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = *s < 0x80 ? 1 : *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
	uint32_t c;

	if (n == 1)
		return *s >= ' ' && *s != 0x7f;
	if (*s < 0xc2 || *s > 0xf4)
		return 0;
	c = *s & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3f);
	}
	return c >= least[n] && c >= 0xa0 && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) ? n : 0;
}

/* Adds the value, as it is or with the escapes of the text formats. */
static void put_value(struct page_bytes *b, const char *value, bool escape)
{
	const unsigned char *s = (const unsigned char *)value;
	size_t n;

	for (; *s; s += n ?: 1) {
		n = utf8_length(s);
		/* a backslash, too, as two different names may not become one */
		if (!n || *s == '\\')
			putf(b, escape ? "\\\\%03o" : "\\%03o", *s);
		else if (escape && *s == '"')
			put(b, "\\\"");
		else
			page__add(b, s, n);
	}
}

void page__label(struct page_bytes *text, struct page_bytes *proto, const char *name, const char *value)
{
	struct page_bytes pair = {}, plain = {};

	put(text, text->n ? "," : "");
	put(text, name);
	put(text, "=\"");
	put_value(text, value, true);
	put(text, "\"");
	put_value(&plain, value, false);
	put_bytes(&pair, 1, name, strlen(name));
	put_bytes(&pair, 2, plain.p, plain.n);
	put_bytes(proto, 1, pair.p, pair.n);
	proto->failed |= pair.failed || plain.failed;
	free(pair.p);
	free(plain.p);
}

/* ---- families ---- */

const char *page__content_type(enum page_form form)
{
	static const char *const types[] = {
		[PAGE_TEXT] = "text/plain; version=0.0.4; charset=utf-8",
		[PAGE_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
		[PAGE_PROTOBUF] =
			"application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited",
	};

	return types[form];
}

/* Prometheus offers protobuf only if it wants native histograms, and then it prefers it. */
enum page_form page__accepted(const char *accept)
{
	if (accept && strstr(accept, "application/vnd.google.protobuf") && strstr(accept, "encoding=delimited"))
		return PAGE_PROTOBUF;
	return accept && strstr(accept, "application/openmetrics-text") ? PAGE_OPENMETRICS : PAGE_TEXT;
}

static void end_family(struct page *page)
{
	struct page_bytes *f = &page->family;

	if (page->form == PAGE_PROTOBUF && f->n) {
		put_varint(&page->out, f->n);
		page__add(&page->out, f->p, f->n);
	}
	page->out.failed |= f->failed;
	f->n = 0;
}

void page__family(struct page *page, const char *name, enum page_type type, const char *help)
{
	static const char *const words[] = {
		[PAGE_COUNTER] = "counter", [PAGE_GAUGE] = "gauge", [PAGE_HISTOGRAM] = "histogram"
	};
	int len = (int)strlen(name);

	end_family(page);
	page->name = name;
	page->type = type;
	if (page->form == PAGE_PROTOBUF) {
		put_bytes(&page->family, 1, name, strlen(name));
		put_bytes(&page->family, 2, help, strlen(help));
		put_number(&page->family, 3, type);
		return;
	}
	if (page->form == PAGE_OPENMETRICS && type == PAGE_COUNTER)
		len -= (int)strlen("_total");
	putf(&page->out, "# HELP %.*s ", len, name);
	put(&page->out, help);
	putf(&page->out, "\n# TYPE %.*s %s\n", len, name, words[type]);
}

/* Begins a line: the name, and the labels with "more" as the last one. */
static void begin_line(struct page *page, const char *suffix, const struct page_labels *labels, const char *more)
{
	bool any = labels && *labels->text;

	put(&page->out, page->name);
	put(&page->out, suffix);
	if (any || *more) {
		put(&page->out, "{");
		put(&page->out, any ? labels->text : "");
		put(&page->out, any && *more ? "," : "");
		put(&page->out, more);
		put(&page->out, "}");
	}
	put(&page->out, " ");
}

static void put_text_value(struct page_bytes *b, struct page_value v)
{
	if (v.ns)
		putf(b, "%" PRIu64 ".%09u\n", v.n / 1000000000, (unsigned)(v.n % 1000000000));
	else
		putf(b, "%" PRIu64 "\n", v.n);
}

/* Adds the message as the member "metric" of the family. */
static void put_metric(struct page *page, const struct page_labels *labels, unsigned member)
{
	struct page_bytes metric = {};

	if (labels)
		page__add(&metric, labels->proto.p, labels->proto.n);
	put_bytes(&metric, member, page->message.p, page->message.n);
	put_bytes(&page->family, 4, metric.p, metric.n);
	page->family.failed |= metric.failed || page->message.failed;
	free(metric.p);
	page->message.n = 0;
}

void page__value(struct page *page, const struct page_labels *labels, struct page_value v)
{
	if (page->form == PAGE_PROTOBUF) {
		put_double(&page->message, 1, (double)v.n / (v.ns ? 1e9 : 1));
		put_metric(page, labels, page->type == PAGE_GAUGE ? 2 : 3);
		return;
	}
	begin_line(page, "", labels, "");
	put_text_value(&page->out, v);
}

/* ---- histograms ---- */

static uint64_t hist_count(const struct page_hist *h)
{
	uint64_t count = 0;

	for (size_t i = 0; i < h->n; i++)
		count += h->buckets[i];
	return count;
}

/* Returns the number of durations below 2^exponent ns, given that `below` of them are in the buckets before *at. */
static uint64_t hist_below(const struct page_hist *h, unsigned exponent, size_t *at, uint64_t below)
{
	for (; *at < h->n && sctrace_stats_bucket(*at) < 1ull << exponent; ++*at)
		below += h->buckets[*at];
	return below;
}

static void hist_text(struct page *page, const struct page_labels *labels, const struct page_hist *h)
{
	uint64_t below = 0, count = hist_count(h);
	size_t at = 0;
	char le[32];

	for (unsigned e = CLASSIC_FIRST; e <= CLASSIC_LAST; e += 2) {
		below = hist_below(h, e, &at, below);
		snprintf(le, sizeof(le), "le=\"%.12g\"", (double)(1ull << e) / 1e9);
		begin_line(page, "_bucket", labels, le);
		put_text_value(&page->out, (struct page_value){ below });
	}
	begin_line(page, "_bucket", labels, "le=\"+Inf\"");
	put_text_value(&page->out, (struct page_value){ count });
	begin_line(page, "_sum", labels, "");
	put_text_value(&page->out, (struct page_value){ h->sum, true });
	begin_line(page, "_count", labels, "");
	put_text_value(&page->out, (struct page_value){ count });
}

/*
 * Returns the index of the native bucket that has the most of the library's bucket i. Native buckets end at powers of
 * 2^(1/4) of a second, the library's at quarters of an octave of nanoseconds, so that some durations are counted in the
 * bucket next to their own.
 */
static int native_index(size_t i)
{
	double from = (double)sctrace_stats_bucket(i), to = (double)sctrace_stats_bucket(i + 1);

	return (int)ceil(log2(((from > 0 ? from : 0.5) + to) / 2 / 1e9) * (1 << NATIVE_SCHEMA));
}

/* Adds a span of native buckets that follow each other, whose counts are in h from bucket i on. Returns the next bucket. */
static size_t put_span(struct page_bytes *m, struct page_bytes *deltas, const struct page_hist *h, size_t i, int *next,
		       int64_t *last)
{
	struct page_bytes span = {};
	int first = native_index(i), at = first;
	uint64_t length = 0;

	while (i < h->n && h->buckets[i] && native_index(i) == at) {
		int64_t count = 0;

		for (; i < h->n && h->buckets[i] && native_index(i) == at; i++)
			count += (int64_t)h->buckets[i];
		put_varint(deltas, zigzag(count - *last));
		*last = count;
		length++;
		at++;
	}
	put_number(&span, 1, zigzag(first - *next));
	put_number(&span, 2, length);
	put_bytes(m, 12, span.p, span.n);
	m->failed |= span.failed;
	free(span.p);
	*next = at;
	return i;
}

static void hist_proto(struct page *page, const struct page_labels *labels, const struct page_hist *h)
{
	struct page_bytes *m = &page->message, bucket = {}, deltas = {};
	uint64_t below = 0;
	int64_t last = 0;
	size_t at = 0;
	int next = 0;

	put_number(m, 1, hist_count(h));
	put_double(m, 2, (double)h->sum / 1e9);
	for (unsigned e = CLASSIC_FIRST; e <= CLASSIC_LAST; e += 2, bucket.n = 0) {
		below = hist_below(h, e, &at, below);
		put_number(&bucket, 1, below);
		put_double(&bucket, 2, (double)(1ull << e) / 1e9);
		put_bytes(m, 3, bucket.p, bucket.n);
	}
	put_number(m, 5, zigzag(NATIVE_SCHEMA));
	put_double(m, 6, 1e-128); /* the width of the bucket of 0, which no duration is in */
	put_number(m, 7, 0);
	for (size_t i = 0; i < h->n;)
		if (h->buckets[i])
			i = put_span(m, &deltas, h, i, &next, &last);
		else
			i++;
	if (deltas.n)
		put_bytes(m, 13, deltas.p, deltas.n);
	m->failed |= bucket.failed || deltas.failed;
	free(bucket.p);
	free(deltas.p);
	put_metric(page, labels, 7);
}

void page__hist(struct page *page, const struct page_labels *labels, const struct page_hist *h)
{
	if (page->form == PAGE_PROTOBUF)
		hist_proto(page, labels, h);
	else
		hist_text(page, labels, h);
}

int page__end(struct page *page)
{
	end_family(page);
	if (page->form == PAGE_OPENMETRICS)
		put(&page->out, "# EOF\n");
	free(page->family.p);
	free(page->message.p);
	return page->out.failed ? -ENOMEM : 0;
}
