/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Messages that say why this process may not use bpf(). */
#ifndef SCT_LOAD_DENIED_H
#define SCT_LOAD_DENIED_H

#include "util/errmsg.h"

/* Writes into w why bpf() failed with err (-EPERM, -EACCES or -ENOSYS), and what to do. Returns err. */
int denied__why(const struct errmsg *w, int err);

#endif
