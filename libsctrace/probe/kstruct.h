/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Converts the kernel's types to words of prototypes, and its structs to rows of a file of probes (probe/defs.h). */
#ifndef SCT_PROBE_KSTRUCT_H
#define SCT_PROBE_KSTRUCT_H

#include <stdbool.h>
#include <stdint.h>

struct btf;
struct btf_type;
struct buf;

#define KSTRUCT_BYTES 256 /* bytes of a struct that are captured; members beyond are not shown */
#define KSTRUCT_SHOWN 8	  /* members that are shown without -v */
#define KSTRUCT_MEMBERS 32

/* Returns a type without typedefs, qualifiers and type tags, or NULL. */
const struct btf_type *btf_type__plain(const struct btf *btf, uint32_t id);
/* Returns the word of an integer or enum, such as "i32", "u64" or "bool", or NULL if it has none. */
const char *btf_type__number(const struct btf_type *t);
/* Writes the row of an enum, unless types has it. Returns false if the enum has no name or too many constants. */
bool kenum__write(const struct btf *btf, const struct btf_type *t, struct buf *types);
/*
 * Writes the row of a struct: its numbers, enums, strings and pointers in their order, and "..." for other members.
 * Returns false if it has no such member or no name, or if types has another struct of this name.
 */
bool kstruct__write(const struct btf *btf, const struct btf_type *t, struct buf *types);

#endif
