/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which calls are shown by what they operate on: strace -P, -e trace-fds=. */
#ifndef SCT_WANTED_H
#define SCT_WANTED_H

#include "event/pair.h"
#include "lookup/opts.h"
#include "sink/fdset.h"

/* Of zeros: all calls. */
struct wanted {
	bool on;
	struct fdset fds;
	char **paths;
	unsigned npaths;
};

/* fds: as strace names them, or NULL; paths: ended by a NULL, or NULL. -EINVAL: why has the reason. */
int wanted__init(struct wanted *w, const char *fds, const char *const *paths, char *why, size_t why_size);
void wanted__free(struct wanted *w);

/* What the programs leave out themselves; nothing where it does not fit. */
void wanted__choice(const struct wanted *w, struct sct_choice *out);

/*
 * Does the call of this event, which has one, match a descriptor or a path?
 * later: what could not be read when it began counts as it was read at its end.
 */
bool wanted__call(const struct wanted *w, const struct event *ev, const struct decode_opts *opts, bool later);

#endif
