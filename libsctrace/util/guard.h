/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Entry and exit of each public function of a handle. Calls from within a callback and in a child of the process that
 * opened the handle are refused, and the text of a failure is kept.
 */
#ifndef SCT_UTIL_GUARD_H
#define SCT_UTIL_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define GUARD_TEXT 256

enum life { LIFE_OPEN, LIFE_STARTED, LIFE_STOPPED };

struct guard {
	/* the process that opened the handle; its children share the rings and must not use them */
	pid_t owner;
	/*
	 * A page with a 1, which the kernel wipes in a forked child, so that no function needs getpid(): a system call
	 * costs more while the programs are attached. NULL: not available.
	 */
	uint8_t *mark;
	bool busy;	      /* a function that may run callbacks is running */
	char now[GUARD_TEXT]; /* error message of the current function, written by lower layers */
	char last[GUARD_TEXT];
};

/* Makes the calling process the owner of the handle. */
void guard__open(struct guard *g);
void guard__close(struct guard *g);
/* For functions that free the handle. Returns -EBUSY within a callback, else 0. */
int guard__refuse(struct guard *g);
/* Returns true in the process that opened the handle. */
bool guard__ours(const struct guard *g);
/*
 * Begins a function that must not be called by a callback. Returns 0, -EBUSY within a callback, or -EPERM in a child.
 */
int guard__enter(struct guard *g);
/* Ends such a function. If it failed without a text, sets the text of its errno. Returns err. */
int guard__leave(struct guard *g, int err);
/* Begin and end a function that a callback may call. guard__begin() returns 0, or -EPERM in a child. */
int guard__begin(struct guard *g);
int guard__end(struct guard *g, int err);
/* Sets the text of a failure. Returns err. */
int guard__fail(struct guard *g, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/*
 * Begins and ends a function that was given an invalid argument. Returns -EINVAL, or -EBUSY or -EPERM as
 * guard__enter().
 */
int guard__invalid(struct guard *g, const char *text);
/* Returns 0, or -ESHUTDOWN with a text if the handle was stopped. */
int guard__alive(struct guard *g, enum life life);
/* Copies the last text, for a caller that gets no handle because opening failed. */
void guard__copy(const struct guard *g, char *errmsg, size_t size);

#endif
