// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "tips.h"

#include <stdio.h>
#include <sys/random.h>

#include "options.h"

static const char *const tips[][4] = {
	{ "sctrace -s without a command shows where the time", "of the whole machine goes, by thread and call.",
	  "^C ends it and prints the table." },
	{ "sctrace --by comm,file has a row for each program and file,",
	  "--by peer one for each address that a socket is connected to.",
	  "Keys can be combined; ?KEY is left out where the kernel lacks it." },
	{ "sctrace --top redraws the busiest calls each second.", "t sorts by time, c by calls, / filters, q quits." },
	{ "sctrace --record FILE keeps the raw events;", "sctrace --replay FILE prints them later, as any user,",
	  "with other filters, -v aside, or as --format=json." },
	{ "-e trace=%file selects all calls with a path,", "-e trace=/^epoll those whose names begin with epoll,",
	  "-e trace=!futex all but one." },
	{ "-Z prints only calls that failed, -z only those that succeeded.", "Together with -f, -Z finds the file",
	  "that a program looks for and does not find." },
	{ "-o '|grep -v futex' pipes the lines through a command.", "sctrace waits for its end." },
	{ "-p \"$(pidof nginx)\" takes a list of processes.",
	  "With -f all their threads, and what they start, are traced." },
	{ "A process that is traced by sctrace is never stopped:", "it can be in production, under a debugger",
	  "or under strace, and a second sctrace can trace it." },
	{ "sctrace --doctor lists what this host lacks for tracing,", "and what to type to mend it." },
	{ "If events are lost, which is always reported,", "--ring-size gives them more room.",
	  "-e leaves calls out in the kernel, which is cheaper still." },
	{ "kill -USR1 makes a running summary print what it has so far.",
	  "kill -HUP makes sctrace -o FILE open FILE again,", "to rotate logs." },
};

#define NTIPS (sizeof(tips) / sizeof(tips[0]))

void tips__print(const struct options *o)
{
	uint32_t id = o->start.tip_id;
	bool full = o->start.tip == TIP_FULL;
	const char *const *tip;
	char text[1024];
	int n = 0;

	if (o->start.tip == TIP_NONE)
		return;
	if (id == TIP_RANDOM && getrandom(&id, sizeof(id), GRND_NONBLOCK) < 0)
		id = 0;
	tip = tips[id % NTIPS];
	if (full)
		n = sprintf(text, "\n  ---- tip %u of %zu ----------------------------------------------\n",
			    (unsigned)(id % NTIPS), NTIPS);
	for (unsigned i = 0; i < 4 && tip[i]; i++)
		n += sprintf(text + n, "  %s%s\n", i ? "     " : "tip: ", tip[i]);
	if (full)
		sprintf(text + n, "  ---------------------------- more: man sctrace, EXAMPLES ----\n\n");
	fputs(text, stderr);
}
