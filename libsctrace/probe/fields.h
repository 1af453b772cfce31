/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The fields of a tracepoint's record. As text, in the prototype of its probe:
 * "(prev_comm:str@8+16, prev_pid:i32@24+4)", each a kind, where it begins, and
 * its bytes, in the kernel's order.
 */
#ifndef SCT_PROBE_FIELDS_H
#define SCT_PROBE_FIELDS_H

#include <stdint.h>

#define FIELDS_MAX 128
#define FIELD_NAME_MAX 64

enum probe_field_kind {
	EF_SIGNED,   /* i8 to i64: one number, or as many as there is room for */
	EF_UNSIGNED, /* u8 to u64 */
	EF_ADDRESS,  /* h64 */
	EF_STR,	     /* str: ends with a NUL, or with the field */
	EF_LOC,	     /* loc: says where the string lies in the record, and its bytes */
	EF_LOC_DATA, /* dat: likewise, of bytes */
	EF_REL,	     /* rel: likewise, counted from the field's end */
	EF_REL_DATA, /* red */
};

struct probe_field {
	char name[FIELD_NAME_MAX];
	uint8_t kind;  /* enum probe_field_kind */
	uint8_t width; /* of a number, bytes */
	uint16_t off, size;
};

/* 0, -ENOMEM, or -EINVAL: it means nothing. *out is to be freed. */
int fields__parse(const char *text, struct probe_field **out, unsigned *n);

#endif
