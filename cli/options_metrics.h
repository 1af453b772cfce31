/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --openmetrics: where the metrics are offered. */
#ifndef CLI_OPTIONS_METRICS_H
#define CLI_OPTIONS_METRICS_H

#include <stdint.h>

struct options;

enum metrics_place { METRICS_NONE, METRICS_FILE, METRICS_UNIX, METRICS_TCP };

struct metrics_options {
	enum metrics_place place;
	const char *path; /* of the file or the socket */
	char host[64];	  /* numeric address */
	char port[8];
};

/* Function of options.def. It exits with a message if the argument is no address and no file. */
void option__openmetrics(struct options *o, const char *where);

/* Sets the keys and the number of rows of --openmetrics that no option has set. Exits if --interval has no effect. */
void options__metrics_check(struct options *o);

#endif
