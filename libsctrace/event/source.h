/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Where records come from: the kernel's rings or a capture file. Everything to
 * the right sees this interface only.
 */
#ifndef SCT_EVENT_SOURCE_H
#define SCT_EVENT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"

struct source;

struct source_ops {
	/*
	 * Delivers what there is, in order. Returns the number of records, 0 if
	 * there is nothing now, -errno; what the callback returns if not 0.
	 */
	int (*drain)(struct source *, record_fn *fn, void *ctx);
	/* Blocks until there may be something, at most timeout_ms (-1: no limit). 0 or -errno; -EINTR: a signal came. */
	int (*wait)(struct source *, int timeout_ms);
	/* Makes fd readable: who waits for it should drain. Of live sources only. */
	void (*kick)(struct source *);
	/* Likewise, from any thread or a signal handler; a wait ends. */
	void (*wake)(struct source *);
	/* Readable when drain has something to do. */
	int (*fd)(struct source *);
	/* Records lost after the last one delivered, of all CPUs. */
	uint64_t (*lost)(struct source *);
	/* Every record older than this has been delivered; CLOCK_MONOTONIC, ns. */
	uint64_t (*watermark)(struct source *);
	bool (*ended)(struct source *);
	void (*free)(struct source *);
};

/* First member of each source. */
struct source {
	const struct source_ops *ops;
};

#endif
