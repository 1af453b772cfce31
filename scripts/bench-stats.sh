#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The cost of the kernel's summary (-s). Rounds take turns, so that a change of the machine's speed affects all.
#
#	scripts/bench-stats.sh [floor|bpftrace|redis|tasks]...	(all)
#
# floor: getppid() against two clock reads; bpftrace: against its stats() by thread and call; redis: throughput
# with and without -s -p; tasks: a list of the tasks of a machine with 20 000 threads, by iterator and by /proc.
# Environment: ROUNDS (25), CALLS (300000), REQUESTS (60000), TASKS (20000).
set -eu

# shellcheck source=bench-lib.sh
. "$(dirname "$0")/bench-lib.sh"
rounds=${ROUNDS:-25}
calls=${CALLS:-300000}
requests=${REQUESTS:-60000}
loop=$build/tests/live/loop

# shellcheck source=deps.sh
. "$top/scripts/deps.sh"
deps_install build test bench || true
needed "$loop" "$sctrace" "$build/tests/bench/bench-stats"

server=
# shellcheck disable=SC2317 # the trap's
cleanup() {
	[ -z "$server" ] || kill "$server"
	rm -rf "$dir"
}
trap cleanup EXIT

part_floor() {
	"$build/tests/bench/bench-stats" $((rounds * 4)) || echo "more than 1.35 times the floor"
}

# stats() of the time by thread and call, as -s has it; bpftrace runs the loop itself
# shellcheck disable=SC2016 # bpftrace's
program='
tracepoint:raw_syscalls:sys_enter /pid == cpid/ { @at[tid] = nsecs; }
tracepoint:raw_syscalls:sys_exit /@at[tid]/ { @[tid, args->id] = stats(nsecs - @at[tid]); delete(@at[tid]); }
END { clear(@at); }'

part_bpftrace() {
	command -v bpftrace > /dev/null || { echo "no bpftrace here"; return; }
	for ((i = 0; i < rounds; i++)); do
		"$loop" "$calls" 0 >> "$dir/untraced"
		"$sctrace" -s -o /dev/null "$loop" "$calls" 0 >> "$dir/ours"
		bpftrace -q -e "$program" -c "$loop $calls 0" 2> /dev/null | grep -E '^[0-9.]+$' >> "$dir/bpftrace"
	done
	printf '%-12s %10s %10s\n' "ns per call" quartile median
	for name in untraced ours bpftrace; do
		printf '%-12s %10.1f %10.1f\n' $name "$(quantile $name 0.25)" "$(quantile $name 0.5)"
	done
	awk -v base="$(quantile untraced 0.25)" -v ours="$(quantile ours 0.25)" \
		-v theirs="$(quantile bpftrace 0.25)" \
		'BEGIN { printf "bpftrace costs %.2f times as much (at least 2 is wanted)\n", (theirs - base) / (ours - base) }'
}

redis_round() {
	taskset -c 1 redis-benchmark -p 7993 -q -t get -n "$requests" -c 20 --csv 2> /dev/null |
		awk -F '"' '$2 == "GET" { print $4 }'
}

part_redis() {
	local pid
	command -v redis-benchmark > /dev/null || { echo "no redis here"; return; }
	taskset -c 0 redis-server --port 7993 --save '' --appendonly no --daemonize no > "$dir/redis.log" &
	server=$!
	until redis-cli -p 7993 ping > /dev/null 2>&1; do sleep 0.1; done
	redis_round > /dev/null
	for ((i = 0; i < rounds; i++)); do
		redis_round >> "$dir/plain"
		"$sctrace" -s -o "$dir/table" -p "$server" &
		pid=$!
		sleep 0.3
		redis_round >> "$dir/traced"
		kill $pid
		wait $pid || true
	done
	grep -qE '^   read +[0-9]{4,} ' "$dir/table" || echo "bench-stats.sh: nothing was counted" >&2
	for name in plain traced; do
		printf '%-10s median %9.0f requests/s, quartiles %9.0f %9.0f\n' $name "$(quantile $name 0.5)" \
			"$(quantile $name 0.25)" "$(quantile $name 0.75)"
	done
	awk -v a="$(quantile plain 0.5)" -v b="$(quantile traced 0.5)" \
		'BEGIN { printf "under -s -p %.1f %% of the untraced throughput (at least 90 is wanted)\n", 100 * b / a }'
}

part_tasks() {
	"$build/tests/bench/bench-tasks" "${TASKS:-20000}"
}

[ $# -gt 0 ] || set -- floor bpftrace redis tasks
for part; do
	declare -F "part_$part" > /dev/null || { echo "bench-stats.sh: no part '$part'" >&2; exit 2; }
	echo "== $part"
	"part_$part"
done
