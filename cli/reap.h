/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Waits for children of this process as soon as they end, because a traced program may wait until a child's number is
 * free. The children are the command, tasks that it makes with CLONE_PARENT, the reader of -o '|CMD', and children of
 * the program that executed sctrace.
 */
#ifndef CLI_REAP_H
#define CLI_REAP_H

#include <stdbool.h>
#include <sys/types.h>

/* Installs the handler of SIGCHLD. command is the pid of the command, or 0. */
void reap__begin(pid_t command);
/* Returns whether the command has ended, and its status as in wait(2). */
bool reap__command(int *status);
/* Returns the pid of another child that has ended, each once, or 0. */
pid_t reap__other(void);

#endif
