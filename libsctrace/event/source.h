/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A source of records: the kernel's rings, the queue of a subscriber, or a capture file. Later stages use records by
 * this interface only.
 */
#ifndef SCT_EVENT_SOURCE_H
#define SCT_EVENT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"

struct source;

struct source_ops {
	/* Passes all available records to fn, in order. Returns their number, -errno, or what fn returned if not 0. */
	int (*drain)(struct source *, record_fn *fn, void *ctx);
	/* Waits for records, at most timeout_ms (-1: no limit). Returns 0, -EINTR after a signal, or another -errno. */
	int (*wait)(struct source *, int timeout_ms);
	/* Makes fd readable, so that the reader drains. Live sources only. */
	void (*kick)(struct source *);
	/*
	 * Makes fd readable and ends a wait. May be called from any thread and from signal handlers. Live sources only.
	 */
	void (*wake)(struct source *);
	/* Returns a descriptor that is readable while there may be records. */
	int (*fd)(struct source *);
	/* Returns the number of records lost on all CPUs, including losses after the last delivered record. */
	uint64_t (*lost)(struct source *);
	/* Returns a time (CLOCK_MONOTONIC, ns) before which all records have been delivered. */
	uint64_t (*watermark)(struct source *);
	bool (*ended)(struct source *);
	void (*free)(struct source *);
};

/* First member of each type of source. */
struct source {
	const struct source_ops *ops;
};

#endif
