/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Text that the reader of a pipe, a socket or a terminal has not taken yet: writing it does not wait for the reader. */
#ifndef CLI_BACKLOG_H
#define CLI_BACKLOG_H

#include <stdbool.h>
#include <stddef.h>

#define BACKLOG_FULL 65536 /* bytes; above this, lines are left out instead of being added */

struct backlog {
	bool on;     /* false: writes wait for the reader */
	bool shared; /* other processes have the open file, too: its flags must stay as they are */
	char *text;
	size_t len, size;
};

/*
 * Makes writes to fd return without waiting for the reader, unless fd is a regular file. shared: other processes may
 * have the same open file, whose flags must not change.
 */
void backlog__init(struct backlog *b, int fd, bool shared);
/*
 * Writes what fd takes at once, and keeps the rest. Returns 0, -ENOMEM, or the negative error of write(2); after an
 * error the backlog is empty.
 */
int backlog__write(struct backlog *b, int fd, const char *p, size_t n);
void backlog__free(struct backlog *b);

#endif
