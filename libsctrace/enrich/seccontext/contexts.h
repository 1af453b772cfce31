/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Security contexts that files should have, from SELinux's database, through libselinux. */
#ifndef SCT_ENRICH_SECCONTEXT_CONTEXTS_H
#define SCT_ENRICH_SECCONTEXT_CONTEXTS_H

#include <stdint.h>

struct contexts;

/* Opens the database. Returns 0, -ENOTSUP if built without libselinux, or -errno of selabel_open(3). */
int contexts__open(struct contexts **out);
void contexts__close(struct contexts *c);
/*
 * Returns the context for a path and a type of file (S_IFMT), valid until the next call; NULL: the database has none.
 */
const char *contexts__expected(struct contexts *c, const char *path, uint32_t mode);

#endif
