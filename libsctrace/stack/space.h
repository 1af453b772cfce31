/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Executable mappings of each process (its space), from SCT_REC_MAP records. */
#ifndef SCT_SPACE_H
#define SCT_SPACE_H

#include <stdbool.h>
#include <stddef.h>

#include "event/record.h"
#include "event/task.h"

struct mapping {
	uint64_t addr, len, off;
	char *path;
	/* set by stack/modules.h */
	uint64_t shift;	 /* a module's address minus the process's; 0: no module */
	unsigned serial; /* serial of the set that shift is for; 0: none yet */
};

struct space {
	uint32_t tgid;
	uint64_t since;	      /* time of the execve that made this space; 0: none was seen */
	struct space *before; /* space of the program before, for the stack of the execve call; or NULL */
	struct mapping *maps; /* sorted by address */
	size_t n, cap;
	size_t *total;	 /* points to spaces.total */
	bool changed;	 /* mappings have changed since the last unwinding */
	unsigned serial; /* serial of the set of modules that was used last */
};

struct spaces {
	struct task_slot of; /* struct space of each process; it outlives the leader, because other threads may */
	size_t total;	     /* number of mappings in all spaces */
};

void spaces__init(struct spaces *s, struct tasks *tasks);
/* Updates the spaces by a record. Returns 0 or -ENOMEM. */
int spaces__record(struct spaces *s, const struct sct_rec *rec);
/* Returns the space that the process had at a time, or NULL if the process is unknown. */
struct space *spaces__get(const struct spaces *s, uint32_t tgid, uint64_t ts);
void spaces__free(struct spaces *s);
/* Returns the mapping at an address, or NULL. */
const struct mapping *space__at(const struct space *sp, uint64_t addr);

#endif
