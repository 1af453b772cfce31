/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Computes the frames of a call from its registers and stack. The mappings of the process come from records (struct
 * sct_map), and everything else from the mapped files: the process itself is not accessed.
 */
#ifndef SCT_STACK_H
#define SCT_STACK_H

#include <stdbool.h>

#include "event/pair.h"

struct frame {
	uint64_t ip;
	bool returns;	    /* ip is the return address of the frame before, the next inner one */
	const char *file;   /* file that is mapped at ip; NULL: unknown */
	uint64_t off;	    /* offset of ip in the file */
	const char *symbol; /* name of the function, demangled; NULL: unknown */
	uint64_t symbol_off;
	const char *source; /* source file, if the unwinder has lines; NULL: unknown */
	int line;
};

struct stacks;

#define STACK_FRAMES 256 /* the same limit as in strace */

/*
 * Creates an unwinder. most: most frames of a stack; 0: STACK_FRAMES. lines: also find source files and lines. Returns
 * 0, -ENOTSUP if lines are not supported because this was built without libdw, or another -errno.
 */
int stacks__new(struct stacks **out, struct tasks *tasks, unsigned most, bool lines);
void stacks__free(struct stacks *s);
/* Updates the mappings by a record. Call it for every record, in order. Returns 0 or -ENOMEM. */
int stacks__record(struct stacks *s, const struct sct_rec *rec);
/* True if there was a record of this process. */
bool stacks__knows(const struct stacks *s, uint32_t tgid);

/*
 * Sets *out to the frames of the event's call, the innermost first. Returns their number; 0: no stack was captured.
 * They are valid until the next record.
 */
unsigned stacks__frames(struct stacks *s, const struct event *ev, const struct frame **out);
/*
 * Like stacks__frames(), but for the stack after the event: that of the task at a signal, or that of the new program
 * after an execve.
 */
unsigned stacks__frames_after(struct stacks *s, const struct event *ev, const struct frame **out);
/* Returns true if the last call of stacks__frames() or stacks__frames_after() left out frames. */
bool stacks__cut(const struct stacks *s);

#endif
