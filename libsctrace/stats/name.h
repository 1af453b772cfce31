/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of files and peers as the kernel's side keeps them, as text. */
#ifndef SCT_NAME_H
#define SCT_NAME_H

#include <stddef.h>

#include "abi/kstats_abi.h"

#define NAME_TEXT_MAX 512 /* bytes of such a text: 108 quoted ones have room */

/*
 * In text, or NULL if there is no name. Of a peer it is printable: a unix socket's name with other bytes is quoted as
 * strace quotes strings. Of a file it has the bytes of its path.
 */
const char *name__text(const struct kstat_name *name, char *text, size_t size);

#endif
