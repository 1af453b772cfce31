// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Who has the lock of a file, by the "lock:" lines of /proc/PID/fdinfo/FD: flock(2), fcntl(2), locks of a file. */
#include <stdio.h>
#include <string.h>

#include "util/procfs.h"
#include "why/edges.h"
#include "why/keys.h"

#define LOOKED_AT 256 /* most descriptors of a file that are looked at */

/*
 * A line is "lock:	1: FLOCK  ADVISORY  WRITE 812 fe:00:4711 0 EOF"; the types are FLOCK, POSIX, OFDLCK and LEASE.
 * Returns true if the descriptor has a lock of one of two types.
 */
static bool has_lock(int proc, const struct sct_why_holder *h, const char *a, const char *b)
{
	FILE *f = procfs__file(proc, "%u/fdinfo/%d", h->tid, h->fd);
	char line[256], type[16];
	bool has = false;

	while (f && !has && fgets(line, sizeof(line), f))
		has = sscanf(line, "lock: %*s %15s", type) == 1 && (!strcmp(type, a) || !strcmp(type, b));
	if (f)
		fclose(f);
	return has;
}

int why_locks__edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	bool flock = why_look__wait(l, t) == WAIT_FLOCK, found = false;
	const struct sct_why_holder *h;
	struct sct_why_key k;
	size_t n = 0;
	int err = 0;

	h = why_keys__of(l, t, &k) ? why_keys__find(l, &k, &n) : NULL;
	for (size_t i = 0; !err && i < n && i < LOOKED_AT; i++) {
		uint32_t to = why_look__process(l, h[i].tgid);

		if (to == WHY_NOBODY || (h[i].tgid == t->tgid && !flock) ||
		    !has_lock(l->proc, &h[i], flock ? "FLOCK" : "POSIX", flock ? "FLOCK" : "OFDLCK"))
			continue;
		found = true;
		err = why_look__edge(l, task, to, true, "holder", h[i].fd);
	}
	why_look__say(l, task, found ? "the file is locked" : "the file is locked, by whom is not known", NULL);
	return err;
}
