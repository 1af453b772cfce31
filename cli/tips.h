/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --tips */
#ifndef CLI_TIPS_H
#define CLI_TIPS_H

struct options;

/* The tip that was asked for, to stderr, if one was. */
void tips__print(const struct options *o);

#endif
