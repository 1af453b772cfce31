/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * From the registers and the stack of a call to its frames: what each process
 * has mapped is known from the records (struct sct_map), the rest from the
 * files that they name. Nothing is asked of the process.
 */
#ifndef SCT_STACK_H
#define SCT_STACK_H

#include <stdbool.h>

#include "event/pair.h"

struct frame {
	uint64_t ip;
	bool returns;	    /* ip is where the next inner frame returns to */
	const char *file;   /* what is mapped there; NULL: nothing that is known */
	uint64_t off;	    /* of ip in that file */
	const char *symbol; /* demangled; NULL: none has this address */
	uint64_t symbol_off;
	const char *source; /* stacks__new()'s lines: where it was compiled from, or NULL */
	int line;
};

struct stacks;

#define STACK_FRAMES 256 /* strace's limit, too */

/* most: frames of a stack; 0: STACK_FRAMES. lines: source and line, too. 0 or -errno; -ENOTSUP: built without libdw. */
int stacks__new(struct stacks **out, struct tasks *tasks, unsigned most, bool lines);
void stacks__free(struct stacks *s);
/* Every record, in order. 0 or -ENOMEM. */
int stacks__record(struct stacks *s, const struct sct_rec *rec);
/* Has there been a record of this process? */
bool stacks__knows(const struct stacks *s, uint32_t tgid);

/*
 * The frames of the call that the event is of, from the innermost on; none if
 * they were not captured. They are the library's, until the next record.
 */
unsigned stacks__frames(struct stacks *s, const struct event *ev, const struct frame **out);
/* Likewise, of where the event left the task: at a signal, or in the program that an execve ended in. */
unsigned stacks__frames_after(struct stacks *s, const struct event *ev, const struct frame **out);
/* Were there more frames than these two returned? */
bool stacks__cut(const struct stacks *s);

#endif
