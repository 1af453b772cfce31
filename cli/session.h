/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What lines and summaries have in common: the command, the output, signals. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "options.h"
#include "output.h"

#define GRACE_MS 200 /* a command that gets our ^C too may end by it */

struct session {
	const struct options *o;
	struct output out;  /* of -o: lines, a table, or JSON in place of them */
	struct output json; /* of --json: beside the lines */
	pid_t child;	    /* the command, or 0 */
	int go;		    /* a byte written here lets the command run */
	int refused;	    /* why the command could not be run is read here: an errno; -1: nothing is to come */
	char *program;	    /* the command's file */
	bool *missing;	    /* by process that was asked for: it cannot be attached to */
	unsigned attached;
	char why[256];	  /* the library's message when something fails */
	bool on_terminal; /* there was one at the start */
	uint64_t others;  /* calls counted as other in the tables before this one */
};

/* The signal that asked to stop, or 0. */
extern volatile sig_atomic_t caught;
/* SIGUSR1: the table so far is wanted. Cleared by whoever prints it. */
extern volatile sig_atomic_t table_wanted;

/*
 * Opens the file of -o, or runs the command that reads it; else takes a standard stream. Opens the file of --json. Returns
 * 0, or 1 after a message.
 */
int session__open_output(struct session *s);
/* --max-events: have all outputs as many events as were asked for? */
bool session__full(const struct session *s);
/* Is anything missing in an output, because it could not be written? */
bool session__incomplete(const struct session *s);
/* While waiting SIGHUP may have come: opens the files of -o and --json again, by their names. */
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
