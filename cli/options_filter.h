/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which calls are shown by what they operate on: strace's -P and -e trace-fds=. */
#ifndef CLI_OPTIONS_FILTER_H
#define CLI_OPTIONS_FILTER_H

#include <stdbool.h>

struct filter_options {
	const char *fds;    /* of -e trace-fds= */
	const char **paths; /* of -P, and what they resolve to; ended by a NULL, or NULL */
	unsigned npaths;
};

struct options;

/* Takes the option of this id, its argument in optarg; false: it is none of these. */
bool options__filter(struct options *o, int id);
/* Once all is parsed: adds what the paths resolve to. */
void options__filter_resolve(struct options *o);

static inline bool options__filters(const struct filter_options *f)
{
	return f->fds || f->paths;
}

/* -e status= where no sink looks at its words: exits with a message if one is unknown. */
void options__status_check(const struct options *o);

#endif
