/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* BPF programs, classic ones (seccomp filters, socket filters) and extended ones. */
#ifndef SCT_INSN_H
#define SCT_INSN_H

#include "decode/core/call.h"
#include "decode/core/struct.h"

#define INSN_SIZE 8
enum insn_kind { INSN_SOCKET, INSN_SECCOMP, INSN_EXTENDED };
/*
 * The program that a member leads to, of as many instructions as another member says; the first of them has to be
 * there. Returns false where the member's address is to be printed.
 */
bool field_program(const struct call *c, const struct field *f, const struct rd *r, struct rd *insns);
/* n instructions, as many of them as were captured. A seccomp filter returns an action. */
void decode_insns(struct out *o, struct rd *r, unsigned n, enum insn_kind kind);

#endif
