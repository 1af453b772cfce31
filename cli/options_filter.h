/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options that select calls by name, result, descriptor or path, and probes. */
#ifndef CLI_OPTIONS_FILTER_H
#define CLI_OPTIONS_FILTER_H

#include <stdbool.h>

struct filter_options {
	const char *fds;    /* argument of -e trace-fds=, or NULL */
	const char **paths; /* paths of -P, and what they resolve to, ended by a NULL; or NULL */
	unsigned npaths;
	const char **peers; /* arguments of --peer, ended by a NULL; or NULL */
	unsigned npeers;
	const char *predicate; /* argument of --if, or NULL */
	const char *until;     /* argument of --until, or NULL */
};

struct options;

/* Functions of options.def */
void option__trace(struct options *o, const char *set);
void option__trace_path(struct options *o, const char *path);
void option__peer(struct options *o, const char *peer);
void option__until(struct options *o, const char *predicate);
void option__trace_fds(struct options *o, const char *set);
void option__successful(struct options *o, const char *arg);
void option__failed(struct options *o, const char *arg);
void option__status(struct options *o, const char *set);
void option__probe(struct options *o, const char *probe);

/* Adds what the paths of -P resolve to, when all options are parsed. */
void options__filter_resolve(struct options *o);

static inline bool options__filters(const struct filter_options *f)
{
	return f->fds || f->paths || f->peers || f->predicate || f->until;
}

/* Returns whether -e status= lets calls that failed (or succeeded) be printed. */
bool options__wants(const struct options *o, bool failed);
/* Returns whether the options name probes. */
bool options__probes(const struct options *o);
/* Exits with a message if a probe is invalid. With --probes, the library checks them, as they may name structs in its file. */
void options__check_probes(const struct options *o);

#endif
