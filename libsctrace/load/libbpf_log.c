// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * libbpf has one print callback for the process, and no other way to be silenced. While any thread is between begin and
 * end, the callback is print(), which passes messages of other threads on to the host's callback. The last end restores
 * the host's callback.
 */
#include "load/libbpf_log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

#include <bpf/libbpf.h>

/* global, because libbpf's callback is */
static struct {
	pthread_mutex_t lock;
	unsigned users;
	libbpf_print_fn_t host;
} printing = { .lock = PTHREAD_MUTEX_INITIALIZER };

static _Thread_local unsigned silent;

static int print(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	libbpf_print_fn_t host = __atomic_load_n(&printing.host, __ATOMIC_ACQUIRE);

	if (!host || (silent && !secure_getenv("SCTRACE_DEBUG")))
		return 0;
	return host(level, fmt, ap);
}

void libbpf_log__begin(void)
{
	libbpf_print_fn_t now;

	if (silent++)
		return;
	pthread_mutex_lock(&printing.lock);
	printing.users++;
	/* the host may have set another callback since */
	now = libbpf_set_print(print);
	if (now != print)
		__atomic_store_n(&printing.host, now, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&printing.lock);
}

void libbpf_log__end(void)
{
	libbpf_print_fn_t now;

	if (--silent)
		return;
	pthread_mutex_lock(&printing.lock);
	if (!--printing.users) {
		now = libbpf_set_print(printing.host);
		if (now != print)
			libbpf_set_print(now);
	}
	pthread_mutex_unlock(&printing.lock);
}
