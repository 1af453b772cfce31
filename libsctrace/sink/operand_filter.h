/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Which calls are shown by what they operate on: strace -P, -e trace-fds=. */
#ifndef SCT_OPERAND_FILTER_H
#define SCT_OPERAND_FILTER_H

#include "event/pair.h"
#include "lookup/opts.h"
#include "sink/fdset.h"

/* A filter by files and descriptors. All zeros let every call pass. */
struct operand_filter {
	bool on;
	struct fdset fds;
	char **paths;
	unsigned npaths;
};

/* fds: as strace names them, or NULL; paths: ended by a NULL, or NULL. -EINVAL: why has the reason. */
int operand_filter__init(struct operand_filter *w, const char *fds, const char *const *paths, char *errmsg,
			 size_t why_size);
void operand_filter__free(struct operand_filter *w);

/* Fills in the part of the filter that the BPF programs decide; nothing if it has no room there. */
void operand_filter__choice(const struct operand_filter *w, struct sct_operand_filter *out);

/*
 * Does the call of this event, which has one, match a descriptor or a path?
 * later: what could not be read when it began counts as it was read at its end.
 */
bool operand_filter__call(const struct operand_filter *w, const struct event *ev, const struct decode_opts *opts,
			  bool later);

#endif
