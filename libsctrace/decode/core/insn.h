/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* BPF programs, classic ones (seccomp filters, socket filters) and extended ones. */
#ifndef SCT_INSN_H
#define SCT_INSN_H

#include "decode/core/call.h"

#define INSN_SIZE 8
enum insn_kind { INSN_SOCKET, INSN_SECCOMP, INSN_EXTENDED };
/* n instructions, as many of them as were captured. A seccomp filter returns an action. */
void decode_insns(struct out *o, struct rd *r, unsigned n, enum insn_kind kind);

#endif
