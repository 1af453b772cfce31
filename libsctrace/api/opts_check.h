/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Checks and copies a caller's option struct: its size, and its members by the rules of opts_rules.def. */
#ifndef SCT_API_OPTS_CHECK_H
#define SCT_API_OPTS_CHECK_H

#include <stddef.h>

#include "util/errmsg.h"

enum opts_struct {
	OPTS_sctrace_opts,
	OPTS_sctrace_stats_opts,
	OPTS_sctrace_text_opts,
	OPTS_sctrace_json_opts,
	OPTS_sctrace_table_opts,
	OPTS_sctrace_why_opts,
};

/*
 * Copies the caller's struct, which begins with its size, to `to`, a struct of this library's size. Members that the
 * caller's struct lacks become 0. Returns 0; -E2BIG if the caller's struct has a member set that this library does not
 * know; -EINVAL if a value is not valid. errmsg has the message of a failure, and is empty otherwise.
 */
int opts__take(enum opts_struct kind, void *to, const void *from, const struct errmsg *errmsg);

#endif
