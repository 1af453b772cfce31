/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes the kernel's capture plans from rows and options. It makes no system calls. */
#ifndef SCT_PLAN_PLAN_H
#define SCT_PLAN_PLAN_H

#include <stdbool.h>

#include "abi/sctrace_abi.h"
#include "lookup/abi.h"
#include "lookup/opts.h"

/* Makes the capture plan of a row; row is NULL for unknown calls. enabled: these calls are reported */
void plan__make(struct sct_plan *p, const struct abi *abi, const struct sct_row *row, const struct decode_opts *opts,
		bool enabled);

#endif
