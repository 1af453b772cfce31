#!/bin/sh
# Checks each kernel feature that sctrace depends on, without using sctrace.
fail=0
clocks=/sys/devices/system/clocksource/clocksource0/current_clocksource

check() {
	what=$1
	shift
	if "$@" >/tmp/smoke.out 2>&1; then
		echo "ok    $what"
	else
		echo "FAIL  $what"
		cat /tmp/smoke.out
		fail=1
	fi
}

# shellcheck disable=SC2317  # called through check
ring_program() {
	bpftool prog load /tests/smoke-ENTER.o /sys/fs/bpf/smoke autoattach || return
	ls / >/dev/null
	bpftool map dump name smoke_EN.bss
	sent=$(bpftool map dump name smoke_EN.bss | sed -n 's/.*"sent": *\([0-9]*\).*/\1/p')
	rm -f /sys/fs/bpf/smoke
	[ "${sent:-0}" -gt 10 ]
}

# shellcheck disable=SC2317
task_iterator() {
	bpftool iter pin /tests/smoke-ITER.o /sys/fs/bpf/smoke_iter || return
	tasks=$(grep -c task /sys/fs/bpf/smoke_iter)
	rm -f /sys/fs/bpf/smoke_iter
	[ "$tasks" -gt 10 ]
}

check "kernel BTF" test -s /sys/kernel/btf/vmlinux
check "syscall tracepoints" test -d /sys/kernel/tracing/events/raw_syscalls/sys_enter
check "argument names in tracefs" test -f /sys/kernel/tracing/events/syscalls/sys_enter_openat/format
check "program on tp_btf/sys_enter reads registers and fills a ring" ring_program
check "task iterator" task_iterator
check "clock fit for ordering: $(cat $clocks)" grep -qE 'tsc|arch_sys_counter|riscv_clocksource' $clocks
exit $fail
