/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Long options by the beginning of their name. */
#ifndef CLI_OPTIONS_NAMES_H
#define CLI_OPTIONS_NAMES_H

struct options;

/*
 * "--foll" becomes "--follow-forks" if that is the only option of strace's that begins so, whatever sctrace has more
 * of: who is used to strace types it. Exits with strace's message if there are several. Other words stay as they are.
 */
void options__expand(const struct options *o, char **word);

#endif
