/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A server of one page over HTTP, without threads, by libmicrohttpd. */
#ifndef CLI_METRICS_HTTP_H
#define CLI_METRICS_HTTP_H

#include "metrics_page.h"
#include "options.h"

struct metrics_http;

/* Returns NULL if pages can be served, or else why not, with what to do about it in *mend. The texts are static. */
const char *metrics_http__lacks(const char **mend);

/* Makes the page, whose bytes the server frees. Returns 0 or -errno, which ends metrics_http__serve(). */
typedef int metrics_http_page_fn(void *ctx, enum page_form form, struct page_bytes *out);

/* Listens where o->metrics says. Returns 0, or prints a message and returns 1. */
int metrics_http__open(struct metrics_http **out, const struct options *o, metrics_http_page_fn *page, void *ctx);
/* Returns a descriptor that is readable when metrics_http__serve() has something to do. */
int metrics_http__fd(const struct metrics_http *h);
/* Returns the time in ms until metrics_http__serve() has to be called, at most ms; ms < 0: no limit. */
int metrics_http__timeout(const struct metrics_http *h, int ms);
/* Goes on with all connections as far as this is possible without waiting. Returns 0 or -errno of the page. */
int metrics_http__serve(struct metrics_http *h);
/* NULL: does nothing. */
void metrics_http__free(struct metrics_http *h);

#endif
