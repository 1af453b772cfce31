/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Suppresses libbpf's messages about our objects, but not those about the host's objects. */
#ifndef SCT_LOAD_LIBBPF_LOG_H
#define SCT_LOAD_LIBBPF_LOG_H

/*
 * Between begin and end, libbpf's messages of this thread are dropped, unless the environment has SCTRACE_DEBUG.
 * Pairs may be nested.
 */
void libbpf_log__begin(void);
void libbpf_log__end(void);

#endif
