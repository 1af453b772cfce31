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

/* Constants: strace -X. */
enum text_code {
	CODE_PLAIN,  /* a number, and a comment by name */
	CODE_OPEN,   /* a number, and a comment like all else */
	CODE_NESTED, /* within one */
	CODE_NOTE,   /* in the note of a return value: names and no number */
};
#define TEXT_CODES 8

enum text_consts { TEXT_CONST_ABBREV, TEXT_CONST_RAW, TEXT_CONST_VERBOSE };

struct text_out {
	struct out out;
	struct buf *b;
	enum quote_hex hex;
	enum text_consts consts;
	const struct out_ops *plain; /* text_const.c: the operations by name, */
	struct out_ops own;	     /* and those used instead */
	unsigned coded;		     /* comments open in which all is by name */
	uint8_t codes[TEXT_CODES];   /* enum text_code: which coded_end() comes next */
	unsigned ncodes;
	uint32_t fds;			/* SCT_FDS_* */
	const struct task_names *tasks; /* NULL: numbers of processes are all that is shown of them */
	uint32_t pids;			/* PIDS_* */
	struct seccontext *seccontext;	/* NULL: no security contexts */
	uint32_t task;			/* whose numbers they are */
	bool request;			/* the argument is a request of ioctl() */
	bool groups;			/* they are of process groups */
	bool reaped;			/* they are what a wait has to tell: who has ended has no name any more */
	unsigned depth;
	unsigned deeper; /* groups opened below TEXT_DEPTH */
	bool note;	 /* after a return value: "flags O_RDWR", not "flags=O_RDWR" */
	struct ready ready;
	bool glued; /* a field's name was written: its value takes no separator */
	uint8_t group[TEXT_DEPTH];
	bool used[TEXT_DEPTH]; /* this group has an element already */
};

/* As much of strings, lists and structs as opts ask for. */
void text_out__init(struct text_out *t, struct buf *b, enum quote_hex hex, const struct decode_opts *opts);
/* Starts a list of arguments; of one that continues, the separator is written. */
void text_out__begin(struct text_out *t);
/* Writes which file the descriptor, or the AT_FDCWD, that was just written refers to. */
void text_out__file(struct text_out *t);
/* Notes what kind of tasks the numbers in the next argument are, for the names that -Y adds. */
void text_out__whose(struct text_out *t, const struct call *c, unsigned arg);
/* Writes the name of the task whose number was just written. */
void text_out__pid(struct text_out *t, int64_t pid);
/* Writes the name of the task whose number the call returned, if it is one. */
void text_out__returned(struct text_out *t, const struct call *c);
/* "<name>"; now: of a task in an execve that succeeds, the new one. */
void text_out__comm(struct text_out *t, uint32_t tid, bool now);
/* Just begun: what comes belongs to the last value of the list that it continues. */
void text_out__go_on(struct text_out *t);

#endif
