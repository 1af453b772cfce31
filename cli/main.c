// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <stdlib.h>

#include "daemon.h"
#include "doctor.h"
#include "options.h"
#include "privileges.h"
#include "probe_list.h"
#include "run.h"
#include "run_stats.h"
#include "tips.h"
#include "why.h"

static int act(const struct options *o)
{
	int status;

	/* reading a capture file, which is not trusted, or listing probes needs no privileges */
	if ((o->replay || o->list) && privileges__drop(o))
		return 1;
	if (o->doctor)
		return doctor(o);
	if (o->list)
		return probe_list(o);
	if (o->why)
		return why(o);
	if (daemon__start(o))
		return 1;
	status = o->stats.on && !options__from_events(o) ? run_stats(o) : RUN_STATS_EVENTS;

	return status == RUN_STATS_EVENTS ? run(o) : status;
}

int main(int argc, char **argv)
{
	struct options o;
	int status;

	privileges__begin();
	options__parse(&o, argc, argv);
	status = privileges__check(&o) ? 1 : act(&o);
	tips__print(&o);
	daemon__end();
	free(o.pids);
	free(o.families);
	free(o.scope.comms);
	free(o.filter.paths);
	free(o.filter.peers);
	free(o.probes);
	free(o.stats.by);
	for (unsigned i = 0; i < 2 * o.stats.nspans; i++)
		free(o.stats.span_ends[i]);
	free(o.stats.span_ends);
	free(o.stats.spans);
	free(o.env);
	free(o.recording.note);
	return status;
}
