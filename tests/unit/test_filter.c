// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Sets of statuses and signals, as strace's options have them. */
#include <criterion/criterion.h>
#include <errno.h>

#include "sink/filter.h"

static char errmsg[64];

static struct filter of(const char *status, const char *signals)
{
	struct filter f;

	cr_assert_eq(filter__parse(&f, status, signals, errmsg, sizeof(errmsg)), 0, "%s %s", status, signals);
	return f;
}

static void bad(const char *status, const char *signals, const char *message)
{
	struct filter f;

	cr_expect_eq(filter__parse(&f, status, signals, errmsg, sizeof(errmsg)), -EINVAL, "%s %s", status, signals);
	cr_expect_str_eq(errmsg, message);
	cr_expect_eq(filter__parse(&f, status, signals, NULL, 0), -EINVAL);
}

Test(filter, everything_unless_asked)
{
	struct filter f = of(NULL, NULL);

	cr_expect(!f.by_status);
	for (int i = 0; i < NSTATUS; i++)
		cr_expect(filter__call(&f, i));
	for (unsigned sig = 0; sig < 200; sig++)
		cr_expect(filter__signal(&f, sig));
}

Test(filter, status)
{
	struct filter f = of("successful", NULL);

	cr_expect(f.by_status);
	cr_expect(filter__call(&f, STATUS_SUCCESSFUL) && !filter__call(&f, STATUS_FAILED));
	f = of("!successful", NULL);
	cr_expect(!filter__call(&f, STATUS_SUCCESSFUL) && filter__call(&f, STATUS_FAILED));
	f = of("Failed,UNFINISHED", NULL);
	cr_expect(filter__call(&f, STATUS_FAILED) && filter__call(&f, STATUS_UNFINISHED));
	cr_expect(!filter__call(&f, STATUS_SUCCESSFUL));
	f = of("none", NULL);
	cr_expect(f.by_status && !filter__call(&f, STATUS_SUCCESSFUL) && !filter__call(&f, STATUS_FAILED));
	f = of("all", NULL);
	cr_expect(filter__call(&f, STATUS_SUCCESSFUL) && filter__call(&f, STATUS_FAILED));
}

Test(filter, signals)
{
	struct filter f = of(NULL, "SIGUSR1,chld,9,rt_1");

	for (unsigned sig = 1; sig <= 64; sig++)
		cr_expect_eq(filter__signal(&f, sig), sig == 10 || sig == 17 || sig == 9 || sig == 33, "%u", sig);
	f = of(NULL, "!1,SIGRTMIN,64");
	for (unsigned sig = 1; sig <= 64; sig++)
		cr_expect_eq(filter__signal(&f, sig), sig != 1 && sig != 32 && sig != 64, "%u", sig);
	f = of(NULL, "none");
	cr_expect(!filter__signal(&f, 1) && !filter__signal(&f, 64) && filter__signal(&f, 0));
	f = of(NULL, ",int,,0,255,");
	cr_expect(filter__signal(&f, 2) && !filter__signal(&f, 1), "empty words and numbers that no signal has");
	f = of(NULL, "!none");
	cr_expect(filter__signal(&f, 1) && filter__signal(&f, 64));
}

Test(filter, what_makes_no_sense)
{
	bad("failing", NULL, "invalid status 'failing'");
	bad("succesful", NULL, "invalid status 'succesful' (did you mean 'successful'?)");
	bad("", NULL, "invalid status ''");
	bad("!", NULL, "invalid status '!'");
	bad(",", NULL, "invalid status ','");
	bad("failed,none", NULL, "invalid status 'none'");
	bad("failed,x,none", NULL, "invalid status 'x'");
	bad(NULL, "", "invalid signal ''");
	bad(NULL, "!", "invalid signal '!'");
	bad(NULL, "SIGITN", "invalid signal 'SIGITN' (did you mean 'SIGINT'?)");
	bad(NULL, "ussr1", "invalid signal 'ussr1' (did you mean 'SIGUSR1'?)");
	bad(NULL, "SIGFOO", "invalid signal 'SIGFOO'");
	bad(NULL, "usr1,-1", "invalid signal '-1'");
	bad(NULL, "256", "invalid signal '256'");
	bad(NULL, "4294967305", "invalid signal '4294967305'");
	bad(NULL, "SIG", "invalid signal 'SIG'");
}
