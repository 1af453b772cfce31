/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options of --record. */
#ifndef CLI_OPTIONS_RECORDING_H
#define CLI_OPTIONS_RECORDING_H

#include <stdint.h>

struct options;

struct recording_options {
	uint64_t rotate_bytes, rotate_ns;
	unsigned keep;	/* 0: all files */
	const char *on; /* conditions of --flight */
	uint64_t flight_bytes, flight_ns, after_ns;
	char *note; /* the command line */
};

void option__rotate(struct options *o, const char *limit);
void option__flight(struct options *o, const char *limit);
void option__after(struct options *o, const char *time);
void option__keep(struct options *o, const char *n);
/* Keeps the command line, which recordings have. */
void options_recording__note(struct options *o, int argc, char **argv);

#endif
