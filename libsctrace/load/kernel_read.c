// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/kernel_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "kernel_read.skel.h"
#include "load/libbpf_log.h"

struct kernel_read {
	struct kernel_read_bpf *skel;
};

void ksymbols__find(struct ksymbol *want, unsigned n)
{
	FILE *f = fopen("/proc/kallsyms", "re");
	char line[512], name[256];
	unsigned long long addr;
	unsigned found = 0;

	while (f && found < n && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%llx %*c %255s", &addr, name) != 2)
			continue;
		for (unsigned i = 0; i < n; i++)
			if (!want[i].addr && !strcmp(want[i].name, name)) {
				want[i].addr = addr;
				found++;
			}
	}
	if (f)
		fclose(f);
}

int kernel_read__open(struct kernel_read **out)
{
	struct kernel_read *k = calloc(1, sizeof(*k));
	int err;

	if (!k)
		return -ENOMEM;
	libbpf_log__begin();
	k->skel = kernel_read_bpf__open_and_load();
	err = k->skel ? 0 : -errno;
	libbpf_log__end();
	if (err) {
		free(k);
		return err;
	}
	*out = k;
	return 0;
}

void kernel_read__close(struct kernel_read *k)
{
	if (!k)
		return;
	kernel_read_bpf__destroy(k->skel);
	free(k);
}

static int run(struct kernel_read *k, uint64_t addr, uint64_t len)
{
	uint64_t args[] = { addr, len };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));
	int err = addr ? bpf_prog_test_run_opts(bpf_program__fd(k->skel->progs.read_kernel), &opts) : -EFAULT;

	return err || opts.retval ? -EFAULT : 0;
}

int kernel_read__read(struct kernel_read *k, uint64_t addr, void *to, uint32_t len)
{
	int err = len && len <= sizeof(k->skel->bss->read_data) ? run(k, addr, len) : -EFAULT;

	if (!err)
		memcpy(to, k->skel->bss->read_data, len);
	return err;
}

const char *kernel_read__string(struct kernel_read *k, uint64_t addr)
{
	return run(k, addr, 0) ? NULL : (const char *)k->skel->bss->read_data;
}
