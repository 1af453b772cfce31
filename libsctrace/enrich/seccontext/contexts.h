/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The security contexts that files should have: SELinux's database of them, through libselinux. */
#ifndef SCT_ENRICH_SECCONTEXT_CONTEXTS_H
#define SCT_ENRICH_SECCONTEXT_CONTEXTS_H

#include <stdint.h>

struct contexts;

/* 0; -ENOTSUP: built without libselinux; or what selabel_open(3) fails with. */
int contexts__open(struct contexts **out);
void contexts__close(struct contexts *c);
/* For a path and its type (S_IFMT); NULL: the database says nothing about it. Valid until the next call. */
const char *contexts__expected(struct contexts *c, const char *path, uint32_t mode);

#endif
