/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The output of lines or JSON: a file, a command's input, or a standard stream. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>

#include "backlog.h"
#include "color.h"
#include "left_out.h"
#include "options.h"

/* Why lines are not written, as bits: --switch-on or --switch-off has switched them off; the reader is too slow. */
enum output_off { OUTPUT_OFF_SWITCH = 1, OUTPUT_OFF_SLOW = 2 };

struct output {
	const struct options *o;
	const char *path;	   /* the file, which output__reopen() opens again by its name, or NULL */
	int fd;			   /* -1: closed */
	FILE *pipe;		   /* the stream of fd if it is the input of a command, or NULL */
	bool json;		   /* each line is an event */
	struct color color;	   /* for lines */
	int write_err;		   /* errno of the last failed write, or 0 */
	unsigned off;		   /* OUTPUT_OFF_* */
	bool open_line;		   /* the last text, written or not, ended within a line */
	bool skip_rest;		   /* the next text continues a line whose beginning was not written */
	bool full;		   /* --max-events is reached */
	unsigned long events_left; /* events until --max-events is reached; 0 without the option */
	struct backlog backlog;	   /* text that is not written yet, if writing does not wait for the reader */
	bool ending;		   /* tracing has ended: writing waits for the reader */
	int64_t given_up; /* ms of now_ms() at which sctrace stops waiting after a signal to end; 0: there was none */
	struct left_out left, told; /* what was left out; the part that the output has reported */
	uint64_t told_at;	    /* time of the last report, or of the first line left out, ns */
	uint64_t unsaid;	    /* number of lost events to report when lines are written again */
};

/* Opens a file. Returns 0, or prints what is wrong and returns 1. */
int output__file(struct output *out, const char *path, bool append);
/* The soft limit of descriptors for a command that is the output; 0: the same as this process has. */
extern rlim_t output_files_limit;
/* Runs the command, whose standard input is the output. Returns 0, or prints what is wrong and returns 1. */
int output__pipe(struct output *out, const char *command);
/* Makes a standard stream the output; output__close() leaves it open. */
void output__standard(struct output *out, int fd);
/* Opens the file by its name again, as it may have been renamed. Prints a message and keeps the old one if that fails. */
void output__reopen(struct output *out);
/* Closes the output, and waits for the end of a command that reads it. */
void output__close(struct output *out);
/* Makes --switch-on, --switch-off and --max-events take effect. */
void output__cut(struct output *out);
/* Switches the output on or off. Called between two events. */
void output__switch(struct output *out, bool on);
/* Writes no longer wait for a slow reader of a pipe, a socket or a terminal after this call. */
void output__dont_wait(struct output *out);
/* Returns whether no events should be read until the reader of the output has taken more. */
bool output__behind(const struct output *out);
/*
 * Writes more of the text that a slow reader has not taken. leave_out: lines are left out from here on, until the reader
 * has taken all that. Returns 0 or -errno.
 */
int output__catch_up(struct output *out, bool leave_out);
/* Writes how much has been left out since the last such line. Returns 0 or -errno. */
int output__tell(struct output *out);
/*
 * Waits until the reader has taken all text, but at most a second after a signal that asks to end. Called when tracing
 * has ended. Returns 0 or -errno.
 */
int output__drain(struct output *out);
/* A sctrace_write_fn; ctx is the output. */
int output__write(void *ctx, const char *p, size_t n);
/* As output__write(), in color: sctrace_text_opts.write_spans. */
int output__write_spans(void *ctx, const char *p, size_t n, const struct sctrace_span *spans, size_t nspans);

#endif
