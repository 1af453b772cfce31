// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Prints each BPF program that was loaded since the parent began: its name, and how many instructions the verifier
 * looked at (since Linux 5.16; 0 before). A tracer runs it to have its own programs counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/bpf.h>

static long bpf(enum bpf_cmd cmd, union bpf_attr *attr)
{
	return syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

/* Returns when a process was started, in ns since the boot: the 22nd field of its stat file, in ticks. */
static unsigned long long began(pid_t pid)
{
	char path[32], line[1024], *field = NULL;
	unsigned long long ticks = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	if (f && fgets(line, sizeof(line), f))
		field = strrchr(line, ')'); /* the end of the second field */
	for (int i = 2; field && i < 22; i++)
		field = strchr(field + 1, ' ');
	if (field)
		ticks = strtoull(field, NULL, 10);
	if (f)
		fclose(f);
	return ticks * (1000000000ull / (unsigned long long)sysconf(_SC_CLK_TCK));
}

int main(void)
{
	unsigned long long since = began(getppid());
	union bpf_attr next = {};

	while (!bpf(BPF_PROG_GET_NEXT_ID, &next)) {
		union bpf_attr get = { .prog_id = next.next_id };
		struct bpf_prog_info info = {};
		long fd = bpf(BPF_PROG_GET_FD_BY_ID, &get);
		union bpf_attr look = {
			.info = { .bpf_fd = (unsigned)fd, .info_len = sizeof(info), .info = (unsigned long)&info }
		};

		if (fd >= 0 && !bpf(BPF_OBJ_GET_INFO_BY_FD, &look) && info.load_time >= since)
			printf("%s %u\n", info.name, info.verified_insns);
		if (fd >= 0)
			close((int)fd);
		next.start_id = next.next_id;
	}
	return 0;
}
