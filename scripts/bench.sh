#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What tracing costs a loop of getppid(): ns per call, medians of rounds that take turns, so that a machine that
# changes its speed changes it for all.
#
#	scripts/bench.sh [ROUNDS]
#
# untraced; floor: programs that only compare the pid and read the clock; sctrace -o FILE; strace and perf trace,
# with fewer calls. Environment: CALLS (1000000), SLOW (20000: calls under strace and perf trace), CPU (0).
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$top/build}
rounds=${1:-7}
calls=${CALLS:-1000000}
slow=${SLOW:-20000}
cpu=${CPU:-0}
loop=$build/tests/live/loop

# shellcheck source=deps.sh
. "$top/scripts/deps.sh"
deps_install build test bench || true
for program in "$loop" "$build/tests/bench/floor" "$build/cli/sctrace"; do
	[ -x "$program" ] || { echo "bench.sh: $program is missing: scripts/test.sh unit builds it" >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo "bench.sh: run as root" >&2; exit 1; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# measure NAME COMMAND: its output, the ns per call, is one more sample
measure() {
	local name=$1
	shift
	"$@" 2> "$dir/err" >> "$dir/$name" || { echo "bench.sh: $*:" >&2; cat "$dir/err" >&2; exit 1; }
}

round() {
	measure untraced "$loop" "$calls" "$cpu"
	measure floor "$build/tests/bench/floor" "$loop" "$calls" "$cpu"
	measure sctrace "$build/cli/sctrace" -o "$dir/out" "$loop" "$calls" "$cpu"
	if grep -q 'lost [0-9]* events' "$dir/out"; then
		echo "bench.sh: events were lost" >&2
	fi
	rm -f "$dir/out"
	if command -v strace > /dev/null; then
		measure strace strace -o "$dir/out" "$loop" "$slow" "$cpu"
	fi
	if command -v perf > /dev/null; then
		measure perf perf trace -o "$dir/out" "$loop" "$slow" "$cpu"
	fi
}

median() {
	sort -n "$dir/$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

for ((i = 0; i < rounds; i++)); do
	round
	printf '.' >&2
done
printf '\n' >&2

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
