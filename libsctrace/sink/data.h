/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Values as data: addresses, files and signals in the public structs. */
#ifndef SCT_DATA_H
#define SCT_DATA_H

#include "sink/values.h"

/* Holds the values that the functions below returned last. */
struct data_out {
	struct values_out values;
	struct sctrace_address address, local, remote;
	struct sctrace_file file;
	struct sctrace_siginfo signal;
	struct sct_socket socket; /* the socket that file points to */
};

/*
 * These functions return a value of the argument with this name, or NULL if the event has none. The value is valid
 * until d is used again or ev ends.
 */
const struct sctrace_address *data__address(struct data_out *d, const struct event *ev, const struct decode_opts *o,
					    const char *name);
/* name: NULL for the descriptor that the call returned. */
const struct sctrace_file *data__file(struct data_out *d, const struct event *ev, const struct decode_opts *o,
				      const char *name);
const struct sctrace_siginfo *data__signal(struct data_out *d, const struct event *ev, const struct decode_opts *o);
/* Sets *sec and *nsec to the first time in the argument. Returns 0 or -ENOENT. */
int data__time(struct data_out *d, const struct event *ev, const struct decode_opts *o, const char *name, int64_t *sec,
	       uint32_t *nsec);

#endif
