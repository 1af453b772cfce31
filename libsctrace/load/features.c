// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "load/features.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>

#include "util/caps.h"

static const struct feature_text texts[FEAT_MAX] = {
	[FEAT_BTF] = { "btf", "types of the running kernel (CONFIG_DEBUG_INFO_BTF)", "a BTF file of its types" },
	[FEAT_RINGBUF] = { "ringbuf", "BPF ring buffers (Linux 5.8)", NULL },
	[FEAT_TRACEPOINTS] = { "tracepoints", "tracepoints of system calls (CONFIG_FTRACE_SYSCALLS)", NULL },
	[FEAT_TP_BTF] = { "tp_btf", "tracepoints with typed arguments", "raw tracepoints, memory read by helpers" },
	[FEAT_TASK_STORAGE] = { "task_storage", "per-task storage for tracing programs (Linux 5.11)",
				"a hash by thread id" },
	[FEAT_ITER] = { "iter", "task iterator", "/proc; tasks are marked when they are first seen" },
	[FEAT_SLEEPABLE] = { "sleepable", "tracepoint programs that fault user memory in (Linux 7.2)",
			     "memory that is not resident is read again when the call ends" },
	[FEAT_PREEMPT] = { "preempt_kfunc",
			   "programs that switch preemption off themselves (Linux 6.10; used from 7 on)",
			   "tracepoints do it, before Linux 7" },
	[FEAT_PERF_TP] = { "steady", "perf's tracepoints, whose programs are never preempted (used from Linux 7 on)",
			   "tracepoints; from Linux 7 on the kernel may skip some, which is counted" },
	[FEAT_TASK_WORK] = { "task_work",
			     "a task's own reading of memory that its call left out (Linux 6.18; not used from 7 on)",
			     "the address of what is not resident when the call ends either" },
	[FEAT_CUT_TYPES] = { "cut_types", "the kernel's types, cut down to those in use for a faster start",
			     "libbpf searches all of them" },
	[FEAT_UPROBES] = { "uprobes", "probes of functions of programs (CONFIG_UPROBE_EVENTS)",
			   "no -e uprobe=, ufunc=, usdt=" },
	[FEAT_COOKIES] = { "probe_cookies", "probes that tell a program which one they are (Linux 5.15)",
			   "a program for each probe; no -e usdt=, tracepoint=" },
	[FEAT_UPROBE_MULTI] = { "uprobe_multi", "many probes at once (used from Linux 6.6 on)", "one after the other" },
	[FEAT_KPROBES] = { "kprobes", "probes of functions of the kernel (CONFIG_KPROBE_EVENTS)", "no -e kfunc=" },
	[FEAT_KPROBE_MULTI] = { "kprobe_multi", "many of these at once (CONFIG_FPROBE, Linux 5.18)",
				"one after the other, and at most 64" },
};

const struct feature_text *features__text(enum feature i)
{
	return &texts[i];
}

const char *features__names(char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < FEAT_MAX && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", texts[i].name);
	return text;
}

int features__parse(const char *names, unsigned *bits, size_t *bad)
{
	const char *p = names;

	*bits = 0;
	while (*p) {
		size_t n = strcspn(p, ",");
		unsigned i;

		for (i = 0; i < FEAT_MAX; i++)
			if (strlen(texts[i].name) == n && !strncmp(texts[i].name, p, n))
				break;
		if (i == FEAT_MAX) {
			*bad = (size_t)(p - names);
			return -EINVAL;
		}
		*bits |= 1u << i;
		p += n + (p[n] == ',');
	}
	return 0;
}

static bool kernel_is(int major, int minor)
{
	struct utsname u;
	int maj = 0, min = 0;

	return !uname(&u) && sscanf(u.release, "%d.%d", &maj, &min) == 2 &&
	       (maj > major || (maj == major && min >= minor));
}

/* True from Linux 7.0 on, where tracepoint programs can be preempted; before, the tracepoints disabled preemption. */
static bool is_seven(void)
{
	return kernel_is(7, 0);
}

bool features__memlock(void)
{
	return !kernel_is(5, 11);
}

bool features__cast(const struct features *f)
{
	return features__has(f, FEAT_TP_BTF) && kernel_is(6, 2);
}

bool features__prepares_exec(const struct features *f)
{
	return features__has(f, FEAT_TP_BTF) && kernel_is(6, 10);
}

bool features__hashes_grow(void)
{
	return kernel_is(6, 1);
}

bool features__probes_preempted(void)
{
	/* bpf_preempt_disable() exists since 6.10, but before 6.15 no global function may be called after it */
	return kernel_is(6, 0) && !kernel_is(6, 15);
}

/* True if sys_enter programs may sleep: loads an empty one. */
static bool probe_sleepable(uint32_t sys_enter)
{
	static const struct bpf_insn insns[] = {
		{ .code = 0xb7 }, /* r0 = 0 */
		{ .code = 0x95 }, /* exit */
	};
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_RAW_TP, .prog_flags = BPF_F_SLEEPABLE,
		    .attach_btf_id = sys_enter);
	int fd;

	if (!sys_enter)
		return false;
	fd = bpf_prog_load(BPF_PROG_TYPE_TRACING, NULL, "GPL", insns, 2, &opts);
	if (fd < 0)
		return false;
	close(fd);
	return true;
}

/* True if tracepoints can be opened by perf, which needs tracefs for the tracepoint's id. */
static bool probe_steady(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	FILE *f;
	int fd;

	f = caps__fopen("/sys/kernel/tracing/events/raw_syscalls/sys_enter/id");
	if (!f)
		f = caps__fopen("/sys/kernel/debug/tracing/events/raw_syscalls/sys_enter/id");
	if (!f)
		return false;
	if (fscanf(f, "%llu", &attr.config) != 1)
		attr.config = 0;
	fclose(f);
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/*
 * True if tracefs has the tracepoints, or is not mounted. In the latter case, it is loading the programs that may fail.
 */
static bool has_tracepoints(void)
{
	return !access("/sys/kernel/tracing/events/raw_syscalls", F_OK) ||
	       access("/sys/kernel/tracing/events/sched", F_OK);
}

static unsigned bit_if(bool yes, enum feature i)
{
	return yes ? 1u << i : 0;
}

/* Probes for features that are used from Linux 7 on. Older kernels are not searched, because that takes time. */
static void probe_seven(struct features *f, const struct btf_minimize *types)
{
	struct ktype want[] = { { "btf_trace_sys_enter", BTF_KIND_TYPEDEF, 0 },
				{ "bpf_preempt_disable", BTF_KIND_FUNC, 0 } };

	btf_minimize__find(types, want, 2);
	f->present |= bit_if(probe_sleepable(want[0].id), FEAT_SLEEPABLE);
	f->present |= bit_if(want[1].id, FEAT_PREEMPT);
	f->present |= bit_if(probe_steady(), FEAT_PERF_TP);
}

static unsigned probe_task_work(const struct btf_minimize *types)
{
	struct ktype want = { "bpf_task_work_schedule_resume_impl", BTF_KIND_FUNC, 0 };

	if (!kernel_is(6, 18) || is_seven())
		return 0;
	btf_minimize__find(types, &want, 1);
	return bit_if(want.id, FEAT_TASK_WORK);
}

static unsigned probe_uprobes(void)
{
	return bit_if(!access("/sys/bus/event_source/devices/uprobe/type", R_OK), FEAT_UPROBES) |
	       bit_if(kernel_is(5, 15), FEAT_COOKIES) | bit_if(kernel_is(6, 6), FEAT_UPROBE_MULTI);
}

/* True if the kernel has kprobe_multi links: attaching an empty program to no function then fails with EINVAL. */
static bool probe_kprobe_multi(void)
{
	static const struct bpf_insn insns[] = {
		{ .code = 0xb7 }, /* r0 = 0 */
		{ .code = 0x95 }, /* exit */
	};
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_KPROBE_MULTI);
	int prog, err;

	if (!kernel_is(5, 18))
		return false;
	prog = bpf_prog_load(BPF_PROG_TYPE_KPROBE, NULL, "GPL", insns, 2, &opts);
	if (prog < 0)
		return false;
	err = bpf_link_create(prog, 0, BPF_TRACE_KPROBE_MULTI, NULL);
	close(prog);
	return err == -EINVAL;
}

static unsigned probe_kprobes(void)
{
	bool any = !access("/sys/bus/event_source/devices/kprobe/type", R_OK);

	return bit_if(any, FEAT_KPROBES) | bit_if(any && probe_kprobe_multi(), FEAT_KPROBE_MULTI);
}

/* Returns the features in 'used', without those that depend on features that are not in it. */
static unsigned closure(unsigned used)
{
	if (!(used & 1u << FEAT_BTF))
		used &= ~(1u << FEAT_TP_BTF | 1u << FEAT_ITER);
	if (!(used & 1u << FEAT_UPROBES) || !(used & 1u << FEAT_COOKIES))
		used &= ~(1u << FEAT_UPROBE_MULTI);
	if (!(used & 1u << FEAT_KPROBES) || !(used & 1u << FEAT_COOKIES))
		used &= ~(1u << FEAT_KPROBE_MULTI);
	/* task storage needs typed pointers to tasks, and the iterator for tasks that exist already */
	if (!(used & 1u << FEAT_TP_BTF) || !(used & 1u << FEAT_ITER))
		used &= ~(1u << FEAT_TASK_STORAGE);
	if (!(used & 1u << FEAT_TP_BTF))
		used &= ~(1u << FEAT_PERF_TP);
	if (!(used & 1u << FEAT_TASK_STORAGE))
		used &= ~(1u << FEAT_SLEEPABLE | 1u << FEAT_TASK_WORK);
	return used;
}

void features__probe(struct features *f, unsigned without, const struct btf_minimize *types)
{
	bool btf = types->kernel.len;

	f->present = bit_if(btf, FEAT_BTF) | bit_if(btf, FEAT_TP_BTF) | bit_if(btf, FEAT_ITER) |
		     bit_if(btf, FEAT_CUT_TYPES);
	f->present |= bit_if(libbpf_probe_bpf_map_type(BPF_MAP_TYPE_RINGBUF, NULL) == 1, FEAT_RINGBUF);
	f->present |= bit_if(libbpf_probe_bpf_map_type(BPF_MAP_TYPE_TASK_STORAGE, NULL) == 1, FEAT_TASK_STORAGE);
	f->present |= bit_if(has_tracepoints(), FEAT_TRACEPOINTS);
	f->present |= probe_uprobes() | probe_kprobes();
	if (btf && is_seven())
		probe_seven(f, types);
	if (btf)
		f->present |= probe_task_work(types);
	f->used = closure(f->present & ~without);
}
