/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The options that say when tracing begins and ends, and which process is notified. */
#ifndef CLI_OPTIONS_WHEN_H
#define CLI_OPTIONS_WHEN_H

#include <stdbool.h>
#include <stdint.h>

struct options;

struct when_options {
	uint64_t delay_ns; /* from the start of the trace to its first event; 0: none */
	uint64_t for_ns;   /* from the first event to the end; 0: until something else ends the trace */
	bool background;   /* --background */
	const char *pid_file;
	uint32_t limit_rate; /* lines a second; 0: no limit */
	unsigned max_cpu;    /* per cent of a CPU; 0: no limit */
	int ready_fd;	     /* gets a newline when tracing has begun; 0: none */
};

/* Functions of options.def */
void option__for(struct options *o, const char *time);
void option__delay(struct options *o, const char *time);
void option__limit_rate(struct options *o, const char *lines);
void option__max_cpu(struct options *o, const char *percent);
void option__ready_fd(struct options *o, const char *fd);

#endif
