/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --background and --pid-file: sctrace goes on in the background when tracing has begun. */
#ifndef CLI_DAEMON_H
#define CLI_DAEMON_H

struct options;

/*
 * With --background, forks. The parent waits until the child has called daemon__ready(), or has ended with an error, and
 * exits with its status; this function returns only in the child, which is in a new session. Opens and locks the
 * file of --pid-file. Returns 0, or prints a message and returns 1.
 */
int daemon__start(const struct options *o);
/*
 * Called when tracing has begun: lets go of the terminal, and lets the parent exit. Standard error stays open if it is a
 * file.
 */
void daemon__ready(const struct options *o);
/* Removes the file of --pid-file, if it was written. */
void daemon__end(void);

#endif
