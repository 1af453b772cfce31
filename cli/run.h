/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "options.h"

/* Traces as the options say. Returns the exit status, or kills this process with the signal that killed the command. */
int run(const struct options *o);

#endif
