#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What a hit of a probe costs: ns per hit, medians of rounds that take turns, against an empty program at the same place.
#
#	scripts/bench-probes.sh [ROUNDS]
#
# Each with two arguments, an int and a string, as lines in a file. Environment: HITS (200000), CPU (0).
set -eu

# shellcheck source=bench-lib.sh
. "$(dirname "$0")/bench-lib.sh"
rounds=${1:-7}
hits=${HITS:-200000}
loop=$build/tests/bench/hits
needed "$loop" "$sctrace"

# traced NAME WHAT PROBE
traced() {
	measure "$1" "$sctrace" -qq -o "$dir/out" --ring-size 64M -e trace=none -e "$3" "$loop" "$2" "$hits" "$cpu"
	losses
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

in_rounds "$rounds" round

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
