/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Translates SELinux's ids of security contexts (sid), which BPF programs read from inodes and tasks
 * (bpf/record/label.bpf.h). There is no system call for it, so the kernel's table of ids and the loaded policy are read
 * in the kernel's memory.
 */
#ifndef SCT_ENRICH_SECCONTEXT_SELINUX_H
#define SCT_ENRICH_SECCONTEXT_SELINUX_H

#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "util/errmsg.h"

struct selinux;

/*
 * Finds SELinux's tables. btf: file with the kernel's types, or NULL. Returns 0, with *out NULL if the kernel has no
 * SELinux, or it is disabled or has no policy; -ENOTSUP with a message if the tables cannot be found; or another -errno
 * if the kernel's memory cannot be read.
 */
int selinux__open(struct selinux **out, const char *btf, const struct errmsg *errmsg);
void selinux__close(struct selinux *s);
struct sct_sid_offsets selinux__sids(const struct selinux *s);
/*
 * Returns the context "user:role:type:level" of an id, which the caller frees. NULL: the id is unknown, or there is no
 * memory.
 */
char *selinux__context(struct selinux *s, uint32_t sid);

#endif
