/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Computes the frames of a call from its registers and its stack. The mappings of each process come from records (struct
 * sct_map), and everything else from the files that these name; the process itself is not accessed.
 */
#ifndef SCT_STACK_H
#define SCT_STACK_H

#include <stdbool.h>

#include "event/pair.h"

struct frame {
	uint64_t ip;
	bool returns;	    /* ip is the return address of the next inner frame */
	const char *file;   /* the file that is mapped at ip; NULL: not known */
	uint64_t off;	    /* offset of ip in that file */
	const char *symbol; /* demangled function; NULL: not known */
	uint64_t symbol_off;
	const char *source; /* with stacks__new()'s lines: the source file, or NULL */
	int line;
};

struct stacks;

#define STACK_FRAMES 256 /* strace's limit, too */

/*
 * Creates an unwinder for stacks of up to most frames (0: STACK_FRAMES), with lines also source files and lines. Returns 0,
 * -ENOTSUP if lines are not supported because this was built without libdw, or another -errno.
 */
int stacks__new(struct stacks **out, struct tasks *tasks, unsigned most, bool lines);
void stacks__free(struct stacks *s);
/* Learns mappings from a record. To be called for every record, in order. Returns 0 or -ENOMEM. */
int stacks__record(struct stacks *s, const struct sct_rec *rec);
/* True if there was a record of this process. */
bool stacks__knows(const struct stacks *s, uint32_t tgid);

/*
 * Returns the number of frames of the event's call, 0 if they were not captured, and sets *out to them, the innermost
 * first. They are valid until the next record.
 */
unsigned stacks__frames(struct stacks *s, const struct event *ev, const struct frame **out);
/* Returns the frames after the event: of the task at a signal, or of the new program at the end of an execve. */
unsigned stacks__frames_after(struct stacks *s, const struct event *ev, const struct frame **out);
/* Returns true if stacks__frames() or stacks__frames_after() left frames out in its last call. */
bool stacks__cut(const struct stacks *s);

#endif
