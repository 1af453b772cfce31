// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls of every number, with meaningless arguments. A seccomp filter answers each of them before the kernel
 * handles it; a tracer sees them all the same. For host/classes.sh.
 *
 *	numbers		makes calls of this machine's ABI
 *	numbers 32	makes calls of 32-bit x86, by int $0x80
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NUMBERS 500	 /* sctrace's own numbers for i386's calls within calls begin here */
#define MARK 0x600ddaedl /* fifth argument of the calls that the filter answers */

static long answered(long nr)
{
	return syscall(nr, -1l, 0l, -1l, 0l, MARK, 0l);
}

#ifdef __x86_64__
static long answered_32(long nr)
{
	long ret;

	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "a"(nr), "b"(-1l), "c"(0l), "d"(-1l), "S"(0l), "D"(MARK)
			 : "memory", "r8", "r9", "r10", "r11");
	return ret;
}
#else
#define answered_32 answered
#endif

int main(int argc, char **argv)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[4])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MARK, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EXDEV),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(filter[0]), filter };
	long (*call)(long) = argc > 1 && !strcmp(argv[1], "32") ? answered_32 : answered;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return 1;
	for (long nr = 0; nr < NUMBERS; nr++) {
#ifdef __x86_64__
		/* seccomp does not filter uretprobe() and uprobe(), which would end the program */
		if (call == answered && (nr == 335 || nr == 336))
			continue;
#endif
		call(nr);
	}
	return 0;
}
