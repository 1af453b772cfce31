/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Names of numbers on this machine at this time: network interfaces, families of generic netlink. A snapshot of them
 * is a record of the stream (struct sct_names), so that a replay prints the names of the machine that was traced.
 */
#ifndef SCT_ENRICH_NETNAMES_H
#define SCT_ENRICH_NETNAMES_H

#include <stdbool.h>

#include "event/record.h"
#include "lookup/flags.h"

#define NAMES_BYTES 16 /* IFNAMSIZ, GENL_NAMSIZ: with the NUL */
#define NAMES_MAX 1024
#define NETNAMES_KINDS SCT_NAMES_CGROUPS /* the kinds before it */

/* Names of one kind, as a table for decoders. */
struct names_table {
	struct sct_flags table;
	const char *unknown; /* note for numbers without a name */
	struct sct_flag rows[NAMES_MAX];
	char names[NAMES_MAX][NAMES_BYTES];
};

struct names;

/* Returns 0 with empty tables in *out, or -ENOMEM. */
int netnames__new(struct names **out);
/* Returns the number of open descriptors. */
unsigned netnames__fds(const struct names *n);
void netnames__free(struct names *n);
/* Returns the names of one kind; n owns the table and changes it in place. */
const struct sct_flags *netnames__table(const struct names *n, enum sct_names_kind kind);
/* Returns true if an interface or a family has come or gone since the last call, and at the first call. */
bool netnames__changed(struct names *n);
/* Asks the kernel for its names and emits a record of each kind. Returns 0, -ENOMEM, or the error of fn. */
int netnames__read(struct names *n, record_fn *fn, void *ctx);
/* Replaces the names of one kind by those of a record. */
void netnames__set(struct names *n, const struct sct_rec *rec);

/*
 * Adds the families of one answer of the kernel: n bytes of messages. Returns false if no further answer is to be
 * read.
 */
bool netnames__add_families(struct names_table *t, const void *p, size_t n);

#endif
