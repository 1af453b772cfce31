/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Mapped files as modules of libdw. libdw gives each module one range of addresses, and ranges must not overlap. That does
 * not fit a file that is mapped twice, or another file between the mappings of one file. Therefore modules get addresses
 * here that no process uses, and the addresses in registers and stacks are translated. A module is then the same for every
 * process and every mapping of its file.
 */
#ifndef SCT_MODULES_H
#define SCT_MODULES_H

#include <elfutils/libdwfl.h>

#include "stack/space.h"

struct modules;
struct module;

/*
 * Creates an empty set. serial is a number other than 0 that no other struct modules has, word the size of an address.
 * Returns 0 or -ENOMEM.
 */
int modules__new(struct modules **out, unsigned serial, unsigned word);
void modules__free(struct modules *m);
Dwfl *modules__dwfl(const struct modules *m);
/* True if the limit of files is reached, so that the set should be freed and created anew. */
bool modules__full(const struct modules *m);
/* Opens the files of new mappings, and stores in each mapping how its addresses are translated. */
void modules__report(struct modules *m, struct space *sp);
/* Translates an address of the process to a module's. Returns addr itself if no file that libdw can read is mapped. */
uint64_t modules__to(struct modules *m, const struct space *sp, uint64_t addr);
/* Returns the address of the process that modules__to() translated to addr last. */
uint64_t modules__from(const struct modules *m, uint64_t addr);
/*
 * Returns the demangled name of the function at an address of a module, valid until modules__free(), or NULL. *off gets
 * the offset of the address from the function's beginning.
 */
const char *modules__symbol(struct modules *m, uint64_t addr, uint64_t *off);

#endif
