/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Current names of numbers on this machine: network interfaces, and families of generic netlink. They are also sent as
 * records (struct sct_names), so that a replay prints the names of the traced machine.
 */
#ifndef SCT_ENRICH_NETNAMES_H
#define SCT_ENRICH_NETNAMES_H

#include <stdbool.h>

#include "event/record.h"
#include "lookup/flags.h"

#define NAMES_BYTES 16 /* bytes of a name with the NUL: IFNAMSIZ, GENL_NAMSIZ */
#define NAMES_MAX 1024
#define NETNAMES_KINDS SCT_NAMES_CGROUPS /* number of kinds in this file */

/* Names of one kind, as a table of constants for decoders. */
struct names_table {
	struct sct_flags table;
	const char *unknown; /* comment for numbers without a name */
	struct sct_flag rows[NAMES_MAX];
	char names[NAMES_MAX][NAMES_BYTES];
};

struct names;

/* Creates empty tables in *out. Returns 0 or -ENOMEM. */
int netnames__new(struct names **out);
/* Returns the number of open descriptors. */
unsigned netnames__fds(const struct names *n);
void netnames__free(struct names *n);
/* Returns the table of one kind; it belongs to n, which changes it in place. */
const struct sct_flags *netnames__table(const struct names *n, enum sct_names_kind kind);
/* Returns true if interfaces or families have changed since the last call, and at the first call. */
bool netnames__changed(struct names *n);
/* Reads the names from the kernel and emits a record of each kind. Returns 0, -ENOMEM, or the error of fn. */
int netnames__read(struct names *n, record_fn *fn, void *ctx);
/* Replaces the names of one kind by those of a record. */
void netnames__set(struct names *n, const struct sct_rec *rec);

/* Adds the families in an answer of the kernel: n bytes of messages. Returns false if there are no further answers. */
bool netnames__add_families(struct names_table *t, const void *p, size_t n);

#endif
