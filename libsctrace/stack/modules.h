/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Mapped files as libdw's modules. libdw gives each module one range of
 * addresses, which must not overlap another's: that cannot hold a file that is
 * mapped twice, and what lies between the mappings of one file. So modules have
 * addresses of their own here, above all that a process can map, and the
 * addresses in registers and stacks are translated. A module is then the same
 * for every process and every mapping of its file.
 */
#ifndef SCT_MODULES_H
#define SCT_MODULES_H

#include <elfutils/libdwfl.h>

#include "stack/space.h"

struct modules;
struct module;

/*
 * serial: any number but 0 that no other struct modules has. word: bytes of an
 * address. Returns 0 or -ENOMEM.
 */
int modules__new(struct modules **out, unsigned serial, unsigned word);
void modules__free(struct modules *m);
Dwfl *modules__dwfl(const struct modules *m);
/* Has the limit of files been reached, so that the modules should be made anew? */
bool modules__full(const struct modules *m);
/* Opens the files of the mappings that are not known yet, and notes in each mapping which module it is of. */
void modules__report(struct modules *m, struct space *sp);
/* The module's address for an address of the process; addr itself where no file is mapped that libdw can read. */
uint64_t modules__to(struct modules *m, const struct space *sp, uint64_t addr);
/* The reverse: the address of the process that was translated to addr last. */
uint64_t modules__from(const struct modules *m, uint64_t addr);
/*
 * The function at an address of a module, demangled, or NULL. *off gets the
 * distance of the address to the function's beginning. Valid until modules__free().
 */
const char *modules__symbol(struct modules *m, uint64_t addr, uint64_t *off);

#endif
