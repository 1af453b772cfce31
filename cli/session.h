/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What lines and summaries have in common: the command, the output, signals. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "color.h"
#include "options.h"

#define GRACE_MS 200 /* a command that gets our ^C too may end by it */

struct session {
	const struct options *o;
	int out;
	pid_t child;   /* the command, or 0 */
	FILE *pipe;    /* of out, if it is a command's input */
	int go;	       /* a byte written here lets the command run */
	int refused;   /* why the command could not be run is read here: an errno; -1: nothing is to come */
	char *program; /* the command's file */
	bool *missing; /* by process that was asked for: it cannot be attached to */
	unsigned attached;
	int write_err;		   /* errno of what could not be written; 0: all was */
	char why[256];		   /* the library's reason, when something fails */
	bool off;		   /* --switch-on, --switch-off: lines are not written now */
	bool open_line;		   /* what was to be written last, written or not, is no whole line */
	bool skip_rest;		   /* nor is what comes: its beginning was not written */
	bool full;		   /* --max-events: as many lines as were asked for are written */
	unsigned long events_left; /* until then; 0: no limit */
	bool on_terminal;	   /* there was one at the start */
	uint64_t others;	   /* calls counted as other in the tables before this one */
	struct color color;	   /* of the lines that go to out */
};

/* The signal that asked to stop, or 0. */
extern volatile sig_atomic_t caught;
/* SIGUSR1: the table so far is wanted. Cleared by whoever prints it. */
extern volatile sig_atomic_t table_wanted;

/* From here on what is written are lines, of which the options want some only. */
void session__cut(struct session *s);
/* Between two events: the lines of those that follow are written, or not. */
void session__switch(struct session *s, bool on);
/* A sctrace_write_fn; ctx is the session. */
int session__write(void *ctx, const char *p, size_t n);
/* Likewise, for lines: with colors where they are wanted. */
int session__write_lines(void *ctx, const char *p, size_t n);
/* On failure these print what is wrong and return 1. */
int session__open_file(struct session *s, const char *path, bool append);
/* The file of all lines, or the command that reads them; stderr if there is none. */
int session__open_output(struct session *s);
/* While waiting SIGHUP may have come: opens the file of -o again, by its name. */
void session__reopen(struct session *s);
/* Forks the command, which waits for session__go(), and ends if this process does before. */
int session__spawn(struct session *s);
/* Once it is known to have ended: prints why it could not be run, if so. */
void session__refused(struct session *s);
/* After a failure: the command does not run. */
void session__abandon(struct session *s);
/* 0 or -errno. */
int session__go(struct session *s);
/* Once the command is forked, which inherits what was: signals end this process, whatever its parent ignored. 0 or 1. */
int session__begin(struct session *s);
/* A process that cannot be attached to, or ended before it was traced: reports it, and goes on with the others. */
void session__miss(struct session *s, pid_t pid, int err);
/* Is there anything to trace? */
bool session__any(const struct session *s);
/* Closes the output; waits for the end of a command that reads it. */
void session__release(struct session *s);
/* From here on signals only set caught, and only while waiting with the old mask. */
void session__catch(const struct session *s, sigset_t *old);
/* Reports children that have ended and are no part of the trace, as strace does. */
void session__others_ended(const struct session *s);
/* After a wait that found something to do, which delivers no signal: lets those come that were sent. */
void session__let_signals(const sigset_t *mask);
/* As the command ended: its exit status, or its signal. */
int session__end_like(const struct session *s);
void session__die_by(int sig, const sigset_t *mask);
int64_t now_ms(void);

#endif
