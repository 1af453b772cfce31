// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "options.h"
#include "run.h"

int main(int argc, char **argv)
{
	struct options o;

	options__parse(&o, argc, argv);
	return run(&o);
}
