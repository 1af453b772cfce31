/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions of options.def for options of the output and of sctrace itself. */
#ifndef CLI_OPTIONS_OUTPUT_H
#define CLI_OPTIONS_OUTPUT_H

struct options;

void option__list(struct options *o, const char *what);
void option__ring_size(struct options *o, const char *bytes);
void option__priority(struct options *o, const char *nice);
void option__inject(struct options *o, const char *arg);

#endif
