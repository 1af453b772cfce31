/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --top: the live display. */
#ifndef CLI_TOP_H
#define CLI_TOP_H

#include <signal.h>

#include "sctrace.h"
#include "session.h"
#include "when.h"

struct sinks;
struct top;

/* Shows the kernel's statistics until the user quits; *stats may become other statistics. Returns 0 or -errno. */
int top(struct session *s, struct sctrace_stats **stats, struct when *when, const sigset_t *mask);

/* ---- a table made from events, which the caller reads ---- */

/* Begins to show the table of the sinks. Returns 0, or prints a message and returns -ECANCELED. */
int top__open(struct top **out, struct session *s, struct sinks *sinks);
/* Shows what is new, and handles keys. Returns 1 if the user quits, 0, or -errno. */
int top__step(struct top *t);
/* Returns in how many milliseconds top__step() has something to do even if no key is pressed. */
int top__timeout(const struct top *t);
/* Gives the terminal back. NULL: does nothing. */
void top__close(struct top *t);

#endif
