/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the processes have mapped: one space each, as the records tell. */
#ifndef SCT_SPACE_H
#define SCT_SPACE_H

#include <stdbool.h>
#include <stddef.h>

#include "event/record.h"
#include "event/task.h"

struct mapping {
	uint64_t addr, len, off;
	char *path;
	/* unwinding's (stack/modules.h): */
	uint64_t shift;	 /* the module's address minus the process's; 0: there is no module */
	unsigned serial; /* of the modules that shift is of; 0: not looked at */
};

struct space {
	uint32_t tgid;
	uint64_t since;	      /* time of the execve that made it; 0: of what was there before */
	struct space *before; /* of the program that it took the place of: the execve's own stack is from there */
	struct mapping *maps; /* by address */
	size_t n, cap;
	size_t *total;	 /* of all spaces */
	bool changed;	 /* since unwinding looked */
	unsigned serial; /* of the modules that it looked with */
};

struct spaces {
	struct task_slot of; /* of each process: struct space. It outlives the leader, as threads may */
	size_t total;	     /* mappings */
};

void spaces__init(struct spaces *s, struct tasks *tasks);
int spaces__record(struct spaces *s, const struct sct_rec *rec);
/* The process's, as it was at that time; NULL: there was no record of it. */
struct space *spaces__get(const struct spaces *s, uint32_t tgid, uint64_t ts);
void spaces__free(struct spaces *s);
/* The mapping that has the address, or NULL. */
const struct mapping *space__at(const struct space *sp, uint64_t addr);

#endif
