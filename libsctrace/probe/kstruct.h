/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Converts types of the kernel to types of prototypes, and structs to definitions as in a file of probes
 * (probe/defs.h).
 */
#ifndef SCT_PROBE_KSTRUCT_H
#define SCT_PROBE_KSTRUCT_H

#include <stdbool.h>
#include <stdint.h>

struct btf;
struct btf_type;
struct buf;

#define KSTRUCT_BYTES 256 /* bytes that are captured of a struct; members beyond them are not shown */
#define KSTRUCT_SHOWN 8	  /* most members that are shown without -v */
#define KSTRUCT_MEMBERS 32

/* Returns a type without its typedefs, qualifiers and type tags, or NULL. */
const struct btf_type *btf_type__plain(const struct btf *btf, uint32_t id);
/* Returns the word for an integer or an enum, such as "i32", "u64" or "bool", or NULL if there is none. */
const char *btf_type__number(const struct btf_type *t);
/*
 * Writes the definition of an enum, if types does not have it. Returns false if it has no name, or too many constants.
 */
bool kenum__write(const struct btf *btf, const struct btf_type *t, struct buf *types);
/*
 * Writes the definition of a struct: its numbers, enums, strings and pointers, in order, and "..." for other members.
 * Returns false if it has no such member or no name, or if types has another struct of this name.
 */
bool kstruct__write(const struct btf *btf, const struct btf_type *t, struct buf *types);

#endif
