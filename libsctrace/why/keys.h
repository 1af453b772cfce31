/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* By what the other end of a file is looked for. */
#ifndef SCT_WHY_KEYS_H
#define SCT_WHY_KEYS_H

#include "why/look.h"

/* Makes the keys of all files that tasks wait for, to be freed. Returns 0 or -ENOMEM. */
int why_keys__make(const struct why_look *l, struct sct_why_key **keys, size_t *n);
/* Sets the key by which the other end of a task's file is found. Returns false if there is none. */
bool why_keys__of(const struct why_look *l, const struct sct_why_task *t, struct sct_why_key *k);
/* The same, for a file of a task that waits for it in a certain way. */
bool why_keys__file(const struct sct_why_file *f, enum why_wait wait, struct sct_why_key *k);
/* Sorts the holders that were read. */
void why_keys__sort(struct why_look *l);
/* Returns the holders of a file, and their number in *n. */
const struct sct_why_holder *why_keys__find(const struct why_look *l, const struct sct_why_key *k, size_t *n);

#endif
