/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What each function of a handle begins and ends with: it is not called from
 * within another, nor by a child of the process that opened the handle, and a
 * failure leaves a text.
 */
#ifndef SCT_UTIL_GUARD_H
#define SCT_UTIL_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define GUARD_TEXT 256

enum life { LIFE_OPEN, LIFE_STARTED, LIFE_STOPPED };

struct guard {
	pid_t owner;	      /* the process that opened the handle: rings are shared with its children */
	bool busy;	      /* a function runs that may call back */
	char now[GUARD_TEXT]; /* of the function that runs: layers below write here */
	char last[GUARD_TEXT];
};

void guard__open(struct guard *g);
/* Of a function that frees: -EBUSY within a callback, else 0. */
int guard__refuse(struct guard *g);
/* In the process that opened the handle? */
bool guard__ours(const struct guard *g);
/* Of functions that change what another one walks through: -EBUSY, or -EPERM in a child. */
int guard__enter(struct guard *g);
/* The function returns err: of a failure without a text, what the number means is kept. Returns err. */
int guard__leave(struct guard *g, int err);
/* Likewise, of a function that a callback may call: -EPERM in a child. */
int guard__begin(struct guard *g);
int guard__end(struct guard *g, int err);
/* Returns err. */
int guard__fail(struct guard *g, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* For a function that was given an argument that means nothing: its whole course, which returns -EINVAL. */
int guard__invalid(struct guard *g, const char *text);
/* 0, or -ESHUTDOWN with its text: a handle that was stopped does nothing any more. */
int guard__alive(struct guard *g, enum life life);
/* For a caller who has no handle, as opening failed. */
void guard__copy(const struct guard *g, char *errmsg, size_t size);

#endif
