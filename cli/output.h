/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Where lines or JSON go: a file, a command's input, or a standard stream. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "color.h"
#include "options.h"

struct output {
	const struct options *o;
	const char *path;	   /* of a file that can be opened again by its name; else NULL */
	int fd;			   /* -1: closed */
	FILE *pipe;		   /* of fd, if it is a command's input */
	bool json;		   /* each line is an event */
	struct color color;	   /* of the lines */
	int write_err;		   /* errno of what could not be written; 0: all was */
	bool off;		   /* --switch-on, --switch-off: nothing is written now */
	bool open_line;		   /* the last text that came, written or not, ends within a line */
	bool skip_rest;		   /* the text that comes begins within a line whose beginning was not written */
	bool full;		   /* --max-events: as many events as were asked for are written */
	unsigned long events_left; /* until then; 0: no limit */
};

/* Opens a file. Returns 0, or prints what is wrong and returns 1. */
int output__file(struct output *out, const char *path, bool append);
/* Runs the command, whose standard input is the output. Returns 0, or prints what is wrong and returns 1. */
int output__pipe(struct output *out, const char *command);
/* The output is a standard stream, which output__close() leaves open. */
void output__standard(struct output *out, int fd);
/* Opens the file again, which may have been renamed; if that fails, prints it and goes on with the old one. */
void output__reopen(struct output *out);
/* Waits for the end of a command that reads the output. */
void output__close(struct output *out);
/* From here on --switch-on, --switch-off and --max-events count. */
void output__cut(struct output *out);
/* Between two events: turns the output on or off for those that follow. */
void output__switch(struct output *out, bool on);
/* A sctrace_write_fn; ctx is the output. */
int output__write(void *ctx, const char *p, size_t n);
/* A sctrace_write_fn for lines, which colors them if that is wanted; ctx is the output. */
int output__write_lines(void *ctx, const char *p, size_t n);

#endif
