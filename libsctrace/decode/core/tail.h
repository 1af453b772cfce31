/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Pieces that several decoders need. */
#ifndef SCT_TAIL_H
#define SCT_TAIL_H

#include "decode/core/call.h"

/* Bytes from..to of a struct that is longer than we know; emits nothing if they are all 0. */
void decode_tail(struct out *o, const struct call *c, struct rd *r, uint64_t from, uint64_t to);

/* The number, and in a comment what it means. */
void decode_noted_flags(struct out *o, const struct sct_flags *t, uint64_t v);
void decode_noted_sym(struct out *o, const struct sct_flags *t, uint64_t v);

/* In sched.c: IOPRIO_PRIO_VALUE(class, data). */
void decode_ioprio(struct out *o, uint32_t v);

/* In decode.c: makedev(major, minor). */
void decode_dev(struct out *o, uint64_t dev);

/* In insn.c: n instructions, as many of them as were captured; what a seccomp filter returns is an action. */
#define INSN_SIZE 8
enum insn_kind { INSN_SOCKET, INSN_SECCOMP, INSN_EXTENDED };
void decode_insns(struct out *o, struct rd *r, unsigned n, enum insn_kind kind);

/* In signal.c: the ABI that an AUDIT_ARCH_* number means, or NULL. */
const struct abi *decode_arch_abi(uint32_t arch);

#endif
