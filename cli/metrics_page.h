/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A page of metrics in one of the formats that Prometheus reads. */
#ifndef CLI_METRICS_PAGE_H
#define CLI_METRICS_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Prometheus' text format 0.0.4, OpenMetrics 1.0, and delimited messages of io.prometheus.client.MetricFamily. */
enum page_form { PAGE_TEXT, PAGE_OPENMETRICS, PAGE_PROTOBUF };

/* The numbers are those of io.prometheus.client.MetricType. */
enum page_type { PAGE_COUNTER = 0, PAGE_GAUGE = 1, PAGE_HISTOGRAM = 4 };

/* Bytes that grow. When memory is short, failed is set, and further bytes are dropped. */
struct page_bytes {
	char *p;
	size_t n, size;
	bool failed;
};

/* The labels of a time series as both kinds of formats have them. */
struct page_labels {
	char *text;		 /* a="b",c="d" with escapes */
	struct page_bytes proto; /* the members "label" of a Metric */
};

struct page {
	enum page_form form;
	struct page_bytes out, family, message;
	const char *name; /* of the family that is written */
	enum page_type type;
};

/* A number of the whole, or of nanoseconds that are printed as seconds. */
struct page_value {
	uint64_t n;
	bool ns;
};

struct page_hist {
	const uint64_t *buckets; /* as sctrace_stat.hist */
	size_t n;
	uint64_t sum; /* ns */
};

/* Returns the Content-Type of the form. */
const char *page__content_type(enum page_form form);
/* Returns the form that the value of an Accept header asks for; NULL: there is none. */
enum page_form page__accepted(const char *accept);

/* Begins the samples of a metric. Counters have "_total" at the end of their names. */
void page__family(struct page *page, const char *name, enum page_type type, const char *help);
/* Adds a sample of a counter or a gauge. labels may be NULL. */
void page__value(struct page *page, const struct page_labels *labels, struct page_value v);
/* Adds the sample of a histogram: classic buckets, and in protobuf a native histogram of schema 2 beside them. */
void page__hist(struct page *page, const struct page_labels *labels, const struct page_hist *h);
/* Ends the page. Returns 0, or -ENOMEM. The text is page->out, which the caller frees. */
int page__end(struct page *page);

/* Adds a label. The value is UTF-8 without control characters afterwards: other bytes become \ooo. */
void page__label(struct page_bytes *text, struct page_bytes *proto, const char *name, const char *value);
void page__add(struct page_bytes *b, const void *p, size_t n);

#endif
