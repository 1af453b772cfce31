/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Security contexts (strace --secontext). Of tasks and of the files of descriptors the
 * records have SELinux's numbers, as of when the call began; of paths the file is
 * looked up when it is asked for.
 */
#ifndef SCT_ENRICH_SECCONTEXT_SECCONTEXT_H
#define SCT_ENRICH_SECCONTEXT_SECCONTEXT_H

#include <errno.h>
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

#if SCT_SELINUX

/*
 * btf: a file with the kernel's types, or NULL. Returns 0 with *out NULL if the kernel has no SELinux, or it is disabled;
 * -ENOTSUP with a message if this was built without it.
 */
int seccontext__new(struct seccontext **out, struct tasks *tasks, const char *btf, unsigned show,
		    const struct errmsg *errmsg);
/* A live trace looks tasks and files up in proc, a descriptor of procfs__open(). */
void seccontext__live(struct seccontext *l, int proc);
void seccontext__free(struct seccontext *l);
/* Learns the context of the event's task, before the event is printed. Returns 0 or -ENOMEM. */
int seccontext__event(struct seccontext *l, const struct event *ev);

/* Tells the programs where to find the numbers of contexts. l may be NULL: no contexts are wanted. */
struct sct_sid_offsets seccontext__sids(const struct seccontext *l);
unsigned seccontext__show(const struct seccontext *l);

/* The context that a number means, valid until seccontext__free(); NULL: not known. */
const char *seccontext__context(struct seccontext *l, uint32_t sid);
/* The context of a task; NULL: not known. Valid until the next call. */
const char *seccontext__task(struct seccontext *l, uint32_t tid);
/* The label of the file that a path leads to, or NULL. Fills in p->elsewhere. Valid until the next call. */
const struct inode_label *seccontext__path(struct seccontext *l, struct path_of *p);
/* The context that the database has for a path; NULL: none, or mismatches are not wanted. Valid until the next call. */
const char *seccontext__expected(struct seccontext *l, const char *path, uint32_t mode);

#else /* built with -Dselinux=disabled: opening fails, and no other function is reached */

static inline int seccontext__new(struct seccontext **out, struct tasks *tasks, const char *btf, unsigned show,
				  const struct errmsg *errmsg)
{
	*out = NULL;
	return errmsg__set(errmsg, -ENOTSUP, "security contexts: this was built without SELinux (meson's -Dselinux)");
}

static inline void seccontext__live(struct seccontext *l, int proc)
{
}

static inline void seccontext__free(struct seccontext *l)
{
}

static inline int seccontext__event(struct seccontext *l, const struct event *ev)
{
	return 0;
}

static inline struct sct_sid_offsets seccontext__sids(const struct seccontext *l)
{
	return (struct sct_sid_offsets){};
}

static inline unsigned seccontext__show(const struct seccontext *l)
{
	return 0;
}

static inline const char *seccontext__context(struct seccontext *l, uint32_t sid)
{
	return NULL;
}

static inline const char *seccontext__task(struct seccontext *l, uint32_t tid)
{
	return NULL;
}

static inline const struct inode_label *seccontext__path(struct seccontext *l, struct path_of *p)
{
	return NULL;
}

static inline const char *seccontext__expected(struct seccontext *l, const char *path, uint32_t mode)
{
	return NULL;
}

#endif

#endif
