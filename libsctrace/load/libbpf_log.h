/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* libbpf's messages: no business of a library's stderr, but the host may want those of its own objects. */
#ifndef SCT_LOAD_LIBBPF_LOG_H
#define SCT_LOAD_LIBBPF_LOG_H

/*
 * Between these, what libbpf prints for this thread is dropped; SCTRACE_DEBUG in
 * the environment shows it. Pairs may be nested.
 */
void libbpf_log__begin(void);
void libbpf_log__end(void);

#endif
