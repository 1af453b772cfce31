/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A file of probes has prototypes of functions, so that the command line need not repeat them, and the structs that they
 * name. probe/defs.h describes the format.
 */
#ifndef SCT_PROBE_ROWS_H
#define SCT_PROBE_ROWS_H

#include "probe/files.h"
#include "probe/probe.h"

struct probe_row {
	struct probe_spec spec;
	unsigned line;
	/* identity of the file that the row names, if located */
	bool located;
	dev_t dev;
	ino_t ino;
};

struct probe_rows {
	struct types *types;
	struct probe_row *v;
	size_t n;
};

/*
 * Parses size bytes of text, which messages call name. Returns 0, -ENOMEM, or -EINVAL with a message. r needs
 * probe_rows__free() in all cases.
 */
int probe_rows__parse(struct probe_rows *r, const char *text, size_t size, const char *name,
		      const struct errmsg *errmsg);
/* Parses a file, which may be a pipe or "/dev/stdin". Returns 0, or -errno with a message. */
int probe_rows__read(struct probe_rows *r, const char *path, const struct errmsg *errmsg);
/* Finds the programs and libraries that rows name; rows whose file is not found stay without. */
void probe_rows__locate(struct probe_rows *r, const struct probe_owner *owner);
void probe_rows__free(struct probe_rows *r);

/*
 * Returns the spec of the first row for a probe, or NULL. name is a function or PROVIDER:NAME; file is NULL for probes in
 * the kernel.
 */
const struct probe_spec *probe_rows__find(const struct probe_rows *r, const struct probe_spec *s, const char *name,
					  const char *file);

#endif
