// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/wakeup.h"

#include <errno.h>
#include <string.h>

#include <bpf/libbpf.h>

#include "abi/kstats_abi.h"
#include "load/libbpf_log.h"

/* Handles one message. A single byte means that rows fill up, for which the reader's wakeup is enough. */
static int on_message(void *ctx, void *data, size_t size)
{
	const struct wakeup *w = ctx;
	struct kstat_born born;

	if (size < sizeof(born) || !w->attached)
		return 0;
	memcpy(&born, data, sizeof(born));
	w->attached(w->ctx, (pid_t)born.tid, 0);
	return 0;
}

int wakeup__open(struct wakeup *w, int fd)
{
	int err;

	libbpf_log__begin();
	w->ring = ring_buffer__new(fd, on_message, w, NULL);
	err = w->ring ? 0 : -errno;
	libbpf_log__end();
	return err;
}

int wakeup__fd(const struct wakeup *w)
{
	return ring_buffer__epoll_fd(w->ring);
}

void wakeup__hear(struct wakeup *w, uint64_t unreported)
{
	ring_buffer__consume(w->ring);
	if (unreported > w->unreported)
		w->attached(w->ctx, 0, unreported - w->unreported);
	w->unreported = unreported;
}

void wakeup__close(struct wakeup *w)
{
	ring_buffer__free(w->ring);
}
