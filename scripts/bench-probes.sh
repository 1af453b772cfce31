#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The cost of a hit of a probe: ns per hit, medians of rounds that take turns, against an empty program at the same place.
#
#	scripts/bench-probes.sh [ROUNDS]
#	scripts/bench-probes.sh --guest KERNEL [ROUNDS]		in one of scripts/vm-test.sh's
#
# Probes of programs with two arguments, an int and a string; where the kernel has them, those of its function
# vfs_read(), entry and return, with numbers (numbers) or as the kernel's types have them (types: the file's path). As
# lines in a file. Environment: HITS (200000), CPU (0), PARTS (programs kernel).
set -eu

# shellcheck source=bench-lib.sh
. "$(dirname "$0")/bench-lib.sh"

if [ "${1-}" = --guest ]; then
	kernel=${2:?--guest KERNEL}
	add=(--add "$(command -v bash)" --add "$top/scripts/bench-lib.sh" --add "$0" --add "$build/tests/bench/hits")
	command="STOP=1 HITS=${HITS:-20000} PARTS='${PARTS-}' SCTRACE=/bin/sctrace LOOP=/extra/hits /extra/bash /extra/${0##*/} ${3:-7}"
	exec "$top/scripts/vm-test.sh" "${add[@]}" --cmd "$command 2>&1" "$kernel"
fi

rounds=${1:-7}
hits=${HITS:-200000}
loop=${LOOP:-$build/tests/bench/hits}
needed "$loop" "$sctrace"

# traced NAME WHAT OPTION...: measures a hit of WHAT that sctrace traces with these options.
traced() {
	local name=$1 what=$2
	shift 2
	measure "$name" env ${STOP:+ALONE=1} "$sctrace" -qq -o "$dir/out" --ring-size 64M -e trace=none "$@" "$loop" "$what" "$hits" "$cpu"
	losses
}

has() {
	"$sctrace" --doctor | grep -q "^$1  *ok "
}

programs_round() {
	measure function "$loop" function "$hits" "$cpu"
	measure entry "$loop" entry "$hits" "$cpu"
	traced uprobe function -e 'uprobe=hit_function(id:int, text:str)'
	measure return "$loop" return "$hits" "$cpu"
	traced uretprobe function -e 'uretprobe=hit_function -> int'
	measure place "$loop" place "$hits" "$cpu"
	measure usdt "$loop" usdt "$hits" "$cpu"
	traced usdtprobe place -e 'usdt=bench:hit(id:int, text:str)'
}

numbers='kfunc=vfs_read(file:ptr, buf:ptr, n:size_t) -> int'

kernel_round() {
	measure kernel "$loop" kernel "$hits" "$cpu"
	measure kprobe "$loop" kprobe "$hits" "$cpu"
	traced kprobe-numbers kernel -e "$numbers"
	traced kprobe-types kernel -e kfunc=vfs_read
}

round() {
	! "$uprobes" || programs_round
	! "$kprobes" || kernel_round
}

parts=${PARTS:-programs kernel}
# has_part PART FEATURE: returns 0 if $PARTS has the part and the kernel has the feature.
has_part() {
	[[ " $parts " = *" $1 "* ]] && has "$2" && echo true || echo false
}
uprobes=$(has_part programs uprobe_multi)
kprobes=$(has_part kernel kprobe_multi)
in_rounds "$rounds" round

printf '%-16s %10s %10s %10s %14s\n' "ns per hit" untraced empty sctrace "x the empty one"
# row NAME UNTRACED EMPTY TRACED: prints a row of the table, from the medians of these samples.
row() {
	[ -s "$dir/$4" ] || return 0
	awk -v name="$1" -v base="$(median "$2")" -v empty="$(median "$3")" -v ours="$(median "$4")" 'BEGIN {
		printf "%-16s %10.1f %10.1f %10.1f %14.2f\n", name, base, empty, ours, (ours - base) / (empty - base)
	}'
}
row uprobe function entry uprobe
row uretprobe function return uretprobe
row usdt place usdt usdtprobe
row "kprobe, numbers" kernel kprobe kprobe-numbers
row "kprobe, types" kernel kprobe kprobe-types
