/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Security contexts (strace --secontext). For tasks and for files of descriptors, records have SELinux's ids, as of the
 * call's beginning. For paths, the file is looked up when its context is printed.
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

/* Flags of seccontext__new()'s show. */
#define LABELS_FULL 0x2	    /* whole contexts: user, role, type and level; without it, only types */
#define LABELS_MISMATCH 0x4 /* also the context that the database has for a file, if it differs */

struct seccontext;

#if SCT_SELINUX

/*
 * Prepares look-ups of contexts. btf: file with the kernel's types, or NULL. Returns 0, with *out NULL if the kernel
 * has no SELinux or it is disabled; or -errno with a message: -ENOTSUP if this was built without SELinux.
 */
int seccontext__new(struct seccontext **out, struct tasks *tasks, const char *btf, unsigned show,
		    const struct errmsg *errmsg);
/* Lets look-ups of tasks and files use proc, from procfs__open(). Not called in a replay. */
void seccontext__live(struct seccontext *l, int proc);
void seccontext__free(struct seccontext *l);
/* Updates the context of the event's task. Call it before the event is printed. Returns 0 or -ENOMEM. */
int seccontext__event(struct seccontext *l, const struct event *ev);

/* Returns where BPF programs find the ids of contexts. l may be NULL: no contexts are wanted. */
struct sct_sid_offsets seccontext__sids(const struct seccontext *l);
unsigned seccontext__show(const struct seccontext *l);

/* Returns the context with an id, valid until seccontext__free(); NULL: unknown. */
const char *seccontext__context(struct seccontext *l, uint32_t sid);
/* Returns the context of a task, valid until the next call; NULL: unknown. */
const char *seccontext__task(struct seccontext *l, uint32_t tid);
/* Returns the label of the file that a path refers to, valid until the next call, or NULL. Sets p->elsewhere. */
const struct inode_label *seccontext__path(struct seccontext *l, struct path_of *p);
/*
 * Returns the context that the database has for a path, valid until the next call. NULL: it has none, or mismatches are
 * not shown.
 */
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
