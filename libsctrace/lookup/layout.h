/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The structs of tables/structs/ as C structs, in the three layouts: struct lp64_NAME, i386_NAME and arm_NAME. Thus the
 * compiler computes offsets and alignments.
 */
#ifndef SCT_LAYOUT_H
#define SCT_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#define TYPES(abi, bits, align, half)                                                                                  \
	typedef int8_t abi##_s8;                                                                                       \
	typedef uint8_t abi##_u8;                                                                                      \
	typedef char abi##_char;                                                                                       \
	typedef int16_t abi##_s16;                                                                                     \
	typedef uint16_t abi##_u16;                                                                                    \
	typedef int32_t abi##_s32;                                                                                     \
	typedef uint32_t abi##_u32;                                                                                    \
	typedef int64_t abi##_s64 __attribute__((aligned(align)));                                                     \
	typedef uint64_t abi##_u64 __attribute__((aligned(align)));                                                    \
	typedef int64_t abi##_as64 __attribute__((aligned(8)));                                                        \
	typedef uint64_t abi##_au64 __attribute__((aligned(8))); /* __aligned_u64 */                                   \
	typedef int##bits##_t abi##_long;                                                                              \
	typedef uint##bits##_t abi##_ulong, abi##_ptr;                                                                 \
	typedef uint##half##_t abi##_kmode; /* mode_t of System V IPC */

TYPES(lp64, 64, 8, 32)
TYPES(i386, 32, 4, 16)
TYPES(arm, 32, 8, 16)
#undef TYPES

/* __kernel_old_dev_t */
typedef uint64_t lp64_odev;
typedef uint16_t i386_odev, arm_odev;

#include "lookup/rows_layout.h"
#define LAYOUT_ABI lp64
#include "tables/structs/all.def"
#undef LAYOUT_ABI
#define LAYOUT_ABI i386
#include "tables/structs/all.def"
#undef LAYOUT_ABI
#define LAYOUT_ABI arm
#include "tables/structs/all.def"
#undef LAYOUT_ABI
#include "lookup/rows_end.h"

#endif
