// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* For builds without libmicrohttpd's header: metrics can go to a file only. */
#include "metrics_http.h"

const char *metrics_http__lacks(const char **mend)
{
	*mend = "install a sctrace that was built with libmicrohttpd";
	return "sctrace was built without it";
}

int metrics_http__open(struct metrics_http **out, const struct options *o, metrics_http_page_fn *page, void *ctx)
{
	complain(o, "--openmetrics: this sctrace was built without libmicrohttpd: give a FILE, with a '/' in it");
	return 1;
}

int metrics_http__fd(const struct metrics_http *h)
{
	return -1;
}

int metrics_http__timeout(const struct metrics_http *h, int ms)
{
	return ms;
}

int metrics_http__serve(struct metrics_http *h)
{
	return 0;
}

void metrics_http__free(struct metrics_http *h)
{
}
