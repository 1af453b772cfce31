// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <sys/syscall.h>

#include "lookup/abi.h"
#include "lookup/operands.h"
#include "sink/fdset.h"

static struct fdset set;

static void parse(const char *text)
{
	fdset__free(&set);
	cr_assert_eq(fdset__parse(&set, text, NULL, 0), 0, "'%s' is refused", text);
}

static void refused(const char *text, const char *reason)
{
	char errmsg[64] = "";

	fdset__free(&set);
	cr_assert_eq(fdset__parse(&set, text, errmsg, sizeof(errmsg)), -EINVAL, "'%s' is not refused", text);
	cr_assert_str_eq(errmsg, reason);
	cr_assert(!fdset__any(&set));
}

Test(fdset, numbers)
{
	parse("3,5");
	cr_assert(fdset__has(&set, 3) && fdset__has(&set, 5) && !fdset__has(&set, 4));
	cr_assert(!fdset__has(&set, -1));
	parse("2147483647,,0");
	cr_assert(fdset__has(&set, INT32_MAX) && fdset__has(&set, 0));
}

Test(fdset, others)
{
	parse("!3");
	cr_assert(!fdset__has(&set, 3) && fdset__has(&set, 4));
	cr_assert(!fdset__has(&set, -1), "what is no descriptor is in no set");
	parse("all");
	cr_assert(fdset__has(&set, 1000000));
	parse("!all");
	cr_assert(!fdset__has(&set, 0) && !fdset__any(&set));
	parse("!none");
	cr_assert(fdset__has(&set, 0));
}

Test(fdset, no_numbers)
{
	refused("", "invalid descriptor ''");
	refused("!", "invalid descriptor '!'");
	refused(",", "invalid descriptor ','");
	refused("1,x", "invalid descriptor 'x'");
	refused("-1", "invalid descriptor '-1'");
	refused("0x3", "invalid descriptor '0x3'");
	refused("2147483648", "invalid descriptor '2147483648'");
	refused("99999999999999999999", "invalid descriptor '99999999999999999999'");
}

static struct operands of(long nr)
{
	return operands__of_all(abi__row(abi__native(), (uint32_t)nr));
}

Test(operands, rows)
{
	cr_assert_eq(of(SYS_read).fds, 1 << 0);
	cr_assert_eq(of(SYS_mmap).fds, 1 << 4);
	cr_assert_eq(of(SYS_openat).fds, 1 << 0);
	cr_assert_eq(of(SYS_openat).paths, 1 << 1);
	cr_assert_eq(of(SYS_ppoll).polls, 1 << 0);
	cr_assert_eq(of(SYS_pselect6).sets, 7 << 1);
	cr_assert(!operands__any(of(SYS_getpid)));
	cr_assert(!operands__any(of(SYS_close_range)), "it is no %%desc call");
}

Test(operands, exceptions)
{
	cr_assert_eq(of(SYS_epoll_ctl).fds, 1 << 2);
	cr_assert_eq(of(SYS_symlinkat).paths, 1 << 2);
	cr_assert_eq(of(SYS_ioctl).fds, 1 << 0, "a variant's second descriptor");
	cr_assert(!operands__any(of(SYS_perf_event_open)));
	cr_assert_eq(of(SYS_fsconfig).fds, 1 << 4);
	cr_assert_eq(of(SYS_fsconfig).paths, 1 << 3);
}
