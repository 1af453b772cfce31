// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes every call on processes, signals, time, ipc and the system with many arguments. None of them reaches the
 * kernel, because a seccomp filter answers: first with an error, then with 0, so that output arguments are decoded as
 * well. It runs under the oracle.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif

#define ARENA (4ul << 20)
#define BAD 0x1234L

/* Memory for pointers, with room after each, so that no fixed-size read runs beyond it. */
static char *arena, *arena_end;

static long mem(const void *p, size_t n)
{
	char *to = arena;

	if (arena + n + 512 > arena_end)
		_exit(1);
	memcpy(to, p, n);
	arena += (n + 256 + 15) & ~15ul;
	return (long)to;
}

#define STR(s) mem(s, sizeof(s))
#define LONGS(...) mem((long[]){ __VA_ARGS__ }, sizeof((long[]){ __VA_ARGS__ }))
#define INTS(...) mem((int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ }))
#define SHORTS(...) mem((short[]){ __VA_ARGS__ }, sizeof((short[]){ __VA_ARGS__ }))

/* Returns n bytes with the values from, from + 1, ... */
static long bytes(unsigned from, size_t n)
{
	unsigned char b[1024];

	for (size_t i = 0; i < n; i++)
		b[i] = from + i;
	return mem(b, n);
}

static long same(int byte, size_t n)
{
	char b[1024];

	memset(b, byte, n);
	return mem(b, n);
}

static void raw(long nr, const long *a)
{
	syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#define CALL(name, ...) raw(SYS_##name, (long[6]){ __VA_ARGS__ })

/* Makes the call with argument `which` set to 0, to each single bit, and to all bits. */
static void bits(long nr, int which, int n, const long *args)
{
	long a[6];

	memcpy(a, args, sizeof(a));
	for (int i = -1; i < n; i++) {
		a[which] = i < 0 ? 0 : (long)(1ul << i);
		raw(nr, a);
	}
	a[which] = n == 64 ? -1 : (long)((1ul << n) - 1);
	raw(nr, a);
}

#define BITS(name, which, n, ...) bits(SYS_##name, which, n, (long[6]){ __VA_ARGS__ })

/* Makes the call with argument `which` set to each number from `from` to `to`. */
static void range(long nr, int which, long from, long to, const long *args)
{
	long a[6];

	memcpy(a, args, sizeof(a));
	for (a[which] = from; a[which] <= to; a[which]++)
		raw(nr, a);
}

#define RANGE(name, which, from, to, ...) range(SYS_##name, which, from, to, (long[6]){ __VA_ARGS__ })

/* ---- every call, with meaningless arguments ---- */

static const short all[] = {
	SYS_rt_sigaction,
	SYS_rt_sigprocmask,
	SYS_nanosleep,
	SYS_getitimer,
	SYS_setitimer,
	SYS_getpid,
	SYS_clone,
	SYS_execve,
	SYS_exit,
	SYS_wait4,
	SYS_kill,
	SYS_uname,
	SYS_semget,
	SYS_semop,
	SYS_semctl,
	SYS_shmdt,
	SYS_shmget,
	SYS_shmat,
	SYS_shmctl,
	SYS_msgget,
	SYS_msgsnd,
	SYS_msgrcv,
	SYS_msgctl,
	SYS_gettimeofday,
	SYS_getrusage,
	SYS_sysinfo,
	SYS_times,
	SYS_ptrace,
	SYS_getuid,
	SYS_syslog,
	SYS_getgid,
	SYS_setuid,
	SYS_setgid,
	SYS_geteuid,
	SYS_getegid,
	SYS_setpgid,
	SYS_getppid,
	SYS_setsid,
	SYS_setreuid,
	SYS_setregid,
	SYS_getgroups,
	SYS_setgroups,
	SYS_setresuid,
	SYS_getresuid,
	SYS_setresgid,
	SYS_getresgid,
	SYS_getpgid,
	SYS_setfsuid,
	SYS_setfsgid,
	SYS_getsid,
	SYS_capget,
	SYS_capset,
	SYS_rt_sigpending,
	SYS_rt_sigtimedwait,
	SYS_rt_sigqueueinfo,
	SYS_rt_sigsuspend,
	SYS_sigaltstack,
	SYS_personality,
	SYS_getpriority,
	SYS_setpriority,
	SYS_sched_setparam,
	SYS_sched_getparam,
	SYS_sched_setscheduler,
	SYS_sched_getscheduler,
	SYS_sched_get_priority_max,
	SYS_sched_get_priority_min,
	SYS_sched_rr_get_interval,
	SYS_sched_yield,
	SYS_vhangup,
	SYS_prctl,
	SYS_adjtimex,
	SYS_setrlimit,
	SYS_settimeofday,
	SYS_reboot,
	SYS_sethostname,
	SYS_setdomainname,
	SYS_init_module,
	SYS_delete_module,
	SYS_nfsservctl,
	SYS_gettid,
	SYS_tkill,
	SYS_futex,
	SYS_sched_setaffinity,
	SYS_sched_getaffinity,
	SYS_lookup_dcookie,
	SYS_set_tid_address,
	SYS_semtimedop,
	SYS_timer_create,
	SYS_timer_settime,
	SYS_timer_gettime,
	SYS_timer_getoverrun,
	SYS_timer_delete,
	SYS_clock_settime,
	SYS_clock_gettime,
	SYS_clock_getres,
	SYS_clock_nanosleep,
	SYS_tgkill,
	SYS_mq_open,
	SYS_mq_unlink,
	SYS_mq_timedsend,
	SYS_mq_timedreceive,
	SYS_mq_notify,
	SYS_mq_getsetattr,
	SYS_kexec_load,
	SYS_waitid,
	SYS_add_key,
	SYS_request_key,
	SYS_keyctl,
	SYS_ioprio_set,
	SYS_ioprio_get,
	SYS_unshare,
	SYS_set_robust_list,
	SYS_get_robust_list,
	SYS_timerfd_create,
	SYS_timerfd_settime,
	SYS_timerfd_gettime,
	SYS_signalfd4,
	SYS_rt_tgsigqueueinfo,
	SYS_perf_event_open,
	SYS_prlimit64,
	SYS_clock_adjtime,
	SYS_setns,
	SYS_getcpu,
	SYS_process_vm_readv,
	SYS_process_vm_writev,
	SYS_kcmp,
	SYS_finit_module,
	SYS_sched_setattr,
	SYS_sched_getattr,
	SYS_seccomp,
	SYS_getrandom,
	SYS_kexec_file_load,
	SYS_bpf,
	SYS_execveat,
	SYS_membarrier,
	SYS_rseq,
	SYS_pidfd_send_signal,
	SYS_pidfd_open,
	SYS_clone3,
	SYS_pidfd_getfd,
	SYS_landlock_create_ruleset,
	SYS_landlock_add_rule,
	SYS_landlock_restrict_self,
	SYS_futex_waitv,
#ifdef __x86_64__
	SYS_pause,
	SYS_alarm,
	SYS_fork,
	SYS_vfork,
	SYS_getrlimit,
	SYS_getpgrp,
	SYS_sysfs,
	SYS_modify_ldt,
	SYS__sysctl,
	SYS_arch_prctl,
	SYS_iopl,
	SYS_ioperm,
	SYS_create_module,
	SYS_get_kernel_syms,
	SYS_query_module,
	SYS_getpmsg,
	SYS_putpmsg,
	SYS_afs_syscall,
	SYS_tuxcall,
	SYS_security,
	SYS_time,
	SYS_set_thread_area,
	SYS_get_thread_area,
	SYS_epoll_ctl_old,
	SYS_epoll_wait_old,
	SYS_vserver,
	SYS_signalfd,
#endif
};

static void nonsense(void)
{
	static const unsigned long first[] = { 0, 1, 0x101, 0x8000000180000001, -8 };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		for (size_t k = 0; k < sizeof(first) / sizeof(*first); k++) {
			long a[6];

			for (int j = 0; j < 6; j++)
				a[j] = first[k] ? first[k] + j : 0;
			raw(all[i], a);
		}
		raw(all[i], (long[]){ -1, -1, -1, -1, -1, -1 });
	}
}

/* ---- processes ---------------------------------------------------------------------- */

static void clones(void)
{
	long tid = INTS(123), big = same(0, 128);

	BITS(clone, 0, 64, 0, 0x1000, tid, tid, 0x5000);
	RANGE(clone, 0, 0, 70, 0, 0, 0, 0, 0);
	CALL(clone, 0x3d0f00, 0x7000, tid, 0x8000, 0x9000);
	CALL(clone, 0x1200011, 0, 0, tid);
	CALL(clone, 0x400011);
	for (int i = -1; i < 64; i++)
		CALL(clone3, LONGS(i < 0 ? 0 : 1l << i, 0, 0, 0, 17, 0x1000, 0x2000, 3, 0, 0, 0), 88);
	CALL(clone3, LONGS(0x80000, 1, 2, 3, 99, 4, 5, 6, 0x7, 8, 9), 88);
	CALL(clone3, LONGS(0, 1, 2, 3, 0x111111111, 4, 5, 6, 0, 0, 9), 64);
	CALL(clone3, big, 63);
	CALL(clone3, big, 96);
	CALL(clone3, BAD, 88);
}

static void waits(void)
{
	long ru = bytes(1, 144), si = INTS(17, 0, 1, 0, 5, 6, 0);

	BITS(wait4, 2, 32, -1, INTS(0), 0, ru);
	RANGE(waitid, 0, 0, 5, 0, 1, si, 4, 0);
	BITS(waitid, 3, 32, 0, 1, si, 0, ru);
	CALL(waitid, 1, -5, same(0, 128), 1, 0);
	RANGE(getrusage, 0, -3, 3, 0, ru);
	RANGE(getrlimit, 0, 0, 20, 0, LONGS(8192 * 1024, -1));
	for (int i = 0; i < 64; i += 5)
		CALL(prlimit64, 0, 7, LONGS(1l << i, (1l << i) + 1), LONGS(1024, 1025));
	CALL(setrlimit, 7, LONGS(-1, -2));
	CALL(setrlimit, 7, BAD);
}

static void schedules(void)
{
	long mask = same(-1, 256);

	RANGE(sched_get_priority_max, 0, 0, 10, 0);
	RANGE(sched_setscheduler, 1, 0, 10, 0, 0, INTS(5));
	CALL(sched_setscheduler, 0, 0x40000001, INTS(-5));
	RANGE(sched_setaffinity, 1, 0, 17, 0, 0, bytes(1, 32));
	CALL(sched_setaffinity, 0, 128, mask);
	CALL(sched_setaffinity, 0, 200, mask);
	CALL(sched_setaffinity, 0, 8, BAD);
	for (int i = 0; i < 10; i++)
		CALL(sched_setattr, 0, INTS(56, 1, i < 8 ? 1 << i : 0x7f, 0, -5, 3, 1, 0, 2, 0, 3, 0, 4, 5), 0);
	for (int size = 0; size < 64; size += 4) {
		CALL(sched_setattr, 0, INTS(size, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 0);
		CALL(sched_getattr, 0, INTS(size, 6, 0x7f, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 64, 0);
	}
	RANGE(getpriority, 0, 0, 4, 0, 0);
	RANGE(ioprio_get, 0, 1, 4, 0, 0);
	for (int i = 0; i < 10; i++)
		CALL(ioprio_set, 1, 0, i << 13 | 5);
	CALL(sched_rr_get_interval, 0, LONGS(1, 2));
	CALL(sched_getparam, 0, INTS(5));
}

static void futexes(void)
{
	long ts = LONGS(1, 2), w = LONGS(1, 2, 2, 3, 0, 0x82, 5, 0x20000, 0x900000002);

	RANGE(futex, 1, 0, 16, 0x1000, 0, 3, ts, 0x5000, 6);
	RANGE(futex, 1, 0x80, 0x90, 0x1000, 0, -1, ts, 0x5000, -1);
	RANGE(futex, 1, 0x100, 0x110, 0x1000, 0, 3, ts, 0x5000, 6);
	RANGE(futex, 1, 0x180, 0x190, 0x1000, 0, 3, ts, 0x5000, 6);
	CALL(futex, 0x1000, 0, 3, 0);
	CALL(futex, 0x1000, 0, 3, BAD);
	BITS(futex, 5, 32, 0x1000, 5, 1, 1, 0x5000, 0);
	for (unsigned i = 0; i < 16; i++)
		CALL(futex, 0x1000, 0x85, 1, 1, 0x5000, i << 28 | i << 24 | i << 12 | i);
	CALL(futex_waitv, w, 3, 0, ts, 1);
	CALL(futex_waitv, 0, 3, 5, 0, 0);
	CALL(membarrier, 0, 0, 0);
	BITS(membarrier, 0, 32, 0, 1, 3);
	BITS(membarrier, 1, 32, 8, 0, 3);
	CALL(get_robust_list, 0, LONGS(0x1000), LONGS(24));
	CALL(get_robust_list, 0, LONGS(0), LONGS(24));
	CALL(rseq, 0x1000, 32, 1, 0x53053053);
	CALL(getcpu, INTS(3), INTS(0), 0);
}

static void creds(void)
{
	static const long versions[] = { 0x19980330, 0x20071026, 0x20080522, 5 };

	for (int i = 0; i < 4; i++) {
		CALL(capget, INTS(versions[i], 5), INTS(1, 2, 3, 4, 5, 6));
		CALL(capset, INTS(versions[i], 5), INTS(-1, 0, 1, -1, 0x1ff, 0x200));
	}
	CALL(capset, 0, INTS(1, 2, 3, 4, 5, 6));
	CALL(getresuid, INTS(0), INTS(1), INTS(-1));
	CALL(getresgid, INTS(0), INTS(1), 0);
	RANGE(setgroups, 0, -1, 5, 0, INTS(0, 1, 100, -1, 7));
	CALL(setgroups, 40, bytes(0, 160));
	CALL(getgroups, 5, INTS(1, 2, 3));
	BITS(unshare, 0, 64, 0);
	BITS(setns, 1, 32, 3, 0);
	BITS(pidfd_open, 1, 32, 3, 0);
}

static void prctls(void)
{
	long mem4 = INTS(1), name = STR("a name"), fprog = LONGS(3, 0x1000);

	/* not 52 with a value that is not a feature: strace 6.1 then prints the text of an earlier call's value */
	RANGE(prctl, 0, 1, 51, 0, mem4, 2, 3, 4);
	RANGE(prctl, 0, 53, 70, 0, mem4, 2, 3, 4);
	RANGE(prctl, 0, 1, 70, 0, 1, 2, 3, 4);
	RANGE(prctl, 0, 1, 70, 0, 0, 0, 0, 0);
	RANGE(prctl, 0, 1, 51, 0, -2, -2, -2, -2);
	RANGE(prctl, 0, 53, 70, 0, -2, -2, -2, -2);
	RANGE(prctl, 1, 0, 70, 1);
	RANGE(prctl, 1, 0, 4, 4);
	RANGE(prctl, 1, 0, 4, 22, 0, fprog, 3, 4);
	RANGE(prctl, 1, 0, 66, 23);
	BITS(prctl, 1, 64, 28);
	RANGE(prctl, 2, 0, 4, 33, 1, 0, 1, 2);
	RANGE(prctl, 1, 0, 20, 35, 0, 1, 2, 3);
	RANGE(prctl, 1, 0, 6, 47, 0, 5, 6, 7);
	BITS(prctl, 1, 20, 50);
	RANGE(prctl, 1, 0, 2, 52, 0);
	RANGE(prctl, 2, 1, 20, 53, 0);
	BITS(prctl, 1, 64, 54, 0, 1, 2, 3);
	BITS(prctl, 1, 64, 55, 0, 1, 2, 3);
	RANGE(prctl, 3, 0, 5, 62, 1, 2, 0, 0x1000);
	CALL(prctl, 15, name);
	CALL(prctl, 15, STR("fifteen letters and more"));
	CALL(prctl, 15, STR("just 15 letters"));
	CALL(prctl, 16, same('x', 32));
	CALL(prctl, 16, name);
	CALL(prctl, 0x59616d61, -1);
	CALL(prctl, 0x59616d61, 17);
	CALL(prctl, 0x53564d41, 0, 0x1000, 4096, name);
	CALL(prctl, 0x53564d41, 1, 0x1000, 4096, name);
}

static void seccomps(void)
{
	static const unsigned actions[] = {
		0, 0x80000000, 0x30000, 0x50000, 0x7fc00000, 0x7ff00000, 0x7ffc0000, 0x7fff0000, 5,
	};

	RANGE(seccomp, 0, 0, 5, 0, 3, 0x1000);
	BITS(seccomp, 1, 32, 1, 0, LONGS(3, 0x1000));
	for (int i = 0; i < 9; i++)
		CALL(seccomp, 2, 0, INTS(actions[i]));
	CALL(seccomp, 3, 0, SHORTS(80, 24, 64));
#ifdef __x86_64__
	RANGE(arch_prctl, 0, 0x1001, 0x1005, 0, LONGS(0x1000));
	RANGE(arch_prctl, 0, 0x1011, 0x1012, 0, 5);
	RANGE(arch_prctl, 0, 0x1021, 0x1025, 0, LONGS(0x602e7));
	RANGE(arch_prctl, 0, 0x2001, 0x2004, 0, 0x1000);
	RANGE(arch_prctl, 1, 0, 20, 0x1023, 0);
	for (int i = -1; i < 64; i++)
		CALL(arch_prctl, 0x1021, LONGS(i < 0 ? 0 : 1l << i));
#endif
}

/* ---- signals --------------------------------------------------------------------------- */

static void infos(void)
{
	static const int sigs[] = { 0, 1, 4, 5, 7, 8, 11, 17, 29, 31, 34, 99, -1 };

	for (int i = 0; i < 13; i++)
		for (int code = -10; code < 20; code++)
			CALL(rt_sigqueueinfo, 1, 10, INTS(sigs[i], 0, code, 0, 3, 4, 5, 6, 7, 0, 8, 0));
	CALL(rt_sigqueueinfo, 1, 10, INTS(14, 0, 128, 0, 0, 0, 0, 0));
	CALL(rt_sigqueueinfo, 1, 10, INTS(14, 0, 128, 0, 1, 0, 0, 0));
	CALL(rt_sigqueueinfo, 1, 10, INTS(14, 5, 0, 0, 1, 0, 0, 0));
	CALL(rt_sigqueueinfo, 1, 10, INTS(14, 500, -1, 0, 0, 0, 0, 0));
	CALL(rt_sigqueueinfo, 1, 10, INTS(17, 0, 2, 0, 1, 2, 9, 0, 12345, 0, 6, 0));
	CALL(rt_sigqueueinfo, 1, 10, INTS(31, 0, 1, 0, 0x1000, 0, 1, 0xc000003e));
	CALL(rt_tgsigqueueinfo, 1, 2, 34, INTS(34, 0, -1, 0, 1, 2, 3, 4));
	CALL(pidfd_send_signal, 1, 10, INTS(10, 0, 0, 0, 1, 2), 0);
}

static void signals(void)
{
	long ts = LONGS(1, 2), info = INTS(10, 0, 0, 0, 1, 2, 0, 0);

	RANGE(kill, 1, -2, 70, 1, 0);
	for (int i = -1; i < 32; i++)
		CALL(rt_sigaction, 1, LONGS(i & 3, i < 0 ? -1 : 1l << i, 0x1234, 0), LONGS(0x5000, 0, 0, -1), 8);
	CALL(rt_sigaction, 1, LONGS(-1, 0, 0, 0), LONGS(-1, 0, 0, 0), 8);
	CALL(rt_sigaction, 34, 0, 0, 8);
	for (int i = 0; i <= 64; i++) {
		long set = LONGS(i == 64 ? -1l : (1l << i) - 1);

		CALL(rt_sigprocmask, i % 4, set, LONGS(1l << (i & 63)), 8);
		CALL(rt_sigsuspend, set, 8);
	}
	RANGE(rt_sigprocmask, 3, 0, 16, 0, LONGS(5), LONGS(6), 0);
	CALL(rt_sigpending, LONGS(9), 8);
	CALL(rt_sigpending, LONGS(9), 4);
	CALL(rt_sigtimedwait, LONGS(5), info, ts, 8);
	BITS(signalfd4, 3, 32, -1, LONGS(5), 8, 0);
	for (int i = -1; i < 32; i++)
		CALL(sigaltstack, LONGS(0x1000, i < 0 ? 0 : 1l << i, 8192), LONGS(0, 2, 0));
	infos();
}

/* ---- time -------------------------------------------------------------------------------- */

static void times_(void)
{
	long ts = LONGS(1, 2), its = LONGS(1, 2, 3, -4);

	RANGE(clock_gettime, 0, -1, 13, 0, ts);
	CALL(clock_getres, -6, ts);
	CALL(clock_settime, 0, LONGS(-1, -1));
	RANGE(clock_nanosleep, 1, 0, 3, 0, 0, ts, ts);
	CALL(nanosleep, ts, ts);
	CALL(nanosleep, LONGS(-1, 1000000000), 0);
	CALL(nanosleep, BAD, BAD);
	CALL(gettimeofday, ts, INTS(-60, 1));
	CALL(settimeofday, ts, INTS(-60, 1));
	CALL(times, LONGS(1, 234, 0, -4));
#ifdef __x86_64__
	CALL(time, LONGS(1700000000));
	CALL(time, LONGS(0));
#endif
	RANGE(getitimer, 0, 0, 4, 0, its);
	RANGE(setitimer, 0, 0, 4, 0, its, its);
	BITS(timer_settime, 1, 32, 3, 0, its, its);
	CALL(timer_gettime, 3, its);
	BITS(timerfd_create, 1, 32, 1, 0);
	BITS(timerfd_settime, 1, 32, 3, 0, its, its);
	CALL(timerfd_gettime, 3, its);
	for (int i = 0; i < 8; i++) {
		CALL(timer_create, 0, INTS(5, 6, 10, i, 0x1111, 0, 0x2222, 0), INTS(7));
		CALL(timer_create, 0, INTS(5, 0, 99, i, -1, -1, 0, 0), INTS(7));
	}
	CALL(timer_create, 1, 0, INTS(7));
	for (int i = -1; i < 32; i++) {
		unsigned v = i < 0 ? -1u : 1u << i;

		CALL(adjtimex,
		     mem(&(struct { unsigned v[52]; }){ { [0] = v, [10] = v, [2] = -1, [3] = -1, [40] = -1 } }, 208));
	}
	CALL(clock_adjtime, 0, same(-1, 208));
	CALL(adjtimex, bytes(1, 208));
	CALL(adjtimex, INTS(0x8001));
	CALL(adjtimex, INTS(0xa001));
}

/* ---- ipc ---------------------------------------------------------------------------------- */

static void ipc(void)
{
	long ds = bytes(1, 128), ff = same(-1, 128), msg = LONGS(5, 0x6f6c6c6568, 0, 0, 0, 0, 0, 0);

	BITS(shmget, 2, 32, 0, 4096, 0);
	CALL(shmget, 5, 4096, 01600 | 04000 | 21 << 26);
	BITS(semget, 2, 32, 5, 3, 0);
	BITS(msgget, 1, 32, 5, 0);
	BITS(shmat, 2, 32, 1, 0x1000, 0);
	RANGE(shmctl, 1, 0, 20, 1, 0, ds);
	RANGE(shmctl, 1, 0x100, 0x110, 1, 0, ff);
	RANGE(semctl, 2, 0, 24, 1, 2, 0, ds);
	RANGE(semctl, 2, 0x100, 0x118, 1, 2, 0, ff);
	RANGE(msgctl, 1, 0, 20, 1, 0, ds);
	RANGE(msgctl, 1, 0x100, 0x110, 1, 0, ff);
	for (int i = -1; i < 16; i++)
		CALL(semop, 1, SHORTS(i, -i, i < 0 ? 0 : 1 << i), 1);
	CALL(semop, 1, bytes(1, 300), 40);
	CALL(semtimedop, 1, SHORTS(0, -1, 04000, 1, 1, 0), 2, LONGS(1, 2));
	BITS(msgsnd, 3, 32, 1, msg, 5, 0);
	CALL(msgsnd, 1, msg, 40, 0);
	CALL(msgsnd, 1, msg, 0, 0);
	CALL(msgrcv, 1, msg, 40, -3, 0);
	CALL(mq_open, STR("/q"), 0102, 0600, LONGS(04000, 10, 8192, 3));
	CALL(mq_open, STR("/q"), 2, 0600, LONGS(04000, 10, 8192, 3));
	CALL(mq_timedsend, 3, STR("hello"), 5, 7, LONGS(1, 2));
	CALL(mq_timedreceive, 3, STR("hello"), 5, INTS(7), LONGS(1, 2));
	CALL(mq_notify, 3, INTS(5, 0, 10, 0));
	CALL(mq_getsetattr, 3, LONGS(04000, 10, 8192, -3), LONGS(1, 10, -1, 3));
}

/* ---- the system ------------------------------------------------------------------------------ */

static void machine(void)
{
	static const unsigned cmds[] = {
		0x01234567, 0xcdef0123, 0x89abcdef, 0x4321fedc, 0xa1b2c3d4, 0xd000fce2, 0x45584543, 5,
	};

	RANGE(syslog, 0, -1, 12, 0, STR("a line\n"), 7);
	RANGE(syslog, 2, -1, 9, 8, 0, 0);
	for (int i = 0; i < 8; i++)
		CALL(reboot, 0xfee1dead, 672274793, cmds[i], STR("arg"));
	CALL(uname, bytes('A', 390));
	CALL(sysinfo, bytes(1, 112));
	BITS(getrandom, 2, 32, bytes('a', 64), 40, 0);
	BITS(personality, 0, 32, 0);
	RANGE(personality, 0, 0, 20, 0);
	CALL(sethostname, STR("host"), 4);
	CALL(sethostname, same('h', 100), 65);
	BITS(finit_module, 2, 32, 3, STR("a=b"), 0);
	BITS(delete_module, 1, 32, STR("mod"), 0);
	CALL(init_module, 0x1000, 3, STR("a=b"));
	BITS(kexec_load, 3, 64, 0x1000, 1, LONGS(1, 2, 3, 4), 0);
	CALL(kexec_load, 0x1000, 17, bytes(1, 700), 0x3e0000);
	BITS(kexec_file_load, 4, 64, 3, 4, 3, STR("cmd"), 0);
	CALL(lookup_dcookie, 1, STR("cookie"), 6);
#ifdef __x86_64__
	CALL(set_thread_area, INTS(-1, 0x1000, 0xfffff, 0x51));
	CALL(get_thread_area, INTS(6, 0x1000, 0xfffff, 0x51));
	RANGE(modify_ldt, 2, 15, 17, 1, INTS(6, 0x12345678, 0xfffff, 0xff), 0);
	CALL(modify_ldt, 17, INTS(6, 0, 0, 0), 16);
#endif
	CALL(landlock_create_ruleset, LONGS(0x3fff), 8, 0);
	CALL(landlock_create_ruleset, LONGS(-1, 3), 16, 1);
	CALL(landlock_create_ruleset, 0, 0, 1);
	CALL(landlock_add_rule, 3, 1, LONGS(0x1fff, 5), 0);
}

static void peeks(void)
{
	long word = LONGS(0x1122334455667788), iov = LONGS(0x1000, 5, 0x2000, 6);
	long data = STR("some data, longer than what is shown of it");

	RANGE(ptrace, 0, 0, 0x22, 0, 7, 0x1000, 0x2000);
	RANGE(ptrace, 0, 0x4200, 0x4210, 0, 7, 0x1000, 0x2000);
	RANGE(ptrace, 0, 1, 3, 0, 7, 0x1000, word);
	RANGE(ptrace, 0, 1, 3, 0, 7, 0x1000, LONGS(0));
	CALL(ptrace, 0x4201, 7, 0, word);
	RANGE(ptrace, 3, 0, 66, 7, 7, 0, 0);
	for (int i = 0; i < 960; i += 8)
		CALL(ptrace, 3, 7, i, word);
	CALL(ptrace, 3, 7, 860, word);
	BITS(ptrace, 3, 32, 0x4200, 7, 0, 0);
	RANGE(ptrace, 0, 12, 15, 0, 7, 0, bytes(1, 512));
	CALL(ptrace, 0x4202, 7, 0, INTS(5, 0, 0, 0, 1, 2, 0, 0));
	RANGE(ptrace, 2, 1, 6, 0x4204, 7, 0, LONGS(0x1000, 17));
	CALL(ptrace, 0x4209, 7, LONGS(0, 0x300000001), same(0, 512));
	RANGE(ptrace, 0, 0x420a, 0x420b, 0, 7, 8, LONGS(5));
	CALL(process_vm_readv, 7, iov, 2, iov, 2, 0);
	CALL(process_vm_writev, 7, LONGS(data, 42), 1, LONGS(0x1000, 42), 1, 1);
	RANGE(kcmp, 2, 0, 9, 1, 2, 0, 0x10, 0x20);
	CALL(kcmp, 1, 2, 7, 5, INTS(3, 4, 5));
}

static void keys(void)
{
	long text = STR("text, more than thirty-two bytes of it");

	RANGE(add_key, 4, -10, 2, STR("user"), STR("desc"), text, 38, 0);
	CALL(request_key, STR("user"), STR("desc"), text, -3);
	RANGE(keyctl, 0, 0, 33, 0, 0x1111111122222222, 0x3333333344444444, 0x5555555566666666, 0x7777777788888888);
	RANGE(keyctl, 0, 0, 33, 0, -1, -2, -3, -4);
	RANGE(keyctl, 0, 0, 22, 0, 5, text, 20, 8);
	BITS(keyctl, 2, 32, 5, 7, 0);
	RANGE(keyctl, 1, -2, 9, 14, 0);
	CALL(keyctl, 10, -3, STR("user"), text, 5);
	CALL(keyctl, 23, INTS(1, -2, 3), text, 5, 0);
	CALL(keyctl, 24, -3, 0, STR("enc="), INTS(0x1f, 2048, 0x20001, 0x40003));
	CALL(keyctl, 25, INTS(5, 3, 4, 0, 0, 0, 0, 0, 0, 0), STR("info"), text, text);
	CALL(keyctl, 28, INTS(5, 3, 4, 0, 0, 0, 0, 0, 0, 1), STR("info"), text, text);
	CALL(keyctl, 29, -3, STR("type"), text);
}

/* ---- programs, counters ------------------------------------------------------------------------
 */

/* An attr for each command. Its pointers are invalid, so no memory behind them is read. */
static void bpfs(void)
{
	for (int cmd = 0; cmd < 40; cmd++) {
		CALL(bpf, cmd, same(0, 128), 8);
		CALL(bpf, cmd, same(0, 128), 128);
		CALL(bpf, cmd, BAD, 128);
		for (int size = 16; size < 136; size += 8)
			CALL(bpf, cmd, bytes(0x81, 136), size);
	}
	for (int i = 0; i < 50; i++) {
		CALL(bpf, 0, INTS(i, 4, 8, 10, i < 32 ? 1 << i : 0, 0, 3), 28);
		CALL(bpf, 5, INTS(i), 24);
		CALL(bpf, 9, INTS(1, 0, i), 12);
		CALL(bpf, 2, INTS(1, 0, 0, 0, 0, 0, i, 0), 32);
	}
}

static void counters(void)
{
	for (int i = 0; i < 64; i++) {
		unsigned long bit = 1ul << i;

		CALL(perf_event_open, LONGS(i | 128l << 32, i, i, bit, bit, bit, 0x300000005, 0x1000, 2, bit), 0, -1,
		     -1, 0);
	}
	for (int i = 0; i < 16; i++)
		CALL(perf_event_open, LONGS(3 | 64l << 32, i << 16 | i << 8 | i, i, 0, 0, 0, 0, 0, 0), 0, -1, -1, 0);
	for (long i = 1; i < 144; i += 7)
		CALL(perf_event_open, LONGS(2 | i << 32, 5, 6), 0, -1, -1, 8);
	BITS(perf_event_open, 4, 64, 0, 0, -1, -1, 0);
}

static void sweep(void)
{
	/* strace has no names for these, and would repeat a note of an earlier call, so they come first */
	RANGE(prctl, 1, 3, 5, 52, 0);
	nonsense();
	clones();
	waits();
	schedules();
	futexes();
	creds();
	prctls();
	seccomps();
	signals();
	times_();
	ipc();
	machine();
	peeks();
	keys();
	bpfs();
	counters();
}

/* Lets the kernel handle exit_group(77); all other calls return err. */
static void refuse(unsigned err)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 77, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
	};
	struct sock_fprog prog = { sizeof(code) / sizeof(*code), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		_exit(1);
}

static int child(unsigned err)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		if (arena == MAP_FAILED)
			_exit(1);
		arena_end = arena + ARENA;
		refuse(err);
		sweep();
		for (;;)
			syscall(SYS_exit_group, 77);
	}
	return pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 77;
}

int main(void)
{
	return child(EPERM) || child(0);
}
