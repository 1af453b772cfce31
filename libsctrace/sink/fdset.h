/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Sets of descriptors, as strace has them: "3,5", "!3", "all", "none". */
#ifndef SCT_FDSET_H
#define SCT_FDSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A set of descriptors. All zeros are the empty set. */
struct fdset {
	int32_t *fds;
	unsigned n;
	size_t cap;
	bool inverted; /* the set has all descriptors but these */
};

/*
 * Parses a set of descriptors. Returns 0, -ENOMEM, or -EINVAL with the word that is no descriptor in errmsg, which may
 * be NULL.
 */
int fdset__parse(struct fdset *s, const char *set, char *errmsg, size_t why_size);
void fdset__free(struct fdset *s);

static inline bool fdset__has(const struct fdset *s, int32_t fd)
{
	unsigned i = 0;

	while (i < s->n && s->fds[i] != fd)
		i++;
	return fd >= 0 && (i < s->n) != s->inverted;
}

static inline bool fdset__any(const struct fdset *s)
{
	return s->n || s->inverted;
}

#endif
