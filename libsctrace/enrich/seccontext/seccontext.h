/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Security contexts (strace --secontext). For tasks and for files of descriptors, the records have SELinux's ids from the
 * beginning of the call. For paths, the file is looked up when its context is needed.
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

/* flags of seccontext__new()'s show */
#define LABELS_FULL 0x2	    /* user, role, type and level; otherwise only the type */
#define LABELS_MISMATCH 0x4 /* also the context that the database has for a file, if it differs */

struct seccontext;

#if SCT_SELINUX

/*
 * Prepares look-ups of contexts. btf is a file with the kernel's types, or NULL. Returns 0, also with *out NULL if the
 * kernel has no SELinux or it is disabled, or -errno with a message, -ENOTSUP if this was built without it.
 */
int seccontext__new(struct seccontext **out, struct tasks *tasks, const char *btf, unsigned show,
		    const struct errmsg *errmsg);
/* A live trace looks tasks and files up in proc, a descriptor of procfs__open(). */
void seccontext__live(struct seccontext *l, int proc);
void seccontext__free(struct seccontext *l);
/* Learns the context of the event's task, before the event is printed. Returns 0 or -ENOMEM. */
int seccontext__event(struct seccontext *l, const struct event *ev);

/* Returns the offsets at which BPF programs find the ids of contexts. l is NULL if no contexts are wanted. */
struct sct_sid_offsets seccontext__sids(const struct seccontext *l);
unsigned seccontext__show(const struct seccontext *l);

/* Returns the context of an id, valid until seccontext__free(), or NULL if it is not known. */
const char *seccontext__context(struct seccontext *l, uint32_t sid);
/* Returns the context of a task, valid until the next call, or NULL if it is not known. */
const char *seccontext__task(struct seccontext *l, uint32_t tid);
/* Returns the label of the file at a path, valid until the next call, or NULL. Sets p->elsewhere. */
const struct inode_label *seccontext__path(struct seccontext *l, struct path_of *p);
/* Returns the context that the database has for a path, valid until the next call; NULL if none or not wanted. */
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
