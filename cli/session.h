/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The part that a trace and a summary have in common: the command, the output, and signals. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "limit.h"
#include "options.h"
#include "output.h"

#define GRACE_MS 200 /* time for a command that gets the same ^C to end by it */

/* Outputs in addition to that of -o. */
enum extra_output { EXTRA_LINES, EXTRA_JSON, EXTRAS };
#define OUTPUTS (EXTRAS + 1)

struct session {
	const struct options *o;
	struct output out;	     /* of -o: lines, a table, or JSON in place of them */
	struct output extra[EXTRAS]; /* of --lines and --json: in addition to that */
	pid_t child;		     /* the command, or 0 */
	int go;			     /* a byte written here lets the command run */
	int refused;		     /* pipe that carries execve's errno to the parent, or -1 */
	char *program;		     /* the command's file */
	/* State of --switch-on, --switch-off and --max-events if a table is printed instead of lines. */
	bool off;		  /* calls are not counted */
	bool full;		  /* as many calls as were asked for are counted */
	unsigned long calls_left; /* calls until full is set; 0: no limit */
	bool *missing;		  /* for each process of -p: it cannot be attached to */
	unsigned attached;
	char why[512];		/* the library's message about a failure */
	bool on_terminal;	/* there was a controlling terminal at the start */
	bool limited;		/* one of --limit-rate and --max-cpu is given */
	struct limit limit;	/* --limit-rate and --max-cpu */
	enum limit_level level; /* what is left out of the current event */
	enum left_by by;	/* which option leaves it out */
	unsigned until_cpu;	/* events until the CPU time is measured */
	uint64_t others;	/* calls counted as other in earlier tables */
	bool done;		/* all tables of --count are printed */
};

/* A session in which nothing is open. */
#define SESSION_INIT(opts)                                                                                             \
	{                                                                                                              \
		.o = (opts), .out.fd = -1, .extra = { { .fd = -1 }, { .fd = -1 } }, .go = -1, .refused = -1            \
	}

/* The signal that has asked sctrace to end, or 0. */
extern volatile sig_atomic_t caught;
/* SIGUSR1 asks for the table so far. Cleared before the table is printed. */
extern volatile sig_atomic_t table_wanted;

/*
 * Opens the file or runs the command of -o, or takes a standard stream; and opens the extra files. Returns 0, or
 * prints a message and returns 1.
 */
int session__open_output(struct session *s);
/* Makes --switch-on, --switch-off and --max-events take effect. */
void session__cut(struct session *s);
/* Called between two events: switches the outputs on or off. */
void session__switch(struct session *s, bool on);
/* Returns whether a table counts the next call, and counts it for --max-events. */
bool session__counts(struct session *s);
/* Returns whether all outputs have reached --max-events. */
bool session__full(const struct session *s);
/* Returns whether something could not be written to an output. */
bool session__incomplete(const struct session *s);
/* Writes to the outputs no longer wait for slow readers after this call. */
void session__dont_wait(struct session *s);
/* Returns whether no events should be read until the reader of an output has taken more. */
bool session__behind(const struct session *s);
/* Calls output__catch_up() for all outputs. Returns 0 or -errno. */
int session__catch_up(struct session *s, bool leave_out);
/* Writes to the outputs wait for slow readers again, as tracing ends; output__drain() limits the wait. */
void session__ending(struct session *s);
/* Switches the main output on, for a table after lines that were switched off. */
void session__end_switch(struct session *s);
/* Calls output__drain() for all outputs. Returns 0 or -errno. */
int session__drain(struct session *s);
/* Adds an element to fds for each output whose reader has not taken all text. Returns their number, at most OUTPUTS. */
unsigned session__poll_outputs(const struct session *s, struct pollfd *fds);
/* Returns what is left out of all outputs. */
struct left_out session__left_out(const struct session *s);
/* Opens the files of -o, --lines and --json again, by their names, if SIGHUP has asked for it. */
void session__reopen(struct session *s);
/* Forks the command, which waits for session__go(), and does not run if this process ends before. Returns 0 or 1. */
int session__spawn(struct session *s);
/* Prints why the command could not be executed, if so. Called when the command has ended. */
void session__refused(struct session *s);
/* Kills the command before it runs, after a failure. */
void session__abandon(struct session *s);
/* Lets the command run. Returns 0 or -errno. */
int session__go(struct session *s);
/*
 * Sets up signals, to end this process even if it inherited them as ignored. Called after the fork of the command, which
 * keeps what was inherited. Returns 0, or prints a message and returns 1.
 */
int session__begin(struct session *s);
/* Reports a process of -p that cannot be attached to, or has ended before it was traced. The others are traced. */
void session__miss(struct session *s, pid_t pid, int err);
/* Returns whether there is anything to trace. */
bool session__any(const struct session *s);
/* Returns whether tracing ends with the command alone, as with --all-cpus, and the command has ended. */
bool session__command_ended(const struct session *s);
/* Closes the output, and waits for the end of a command that reads it. */
void session__release(struct session *s);
/* Signals only set "caught" after this call, and are delivered only in waits with the old mask. */
void session__catch(const struct session *s, sigset_t *old);
/* Reports children that have ended and are not traced, as strace does. */
void session__others_ended(const struct session *s);
/* Delivers pending signals. ppoll() does not if it finds a descriptor ready, as it may each time on a busy machine. */
void session__let_signals(const sigset_t *mask);
/* Returns the exit status of the command, or kills this process with the signal that killed the command. */
int session__end_like(const struct session *s);
/* Returns the exit status of the command, or 0 if it has not ended, as at the end of --for. */
int session__status(const struct session *s);
/* Kills this process with the signal. */
void session__die_by(int sig, const sigset_t *mask);
int64_t now_ms(void);

#endif
