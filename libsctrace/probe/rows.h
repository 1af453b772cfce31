/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A file of probes: prototypes, so that nobody has to type them again, and the
 * structs that they name (probe/defs.h has the form).
 */
#ifndef SCT_PROBE_ROWS_H
#define SCT_PROBE_ROWS_H

#include "probe/files.h"
#include "probe/probe.h"

struct probe_row {
	struct probe_spec spec;
	unsigned line;
	/* the file that it names, if that was found */
	bool located;
	dev_t dev;
	ino_t ino;
};

struct probe_rows {
	struct types *types;
	struct probe_row *v;
	size_t n;
};

/* text: of size bytes; name: what messages call it. 0, -ENOMEM or -EINVAL. probe_rows__free() it in any case. */
int probe_rows__parse(struct probe_rows *r, const char *text, size_t size, const char *name,
		      const struct errmsg *errmsg);
/* Likewise of a file, "/dev/stdin" or a pipe as well; or -errno of it. */
int probe_rows__read(struct probe_rows *r, const char *path, const struct errmsg *errmsg);
/* Finds the programs and libraries that the rows name. */
void probe_rows__locate(struct probe_rows *r, const struct probe_owner *owner);
void probe_rows__free(struct probe_rows *r);

/* The first row that is of the probe: of a function by its name, of a place PROVIDER:NAME. file: NULL in the kernel. */
const struct probe_spec *probe_rows__find(const struct probe_rows *r, const struct probe_spec *s, const char *name,
					  const char *file);

#endif
