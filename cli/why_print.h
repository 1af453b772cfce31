/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The rows of --why as text or JSON. */
#ifndef CLI_WHY_PRINT_H
#define CLI_WHY_PRINT_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "sctrace.h"

/* What the closing sentence is about. */
struct why_sum {
	char *about;	     /* the culprit, or the task that is held up; NULL: none so far */
	uint32_t tasks;	     /* how many wait for it, or are held up like it */
	unsigned depth;	     /* of its row; 0: it is held up itself */
	unsigned chain, row; /* number of its chain, and of the one that is being printed */
	bool loop;	     /* the chain that is being printed begins with an event loop */
	uint32_t deadlocked, running;
};

struct why_print {
	bool json;
	FILE *f; /* writes to text */
	char *text;
	size_t size;
	struct why_sum sum;
};

/* Returns 0 or -ENOMEM. */
int why_print__begin(struct why_print *p, bool json);
/* Prints the time of day, with which a look of an interval begins. */
void why_print__time(struct why_print *p, time_t now);
/* A sctrace_why_fn; ctx is the struct. */
int why_print__row(void *ctx, const struct sctrace_why_row *row);
/* Prints what ends a look. tasks: how many were asked for; left: how many of them are not shown; lacks: or NULL */
void why_print__end(struct why_print *p, uint32_t tasks, uint32_t left, const char *lacks);
/* Passes the text to write. Returns 0 or -errno. */
int why_print__write(struct why_print *p, sctrace_write_fn *write, void *ctx);
void why_print__free(struct why_print *p);

#endif
