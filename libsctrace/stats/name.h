/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of files and peers as text, from the bytes that the programs keep. */
#ifndef SCT_NAME_H
#define SCT_NAME_H

#include <stddef.h>

#include "abi/kstats_abi.h"

#define NAME_TEXT_MAX 512 /* bytes of such a text: enough for 108 quoted bytes */

/*
 * Writes the name to `text` and returns it, or returns NULL if there is no name. The name of a peer is printable: a
 * unix socket's name with unprintable bytes is quoted as strace quotes strings. The name of a file has the bytes of
 * its path.
 */
const char *name__text(const struct kstat_name *name, char *text, size_t size);

#endif
