#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# --limit-rate and --max-cpu: each output counts exactly what it leaves out, and a recording leaves out nothing.
. ./lib.sh
need_root
cd "$T" || exit

# sum FILE SED: prints the sum of the numbers that the sed command finds in the lines about what was left out.
sum() {
	grep 'left.out' "$1" | grep -v health | sed -n "$2" | awk '{ n += $1 } END { print n + 0 }'
}

# ---- lines a second ----
n=$(often 50000 5000)
timeout 120 "$SCTRACE" --limit-rate 100 -e trace=getppid --json J --record cap --health -o lines "$HELPERS/loop" "$n" > /dev/null 2> err
is "--limit-rate: the status is the command's" $? 0
left=$(sum lines 's/^+++ left out \([0-9]*\) lines (--limit-rate) +++$/\1/p')
true_ "--limit-rate: lines are left out ($left)" test "$left" -gt 0
is "--limit-rate: with those that are printed, all" $(($(count lines '^getppid\(\) += [0-9]+$') + left)) "$n"
is "JSON has as many" "$(grep -c '"syscall":"getppid"' J)" "$(count lines '^getppid\(\) ')"
is "and says so" "$(sum J 's/^{"type":"left_out","lines":\([0-9]*\),"limit_rate":\1}$/\1/p')" "$left"
has "the end has the sum of both outputs" err "left out: $((2 * left)) lines \(--limit-rate\)"
has "--health has that of this output" lines "^ *left out  *$left lines"
has "what is no call is printed" lines '^\+\+\+ exited with 0 \+\+\+$'
"$SCTRACE" --replay cap -e trace=getppid -o all
is "a recording has all" "$(count all '^getppid\(\) += [0-9]+$')" "$n"
"$SCTRACE" --replay cap -e trace=getppid --limit-rate 100 -o again 2> err
is "a replay leaves out the same" "$(grep getppid again | sort | md5sum)" "$(grep getppid lines | sort | md5sum)"
timeout 60 "$SCTRACE" --limit-rate 1000000 --fail-on-loss -e trace=getppid -o lines "$HELPERS/loop" 100 > /dev/null 2> err
is "below the limit: nothing is left out" $? 0
is "below the limit: every line is there" "$(count lines '^getppid\(\) += [0-9]+$')" 100
timeout 60 "$SCTRACE" --limit-rate 10 --fail-on-loss -e trace=getppid -o lines "$HELPERS/loop" 100 > /dev/null 2> err
is "--fail-on-loss is about lines, too" $? 1

# ---- a share of a CPU ----
start sh -c "while :; do \"$HELPERS/loop\" 20000 0 close > /dev/null; done"
busy=$pid
timeout 120 "$SCTRACE" --max-cpu 1% -f -e trace=close -e signal=none -qq --record cap --json J --for "$(often 3 10)" -p "$busy" -o lines 2> err
is "--max-cpu: status" $? 0
left=$(sum lines 's/^+++ left out \([0-9]*\) lines.*/\1/p')
data=$(sum lines 's/.* data of \([0-9]*\) calls.*/\1/p')
arguments=$(sum lines 's/.* arguments of \([0-9]*\) .*/\1/p')
true_ "--max-cpu: lines are left out ($left)" test "$left" -gt 0
true_ "--max-cpu: data are ($data)" test "$data" -gt 0
true_ "--max-cpu: arguments are ($arguments)" test "$arguments" -gt 0
is "arguments: as many as it says" "$(count lines '^[0-9]+ +close\(\.\.\.\) += ')" "$arguments"
is "data: as many as it says" "$(count lines '^[0-9]+ +close\(0x[0-9a-f]+\) += ')" "$data"
"$SCTRACE" --replay cap -f -e trace=close -e signal=none -qq -e status=all -o all
is "lines, with those that are left out: all" $(($(count lines '^[0-9]+ +close\(.*\) += ') + left)) "$(count all '^[0-9]+ +close\(.*\) += ')"
is "JSON: arguments" "$(grep -c '"syscall":"close".*"args":{}' J)" "$arguments"
is "JSON: data" "$(grep -c '"syscall":"close".*"args":{"fd":"0x' J)" "$data"
is "JSON: as many lines" "$(sum J 's/.*"max_cpu":\([0-9]*\).*/\1/p')" "$left"
kill "$busy"

# ---- refused ----
for bad in 0 -1 101 5x 1%% ''; do
	"$SCTRACE" --max-cpu "$bad" true 2> err
	has "--max-cpu '$bad'" err 'per cent of a CPU, 1 to 100'
done
"$SCTRACE" --limit-rate 0 true 2> err
has "--limit-rate 0" err 'a whole number above 0'
"$SCTRACE" -s --limit-rate 5 true 2> err
has "a table: what to type" err '--lines=FILE'
"$SCTRACE" -ff -o x --max-cpu 5 true 2> err
has "a file for each thread: what to type" err 'use -f and -o FILE'
finish
