/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --why: whom tasks wait for. */
#ifndef CLI_WHY_H
#define CLI_WHY_H

#include "options.h"

/* Prints what the chosen tasks wait for, once or each --interval. Returns the exit status. */
int why(const struct options *o);

#endif
