// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <sys/syscall.h>

#include "lookup/select.h"

static struct selection set;
static char *errmsg;

static bool has(unsigned nr)
{
	return select__has(&set, abi__row(abi__native(), nr), abi__native());
}

static void parse(const char *expr)
{
	select__free(&set);
	cr_assert_eq(select__parse(&set, expr, &errmsg), 0, "'%s' is refused", expr);
	cr_assert_null(errmsg);
}

/* Checks that the expression is refused with this reason. */
static void refused(const char *expr, const char *reason)
{
	select__free(&set);
	cr_assert_eq(select__parse(&set, expr, &errmsg), -EINVAL, "'%s' is not refused", expr);
	cr_assert_null(set.rows);
	cr_assert_not_null(errmsg);
	cr_assert_str_eq(errmsg, reason);
	free(errmsg);
	errmsg = NULL;
}

static unsigned count(void)
{
	unsigned n = 0;

	for (unsigned nr = 0; nr < abi__native()->nr_max; nr++)
		n += abi__row(abi__native(), nr) && has(nr);
	return n;
}

static void done(void)
{
	select__free(&set);
}

TestSuite(select, .fini = done);

Test(select, names)
{
	parse("openat,read");
	cr_assert(has(SYS_openat) && has(SYS_read));
	cr_assert_eq(count(), 2);
	cr_assert_not(set.all);
}

Test(select, all_but)
{
	unsigned n;

	parse("all");
	n = count();
	cr_assert(set.all);
	parse("!read,write");
	cr_assert_not(has(SYS_read) || has(SYS_write));
	cr_assert(has(SYS_openat));
	cr_assert(set.all, "calls without a row are shown too");
	cr_assert_eq(count(), n - 2);
}

Test(select, none)
{
	parse("none");
	cr_assert_eq(count(), 0);
	cr_assert_not(set.all);
	parse("!none");
	cr_assert(set.all && has(SYS_read));
	parse("!all");
	cr_assert_eq(count(), 0);
	cr_assert_not(set.all);
}

Test(select, classes)
{
	parse("%file");
	cr_assert(has(SYS_openat) && has(SYS_execve) && has(SYS_statx));
	cr_assert_not(has(SYS_read) || has(SYS_brk) || has(SYS_socket));
	parse("%desc");
	cr_assert(has(SYS_read) && has(SYS_openat) && has(SYS_mmap) && has(SYS_epoll_wait));
	cr_assert_not(has(SYS_brk) || has(SYS_socket));
	parse("%process");
	cr_assert(has(SYS_clone) && has(SYS_execve) && has(SYS_exit_group) && has(SYS_wait4) && has(SYS_kill));
	cr_assert_not(has(SYS_read));
	parse("%network");
	cr_assert(has(SYS_socket) && has(SYS_connect) && has(SYS_sendmsg));
	cr_assert_not(has(SYS_read));
	parse("%signal");
	cr_assert(has(SYS_rt_sigaction) && has(SYS_kill) && has(SYS_rt_sigreturn));
	parse("%ipc");
	cr_assert(has(SYS_shmget) && has(SYS_semop) && has(SYS_msgsnd));
	cr_assert_eq(count(), 12 - 1 + 1 - 0 - (unsigned)!has(SYS_semtimedop));
	parse("%memory");
	cr_assert(has(SYS_mmap) && has(SYS_brk) && has(SYS_munmap) && has(SYS_mprotect));
	parse("%creds");
	cr_assert(has(SYS_getuid) && has(SYS_setresgid) && has(SYS_capget));
	parse("%clock");
	cr_assert(has(SYS_clock_gettime) && has(SYS_gettimeofday));
	parse("%pure");
	cr_assert(has(SYS_getpid) && !has(SYS_read));
}

/* strace takes these without the %, as it always did. */
Test(select, old_class_names)
{
	parse("file,network");
	cr_assert(has(SYS_openat) && has(SYS_socket));
}

Test(select, stat_classes)
{
	parse("stat");
	cr_assert(has(SYS_stat));
	cr_assert_eq(count(), 1, "the call, not the class");
	parse("%stat");
	cr_assert(has(SYS_stat) && !has(SYS_lstat) && !has(SYS_fstat));
	parse("%fstat");
	cr_assert(has(SYS_fstat) && has(SYS_newfstatat));
	parse("%%stat");
	cr_assert(has(SYS_stat) && has(SYS_lstat) && has(SYS_fstat) && has(SYS_statx));
	parse("%%statfs");
	cr_assert(has(SYS_statfs) && has(SYS_fstatfs));
}

Test(select, regex)
{
	parse("/^epoll_");
	cr_assert(has(SYS_epoll_wait) && has(SYS_epoll_ctl) && !has(SYS_poll));
	parse("/^(read|write)$");
	cr_assert_eq(count(), 2);
	parse("!/.");
	cr_assert_eq(count(), 0);
}

Test(select, numbers)
{
	parse("0");
	cr_assert(has(SYS_read));
	cr_assert_eq(count(), 1);
}

Test(select, optional)
{
	parse("?no_such_call,read");
	cr_assert_eq(count(), 1);
	parse("?write");
	cr_assert(has(SYS_write));
}

Test(select, mixed)
{
	parse("%memory,read");
	cr_assert(has(SYS_brk) && has(SYS_read) && !has(SYS_openat));
	parse("!%file,%desc");
	cr_assert(!has(SYS_openat) && !has(SYS_read) && has(SYS_brk));
}

Test(select, what_names_nothing_is_an_error)
{
	refused("no_such_call", "invalid system call 'no_such_call'");
	refused("read,qqq,write", "invalid system call 'qqq'");
	refused("!qqq", "invalid system call 'qqq'");
	refused("%qqq", "invalid system call '%qqq'");
	refused("99999", "invalid system call '99999'");
	refused("-1", "invalid system call '-1'");
	refused("0x1", "invalid system call '0x1'");
	refused("/^nothing_is_called_so$", "invalid system call '/^nothing_is_called_so$'");
	refused("", "invalid system call ''");
	refused("!", "invalid system call '!'");
	refused(",", "invalid system call ','");
	refused("none,read", "invalid system call 'none'");
	refused("net", "invalid system call 'net' (did you mean '%net'?)");
	refused("clock", "invalid system call 'clock' (did you mean '%clock'?)");
	refused("read@16", "incorrect personality designator '16' in qualification 'read@16'");
	refused("@64", "invalid system call '@64'");
	refused("/[", "regcomp: [: Invalid regular expression");
	/* the C library would allocate memory for a number of states that grows exponentially */
	refused("/a+++++++++++++++++++++++++++++++++++++",
		"regcomp: a+++++++++++++++++++++++++++++++++++++: Memory exhausted");
}

/* A variant is not a separate call: the selection of its base applies. */
Test(select, variants_are_not_named)
{
	parse("all");
	for (unsigned i = 0; i < sct_nrows; i++)
		cr_assert(select__has(&set, &sct_rows[i], abi__native()), "%s", sct_rows[i].name);
	parse("fcntl");
	cr_assert_eq(count(), 1);
}

/* A designator limits a word to the calls of one ABI. */
Test(select, personalities)
{
	const struct abi *compat = abi__compat();

	parse("read@64");
	cr_assert(has(SYS_read));
	cr_assert_eq(count(), 1);
	cr_assert_not(compat && select__has(&set, abi__row(compat, 3), compat), "read is 3 in both 32-bit ABIs");
	parse("read@32");
	cr_assert_eq(count(), 0);
	cr_assert(!compat || select__has(&set, abi__row(compat, 3), compat));
	parse("%file@32,/^write$@64");
	cr_assert_eq(count(), 1);
	cr_assert(has(SYS_write));
	parse("!read@32");
	cr_assert(has(SYS_read) && set.all);
	cr_assert_not(select__everything(&set));
	parse("all@32");
	cr_assert_eq(count(), 0);
	cr_assert_eq(set.all, SELECT_32);
}

/* A number selects the call of that number in each ABI. */
Test(select, numbers_of_all_abis)
{
	const struct abi *compat = abi__compat();

	parse("3");
	cr_assert_eq(count(), 1);
	cr_assert(!compat || select__has(&set, abi__row(compat, 3), compat));
	parse("3@64");
	cr_assert(!compat || !select__has(&set, abi__row(compat, 3), compat));
}

Test(select, everything)
{
	parse("all");
	cr_assert(select__everything(&set));
	parse("!none");
	cr_assert(select__everything(&set));
	parse("!read");
	cr_assert_not(select__everything(&set));
}

Test(select, nearest_name)
{
	/* only another ABI has the call */
#if defined(__x86_64__)
	refused("sync_file_range2", "invalid system call 'sync_file_range2' (x86_64 does not have it)");
	refused("?no_such_call,socketcall@64", "invalid system call 'socketcall@64' (x86_64 does not have it)");
	refused("arch_prctl,sync_file_range2@32", "invalid system call 'sync_file_range2@32' (i386 does not have it)");
#elif defined(__riscv)
	refused("dup2", "invalid system call 'dup2' (riscv64 does not have it)");
#endif
	refused("openat3", "invalid system call 'openat3' (did you mean 'openat2'?)");
	refused("opneat", "invalid system call 'opneat' (did you mean 'openat'?)");
	refused("read,GETPID", "invalid system call 'GETPID' (did you mean 'getpid'?)");
	refused("%netwrk", "invalid system call '%netwrk' (did you mean '%network'?)");
	refused("epoll_wiat@64", "invalid system call 'epoll_wiat@64' (did you mean 'epoll_wait'?)");
}
