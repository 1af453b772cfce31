/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The emitter that writes values as strace does. */
#ifndef SCT_TEXT_OUT_H
#define SCT_TEXT_OUT_H

#include "decode/core/out.h"
#include "sink/quirks.h"
#include "util/quote.h"
#include "lookup/opts.h"
#include "util/buf.h"

#define TEXT_DEPTH 24
#define O_ACCMODE_BITS 3 /* flags of open(2) are the table with this base */

/* Kind of a value that out_coded() has begun and coded_end() will end (strace -X). */
enum text_code {
	CODE_PLAIN,  /* the number was printed, and a comment follows whose constants are names */
	CODE_OPEN,   /* the number was printed, and a comment follows whose constants follow the options */
	CODE_NESTED, /* a value within such a comment: only its readable form is printed */
	CODE_NOTE,   /* in the note of a return value: only the readable form is printed, with names */
};
#define TEXT_CODES 8

enum text_consts { TEXT_CONST_ABBREV, TEXT_CONST_RAW, TEXT_CONST_VERBOSE };

struct text_out {
	struct out out;
	struct buf *b;
	enum quote_hex hex;
	enum text_consts consts;
	const struct out_ops *plain; /* the operations that print constants by name */
	struct out_ops own;	     /* a copy of plain in which text_const.c replaces some */
	unsigned coded;		     /* number of open comments whose constants are names */
	uint8_t codes[TEXT_CODES];   /* enum text_code of each value that coded_end() has not ended */
	unsigned ncodes;
	uint32_t fds;			/* SCT_FDS_* */
	const struct task_names *tasks; /* names of tasks; NULL: only their numbers are printed */
	uint32_t pids;			/* PIDS_* */
	struct seccontext *seccontext;	/* NULL: no security contexts */
	uint32_t task;			/* task of the call; numbers of tasks are those of its pid namespace */
	bool request;			/* the argument is a request of ioctl() */
	bool groups;			/* numbers in the current argument are process groups */
	/* numbers in the current argument are results of a wait: no names for tasks that have ended */
	bool reaped;
	unsigned depth;
	unsigned deeper; /* number of open groups below TEXT_DEPTH */
	bool note;	 /* printing the note of a return value: "flags O_RDWR", not "flags=O_RDWR" */
	struct ready ready;
	bool glued; /* write no separator before the next value, as the name of its field precedes it */
	uint8_t group[TEXT_DEPTH];
	bool used[TEXT_DEPTH]; /* the group at this depth has an element */
};

/* Initializes t to write to b, with the lengths of strings, lists and structs from opts. */
void text_out__init(struct text_out *t, struct buf *b, enum quote_hex hex, const struct decode_opts *opts);
/* Begins a list of arguments: no separator comes before the first one. */
void text_out__begin(struct text_out *t);
/* Writes the file of the descriptor, or AT_FDCWD, that was just written. */
void text_out__file(struct text_out *t);
/*
 * Sets what the numbers in the next argument refer to (tasks, groups, results of a wait), for the names that -Y adds.
 */
void text_out__whose(struct text_out *t, const struct call *c, unsigned arg);
/* Writes the name of the task whose number was just written. */
void text_out__pid(struct text_out *t, int64_t pid);
/* Writes the name of the task whose number the call returned, if it is one. */
void text_out__returned(struct text_out *t, const struct call *c);
/* Writes "<name>". now: use the new name of a task whose execve succeeds. */
void text_out__comm(struct text_out *t, uint32_t tid, bool now);
/* Call it after text_out__begin() if earlier arguments have been written, so that a separator precedes the next one. */
void text_out__go_on(struct text_out *t);

#endif
