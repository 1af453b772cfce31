/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reads a file of probes. It has prototypes of functions, so that users need not repeat them in specifications, and the
 * structs that they use. probe/defs.h describes the format.
 */
#ifndef SCT_PROBE_ROWS_H
#define SCT_PROBE_ROWS_H

#include "probe/files.h"
#include "probe/probe.h"

struct probe_row {
	struct probe_spec spec;
	unsigned line;
	/* identity of the row's file, if located */
	bool located;
	dev_t dev;
	ino_t ino;
};

struct probe_rows {
	struct types *types;
	struct probe_row *v;
	size_t n, cap;
};

/*
 * Parses a text of size bytes; messages call it name. Returns 0, -ENOMEM, or -EINVAL with a message. r has to be freed
 * in any case, by probe_rows__free().
 */
int probe_rows__parse(struct probe_rows *r, const char *text, size_t size, const char *name,
		      const struct errmsg *errmsg);
/* Parses a file, which may be a pipe, such as "/dev/stdin". Returns 0, or -errno with a message. */
int probe_rows__read(struct probe_rows *r, const char *path, const struct errmsg *errmsg);
/* Finds the files that rows name. Rows whose file is not found stay without one, and match no probe. */
void probe_rows__locate(struct probe_rows *r, const struct probe_owner *owner);
void probe_rows__free(struct probe_rows *r);

/*
 * Returns the spec of the first row that matches a probe, or NULL. name: function, or PROVIDER:NAME. file: NULL for
 * probes in the kernel
 */
const struct probe_spec *probe_rows__find(const struct probe_rows *r, const struct probe_spec *s, const char *name,
					  const char *file);

#endif
