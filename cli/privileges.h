/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Whose privileges sctrace runs with, what they are good for, and how long it keeps them. */
#ifndef CLI_PRIVILEGES_H
#define CLI_PRIVILEGES_H

#include <stdbool.h>

#include "options.h"

/*
 * To be called first of all. Keeps other processes of the user from taking this one's descriptors (pidfd_getfd(2),
 * whatever fs.suid_dumpable is) and, if the capabilities come from the command's file, has files that the user names
 * opened with the user's own permissions: CAP_DAC_* stay out of effect but for the kernel's own files (util/caps.h).
 */
void privileges__begin(void);
/* Prints what is wrong and returns 1 if the options ask for what these privileges must not be used for. */
int privileges__check(const struct options *o);
/*
 * Do the capabilities come from the file of a command that any user may run?
 * Then a user traces what strace would let the user trace: see own_only in
 * sctrace.h. CAP_SYS_PTRACE, if the file has it, is strace's word for "all".
 */
bool privileges__own_only(void);
/*
 * When all is open: takes the priority that was asked for, keeps of the
 * privileges what is needed later, and never gets more (no_new_privs). Prints
 * what is wrong and returns 1.
 */
int privileges__drop(const struct options *o);

#endif
