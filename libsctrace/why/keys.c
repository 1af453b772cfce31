// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/keys.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/grow.h"

#define TCP 6

/* True for 127.0.0.0/8 and ::1. An IPv4 address has zeros after its 4 bytes. */
static bool is_loopback(const uint8_t *a)
{
	static const uint8_t zeros[15];

	return (a[0] == 127 && !memcmp(a + 4, zeros, 12)) || (a[15] == 1 && !memcmp(a, zeros, 15));
}

/* The peer's socket has the same addresses the other way round. On loopback it is in the same network namespace. */
static void inet_key(const struct sct_why_ends *e, struct sct_why_key *k)
{
	k->kind = SCT_WHY_INET;
	k->netns = is_loopback(e->remote) ? e->netns : 0;
	memcpy(k->local, e->remote, sizeof(k->local));
	memcpy(k->remote, e->local, sizeof(k->remote));
	k->local_port = e->remote_port;
	k->remote_port = e->local_port;
}

bool why_keys__file(const struct sct_why_file *f, enum why_wait wait, struct sct_why_key *k)
{
	memset(k, 0, sizeof(*k));
	switch (f->kind) {
	case SCT_WHY_PIPE:
		k->kind = SCT_WHY_PIPE;
		k->id = f->id;
		return true;
	case SCT_WHY_UNIX:
		k->kind = SCT_WHY_UNIX;
		k->id = f->peer;
		return f->peer;
	case SCT_WHY_INET:
		if (wait == WAIT_CONNECT && f->protocol == TCP) {
			k->kind = SCT_WHY_LISTEN;
			k->netns = f->ends.netns;
			k->local_port = f->ends.remote_port;
		} else {
			inet_key(&f->ends, k);
		}
		return f->ends.remote_port;
	case SCT_WHY_ANON:
		k->kind = SCT_WHY_ANON;
		k->id = f->id;
		return f->id;
	default:
		k->kind = SCT_WHY_FUSE;
		k->id = f->fuse;
		return f->fuse;
	}
}

bool why_keys__of(const struct why_look *l, const struct sct_why_task *t, struct sct_why_key *k)
{
	enum why_wait wait = why_look__wait(l, t);

	memset(k, 0, sizeof(*k));
	switch (wait) {
	case WAIT_FLOCK:
	case WAIT_FCNTL:
		k->kind = SCT_WHY_INODE;
		k->id = t->file.kind == SCT_WHY_INODE ? t->file.id : 0;
		return k->id;
	case WAIT_READ:
	case WAIT_WRITE:
	case WAIT_CONNECT:
		return why_keys__file(&t->file, wait, k);
	default:
		k->kind = SCT_WHY_FUSE;
		k->id = t->file.fuse;
		return k->id;
	}
}

static bool same(const struct sct_why_key *a, const struct sct_why_key *b)
{
	return !memcmp(a, b, sizeof(*a));
}

int why_keys__make(const struct why_look *l, struct sct_why_key **keys, size_t *n)
{
	/* every server of FUSE, for calls whose file is known by its path only, and others of which there are few */
	static const uint8_t all[] = { SCT_WHY_FUSE, SCT_WHY_NAMED, SCT_WHY_UFFD, SCT_WHY_BOUND };
	size_t cap = 0;

	if (!GROW(*keys, cap, sizeof(all) + l->nfds))
		return -ENOMEM;
	for (size_t i = 0; i < sizeof(all); i++)
		(*keys)[(*n)++] = (struct sct_why_key){ .kind = all[i] };
	for (size_t i = 0; i < l->nfds; i++)
		*n += why_keys__file(&l->fds[i].file, WAIT_READ, &(*keys)[*n]);
	for (uint32_t i = 0; i < l->ntasks; i++) {
		if (!GROW(*keys, cap, *n + 1))
			return -ENOMEM;
		if (why_keys__of(l, &l->tasks[i], &(*keys)[*n]) && !(*n && same(&(*keys)[*n - 1], &(*keys)[*n])))
			++*n; /* threads of a pool wait for the same one */
	}
	return 0;
}

static int by_key(const void *a, const void *b)
{
	const struct sct_why_holder *x = a, *y = b;
	int d = memcmp(&x->key, &y->key, sizeof(x->key));

	if (d)
		return d;
	if (x->tgid != y->tgid)
		return x->tgid < y->tgid ? -1 : 1;
	return (x->fd > y->fd) - (x->fd < y->fd);
}

void why_keys__sort(struct why_look *l)
{
	struct sct_why_holder *v = (struct sct_why_holder *)l->holder_bytes.p;

	l->nholders = l->holder_bytes.len / sizeof(*v);
	if (l->nholders)
		qsort(v, l->nholders, sizeof(*v), by_key);
	l->holders = v;
}

const struct sct_why_holder *why_keys__find(const struct why_look *l, const struct sct_why_key *k, size_t *n)
{
	size_t low = 0, high = l->nholders, end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (memcmp(&l->holders[mid].key, k, sizeof(*k)) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < l->nholders && !memcmp(&l->holders[end].key, k, sizeof(*k)); end++)
		;
	*n = end - low;
	return l->holders + low;
}
