/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * SELinux's numbers of security contexts, which its programs take from inodes and
 * tasks (bpf/record/label.bpf.h), and what they mean. No call tells: they are looked up
 * in the kernel's own table of them and in the policy that it has loaded.
 */
#ifndef SCT_ENRICH_SECCONTEXT_SELINUX_H
#define SCT_ENRICH_SECCONTEXT_SELINUX_H

#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "util/errmsg.h"

struct selinux;

/*
 * btf: a file with the kernel's types, or NULL. 0 and *out NULL: the kernel has no SELinux, it is disabled, or it has
 * no policy. -ENOTSUP: its tables cannot be found; or another error, of reading the kernel's memory.
 */
int selinux__open(struct selinux **out, const char *btf, const struct errmsg *errmsg);
void selinux__close(struct selinux *s);
struct sct_sid_offsets selinux__sids(const struct selinux *s);
/* "user:role:type:level", the caller's; NULL: it means nothing, or no memory. */
char *selinux__context(struct selinux *s, uint32_t sid);

#endif
