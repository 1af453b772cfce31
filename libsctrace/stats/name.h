/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of files and peers as the kernel's side keeps them, as text. */
#ifndef SCT_NAME_H
#define SCT_NAME_H

#include <stddef.h>

#include "kstats_abi.h"

/* In text, or NULL if there is no name. */
const char *name__text(const struct kstat_name *name, char *text, size_t size);

#endif
