/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Security contexts (strace --secontext). Of tasks and of the files of descriptors the
 * records have SELinux's numbers, as of when the call began; of paths the file is
 * looked up when it is asked for.
 */
#ifndef SCT_ENRICH_SECCONTEXT_SECCONTEXT_H
#define SCT_ENRICH_SECCONTEXT_SECCONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "event/pair.h"
#include "enrich/seccontext/inode_label.h"
#include "util/errmsg.h"

/* seccontext__new()'s show */
#define LABELS_FULL 0x2	    /* user, role, type and level; else the type */
#define LABELS_MISMATCH 0x4 /* and what the database of contexts has of a file, if that is another one */

struct seccontext;

/* btf: a file with the kernel's types, or NULL. 0 and *out NULL: the kernel has no SELinux, or it is disabled. */
int seccontext__new(struct seccontext **out, const char *btf, unsigned show, const struct errmsg *errmsg);
/* Of a live trace: /proc, as procfs__open() gives it. */
void seccontext__live(struct seccontext *l, int proc);
void seccontext__free(struct seccontext *l);
/* Before the event is shown, and after it: a task that ended is forgotten. */
int seccontext__before(struct seccontext *l, const struct event *ev);
void seccontext__after(struct seccontext *l, const struct event *ev);

/* Tells the programs where to find the numbers of contexts. l may be NULL: no contexts are wanted. */
struct sct_sid_offsets seccontext__sids(const struct seccontext *l);
unsigned seccontext__show(const struct seccontext *l);

/* The context that a number means, valid until seccontext__free(); NULL: not known. */
const char *seccontext__context(struct seccontext *l, uint32_t sid);
/* That of a task; NULL: not known. Valid until the next call. */
const char *seccontext__task(struct seccontext *l, uint32_t tid);
/* That of the file that a path leads to; NULL: there is none. p->elsewhere is filled in. Valid until the next call. */
const struct inode_label *seccontext__path(struct seccontext *l, struct path_of *p);
/* What the database has of a path; NULL: nothing, or nobody asked. Valid until the next call. */
const char *seccontext__expected(struct seccontext *l, const char *path, uint32_t mode);

#endif
