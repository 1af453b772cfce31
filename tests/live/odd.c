// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls with unusual arguments, each of which sctrace once printed differently from strace: sizes and counts of
 * all kinds, upper bits where only 32 count, memory that ends. host/odd.sh compares the lines with strace's.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* arm64 and riscv64 lack these calls, so a number that no kernel has is used */
#ifndef SYS_open
#define SYS_open 1000
#define SYS_poll 1000
#endif

/* Newer calls, which the headers may lack; the numbers are the same on all machines (<asm-generic/unistd.h>). */
#define SYS_io_uring_enter_ 426
#define SYS_io_uring_register_ 427
#define SYS_pidfd_open_ 434
#define SYS_clone3_ 435
#define SYS_openat2_ 437
#define SYS_pidfd_getfd_ 438
#define SYS_mount_setattr_ 442
#define SYS_quotactl_fd_ 443
#define SYS_futex_waitv_ 449
#define SYS_futex_wake_ 454
#define SYS_futex_wait_ 455
#define SYS_futex_requeue_ 456
#define SYS_statmount_ 457
#define SYS_listmount_ 458
#define SYS_lsm_get_self_attr_ 459
#define SYS_lsm_set_self_attr_ 460
#define SYS_lsm_list_modules_ 461
#define SYS_setxattrat_ 463
#define SYS_listxattrat_ 465
#define SYS_open_tree_attr_ 467
#define SYS_file_setattr_ 469
#define SYS_listns_ 470

#define NARGS 6
#define AREA 0x20000ul
#define AREA_AT(i) (0x10000000ul + (i)*0x100000ul)

/*
 * The arguments of a call, separated by blanks:
 *	123, -1, 0x10	a number
 *	@1,2,3		memory that begins with these 32-bit numbers; #: with 64-bit ones
 *	%1,2 ^1,2	likewise, and the last one ends where memory ends
 *	*100:65		100 bytes of 65
 *	!32:0x10	32 numbers of 64 bits, and the last one ends where memory ends
 *	/text		a string
 */
static const struct {
	long nr;
	const char *args;
} calls[] = {
	/* 64-bit masks and unsigned values */
	{ SYS_futex_wait_, "1 2 0xffffffff 0 0 0" },
	{ SYS_futex_wait_, "1 -14 -1 0x10 0 1" },
	{ SYS_futex_wake_, "1 0x7d0000000000 3 0x1a" },
	{ SYS_futex_requeue_, "#1,2,3,4,5,6 0 1 2" },
	{ SYS_futex_requeue_, "^1,2,3,4,5 0 1 2" },
	{ SYS_futex_requeue_, "^1,2 0 1 2" },
	{ SYS_futex_waitv_, "#1,2,3,4 0x100000000 0 0 0" },
	/* requests whose numbers contain the size of the struct */
	{ SYS_listmount_, "@23,1,2,3,4,5,6 #1 2 0" },
	{ SYS_listmount_, "@24,1,2,3,4,5,6 #1 0 0" },
	{ SYS_listmount_, "@31,-1,2,3,4,5,6,7 #1 2 0" },
	{ SYS_listmount_, "@40,1,2,0,3,0,4,0,5,0 #1 2 0" },
	{ SYS_listmount_, "%40,1,2,0,3,0,4,0 #1 2 0" },
	{ SYS_listmount_, "%32,1,2,0,3,0 0x10 0 0" },
	{ SYS_listmount_, "*5000:1 #1 2 0" },
	{ SYS_listmount_, "0x10 #1 2 0" },
	{ SYS_statmount_, "@25,1,2,0,4096,0 #1 8 0" },
	{ SYS_statmount_, "%24,1,2 #1 8 0" },
	{ SYS_listns_, "@31,1,2,3,4,5,6,7 #1 2 0" },
	{ SYS_listns_, "@40,1,2,3,4,5,6,7,8,9 #1 2 0" },
	{ SYS_listns_, "%40,1,2,3,4,5,6,7 #1 0 0" },
	{ SYS_listns_, "@0,1 0 1 0" },
	{ SYS_sched_setattr, "0 %6 0" },
	{ SYS_sched_setattr, "0 @1000,0,0,0,0,0,0,0,0,0,0,0,0,0,1 0" },
	{ SYS_sched_setscheduler, "0 0x40000009 @1" },
	{ SYS_sched_setscheduler, "0 0x7bd4adff @1" },
	{ SYS_sched_getscheduler, "0" },
	{ SYS_mount_setattr_, "3 /x 0 *5000:1 5000" },
	{ SYS_mount_setattr_, "3 /x 0 ^1,2,3,4,5,6 -1" },
	{ SYS_file_setattr_, "3 /x #1,2,3,4 23 0" },
	{ SYS_file_setattr_, "3 /x #1,2,3,4 25 0" },
	{ SYS_file_setattr_, "3 /x #1,2,3,4 4097 0" },
	{ SYS_openat2_, "3 /x #0x100000040,2,3 24" },
	/* security modules */
	{ SYS_lsm_set_self_attr_, "100 #5,6,40,80,9,10 48 0" },
	{ SYS_lsm_set_self_attr_, "100 #5,6,33,8,7 40 0" },
	{ SYS_lsm_set_self_attr_, "100 ^5,6,48,16,7 48 0" },
	{ SYS_lsm_set_self_attr_, "100 #5,6,7 31 0" },
	{ SYS_lsm_set_self_attr_, "100 *60000:1 60000 0" },
	{ SYS_lsm_get_self_attr_, "100 #7,2,3,4 @48 1" },
	{ SYS_lsm_get_self_attr_, "100 #7,2,3,4 0 1" },
	{ SYS_lsm_get_self_attr_, "100 ^7,2 @48 1" },
	{ SYS_lsm_list_modules_, "#1,2,3 @7 0" },
	{ SYS_lsm_list_modules_, "#1,2,3 %7 9" },
	/* rings */
	{ SYS_io_uring_enter_, "3 1 1 8 #1,2,3 24" },
	{ SYS_io_uring_enter_, "3 1 1 9 ^1,2 24" },
	{ SYS_io_uring_enter_, "3 1 1 0x40 5 24" },
	{ SYS_io_uring_enter_, "3 1 1 0x48 #1,2,3 8" },
	{ SYS_io_uring_register_, "-13 0x80000000 @1,2,3,4 2" },
	{ SYS_io_uring_register_, "-1 24 @1,0,-1,0x65,2,0,3,0,6,0,0,0,0,0,0,0 1" },
	{ SYS_io_uring_register_, "-1 24 ^1,2,3,4,5,6,7,8 1" },
	{ SYS_io_uring_register_, "-1 24 ^1,2,3,4,5,6,7 1" },
	{ SYS_io_uring_register_, "-1 25 #0x200000001,3 1" },
	{ SYS_io_uring_register_, "-1 27 @5,0x10001,255,0 1" },
	{ SYS_io_uring_register_, "-1 27 @5,0x0101,3,0 1" },
	{ SYS_io_uring_register_, "-1 28 @5,0x0001,1,0 1" },
	{ SYS_io_uring_register_, "-1 29 @1,2,3,4 0" },
	{ SYS_io_uring_register_, "-1 29 @1,0,0,0 1" },
	{ SYS_io_uring_register_, "-1 30 @3,7,1,2,3,0,0,0 1" },
	{ SYS_io_uring_register_, "-1 32 !15:0x100000001 1" },
	{ SYS_io_uring_register_, "-1 34 #0x1000,3,0,0 1" },
	{ SYS_io_uring_register_, "-1 36 !9:0 1" },
	{ SYS_io_uring_register_, "-1 36 @1,2,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0 1" },
	{ SYS_io_uring_register_, "-1 36 @1,3,1,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0 1" },
	{ SYS_io_uring_register_, "3 0x80000063 0 0" },
	{ SYS_io_uring_register_, "3 0 #1,2 0" },
	{ SYS_io_cancel, "0 @1,2,3,4,0x1e,5,6,7 #1" },
	{ SYS_io_destroy, "0" },
	/* lengths: zero, too long, with upper bits */
	{ SYS_readv, "0 #1,2 -1" },
	{ SYS_writev, "99 #0x10400000,-1,0x10400000,5 2 #0 #0x41414141" },
	{ SYS_mincore, "6 0 0x10" },
	{ SYS_get_mempolicy, "@1 0x10 0 0 16" },
	{ SYS_mbind, "0 100 0 #1,2 -1 0" },
	{ SYS_move_pages, "0 0 #1 #2 0x10 0x10" },
	{ SYS_semop, "20 #1,2,3 0x100000000" },
	{ SYS_bind, "0 ^1,2 0x100000010" },
#ifdef SYS_select
	{ SYS_select, "0x7d0000000010 #7 0 0 0x10" },
#endif
	{ SYS_setxattr, "/x /y *100:65 65537 0" },
	{ SYS_sendfile, "0x10000000 0x50000 @1,2 3" },
	{ SYS_msgsnd, "1 ^1,2 10 0" },
	{ SYS_semget, "0x7a06 1 0x7a065176" },
	{ SYS_semget, "0x7a06 1 0x8001" },
	{ SYS_sched_setaffinity, "0 0 0x10" },
	{ SYS_mmap, "0 16 0 0x7d000000f000 3 0" },
#ifdef SYS_select
	{ SYS_select, "0x7fffffff #7 #5 #3 #0,0" },
	{ SYS_select, "0x7fffffff ^7 0 0 #0,0" },
#endif
	{ SYS_poll, "#0x400000000,0x400000001,0x400000002 0x100000002 0" },
	{ SYS_bpf, "1 @1,2,3,4,5,6 0x100000010" },
	{ SYS_bpf, "5 @1,4,5,6,7,8,9,10 0x100000012" },
	{ SYS_setsockopt, "99 1 2 @5 0x100000004" },
	{ SYS_ptrace, "0x100000001 0x100000000 5 6" },
	/* programs of which only the first instructions can be read */
	{ SYS_setsockopt, "1 1 26 #10,0x1031ffe0 16 ^6,6,6,6" },
	{ SYS_setsockopt, "1 1 26 #4,0x1031fff4 16 ^6,6" },
	{ SYS_setsockopt, "1 1 26 #4,0x1031fffc 16 ^6,6" },
	{ SYS_setsockopt, "1 1 51 #4,0x1031ffe8 16 ^6,6,6" },
	{ SYS_seccomp, "1 0 #4,0x1021ffe8 ^6,6,6" },
	{ SYS_prctl, "22 2 #4,0x1021ffe8 ^6,6,6" },
	{ SYS_bpf, "5 @1,4,0x1021ffe8,0,0,0,0,0 40 ^6,6,6" },
	{ SYS_bpf, "5 @1,4,0x1021fff4,0,0,0,0,0 40 ^6,6" },
	/* arguments that the call overwrites when it succeeds, or when it fails in a certain way */
	{ SYS_bpf, "11 @0,5,0 12" },
	{ SYS_bpf, "12 @0x7fffffff,5,0 12" },
	{ SYS_bpf, "23 @0,0,0 12" },
	{ SYS_bpf, "16 @1,46,0,0,0,0,0,0,0,0 40" },
	{ SYS_bpf, "16 @1,37,0,0,0,0,0,0,0,0 40" },
	{ SYS_name_to_handle_at, "-100 //proc @0,0 @1 0" },
	{ SYS_name_to_handle_at, "-100 //etc/passwd @0,0 @1 0" },
	{ SYS_name_to_handle_at, "-100 //etc/passwd @1,0 @1 0x1000" },
	{ SYS_keyctl, "31 #0 1024" },
	{ SYS_keyctl, "31 #0 1" },
	{ SYS_keyctl, "31 #0 0" },
	{ SYS_keyctl, "31 0 2" },
	{ SYS_keyctl, "31 ^1 64" },
	{ SYS_keyctl, "23 @1,2,3 0 4 #0x10500000,0x10500000,4 /hash" },
	{ SYS_keyctl, "23 @1,2,3 0 4 #0,16,4,0x500000000" },
	{ SYS_keyctl, "23 @1,2,3 0 4 ^1,2,3" },
	{ SYS_rt_sigpending, "*8:255 1" },
	{ SYS_rt_sigpending, "*8:255 5" },
	{ SYS_rt_sigpending, "*8:255 0" },
	{ SYS_rt_sigpending, "^255 7" },
	/*
	 * vectors of pointers (to the text of area 0) without a NULL at the end; the last pointer is cut off, or does
	 * not exist
	 */
	{ SYS_execve, "/x ^0x10000000,0x10000000 0" },
	{ SYS_execve, "/x 0 ^0x10000000,0x10000000" },
	{ SYS_execve, "/x ^0x10000000,1,2 ^1" },
	{ SYS_execve, "/x !31:0x10000000 !31:1" },
	{ SYS_execve, "/x !32:0x10000000 !32:1" },
	{ SYS_execve, "/x !33:0x10000000 !33:1" },
	{ SYS_execve, "/x 0 !1500:1" },
	{ SYS_execve, "/x %0x10000000,0,0x10000000,0,3 %1,0,1" },
	{ SYS_execve, "/x %3 %3" },
	{ SYS_execveat, "-100 /x ^0x10100000 ^1 0" },
	/* BPF_LINK_CREATE: a union by the type of the link */
	{ SYS_bpf, "28 @3,4,42,0,1,2,0x10300000,0,0,0,0x10300000,0 48 #0x10400000,1,0 /sym" },
	{ SYS_bpf, "28 @3,4,42,0,1,3,0x1031fff0,0,0x1031fff0,0,0,0 48 ^0x10400000,2 /sym" },
	{ SYS_bpf, "28 @3,4,48,0,0x10400000,0,0x10300000,0,0,0,5,0,2,2,-5,6 64 #1,2 /a" },
	{ SYS_bpf, "28 @3,4,48,0,0x10400000,0,0x10300000,0,0,0,5,0,2,2,5 60 #1,2 /a" },
	{ SYS_bpf, "28 @3,4,28,0,0x10300000,0,3,1 32 @7,8,9" },
	{ SYS_bpf, "28 @3,4,41,0,5,6 24" },
	{ SYS_bpf, "28 @3,4,24,0,5,0,9,1 32" },
	{ SYS_bpf, "28 @3,4,45,0,2,1,-1,3 32" },
	{ SYS_bpf, "28 @3,4,59,0,0x1031fff0,0,0x1031fff0,0,3 36 ^1,2" },
	{ SYS_bpf, "28 @3,1,46,0x20,5,0,7,0,1 36" },
	{ SYS_bpf, "28 @3,1,54,0,5,0,7,0 32" },
	{ SYS_bpf, "28 @3,4,0,8,5,0,7,0 32" },
	{ SYS_bpf, "28 @3,4,0,0,5,6 24" },
	{ SYS_bpf, "28 @3,4,37,0,5,6 24" },
	/* texts whose length is in a member; pointers in members beyond the size of the struct */
	{ SYS_bpf, "20 @0,1,0,16,0x10300000,0,7,0,0,0,0,0 48 /abcdefghijklmnop" },
	{ SYS_bpf, "20 @0,1,0,17,0x10300000,0,7,0,0,0,0,0 48 /abcdefghijklmnop" },
	{ SYS_bpf, "20 @0,1,0,0,0x10300000,0,7,9,0,0,0,0 48 /abc" },
	{ SYS_bpf, "20 @0,1,0,16,0x1031fff8,0,7,9,0,0,0,0 48 ^0x4141414141414141" },
	{ SYS_bpf, "20 @0,1,0,8,0x1031fff8,0,7,9,0,0,0,0 48 ^0x4141414141414141" },
	{ SYS_bpf, "5 @99,0,0x10300000,0,0x10300000,0,1,2,0x10300000,0,0,0,0,0,0,0 64 /text" },
	{ SYS_bpf, "5 @99,0,0x10300000,0,0x10300000,0,1,0,0x10300000,0,0,0,0,0,0,0 64 /text" },
	{ SYS_bpf, "5 *168:0 168" },
	{ SYS_bpf, "5 *168:1 168" },
	{ SYS_bpf, "10 *76:1 76" },
	{ SYS_bpf, "17 @1,0,3,0,5 20" },
	{ SYS_bpf, "18 @7,0,0,0,0,0 24" },
	{ SYS_bpf, "37 @0x10300000,0,5,0,-1 20 /hello" },
	/* pointers of which the struct's size includes only some bytes */
	{ SYS_bpf, "6 @0x10300000,7 4 /hello" },
	{ SYS_bpf, "7 @0x10300000,7 6 /hello" },
	{ SYS_bpf, "17 @0x10300000,7 5 /hello" },
	{ SYS_bpf, "5 @99,1,0x10300000,0,0x10300000,7 20 /hello" },
	{ SYS_bpf, "5 @99,1,0x10300000,7 12 /hello" },
	{ SYS_bpf, "5 %99,1,0x10300000 12 /hello" },
	{ SYS_bpf, "20 @0,1,0,16,0x10300000,7 20 /hello" },
	{ SYS_bpf, "28 @3,4,42,0,1,2,0x10300000,7 28 #0x10400000,1,0 /sym" },
	{ SYS_bpf, "28 @3,4,48,0,0x10400000,7 20 #1,2 /a" },
	{ SYS_bpf, "37 @0x10300000,0,0,0,-1 20 /hello" },
	/* the input of PTRACE_SET_SYSCALL_INFO is valid up to the size that the call gives */
	{ SYS_ptrace, "0x4212 0 36 @0x9110702,0xc000003e,3,4,5,6,7,8,9,1,1,1,1,1,1,1,1,1,1,1,1,1" },
	{ SYS_ptrace, "0x4212 0 56 @1,0xc000003e,3,4,5,6,7,8,9,1,1,1,1,1,1,1,1,1,1,1,1,1" },
	{ SYS_ptrace, "0x4212 0 36 %2,0xc000003e,3,4,5,6,7,8,9" },
	{ SYS_ptrace, "0x4212 0 0 @1,0xc000003e,3,4,5,6,7,8,9,1,1,1,1,1,1,1,1,1,1,1,1,1" },
	{ SYS_prctl, "69 0x1a" },
	{ SYS_prctl, "69 0x2f" },
	{ SYS_io_submit, "0 1 #0x10300000 @1,0,0,2,0x20010000,3,0,0,2,0,7,0,0,0,2,5" },
	{ SYS_io_submit, "0 1 #0x10300000 @1,0,0,2,0x20010000,3,0,0,2,0,7,0,0,0,1,5" },
	{ SYS_sched_setattr, "77777 @48,-5,16,0 0" },
	{ SYS_process_vm_readv, "1 #1,2 -16 #1,2 1 0" },
	/* input devices, partitions */
	{ SYS_ioctl, "99 0x40084503 @1,2" },
	{ SYS_ioctl, "99 0x40084504 @1,30" },
	{ SYS_ioctl, "99 0x40284504 @0x10203,30,5,6,7,8,9,10,11,12" },
#ifdef __x86_64__
	{ SYS_ioctl, "99 0x40304580 @0xffff0050,0x20001,0x40003,5,0x70006,6,7,8,9,10,11,12" },
	{ SYS_ioctl, "99 0x40304580 @0xffff0051,0x20001,0x40003,5,0x70006,6,7,8,9,10,11,12" },
	{ SYS_ioctl, "99 0x40304580 @0xffff0052,0x20001,0x40003,5,0x70006,6,7,8,9,10,11,12" },
	{ SYS_ioctl, "99 0x40304580 @0xffff0057,0x20001,0x40003,5,0x70006,6,7,8,9,10,11,12" },
#endif
/* commands to SCSI devices, of two versions and of an unknown one */
#ifdef __x86_64__
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x804,8,0x10300000,0,0x10300000,0,0x10300000,0,5,1,1,0,0,0,0x4030201,0x20001,-1,5,1 /datadata" },
	{ SYS_ioctl, "99 0x2285 @83,-2,0x804,8,0x1031fffc,0,0x10300000,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,-1,5,1 ^1" },
	{ SYS_ioctl, "99 0x2285 @83,-3,0,0,0x10300000,0,0x10300000,0,16,0,5,0x10037,1,0,0,0,0,0,0,0,9 ^1" },
	{ SYS_ioctl,
	  "99 0x2285 @81,0,1,4,0x10300000,0,1,0,2,3,4,8,0x10300000,0,0,4,0,4,0x10300000,0,0x10300000,0,9,16,5,0,0,1,2,3,4,5,6,4,-1,-2,9,0 /datadata" },
	/* the same with vectors of buffers; the residual count was not transferred */
	{ SYS_ioctl,
	  "99 0x2285 @83,-2,0x804,8,0x10400000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,2,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-2,0x20804,6,0x10300000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,2,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-3,0x804,8,0x10400000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,2,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-3,0x20804,6,0x10300000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,2,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x804,8,0x10400000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,2,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x20804,6,0x10300000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,2,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x20804,7,0x10300000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,7,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x20804,7,0x10300000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,8,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x804,7,0x10400000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,7,5,1 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-4,0x30804,8,0x1031ffe8,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,3,5,1 ^0x10400000,4,0x10400002 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-2,0x10804,8,0x1031fff8,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,3,5,1 ^0x10400000 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-3,0x40804,8,0x10300000,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,4,5,1 #0x1041fffc,8,0,3,16,2,0x1041fffc,0 ^1" },
	{ SYS_ioctl,
	  "99 0x2285 @83,-3,0xffff0804,8,0x1031fde0,0,0,0,0,0,5,1,1,0,0,0,0x4030201,0x20001,4,5,1 ^0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1,0x10400000,1 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @81,0,1,0,0,0,1,0,2,3,4,8,0x10500000,0,2,7,2,7,0x10300000,0,0x10300000,0,9,16,5,0,0,1,2,3,4,5,6,0,2,3,9,0 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @81,0,1,0,0,0,1,0,2,3,4,8,0x10500000,0,3,7,-1,7,0x1031ffe8,0,0x1031fff0,0,9,16,5,0,0,1,2,3,4,5,6,0,-1,0,9,0 ^0x10400000,4,0x10400002 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @81,0,1,0,0,0,1,0,2,3,4,8,0x10500000,0,0,8,0,8,0x1041fffc,0,0x1041fffc,0,9,16,5,0,0,1,2,3,4,5,6,0,4,0,9,0 #0x10400000,4,0x10400002,3 ^1" },
	{ SYS_ioctl,
	  "99 0x2285 @81,0,1,0,0,0,1,0,2,3,4,8,0x10500000,0,2,5,2,0,0x10300000,0,0x10300000,0,9,16,5,0,0,1,2,3,4,5,6,0,0,0,9,0 #0x10400000,4,0x10400002,3 /datadata" },
	{ SYS_ioctl,
	  "99 0x2285 @81,0,1,0,0,0,1,0,2,3,4,8,0x10500000,0,4,-1,4,-1,0x10300000,0,0x10300000,0,9,16,5,0,0,1,2,3,4,5,6,0,0,0,9,0 #0x10400000,-1,0x1041fffe,3,0x10400000,0,1,0 /datadata" },
#endif
	{ SYS_ioctl, "99 0x2285 %83,-2,3" },
	{ SYS_ioctl, "99 0x2285 %81" },
	{ SYS_ioctl, "99 0x2285 @-1" },
	{ SYS_ioctl, "99 0x2285 0" },
	{ SYS_ioctl, "-1 0xff0b 0" },
	/* requests to a trusted environment, whose parameters follow the struct, as many as the length says */
	{ SYS_ioctl, "99 0x8010a402 #0x10300000,88 #0x1716151413121110,2,3,4,0x700000006,0,0x100000001,5,0x111,2,3" },
	{ SYS_ioctl, "99 0x8010a402 #0x10300000,56 #0x1716151413121110,2,3,4,0x700000003,0,1" },
	{ SYS_ioctl, "99 0x8010a402 #0x10300000,57 #0x1716151413121110,2,3,4,0x700000003,0,1" },
	{ SYS_ioctl, "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,10,2,3,4,11,2,3,4,4,5,6,7" },
	{ SYS_ioctl, "99 0x8010a403 #0x1031ffc8,88 ^1,2,0x200000001,1,0x222,3,4" },
	{ SYS_ioctl, "99 0x8010a403 #0x1031ffe8,56 ^1,2,0x100000001" },
	{ SYS_ioctl, "99 0x8010a403 #0x1031fff0,56 ^1,2" },
	{ SYS_ioctl, "99 0x8010a406 #0x10300000,40 #0x100000009,0,4,5,6" },
	{ SYS_ioctl, "99 0x8010a407 #0x10300000,40 #0x100000009,0xff,4,5,6" },
	/* the same requests with TEE_IOCTL_PARAM_ATTR_META (0x100) set in parameters */
	{ SYS_ioctl, "99 0x8010a402 #0x10300000,88 #0x1716151413121110,2,3,4,0x700000006,0,0x100000101,5,0x111,2,3" },
	{ SYS_ioctl, "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x10a,2,3,4,0x10b,2,3,4,0x104,5,6,7" },
	{ SYS_ioctl, "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x101,2,3,4,0x102,2,3,4,0x103,5,6,7" },
	{ SYS_ioctl, "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x105,2,3,4,0x106,2,3,4,0x107,5,6,7" },
	{ SYS_ioctl, "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x100,2,3,4,0x1ff,2,3,4,0x300,5,6,7" },
	{ SYS_ioctl, "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x201,2,3,4,0x80000101,2,3,4,0x100000101,5,6,7" },
	{ SYS_ioctl, "99 0x8010a406 #0x10300000,72 #0x200000009,0x101,4,5,6,0x10a,4,5,6" },
	{ SYS_ioctl, "99 0x8010a407 #0x10300000,72 #0x200000009,0x1ff,4,5,6,0x105,5,6,7" },
	{ SYS_ioctl, "99 0x8010a406 #0x10300000,72 #0x200000009,0x107,4,5,6,0x108,4,5,6" },
	{ SYS_ioctl,
	  "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x100000001,2,3,4,0x8000000000000000,2,3,4,0x100000105,5,6,7" },
	{ SYS_ioctl,
	  "99 0x8010a403 #0x10300000,120 #1,2,0x300000001,0x100000000,2,3,4,0x8000000000000005,2,3,4,0x100000100,5,6,7" },
	/* a path is printed whole; the output of a query is printed after the call only */
	{ SYS_bpf, "6 @0x10300000,0,5 12 /abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz" },
	{ SYS_bpf, "7 @0x10300000,0,5 12 /abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz" },
	{ SYS_bpf, "16 @1,2,3,4,16,0,0,0,16,0,16,0,16,0,0,0 64" },
	{ SYS_bpf, "16 @1,2,3,4,16,0,2,0,16,0,16,0,16,0,0,0 64" },
	/* the length of a breakpoint is a member of later versions of the struct */
	{ SYS_perf_event_open, "@5,64,5,0,5,0,5,0,5,0,5,0,0,1,5,0 0 0 0 0" },
	{ SYS_perf_event_open, "@5,72,5,0,5,0,5,0,5,0,5,0,0,1,5,0,7,0 0 0 0 0" },
	/* names that are longer than the given length, and names that are not */
	{ SYS_ioctl, "99 0x51106f03 @2,0,0,0,1,0xfffe,0x636261" },
	{ SYS_ioctl, "99 0x51106f03 @2,0,0,0,1,0xffff,0" },
	/* structs at the end of mapped memory, and lists that begin there */
	{ SYS_ioctl, "99 0xc018aa3f ^0xaa,1,2" },
	{ SYS_ioctl, "99 0xc018aa3f ^0xaa,1" },
	{ SYS_ioctl, "99 0xc020aa00 ^1,2,3,4" },
	{ SYS_ioctl, "99 0xc0189436 ^1,2,3" },
	{ SYS_ioctl, "99 0x4008ae90 %5,0" },
	{ SYS_ioctl, "99 0xc138fd01 *312:4" },
	{ SYS_ioctl, "99 0xc138fd01 @4,1,0,11,312" },
	{ SYS_ioctl, "99 0xc138fd01 @4,1,0,12,312" },
	/* formats of video, whose struct depends on the kind of the stream */
	{ SYS_ioctl, "99 0xc0d05605 @1,0,640,480,0x31424752" },
	{ SYS_ioctl, "99 0xc0d05605 @9,0,640,480,0x32315659" },
	{ SYS_ioctl, "99 0xc0d05605 @4,0,1,2,3,0x59455247" },
	{ SYS_ioctl, "99 0xc0d05605 @11,0,0x38305543" },
	{ SYS_ioctl, "99 0xc0d05605 @11,0,0x32315659" },
	{ SYS_ioctl, "99 0xc0d05605 @13,0,0x48505356" },
	{ SYS_ioctl, "99 0xc0d05605 @1,0,640,480,0x38305543" },
	{ SYS_ioctl, "99 0xc02c564a @0,0xb5315241" },
	{ SYS_ioctl, "99 0x401845c0 @-1,2,3,4,5,6" },
	{ SYS_ioctl, "99 0x401845ff ^1,2,3" },
	{ SYS_ioctl, "99 0xc008240a 0x1031fff9 ^1" },
	{ SYS_ioctl, "99 0xc008240a 0x1031fffd ^1" },
	{ SYS_ioctl, "99 0x1269 @1,0,152,0,0x10300000,0 *152:65" },
	/* names of newer kernels */
	{ SYS_ioctl, "99 0xc008561b @0x990b8f,5" },
	{ SYS_ioctl, "99 0xc008561b @0x990b91,5" },
	{ SYS_getsockopt, "99 276 10000 @1,2 @8" },
	{ SYS_getsockopt, "99 276 10010 @1,2 @8" },
	/* structs with a list, all of which must be readable */
	{ SYS_ioctl, "99 0x51106f03 @2,0,0,0,1,3,0x636261" },
	{ SYS_ioctl, "99 0x51106f03 @1,0,0,0,1,2,0x636261" },
	{ SYS_ioctl, "99 0x51106f03 @-1,0,0,0,1,0xffff,0x636261" },
	{ SYS_ioctl, "99 0x51106f03 @33,0,0,0,1,0xffff,0x636261" },
	{ SYS_ioctl, "99 0x51106f03 %2,0,0,0,1,3,0x636261" },
	{ SYS_ioctl, "99 0x40044f02 %1,2,3" },
	{ SYS_ioctl, "99 0x40044f02 %1,2,3,0" },
	/* requests that are printed by their names only; two names of one number */
	{ SYS_ioctl, "99 0x84501 @1,2" },
	{ SYS_ioctl, "99 0x40140921 @1,2,3,4,5" },
	{ SYS_ioctl, "99 0x40014d00 @1" },
	{ SYS_ioctl, "99 0x80246110 @1" },
	{ SYS_ioctl, "99 0xc018a064 @1,2,3,4,5,6" },
	{ SYS_ioctl, "99 0x400448c9 5" },
	{ SYS_ioctl, "99 0x40046302 @5" },
	{ SYS_ioctl, "99 0xc0481273 @1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18" },
	{ SYS_ioctl, "99 0xc0481273 %1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17" },
	{ SYS_ioctl, "99 0x41009432 *300:65" },
	/* more bytes than sctrace reads */
	{ SYS_setxattrat_, "3 /x 0 /y #0x10300000,0x100000002 16" },
	{ SYS_setxattrat_, "*65536:65 /x 0 /y #0x10000000,0x100010000 16" },
	{ SYS_setxattrat_, "*65537:65 /x 0 /y #0x10000000,0x100010001 16" },
	{ SYS_setxattrat_, "3 /x 0 /y ^0x1041fffe,0x100000010 16" },
	{ SYS_clone3_, "*5000:1 4097" },
	{ SYS_bpf, "0 *5000:1 4096" },
	{ SYS_bpf, "0 *5000:1 4097" },
#ifdef SYS_select
	{ SYS_select, "65544 *8300:1 0 0 0" },
#endif
	/* restart_syscall continues the call before it, however often */
	{ SYS_restart_syscall, "" },
	{ SYS_restart_syscall, "" },
	{ SYS_prctl, "62 0 0 9 0" },
	{ SYS_prctl, "62 1 0 9 0" },
	{ SYS_prctl, "62 7 0 9 0x10" },
	{ SYS_getsockopt, "99 0 0x481 #1 @8" },
	{ SYS_setsockopt, "99 0 0x481 #1 4" },
	{ SYS_getsockopt, "99 0 0x488 #1 @8" },
	{ SYS_setsockopt, "99 0 0x48f *20:0 20" },
	/*
	 * descriptors of processes that do not exist; the caller's descriptor of the same number must not be printed
	 * for them
	 */
	{ SYS_kcmp, "0x7ffffffe 0x7fffffff 0 1 2" },
	{ SYS_kcmp, "0x7ffffffe 0x7fffffff 7 1 0" },
	{ SYS_pidfd_getfd_, "99 1 0" },
	/* the call returns a descriptor, which is closed */
	{ SYS_bpf, "32 @0 4" },
	/* descriptor 3 is a socket; memory that cannot be read */
	{ SYS_close, "3" },
	{ SYS_socket, "2 2 0" },
	{ SYS_ioctl, "3 0x8912 #0,0" },
	{ SYS_ioctl, "3 0x8912 #400,0" },
	{ SYS_ioctl, "3 0x8912 #40,0x10400000 0 *40:0" },
	{ SYS_ioctl, "99 0x8912 #40,0" },
	{ SYS_close, "3" },
	{ SYS_userfaultfd, "1" },
	{ SYS_ioctl, "3 0xc018aa3f #0xaa,0,0" },
	{ SYS_ioctl, "3 0xc018aa3f #0xaa,0,0" },
	{ SYS_close, "3" },
	{ SYS_connect, "-1 @0x1001001f,0x04030201,0x410605,1 14" },
	/* newer operations, protocols and options */
	{ SYS_futex, "0 0x201 1" },
	{ SYS_futex, "0 0x607" },
	{ SYS_futex, "0 0x68a 1 0 0 3" },
	{ SYS_socket, "17 3 0x7088" },
	{ SYS_close, "3" },
	{ SYS_setsockopt, "-1 0 0x482 @1 4" },
	{ SYS_getsockopt, "-1 0 0x482 @1 @4" },
	{ SYS_getsockopt, "-1 276 10002 @1 @4" },
	{ SYS_connect, "-1 @0x10ff001f,0x04030201,0x7f0605,1 14" },
	/* descriptors in a list; a list at the end of mapped memory */
	{ SYS_ioctl, "99 0xc0189436 @1,0,2,0,2,0,0,0,5,0,0,0,0,0,1,0,6,0,0,0,0,0" },
	{ SYS_ioctl, "99 0xc0189436 @1,0,2,0,5,0,0,0,5,0,0,0,0,0,1,0,6,0,0,0,0,0" },
	{ SYS_ioctl, "99 0xc0189436 %1,0,2,0,65535,0,0,0,5,0,0,0,0,0,1,0,6,0,0,0,0,0" },
	{ SYS_ioctl, "99 0xc0189436 %1,0,2,0,65535,0,0,0,5,0,0,0,0,0,1,0,6,0,0,0,0,0,7,0" },
	/* the string of a key, with a NUL and without */
	{ SYS_ioctl, "99 0x4b48 %0x62626201" },
	{ SYS_ioctl, "99 0x4b49 %0x62626201" },
	{ SYS_ioctl, "99 0x4b49 %0x626201" },
	{ SYS_ioctl, "99 0x4b49 @0x62626201" },
	{ SYS_ioctl, "99 0x802a550a @1,2" },
	{ SYS_io_uring_register_, "3 26 @1,2,3,4,5,6,7,8,9,10 1" },
	{ SYS_io_uring_register_, "3 33 @1,2,2,3,4,5,6,7,0,9 1" },
	{ SYS_io_uring_register_, "3 33 !16:5 1" },
	{ SYS_io_uring_register_, "3 33 ^1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 1" },
	{ SYS_io_uring_register_, "3 33 *120:0 1" },
	{ SYS_io_uring_register_, "3 33 #1,2,3,4,5,6,7,8,9,10,11,0,0,0,0 1" },
	{ SYS_io_uring_register_, "3 33 *120:0 2" },
	{ SYS_io_uring_register_, "3 34 #1,2,3,4 1" },
	/* an entry of a queue, of which two operations are longer; several queries to the kernel */
	{ SYS_io_uring_register_, "-1 31 @0x40000028,5,1,2,3,4,7,9,0x38,0,0x30002,6,5,6,7,8 1" },
	{ SYS_io_uring_register_, "-1 31 @0xff000001,-1,1,2,3,4,7,9,0x38,0,0x30002,6,5,6,3,8 1" },
	{ SYS_io_uring_register_, "-1 31 @0x36,-1,1,2,3,4,7,9,0x38,0,0x30002,6,5,6,3,8 1" },
	{ SYS_io_uring_register_, "-1 31 !16:0x80000003f 1" },
	{ SYS_io_uring_register_, "-1 31 !8:0x800000040 1" },
	{ SYS_io_uring_register_, "-1 31 @0x41,-1 1" },
	{ SYS_io_uring_register_, "-1 31 !8:1 2" },
	{ SYS_io_uring_register_, "-1 31 !7:1 1" },
	{ SYS_io_uring_register_, "-1 35 #0,0x10400000,0x3000000000,5,0 0 !6:0x100000001" },
	{ SYS_io_uring_register_, "-1 35 #0,0x10400000,0x3000000000,5,0 0 #1,2,3,4,5,6" },
	{ SYS_io_uring_register_, "-1 35 #0,0x10400000,0x3000000001,5,0x100000000 0 #1,2,3,4,5,6" },
	{ SYS_io_uring_register_, "-1 35 #0,0x1041fff0,0x3000000002,5,0 0 ^7,8" },
	{ SYS_io_uring_register_, "-1 35 #0,0x1041fff0,0x3000000000,5,0 0 ^7,8" },
	{ SYS_io_uring_register_, "-1 35 #0x10400000,0x10400000,0x3000000003,5,0 0 #0,0x10400000,0x3000000004,6,7" },
	{ SYS_io_uring_register_, "-1 35 #1,2,3,4,5 1" },
	/* a list of queries, which may be longer than is shown */
	{ SYS_io_uring_register_,
	  "-1 35 #0x10200028,0x10500000,0x800000000,5,0,0x10200050,0x10500000,0x800000001,5,0,0x10200078,0x10500000,0x800000002,5,0,0x102000a0,0x10500000,0x800000003,5,0,0x0,0x10500000,0x800000004,5,0 0 0 #1,0x200000003,4,5,6,0x700000008,9,10" },
	{ SYS_io_uring_register_,
	  "-1 35 #0x10200028,0x1051ffd8,0x800000002,5,0,0x10200050,0x1051ffd8,0x800000000,5,0,0x10200078,0x1051ffd8,0x800000001,5,0,0x102000a0,0x1051ffd8,0x800000002,5,0,0x102000c8,0x1051ffd8,0x800000003,5,0,0x1051ffe0,0x1051ffd8,0x800000004,5,0 0 0 ^1,0x200000003,4,5,6" },
	{ SYS_io_uring_register_,
	  "-1 35 #0x10200028,0x10,0x800000000,5,0,0x10200050,0x10,0x800000001,5,0,0x1051ffd8,0x10,0x800000000,5,0 0 0 ^0,0x10300000,0x3000000000,0,0" },
	{ SYS_io_uring_register_, "-1 35 #0x10200000,0,0,0,0 0" },
	{ SYS_io_uring_register_, "-1 35 ^0x1021ffd8,0,0,0,0 0" },
	{ SYS_io_uring_register_,
	  "-1 35 #0x10200028,0x10,0x800000000,5,0,0x10200050,0x10,0x800000000,5,0,0x0,0x10,0x800000000,5,0 1" },
	{ SYS_io_uring_register_, "-1 8 *3000:0 257" },
	{ SYS_ioprio_get, "1 0" },
	{ SYS_prctl, "52 0" },
	{ SYS_prctl, "52 1" },
	/* a lease, which other processes may hold, too */
	{ SYS_fcntl, "-1 1040 @1,0x10002" },
	{ SYS_fcntl, "-1 1040 %1,3" },
	{ SYS_fcntl, "-1 1040 %1" },
	{ SYS_fcntl, "-1 1039 0" },
	/* flags of a whole register, a descriptor and a process in the lower half of one */
	{ SYS_fcntl, "-1 1026 0x200000001" },
	{ SYS_fcntl, "-1 1033 0x200000000" },
	{ SYS_fcntl, "-1 1027 0x80000000" },
	{ SYS_fcntl, "-1 1027 0x200000001" },
	{ SYS_prctl, "0x59616d61 -1" },
	/* values of which only the bytes of their type are read */
	{ SYS_setsockopt, "-1 271 0 @1,2 8" },
	{ SYS_setsockopt, "-1 271 200 %1 8" },
	{ SYS_setsockopt, "-1 270 1 %1 16" },
	/* memory of which only the bytes that are shown are read */
	{ SYS_ioctl, "99 0x4b61 !5:7" },
	{ SYS_ioctl, "99 0x4b61 !3:7" },
	{ SYS_ioctl, "99 0x4b41 !5:7" },
	/* descriptors by value, two of 64 bits */
	{ SYS_ioctl, "99 0x2405 1" },
	{ SYS_ioctl, "99 0x40042408 0x100000001" },
	{ SYS_ioctl, "99 0x4c00 1" },
	{ SYS_ioctl, "99 0x4c06 -1" },
	{ SYS_ioctl, "99 0xab00 1" },
	{ SYS_ioctl, "99 0x40182103 @1,0,3,1,1,0" },
	{ SYS_fcntl, "1 1027 1" },
	{ SYS_fcntl, "1 1027 0x100000002" },
	{ SYS_fcntl, "1 1027 -1" },
	/* descriptors in memory: behind a pointer, in each struct of a vector, counted by a member, past the given size */
	{ SYS_io_submit, "0 2 #0x10300000,0x10300040 #0,0x100000000,1,0,0,0,0,0,0,0x200000000,2,0,0,0,0,0x100000001" },
	{ SYS_io_submit, "0 2 #0x10300000,0 #0,0x600000000,1,0,0,0,0,0" },
	{ SYS_mount_setattr_, "-1 /x 0 @0x100000,0,0,0,0,0,1,0 32" },
	{ SYS_mount_setattr_, "-1 /x 0 @0x100000,0,0,0,0,0,1,1 32" },
	{ SYS_mount_setattr_, "-1 /x 0 @1,0,0,0,0,0,1,0 32" },
	{ SYS_waitid, "3 1 0 4 0" },
	{ SYS_waitid, "0x100000003 1 0 4 0" },
	{ SYS_mount_setattr_, "-1 /x 0 @0x100000,0,0,0,0,0,-1,0 32" },
	{ SYS_mount_setattr_, "-1 /x 0 @0x100000,0,0,0,0,0,-1,-1 32" },
	{ SYS_io_uring_register_, "99 6 #3,0x10400000 3 @1,-2,2" },
	{ SYS_io_uring_register_,
	  "99 6 #3,0x10400000 36 @-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1" },
	{ SYS_io_uring_register_,
	  "99 6 #3,0x1041ff70 40 %-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1" },
	{ SYS_io_uring_register_, "99 6 #3,0x1041fff4 -1 %1,-2,2" },
	{ SYS_io_uring_register_, "99 6 #3,0x10400000 0x100000002 @1,-2,2" },
	{ SYS_io_uring_register_, "99 6 #3,0x10400000 0 @1" },
	{ SYS_io_uring_register_, "99 6 #3,16 40" },
	{ SYS_io_uring_register_,
	  "99 14 #0,0x10400000,0,36 32 @-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1,-1,-2,0,1" },
	{ SYS_io_uring_register_, "99 13 #3,0,0x10400000,0 32 @1,-1,2" },
	{ SYS_io_uring_register_, "99 14 #0,0x10400000,0,3 32 @1,-2,2" },
	{ SYS_io_uring_register_, "99 14 #0,0x1041fff4,0,0x7fffffff 32 %1,-2,2" },
	{ SYS_ioctl, "99 0x40087543 #0x200000000,1,0,4096,2,0,4096,1" },
	{ SYS_ioctl, "99 0x40087543 %0,3,1,0,0,0,4096,0,2,0,0,0,4096,0" },
	{ SYS_bpf, "28 @1,2,3 4" },
	{ SYS_bpf, "28 @1,2,3 8" },
	{ SYS_bpf, "26 @1,2,3,4,5,6,7,8,9,10 36" },
	{ SYS_bpf, "29 @1,2,3,4,5,6,7,8,9,10 12" },
	{ SYS_rt_sigqueueinfo, "99999999 29 @29,0,-5,0,65,0,1" },
	{ SYS_rt_sigqueueinfo, "99999999 10 @10,0,-1,0,65,0,1" },
	{ SYS_sendmsg, "99 #0,0,0,0,0x10300000,24,0 0 #20,0x400000001,1" },
	{ SYS_sendmsg, "99 #0,0,0,0,0x10300000,24,0 0 #100,0x100000001,0x200000001,3" },
	/* calls of other kinds */
	{ SYS_listxattrat_, "3 /x 0 0x10 0" },
	{ SYS_open_tree_attr_, "3 /x 0 0x10 0" },
	{ SYS_mremap, "0x1000 4096 4096 5 0x5000" },
	{ SYS_mremap, "0x1000 4096 4096 4 0x5000" },
	{ SYS_fanotify_mark, "6 -1 1 1 /x" },
	{ SYS_quotactl_fd_, "-1 0x10000 0 0" },
	{ SYS_quotactl_fd_, "-1 0x110001 0 0" },
#ifdef __x86_64__
	{ SYS__sysctl, "^1,2,3,4,5,6,7,8,9,10" },
	{ SYS__sysctl, "^1,2,3,4,5,6" },
	{ SYS_modify_ldt, "5 6 7" },
	{ SYS_set_thread_area, "@3000000000,1,2,3" },
	{ SYS_set_thread_area, "@-1,1,2,3" },
#endif
#include "odd_answers.def"
};

static void *area(unsigned i)
{
	void *at = mmap((void *)AREA_AT(i), AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
			0);

	if (at == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	return at;
}

/* Writes numbers such as "1,2,3" as words of this many bytes. Returns the number of bytes. */
static size_t words(char *to, const char *list, size_t word)
{
	size_t n = 0;
	char *end;

	for (; *list; list = *end ? end + 1 : end, n += word) {
		unsigned long v = strtoul(list, &end, 0);

		memcpy(to + n, &v, word);
	}
	return n;
}

static unsigned long argument(unsigned i, char *word)
{
	bool at_end = *word == '%' || *word == '^';
	size_t width = *word == '@' || *word == '%' ? 4 : 8, n;
	static char buf[0x1000];
	char *at;

	if (!strchr("@#%^*!/", *word))
		return strtoul(word, NULL, 0);
	at = area(i);
	if (*word == '/')
		return (unsigned long)strcpy(at, word + 1);
	if (*word == '*') {
		n = strtoul(word + 1, &word, 0);
		memset(at, (int)strtoul(word + 1, NULL, 0), n);
		return (unsigned long)at;
	}
	if (*word == '!') {
		static unsigned long many[AREA / sizeof(long)];

		n = strtoul(word + 1, &word, 0);
		for (size_t k = 0; k < n; k++)
			many[k] = strtoul(word + 1, NULL, 0);
		return (unsigned long)memcpy(at + AREA - n * sizeof(long), many, n * sizeof(long));
	}
	n = words(buf, word + 1, width);
	at += at_end ? AREA - n : 0;
	memcpy(at, buf, n);
	return (unsigned long)at;
}

/* Descriptors of this process or of others, and descriptors whose meaning depends on the call. */
static void own(void)
{
	unsigned long args[8] = { [0] = 0x1000, [4] = SIGCHLD }; /* CLONE_PIDFD */
	int slot[3] = { 0, 1, 2 }, pidfd = -1;
	pid_t me = getpid();

	syscall(SYS_kcmp, me, me, 7, 0, slot);
	syscall(SYS_kcmp, me, 1, 7, 0, slot);
	if (!syscall(SYS_clone, 0x1011, 0, &pidfd, 0, 0)) /* CLONE_PIDFD|SIGCHLD */
		_exit(0);
	waitpid(-1, NULL, 0);
	close(pidfd);
	args[1] = (unsigned long)&pidfd;
	if (!syscall(SYS_clone3_, args, sizeof(args)))
		_exit(0);
	waitpid(-1, NULL, 0);
	close(pidfd);
}

/* Calls getsockopt() about the peer of a socket. */
static void peer(void)
{
	int pair[2] = { -1, -1 }, pidfd = -1;
	unsigned size = sizeof(pidfd);

	syscall(SYS_socketpair, 1, 1, 0, pair);			/* AF_UNIX, SOCK_STREAM */
	syscall(SYS_getsockopt, pair[0], 1, 77, &pidfd, &size); /* SO_PEERPIDFD */
	close(pidfd);
	close(pair[0]);
	close(pair[1]);
}

static void on_sigio(int sig)
{
}

/* Gets a signal whose siginfo has a descriptor. */
static void ready(void)
{
	int ends[2] = { -1, -1 };

	syscall(SYS_pipe2, ends, 0);
	signal(SIGIO, on_sigio);
	syscall(SYS_fcntl, ends[0], 8, getpid()); /* F_SETOWN */
	syscall(SYS_fcntl, ends[0], 10, SIGIO);	  /* F_SETSIG */
	syscall(SYS_fcntl, ends[0], 4, 0x2000);	  /* F_SETFL, O_ASYNC */
	syscall(SYS_write, ends[1], "", 1);
	close(ends[0]);
	close(ends[1]);
}

/* Makes requests that return descriptors. */
static void returned(void)
{
	int net = open("/proc/self/ns/net", O_RDONLY), pidfd = (int)syscall(SYS_pidfd_open_, getpid(), 0);
	long user = syscall(SYS_ioctl, net, 0xb701); /* NS_GET_USERNS */

	syscall(SYS_ioctl, net, 0xb702); /* NS_GET_PARENT */
	close((int)user);
	for (unsigned long i = 1; i <= 10; i++) /* PIDFD_GET_CGROUP_NAMESPACE ... */
		close((int)syscall(SYS_ioctl, pidfd, 0xff00 + i, 0));
	close(pidfd);
	close(net);
}

int main(void)
{
	own();
	peer();
	ready();
	returned();
	for (unsigned c = 0; c < sizeof(calls) / sizeof(calls[0]); c++) {
		unsigned long a[NARGS] = { 0 };
		char text[1024], *word, *save;
		unsigned i = 0;

		snprintf(text, sizeof(text), "%s", calls[c].args);
		for (word = strtok_r(text, " ", &save); word && i < NARGS; word = strtok_r(NULL, " ", &save), i++)
			a[i] = argument(i, word);
		syscall(calls[c].nr, a[0], a[1], a[2], a[3], a[4], a[5]);
	}
	return 0;
}
