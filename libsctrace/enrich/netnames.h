/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What numbers mean on this machine at this time: network interfaces, families
 * of generic netlink. A snapshot of them is a record of the stream (struct
 * sct_names), so that a replay gives the names of the machine that was traced.
 */
#ifndef SCT_ENRICH_NETNAMES_H
#define SCT_ENRICH_NETNAMES_H

#include <stdbool.h>

#include "event/record.h"
#include "lookup/flags.h"

#define NAMES_BYTES 16 /* IFNAMSIZ, GENL_NAMSIZ: with their NUL */
#define NAMES_MAX 1024

/* Names of one kind, a table for decoders. */
struct names_table {
	struct sct_flags table;
	const char *unknown; /* note of what has none */
	struct sct_flag rows[NAMES_MAX];
	char names[NAMES_MAX][NAMES_BYTES];
};

struct names;

int netnames__new(struct names **out);
/* Descriptors that are open. */
unsigned netnames__fds(const struct names *n);
void netnames__free(struct names *n);
const struct sct_flags *netnames__table(const struct names *n, enum sct_names_kind kind);
/* Has an interface or a family come or gone since the last look? The first look says so, too. */
bool netnames__changed(struct names *n);
/* Asks the kernel, and hands over a record of each kind. What it does not say has no name. */
int netnames__read(struct names *n, record_fn *fn, void *ctx);
/* Takes a record's names in place of those that were there. */
void netnames__set(struct names *n, const struct sct_rec *rec);

/* One of the kernel's answers about families: n bytes of messages. False: no more will follow. */
bool netnames__add_families(struct names_table *t, const void *p, size_t n);

#endif
