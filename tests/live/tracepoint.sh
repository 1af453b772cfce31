#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Probes of the kernel's tracepoints; their lines are in order with those of calls.
. ./lib.sh
need_root
cd "$T" || exit

# refused WANTED ARGS...: checks that the probe is refused with this message.
refused() {
	want=$1
	shift
	"$SCTRACE" "$@" > out 2>&1
	is "exits with 1: $want" "$?" 1
	is "the message says why: $want" "$(sed "s|$SCTRACE: ||" out)" "$want"
}

refused "a tracepoint is CATEGORY:NAME" -e tracepoint=sched_switch true
refused "a tracepoint is CATEGORY:NAME" -e tracepoint=/bin/sh:sched:sched_switch true
refused "a tracepoint has the fields that the kernel gives it, and no prototype" \
	-e 'tracepoint=sched:sched_switch(comm:str)' true
if ! "$SCTRACE" --doctor | grep -q '^probe_cookies  *ok '; then
	refused "tracepoints need a kernel with probe_cookies (Linux 5.15; see --doctor)" \
		-e tracepoint=sched:sched_process_fork true
	finish
fi
root=/sys/kernel/tracing/events
[ -d $root ] || root=/sys/kernel/debug/tracing/events
refused "no tracepoint 'sched:nothing*' (valid: see $root)" -e 'tracepoint=sched:nothing*' true

# ---- lines ----

cat > child.sh <<'E2'
(exit 3)
wait
E2
"$SCTRACE" -f -qq -o out -e trace=exit_group -e 'tracepoint=sched:sched_process_*' sh child.sh
has "numbers and strings of fixed or other length" out \
	'^[0-9]+ +sched:sched_process_fork\(parent_comm="sh", parent_pid=[0-9]+, child_comm="sh", child_pid=[0-9]+\)$'
has "a string that lies after the fields" out \
	'^[0-9]+ +sched:sched_process_exec\(filename="/[^"]*sh", pid=[0-9]+, old_pid=[0-9]+\)$'
has "a pattern" out '^[0-9]+ +sched:sched_process_wait\(comm="sh", pid=[0-9]+, prio=[0-9]+\)$'
is "in line with the calls" "$(sed -nE 's/.* (exit_group\(3|sched:sched_process_fork)\(?.*/\1/p' out | tr '\n' ' ')" \
	"sched:sched_process_fork exit_group(3 "

"$SCTRACE" -f -qq --record rec -o out -e trace=exit_group -e 'tracepoint=sched:sched_process_*' sh child.sh
"$SCTRACE" -f -qq --replay rec -o again
is "a recording has them, with their fields" "$(grep -oE 'sched:[a-z_]+\([a-z_]+' again | sort -u)" \
	"$(grep -oE 'sched:[a-z_]+\([a-z_]+' out | sort -u)"
"$SCTRACE" --format=json -f -o out -e trace=none -e tracepoint=sched:sched_process_fork sh child.sh
has "JSON" out '"kind":"tracepoint","probe":"sched:sched_process_fork","args":\{"parent_comm":"sh","parent_pid":[0-9]+,'

# ---- which tasks, and how many hits ----

start "$HELPERS/ticker" "$T/other" 0
N=$(often 100000 1000)
"$SCTRACE" -qq -o out -e trace=none -e signal=none --ring-size 64M -e tracepoint=raw_syscalls:sys_exit "$HELPERS/loop" \
	"$N" > /dev/null
is "every hit of the command, none of others" "$(grep -c "^raw_syscalls:sys_exit(id=$(($(uname -m | grep -c x86) ? 110 : 173))," out)" "$N"
hasnt "and none is lost" out lost

# The kernel refuses to attach a program twice to one tracepoint.
N=1000
for twice in raw_syscalls:sys_exit 'raw_syscalls:*_exit'; do
	"$SCTRACE" -qq -o out -e trace=none -e signal=none --ring-size 64M -e tracepoint=raw_syscalls:sys_exit \
		-e "tracepoint=$twice" "$HELPERS/loop" "$N" > /dev/null 2> err
	is "given twice, $twice: status" "$? $(cat err)" "0 "
	is "given twice, $twice: every hit once" \
		"$(grep -c "^raw_syscalls:sys_exit(id=$(($(uname -m | grep -c x86) ? 110 : 173))," out)" "$N"
	for by in "-s" "-s --by=func" "-s --by=func,arg1"; do
		# shellcheck disable=SC2086 # $by is several words
		"$SCTRACE" $by -o out -e trace=none -e tracepoint=raw_syscalls:sys_exit -e "tracepoint=$twice" \
			"$HELPERS/loop" "$N" > /dev/null 2> err
		is "given twice, $twice $by: status" "$? $(cat err)" "0 "
		is "given twice, $twice $by: one row with all hits" \
			"$(awk -v n="$N" '/^ +raw_syscalls:sys_exit / { for (i = 2; i <= 3; i++) if ($i >= n && $i < 2 * n) hits++ }
				END { print hits }' out)" 1
	done
done

# Interrupts come while a record is written. Losses are counted, and the other hits are in order.
"$SCTRACE" -ttt -qq -o out -e trace=getppid -e 'tracepoint=irq:softirq_entry' -e 'tracepoint=sched:sched_switch' \
	"$HELPERS/loop" "$N" > /dev/null
is "in order, with interrupts" "$(awk '/^[0-9]/ { n += $1 < last; last = $1 } END { print n + 0 }' out)" 0
is "no call is lost" "$(grep -cE '^[0-9.]+ (getppid\(\)|<... getppid resumed>\)) += [0-9]+$' out)" "$N"
finish
