/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Why the kernel does not let this process use bpf(). */
#ifndef SCT_LOAD_DENIED_H
#define SCT_LOAD_DENIED_H

#include "util/errmsg.h"

/* Says in w what stands in the way of a bpf() that failed with err (-EPERM, -EACCES or -ENOSYS). Returns err. */
int denied__why(const struct errmsg *w, int err);

#endif
