#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What a hit of a probe costs: ns per hit, medians of rounds that take turns, against an empty program at the same place.
#
#	scripts/bench-probes.sh [ROUNDS]
#
# Each with two arguments, an int and a string, as lines in a file. Environment: HITS (200000), CPU (0).
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$top/build}
rounds=${1:-7}
hits=${HITS:-200000}
cpu=${CPU:-0}
loop=$build/tests/bench/hits

[ -x "$loop" ] || { echo "bench-probes.sh: $loop is missing: scripts/test.sh unit builds it" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "bench-probes.sh: run as root" >&2; exit 1; }

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# measure NAME COMMAND: its output, the ns per hit, is one more sample
measure() {
	local name=$1
	shift
	"$@" 2> "$dir/err" >> "$dir/$name" || { echo "bench-probes.sh: $*:" >&2; cat "$dir/err" >&2; exit 1; }
}

# traced NAME WHAT PROBE
traced() {
	measure "$1" "$build/cli/sctrace" -qq -o "$dir/out" --ring-size 64M -e trace=none -e "$3" "$loop" "$2" "$hits" "$cpu"
	if grep -q 'lost [0-9]* events' "$dir/out"; then
		echo "bench-probes.sh: events were lost" >&2
	fi
	rm -f "$dir/out"
}

round() {
	measure function "$loop" function "$hits" "$cpu"
	measure entry "$loop" entry "$hits" "$cpu"
	traced uprobe function 'uprobe=hit_function(id:int, text:str)'
	measure return "$loop" return "$hits" "$cpu"
	traced uretprobe function 'uretprobe=hit_function -> int'
	measure place "$loop" place "$hits" "$cpu"
	measure usdt "$loop" usdt "$hits" "$cpu"
	traced usdtprobe place 'usdt=bench:hit(id:int, text:str)'
}

median() {
	sort -n "$dir/$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

for ((i = 0; i < rounds; i++)); do
	round
	printf '.' >&2
done
printf '\n' >&2

printf '%-12s %10s %10s %10s %14s\n' "ns per hit" untraced empty sctrace "x the empty one"
# row NAME UNTRACED EMPTY TRACED
row() {
	awk -v name="$1" -v base="$(median "$2")" -v empty="$(median "$3")" -v ours="$(median "$4")" 'BEGIN {
		printf "%-12s %10.1f %10.1f %10.1f %14.2f\n", name, base, empty, ours, (ours - base) / (empty - base)
	}'
}
row uprobe function entry uprobe
row uretprobe function return uretprobe
row usdt place usdt usdtprobe
