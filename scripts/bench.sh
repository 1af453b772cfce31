#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The cost of tracing in a loop of getppid(): ns per call, medians of rounds that take turns.
#
#	scripts/bench.sh [ROUNDS]
#
# untraced; floor: programs that only compare the pid and read the clock; sctrace -o FILE; strace and perf trace,
# with fewer calls. Environment: CALLS (1000000), SLOW (20000: calls under strace and perf trace), CPU (0).
set -eu

# shellcheck source=bench-lib.sh
. "$(dirname "$0")/bench-lib.sh"
rounds=${1:-7}
calls=${CALLS:-1000000}
slow=${SLOW:-20000}
loop=$build/tests/live/loop

# shellcheck source=deps.sh
. "$top/scripts/deps.sh"
deps_install build test bench || true
needed "$loop" "$build/tests/bench/floor" "$sctrace"

round() {
	measure untraced "$loop" "$calls" "$cpu"
	measure floor "$build/tests/bench/floor" "$loop" "$calls" "$cpu"
	measure sctrace "$sctrace" -o "$dir/out" "$loop" "$calls" "$cpu"
	losses
	if command -v strace > /dev/null; then
		measure strace strace -o "$dir/out" "$loop" "$slow" "$cpu"
	fi
	if command -v perf > /dev/null; then
		measure perf perf trace -o "$dir/out" "$loop" "$slow" "$cpu"
	fi
}

in_rounds "$rounds" round

base=$(median untraced)
floor=$(median floor)
ours=$(median sctrace)
printf '%-12s %12s %12s %14s\n' "" "ns per call" "overhead" "x sctrace's"
for name in untraced floor sctrace strace perf; do
	[ -s "$dir/$name" ] || continue
	median "$name" | awk -v name="$name" -v base="$base" -v ours="$ours" '
		{ printf "%-12s %12.1f %12.1f %14.2f\n", name, $1, $1 - base, ($1 - base) / (ours - base) }'
done
awk -v base="$base" -v floor="$floor" -v ours="$ours" 'BEGIN {
	printf "\nsctrace costs %.2f times the floor (at most 2 is wanted)\n", (ours - base) / (floor - base)
}'
