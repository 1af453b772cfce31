/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The functions of a file by address: read once, when the first name is asked for. */
#ifndef SCT_SYMBOLS_H
#define SCT_SYMBOLS_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

struct symbols;
struct demangler;

int demangler__new(struct demangler **out);
void demangler__free(struct demangler *d);
/* The symbols of a module. NULL: no memory. */
struct symbols *symbols__new(Dwfl_Module *mod);
void symbols__free(struct symbols *s);
/*
 * The function that has the module's address, demangled, or NULL; *off: the
 * address's distance to its beginning.
 */
const char *symbols__name(struct symbols *s, struct demangler *d, uint64_t addr, uint64_t *off);

#endif
