// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/wakeup.h"

#include <errno.h>
#include <string.h>

#include <bpf/libbpf.h>

#include "abi/kstats_abi.h"
#include "load/libbpf_log.h"

/* A byte is of the rows: there is nothing to be read of it here. */
static int on_bell(void *ctx, void *data, size_t size)
{
	const struct wakeup *b = ctx;
	struct kstat_born born;

	if (size < sizeof(born) || !b->attached)
		return 0;
	memcpy(&born, data, sizeof(born));
	b->attached(b->ctx, (pid_t)born.tid, 0);
	return 0;
}

int wakeup__open(struct wakeup *b, int fd)
{
	int err;

	libbpf_log__begin();
	b->ring = ring_buffer__new(fd, on_bell, b, NULL);
	err = b->ring ? 0 : -errno;
	libbpf_log__end();
	return err;
}

int wakeup__fd(const struct wakeup *b)
{
	return ring_buffer__epoll_fd(b->ring);
}

void wakeup__hear(struct wakeup *b, uint64_t untold)
{
	ring_buffer__consume(b->ring);
	if (untold > b->untold)
		b->attached(b->ctx, 0, untold - b->untold);
	b->untold = untold;
}

void wakeup__close(struct wakeup *b)
{
	ring_buffer__free(b->ring);
}
