/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* BPF programs, classic ones (seccomp filters, socket filters) and extended ones. */
#ifndef SCT_INSN_H
#define SCT_INSN_H

#include "decode/core/call.h"
#include "decode/core/struct.h"

#define INSN_SIZE 8
enum insn_kind { INSN_SOCKET, INSN_SECCOMP, INSN_EXTENDED };
/*
 * Finds the program that a member points to; another member has the number of its instructions. Returns false if not
 * even the first one was captured: print the address then.
 */
bool field_program(const struct call *c, const struct field *f, const struct rd *r, struct rd *insns);
/*
 * Emits n instructions, or as many as were captured. kind: how the instructions are decoded; a seccomp filter returns
 * an action.
 */
void decode_insns(struct out *o, struct rd *r, unsigned n, enum insn_kind kind);

#endif
