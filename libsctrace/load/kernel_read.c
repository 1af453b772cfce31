// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/kernel_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "kmem.skel.h"
#include "load/libbpf_log.h"

struct kmem {
	struct kmem_bpf *skel;
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

int kmem__open(struct kmem **out)
{
	struct kmem *k = calloc(1, sizeof(*k));
	int err;

	if (!k)
		return -ENOMEM;
	quiet__begin();
	k->skel = kmem_bpf__open_and_load();
	err = k->skel ? 0 : -errno;
	quiet__end();
	if (err) {
		free(k);
		return err;
	}
	*out = k;
	return 0;
}

void kmem__close(struct kmem *k)
{
	if (!k)
		return;
	kmem_bpf__destroy(k->skel);
	free(k);
}

static int run(struct kmem *k, uint64_t addr, uint64_t len)
{
	uint64_t args[] = { addr, len };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));
	int err = addr ? bpf_prog_test_run_opts(bpf_program__fd(k->skel->progs.kmem_read), &opts) : -EFAULT;

	return err || opts.retval ? -EFAULT : 0;
}

int kmem__read(struct kmem *k, uint64_t addr, void *to, uint32_t len)
{
	int err = len && len <= sizeof(k->skel->bss->kmem_data) ? run(k, addr, len) : -EFAULT;

	if (!err)
		memcpy(to, k->skel->bss->kmem_data, len);
	return err;
}

const char *kmem__string(struct kmem *k, uint64_t addr)
{
	return run(k, addr, 0) ? NULL : (const char *)k->skel->bss->kmem_data;
}
