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
	const struct bell *b = ctx;
	struct kstat_born born;

	if (size < sizeof(born) || !b->attached)
		return 0;
	memcpy(&born, data, sizeof(born));
	b->attached(b->ctx, (pid_t)born.tid, 0);
	return 0;
}

int bell__open(struct bell *b, int fd)
{
	int err;

	quiet__begin();
	b->ring = ring_buffer__new(fd, on_bell, b, NULL);
	err = b->ring ? 0 : -errno;
	quiet__end();
	return err;
}

int bell__fd(const struct bell *b)
{
	return ring_buffer__epoll_fd(b->ring);
}

void bell__hear(struct bell *b, uint64_t untold)
{
	ring_buffer__consume(b->ring);
	if (untold > b->untold)
		b->attached(b->ctx, 0, untold - b->untold);
	b->untold = untold;
}

void bell__close(struct bell *b)
{
	ring_buffer__free(b->ring);
}
