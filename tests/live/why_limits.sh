#!/bin/sh
# --why: servers of memory and files, CPUs, cgroups, disks.
. ./lib.sh
. ./lib_why.sh
need_root
cd "$T" || exit

# with FILE: only where the kernel has been built with it
with() {
	[ -e "$1" ] && return 0
	ok "skipped: the kernel has no $1"
	return 1
}
with /proc/sys/vm/unprivileged_userfaultfd &&
	names userfault 'server' BLOCKED 'a page fault that the userfaultfd'
with /dev/fuse &&
	names fuse 'server' 'STOPPED by SIGSTOP' '[a-z]+stat[a-z0-9]*\(.*the FUSE server has not answered'
with /proc/sys/fs/fanotify &&
	names fanotify 'listener' BLOCKED 'openat\(.*a fanotify listener has not allowed the access'
with /proc/sys/kernel/io_uring_disabled &&
	names uring 'writer' BLOCKED 'io_uring_enter\(.*no operation has completed \([0-9]+<pipe:\[[0-9]+\]>\)'

# Now and then others run for a moment: real-time tasks have 95 % of a CPU.
# starves FAULT ERE: the culprit runs on the CPU that the thread waits for
starves() {
	look "$1"
	for _ in 1 2 3 4 5; do
		grep -q "runs there: stuck $culprit" out && break
		"$SCTRACE" --why -p "$waiter" -o out
	done
	has "$1: the culprit" out "^ +runs there: stuck $culprit   RUNNING CPU 0"
	has "$1: how they share the CPU" out "$2"
	done_with
}
starves cpu '^stuck [0-9]+   RUNNABLE CPU 0 .*it has SCHED_OTHER nice 0, stuck has SCHED_FIFO 50'
starves inversion '^   owner: stuck [0-9/]+   RUNNABLE CPU 0 .*SCHED_FIFO 50'

# ---- cgroups, of version 1 or 2 ----

# limits CONTROLLER FILE VALUE ERE: a process in a new cgroup with this value of the file
limits() {
	dir=/sys/fs/cgroup/$1/why-test
	[ -d "/sys/fs/cgroup/$1" ] || dir=/sys/fs/cgroup/why-test
	if ! mkdir "$dir" 2> /dev/null || ! [ -e "$dir/$2" ]; then
		rmdir "$dir" 2> /dev/null
		ok "skipped: no $2"
		return
	fi
	sh -c 'while :; do :; done' &
	spinner=$!
	started="$started $spinner"
	echo "$3" > "$dir/$2"
	echo $spinner > "$dir/cgroup.procs"
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		sleep 0.2
		"$SCTRACE" --why -p $spinner -o out
		grep -qE "THROTTLED|FROZEN" out && break
	done
	has "$2" out "$4"
	echo "${5:-0}" > "$dir/$2"
	kill -9 $spinner
	wait $spinner 2> /dev/null
	wait_for 5 rmdir "$dir"
}
limits cpu cpu.cfs_quota_us 3000 'THROTTLED .*cgroup /.*why-test, cpu.cfs_quota_us 3000 of 100000 us; most CPU time: sh [0-9]+' -1
limits cpu cpu.max '3000 100000' 'THROTTLED .*cgroup /.*why-test, cpu.max 3000 100000 us; most CPU time: sh [0-9]+' max
limits freezer freezer.state FROZEN 'FROZEN .*cgroup /.*why-test, freezer.state|__refrigerator' THAWED
limits unified cgroup.freeze 1 'FROZEN .*cgroup /.*why-test, cgroup.freeze' 0

# ---- disks ----

if ! in_guest && command -v mkfs.ext4 fsfreeze > /dev/null; then
	truncate -s 16M img
	mkfs.ext4 -q img
	mkdir mnt
	if mount -o loop img mnt 2> /dev/null; then
		: > mnt/file
		fsfreeze -f mnt
		dd if=/dev/zero bs=1 count=1 2> /dev/null 1<> mnt/file &
		writer=$!
		sleep 0.5
		"$SCTRACE" --why -p $writer -o out
		fsfreeze -u mnt
		wait $writer
		has "frozen file system" out '^dd [0-9]+   BLOCKED \(D\) .*is frozen \(fsfreeze\) \(.*/mnt/file on ext4 of loop[0-9]+ \(.*/img\)'
		umount mnt
	fi
fi
finish
