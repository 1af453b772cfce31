/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_PROBE_LIST_H
#define CLI_PROBE_LIST_H

#include "options.h"

/* sctrace --list=usdt: the probes of processes or files, as -e usdt= takes them. Returns the exit status. */
int probe_list(const struct options *o);

#endif
