/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Children of this process are waited for as soon as they end: a traced program may wait until the number of one is free.
 * They are the command, what it makes with CLONE_PARENT, the reader of -o '|CMD', and those of whoever called exec(3).
 */
#ifndef CLI_REAP_H
#define CLI_REAP_H

#include <stdbool.h>
#include <sys/types.h>

/* From here on, by a handler of SIGCHLD. command: the number of the command, 0: there is none. */
void reap__begin(pid_t command);
/* Has the command ended? status: as wait(2) gives it. */
bool reap__command(int *status);
/* Takes the number of another child that has ended. 0: there is no further one. */
pid_t reap__other(void);

#endif
