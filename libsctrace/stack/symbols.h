/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions of a file by address. */
#ifndef SCT_SYMBOLS_H
#define SCT_SYMBOLS_H

#include <elfutils/libdwfl.h>
#include <stdint.h>

struct symbols;
struct demangler;

int demangler__new(struct demangler **out);
void demangler__free(struct demangler *d);
/* Reads the symbols of a module. Returns NULL without memory. */
struct symbols *symbols__new(Dwfl_Module *mod);
void symbols__free(struct symbols *s);
/*
 * Returns the demangled name of the function at an address of the module, or NULL. *off: offset of addr in the
 * function.
 */
const char *symbols__name(struct symbols *s, struct demangler *d, uint64_t addr, uint64_t *off);

#endif
