/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The kernel's types as words of prototypes, and its structs as rows of a file of probes (probe/defs.h). */
#ifndef SCT_PROBE_KSTRUCT_H
#define SCT_PROBE_KSTRUCT_H

#include <stdbool.h>
#include <stdint.h>

struct btf;
struct btf_type;
struct buf;

#define KSTRUCT_BYTES 256 /* of a struct that are read: members that lie in them are shown */
#define KSTRUCT_SHOWN 8	  /* members; with -v all of them */
#define KSTRUCT_MEMBERS 32

/* Without names: of typedefs, and of const and the like. */
const struct btf_type *btf_type__plain(const struct btf *btf, uint32_t id);
/* "i32", "u64", "bool"; NULL: this integer has no word. */
const char *btf_type__number(const struct btf_type *t);
/* Puts the row of an enum, unless it is there already. false: it has no name, or no row that is short enough. */
bool kenum__write(const struct btf *btf, const struct btf_type *t, struct buf *types);
/*
 * Puts the row of a struct: its numbers, enums, strings and pointers in the
 * order that they have, "..." for all others. false: it has none, or no name, or there is another one of this name.
 */
bool kstruct__write(const struct btf *btf, const struct btf_type *t, struct buf *types);

#endif
