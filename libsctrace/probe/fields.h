/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Fields of a tracepoint's event. They are the prototype of its probe, as text in the kernel's order; each is
 * NAME:KIND@OFFSET+SIZE: "(prev_comm:str@8+16, prev_pid:i32@24+4)".
 */
#ifndef SCT_PROBE_FIELDS_H
#define SCT_PROBE_FIELDS_H

#include <stdint.h>

#define FIELDS_MAX 128
#define FIELD_NAME_MAX 64

enum probe_field_kind {
	EF_SIGNED,   /* i8 to i64; an array if the size is a multiple of the number's */
	EF_UNSIGNED, /* u8 to u64 */
	EF_ADDRESS,  /* h64 */
	EF_STR,	     /* str: a string that ends with a NUL, or with the field */
	EF_LOC,	     /* loc: offset and length of a string in the event (__data_loc) */
	EF_LOC_DATA, /* dat: offset and length of bytes in the event (__data_loc) */
	EF_REL,	     /* rel: like loc, but the offset counts from the field's end (__rel_loc) */
	EF_REL_DATA, /* red: like dat, but the offset counts from the field's end (__rel_loc) */
};

struct probe_field {
	char name[FIELD_NAME_MAX];
	uint8_t kind;  /* enum probe_field_kind */
	uint8_t width; /* bytes of one number */
	uint16_t off, size;
};

/*
 * Parses a list of fields into an array *out, which the caller frees. Returns 0, -ENOMEM, or -EINVAL if text is no such
 * list.
 */
int fields__parse(const char *text, struct probe_field **out, unsigned *n);

#endif
