// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/guard.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void guard__open(struct guard *g)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	g->owner = getpid();
	if (p == MAP_FAILED)
		return;
	if (madvise(p, size, MADV_WIPEONFORK)) {
		munmap(p, size);
		return;
	}
	g->mark = p;
	*g->mark = 1;
}

void guard__close(struct guard *g)
{
	if (g->mark)
		munmap(g->mark, (size_t)sysconf(_SC_PAGESIZE));
	g->mark = NULL;
}

bool guard__ours(const struct guard *g)
{
	return g->mark ? *g->mark : g->owner == getpid();
}

int guard__refuse(struct guard *g)
{
	if (!g->busy)
		return 0;
	snprintf(g->last, sizeof(g->last), "this function must not be called from a callback of the same handle");
	return -EBUSY;
}

int guard__enter(struct guard *g)
{
	int err = guard__refuse(g);

	if (err)
		return err;
	err = guard__begin(g);
	g->busy = !err;
	return err;
}

int guard__leave(struct guard *g, int err)
{
	g->busy = false;
	return guard__end(g, err);
}

int guard__begin(struct guard *g)
{
	g->now[0] = '\0';
	if (guard__ours(g))
		return 0;
	snprintf(g->last, sizeof(g->last), "this handle belongs to the parent process: a child can only close it");
	return -EPERM;
}

int guard__end(struct guard *g, int err)
{
	if (err >= 0)
		return err;
	if (!g->now[0])
		snprintf(g->now, sizeof(g->now), "%s", strerror(-err));
	memcpy(g->last, g->now, sizeof(g->last));
	return err;
}

int guard__fail(struct guard *g, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(g->now, sizeof(g->now), fmt, ap);
	va_end(ap);
	return err;
}

int guard__invalid(struct guard *g, const char *text)
{
	int err = guard__refuse(g);

	if (!err)
		err = guard__begin(g);
	return err ? err : guard__end(g, guard__fail(g, -EINVAL, "%s", text));
}

int guard__alive(struct guard *g, enum life life)
{
	return life == LIFE_STOPPED ? guard__fail(g, -ESHUTDOWN, "this handle was stopped: open another one") : 0;
}

void guard__copy(const struct guard *g, char *errmsg, size_t size)
{
	if (errmsg && size)
		snprintf(errmsg, size, "%s", g->last);
}
