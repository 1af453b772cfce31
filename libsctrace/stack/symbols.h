/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The functions of a file by address: read once, for all processes that map it. */
#ifndef SCT_SYMBOLS_H
#define SCT_SYMBOLS_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

struct symbols;
struct symbols_cache;

int symbols_cache__new(struct symbols_cache **out);
void symbols_cache__free(struct symbols_cache *c);
/* Of a module, which is of that file. NULL: no memory. Stays the cache's. */
struct symbols *symbols__get(struct symbols_cache *c, Dwfl_Module *mod, const char *path);
/*
 * The function that has the address (bytes above the module's start), demangled,
 * or NULL; *off: the address's distance to its beginning.
 */
const char *symbols__name(struct symbols_cache *c, struct symbols *s, uint64_t addr, uint64_t *off);

#endif
