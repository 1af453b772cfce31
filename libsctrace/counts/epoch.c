// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/epoch.h"

#include <errno.h>
#include <sched.h>

#include <bpf/bpf.h>
#include <linux/bpf.h>

#include "util/clock.h"

/* A program uses its rows for microseconds, or longer if a hypervisor preempts its CPU. */
#define BUSY_NS 5000000

/* Whether the CPU makes its stores visible in program order. */
#if defined(__x86_64__)
#define STORES_IN_ORDER true
#else
#define STORES_IN_ORDER false
#endif

/*
 * Runs prog on each CPU. Afterwards, earlier stores of these CPUs are visible here, and earlier stores of this one
 * there. Returns false if a CPU that is online cannot be interrupted.
 */
static bool cpus_interrupt(int prog, unsigned ncpus)
{
	for (unsigned cpu = 0; cpu < ncpus; cpu++) {
		LIBBPF_OPTS(bpf_test_run_opts, run, .flags = BPF_F_TEST_RUN_ON_CPU, .cpu = cpu);
		int err = bpf_prog_test_run_opts(prog, &run);

		if (err && err != -ENXIO) /* ENXIO: the CPU is offline */
			return false;
	}
	return true;
}

static bool cpu_leaves(const struct kstat_cpu *cpu, uint64_t until)
{
	while (__atomic_load_n(&cpu->busy, __ATOMIC_ACQUIRE)) {
		if (now_ns() > until)
			return false;
		sched_yield();
	}
	return true;
}

bool epoch__wait(int prog, const struct kstat_cpu *cells, unsigned ncpus, unsigned ncells)
{
	uint64_t until;

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!cpus_interrupt(prog, ncpus))
		return false;
	until = now_ns() + BUSY_NS;
	for (unsigned i = 0; i < ncells; i++)
		if (!cpu_leaves(&cells[i], until))
			return false;
	return STORES_IN_ORDER || cpus_interrupt(prog, ncpus);
}
