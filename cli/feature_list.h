/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_FEATURE_LIST_H
#define CLI_FEATURE_LIST_H

#include "options.h"

/* sctrace --features: what the kernel has, as text or JSON. Returns the exit status. */
int feature_list(const struct options *o);

#endif
