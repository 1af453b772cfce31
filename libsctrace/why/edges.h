/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds whom a task waits for. */
#ifndef SCT_WHY_EDGES_H
#define SCT_WHY_EDGES_H

#include "why/look.h"

/* Adds the edges of a task, and sets what was found out about it. Returns 0 or -ENOMEM. */
int why_edges__add(struct why_look *l, uint32_t task);

/* The same, for a task that waits in a call of one kind. */
int why_futex__edges(struct why_look *l, uint32_t task);
int why_locks__edges(struct why_look *l, uint32_t task);
int why_ipc__edges(struct why_look *l, uint32_t task);
int why_poll__edges(struct why_look *l, uint32_t task, enum why_wait wait);
int why_files__edges(struct why_look *l, uint32_t task, enum why_wait wait);
int why_files__accept(struct why_look *l, uint32_t task);
/*
 * The same, by the functions of the kernel's stack: disks, FUSE, page faults and others. Nothing is set if the stack
 * has none that is known.
 */
int why_kernel__edges(struct why_look *l, uint32_t task);

/* Set what limits a task by its cgroup: the CPU quota, a freezer, the limit of memory. */
void why_cgroup__throttled(struct why_look *l, uint32_t task);
void why_cgroup__frozen(struct why_look *l, uint32_t task);
void why_cgroup__memory(struct why_look *l, uint32_t task);
/* Writes the limit of I/O of a task's cgroup for a device, with ", " before it; nothing if there is none. */
void why_cgroup__io(const struct why_look *l, uint32_t task, unsigned major, unsigned minor, char *text, size_t size);

/* Writes what a descriptor of the task is: its path, or the addresses of a socket. */
void why_files__text(const struct why_look *l, uint32_t task, int fd, const struct sct_why_file *f, char *text,
		     size_t size);
/* Writes the path of a file on a disk, and its file system and device. */
void why_disk__text(const struct why_look *l, uint32_t task, int fd, char *text, size_t size);

/* Whether the task's own process may be the one that it waits for. */
enum why_own {
	OWN_COUNTS,   /* if there is no other: it has both ends of each pipe that it made */
	OWN_LEFT_OUT, /* never */
	OWN_ONLY,     /* there is no other */
	OWN_NOT,      /* it is not */
};

/*
 * Adds an edge to each process that has the file open in the wanted mode (1: for reading, 2: for writing, 0: any). *own
 * is OWN_COUNTS or OWN_LEFT_OUT, and is set to OWN_ONLY or OWN_NOT. Returns 0 or -ENOMEM.
 */
int why_holders__add(struct why_look *l, uint32_t task, const struct sct_why_key *k, unsigned fmode, const char *role,
		     enum why_own *own);

#endif
