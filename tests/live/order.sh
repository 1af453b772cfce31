#!/bin/sh
# Threads that move between CPUs: the calls of each thread are in its order, and all lines are in the order of their
# times.
. ./lib.sh
need_root
cd "$T" || exit
threads=6 calls=$(often 4000 1500)

"$SCTRACE" -f -ttt -o out -e trace=close "$HELPERS/bounce" $threads "$calls"
is "status" $? 0
hasnt "no event is lost" out 'lost [0-9]+ events'

# prints the number of each close(), in the order of their beginnings
sed -nE 's/^[0-9]+ +([0-9.]+) close\(([0-9]+)( <unfinished \.\.\.>|\) .*)$/\1 \2/p' out > closes
awk '
	$2 >= 1000000 && $2 < 100000000 {
		t = int($2 / 1000000)
		if ($2 % 1000000 != next_of[t]) { print "thread " t ": " $2 " where " next_of[t] + 0 " was due"; bad = 1; exit }
		next_of[t]++
		n++
	}
	END { if (!bad) print n }' closes > got
is "every thread's calls in their order" "$(cat got)" $((threads * calls))

# a call that began after another had ended is printed after it
awk '$2 >= 500000 && $2 < 1000000 { if ($2 - 500000 != n++) { print "call " $2 - 500000 " where " n - 1 " was due"; bad = 1; exit } } END { if (!bad) print n }' \
	closes > got
is "calls that wait for each other in their order" "$(cat got)" $((threads * ((calls + 4) / 5)))

# the time in a line is when the call began, or when the line is resumed
awk '{ if ($2 < last) { print "line " NR ": " $2 " after " last; bad = 1; exit } last = $2 } END { if (!bad) print "ok" }' out > got
is "time never goes back" "$(cat got)" ok

# the sender of an ignored signal reports it while the target is in a call; the signal's line must come after the call's
# shellcheck disable=SC2016 # another shell's
"$SCTRACE" -f -ttt -o out sh -c 'i=0; while [ $i -lt $0 ]; do i=$((i + 1)); (exit 3); done' "$(often 200 20)"
is "ignored signals: there are some" "$(grep -c -- '--- SIGCHLD ' out)" "$(often 200 20)"
awk '{ if ($2 < last) { print "line " NR ": " $2 " after " last; bad++ } last = $2 } END { if (!bad) print "ok" }' out > got
is "ignored signals: time never goes back" "$(tail -n 1 got)" ok

# the lines of a replay are in the same order
"$SCTRACE" -f --record cap -o live -e trace=close "$HELPERS/bounce" 4 "$(often 2000 500)"
"$SCTRACE" -f --replay cap -o again
same "replayed in the same order" again live
finish
