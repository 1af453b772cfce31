/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Evaluates a predicate (lookup/predicate.h) on calls that have ended. */
#ifndef SCT_MATCHER_H
#define SCT_MATCHER_H

#include "event/pair.h"
#include "lookup/predicate.h"
#include "lookup/select.h"
#include "sink/values.h"

struct matcher;

/* Parses the predicate. Returns 0, -ENOMEM, or -EINVAL with a message. */
int matcher__new(struct matcher **out, const char *predicate, const struct errmsg *errmsg);
/* Checks that each argument's name is one of a selected call. Returns 0, or -EINVAL with a message. */
int matcher__check(const struct matcher *m, const struct selection *selected, const struct errmsg *errmsg);
void matcher__free(struct matcher *m);

enum matcher_needs { MATCHER_MEMORY = 1, MATCHER_FILES = 2, MATCHER_COMM = 4 };

/* Returns what has to be captured for the predicate: enum matcher_needs. */
unsigned matcher__needs(const struct matcher *m);

/* Like predicate__narrow(), for the matcher's predicate. */
unsigned matcher__narrow(const struct matcher *m, struct sct_result_filter *r);

/*
 * Returns whether the call of the event, which has one, matches. The result of a comparison with a value that the call
 * does not have is unknown, and so is its negation; an unknown result does not match.
 */
bool matcher__call(struct matcher *m, const struct event *ev, const struct decode_opts *opts);

#endif
