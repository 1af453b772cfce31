/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Selects calls by the files and descriptors that they operate on: strace -P, -e trace-fds=. */
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

/*
 * fds: a set in strace's syntax, or NULL. paths: a list that ends with NULL, or NULL. Returns 0, -ENOMEM, or -EINVAL
 * with a message.
 */
int operand_filter__init(struct operand_filter *w, const char *fds, const char *const *paths, char *errmsg,
			 size_t why_size);
void operand_filter__free(struct operand_filter *w);

/*
 * Fills in the filter of the BPF programs. If it has too many elements for them, it is left empty, and the programs
 * send all calls.
 */
void operand_filter__choice(const struct operand_filter *w, struct sct_operand_filter *out);

/*
 * Returns whether the event's call, which it must have, matches a descriptor or a path. later: use memory that was
 * read when the call ended, if it could not be read at the beginning.
 */
bool operand_filter__call(const struct operand_filter *w, const struct event *ev, const struct decode_opts *opts,
			  bool later);

#endif
