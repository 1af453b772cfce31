/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Mapped files as modules of libdw. libdw gives each module one range of addresses, and the ranges must not overlap.
 * That is not possible if a file is mapped twice, or if another file is mapped between two parts of a file. Therefore
 * modules get addresses here that no process uses, and addresses in registers and stacks are translated. A file thus
 * has the same module in all processes and mappings.
 */
#ifndef SCT_MODULES_H
#define SCT_MODULES_H

#include <elfutils/libdwfl.h>

#include "stack/space.h"

struct modules;
struct module;

/* Creates an empty set. serial: not 0, and different for each set; word: bytes of an address. Returns 0 or -ENOMEM. */
int modules__new(struct modules **out, unsigned serial, unsigned word);
void modules__free(struct modules *m);
Dwfl *modules__dwfl(const struct modules *m);
/* True if the set has too many files, so that it should be freed and created anew. */
bool modules__full(const struct modules *m);
/* Opens the files of new mappings, and stores in each mapping how to translate its addresses. */
void modules__report(struct modules *m, struct space *sp);
/*
 * Translates an address of the process to one of a module. Returns addr itself if no file that libdw can read is mapped
 * there.
 */
uint64_t modules__to(struct modules *m, const struct space *sp, uint64_t addr);
/* Returns the address of the process that modules__to() has last translated to addr. */
uint64_t modules__from(const struct modules *m, uint64_t addr);
/*
 * Returns the demangled name of the function at an address of a module, valid until modules__free(), or NULL. *off:
 * offset of the address in the function.
 */
const char *modules__symbol(struct modules *m, uint64_t addr, uint64_t *off);

#endif
