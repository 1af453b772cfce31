// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "feature_list.h"
#include "options.h"
#include "run.h"
#include "summary.h"

int main(int argc, char **argv)
{
	struct options o;

	options__parse(&o, argc, argv);
	if (o.features)
		return feature_list(&o);
	/* a capture file has events, not rows; and rows need this kernel's own types */
	if (o.summary && !o.replay && !o.record && !o.btf && !o.without)
		return summary(&o);
	return run(&o);
}
