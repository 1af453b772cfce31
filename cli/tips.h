/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The hints that --tips prints. */
#ifndef CLI_TIPS_H
#define CLI_TIPS_H

struct options;

/* Prints the tip that --tips asks for to stderr, if it is given. */
void tips__print(const struct options *o);

#endif
