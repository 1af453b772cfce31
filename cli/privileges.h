/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Checks where the privileges come from and what they may be used for, and drops them. */
#ifndef CLI_PRIVILEGES_H
#define CLI_PRIVILEGES_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"

/*
 * Must be called first. Prevents other processes of the user from taking descriptors of this one (pidfd_getfd(2)),
 * whatever fs.suid_dumpable is. If the capabilities come from the file of the command, takes CAP_DAC_* out of effect, so
 * that files that the user names are opened with the user's own permissions; the library raises them for the kernel's
 * own files only (util/caps.h).
 */
void privileges__begin(void);
/* Returns 0, or prints a message and returns 1 if these privileges must not be used for what the options ask for. */
int privileges__check(const struct options *o);
/*
 * Returns whether the capabilities come from the file of the command, without CAP_SYS_PTRACE. Then users may trace only
 * what strace would let them trace: see own_only in sctrace.h.
 */
bool privileges__own_only(void);
/*
 * Must be called when everything is open. Sets --priority, drops all privileges that are not needed later, and sets
 * no_new_privs. Returns 0, or prints a message and returns 1.
 */
int privileges__drop(const struct options *o);
/*
 * Puts the capabilities to load programs into effect again, if --top has kept them. *before: those in effect now, for
 * privileges__lower().
 */
void privileges__raise(uint64_t *before);
void privileges__lower(uint64_t before);

/*
 * Gives up all capabilities, and lets the user's processes attach to this one: a child that did neither would not be
 * one that the user could trace.
 */
void privileges__none(void);

#endif
