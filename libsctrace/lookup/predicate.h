/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Predicates on calls, as for --if: comparisons of a call's arguments and result, joined by and, or, not and
 * parentheses. This is the parser; sink/matcher.h evaluates them.
 */
#ifndef SCT_PREDICATE_H
#define SCT_PREDICATE_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "util/errmsg.h"

#define PREDICATE_TESTS 32
#define PREDICATE_NODES 128
#define PREDICATE_NAMES 8 /* most constants in one value */

/* What is compared. */
enum predicate_what {
	PRED_ARG,
#define FIELD(word, id, ...) PRED_##id,
#include "tables/fields.def"
};

enum predicate_op { PRED_EQ, PRED_NE, PRED_LT, PRED_LE, PRED_GT, PRED_GE, PRED_LIKE, PRED_HAS };

struct predicate_test {
	enum predicate_what what;
	enum predicate_op op;
	const char *arg;    /* PRED_ARG: name of the argument */
	const char *member; /* PRED_ARG: member of the argument's struct, "st_size" or "a.b"; "": the argument itself */
	unsigned column;
	const char *text; /* compare with this text; NULL: with the number */
	bool negative;	  /* the number is negative; number is its two's complement */
	uint64_t number;  /* the number, or the bits of all constants */
	/* The constants that the number was given by. Their values may differ between ABIs. */
	const char *names[PREDICATE_NAMES];
	uint64_t values[PREDICATE_NAMES];
	unsigned nnames;
};

enum predicate_join { PRED_TEST, PRED_NOT, PRED_AND, PRED_OR };

struct predicate_node {
	enum predicate_join join;
	uint8_t left, right; /* indexes of nodes; of a PRED_TEST, left is the index of the test */
};

struct predicate {
	struct predicate_test tests[PREDICATE_TESTS];
	struct predicate_node nodes[PREDICATE_NODES];
	unsigned ntests, nnodes;
	uint8_t root;
	char *texts; /* memory for the tests' texts */
};

/*
 * Parses a predicate. Returns 0, -ENOMEM, or -EINVAL with a message that includes the column. *out is to be freed by
 * predicate__free().
 */
int predicate__parse(struct predicate **out, const char *text, const struct errmsg *errmsg);
void predicate__free(struct predicate *p);

/*
 * Adds to a result filter the comparisons of ret, errno and duration that every matching call passes, so that the
 * kernel does not send other calls. The predicate still has to be evaluated. Returns which comparisons were added: bits
 * of enum predicate_what.
 */
unsigned predicate__narrow(const struct predicate *p, struct sct_result_filter *r);

/* Returns whether an argument of this name is a number of bytes or elements of a buffer: PRED_SIZE. */
bool predicate__is_size(const char *arg);
/* The reserved words, separated by blanks. */
extern const char *const predicate_words;

#endif
