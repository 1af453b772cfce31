// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/edges.h"
#include "why/keys.h"

#define EDGES_MAX 16 /* of one task: a pipe that a thousand processes inherited has more */

int why_holders__add(struct why_look *l, uint32_t task, const struct sct_why_key *k, unsigned fmode, const char *role,
		     enum why_own *own)
{
	size_t n, added = 0;
	const struct sct_why_holder *h = why_keys__find(l, k, &n), *mine = NULL;
	enum why_own with = *own;
	int err = 0;

	for (size_t i = 0; !err && i < n && added < EDGES_MAX; i++) {
		uint32_t to = why_look__process(l, h[i].tgid);

		if (to == WHY_NOBODY || l->tasks[to].tgid == l->self || (fmode && !(h[i].fmode & fmode)))
			continue;
		if (h[i].tgid == l->tasks[task].tgid) {
			mine = &h[i];
			continue;
		}
		err = why_look__edge(l, task, to, true, role, h[i].fd);
		added++;
	}
	/* those that are left out may act, too */
	if (added == EDGES_MAX)
		l->graph.nodes[task].open = true;
	*own = mine && !added ? OWN_ONLY : OWN_NOT;
	if (!err && *own == OWN_ONLY && with != OWN_LEFT_OUT)
		err = why_look__edge(l, task, task, true, role, mine->fd);
	return err;
}
