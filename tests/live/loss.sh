#!/bin/sh
# Events for which a ring has no room are counted, and reported where they are missing; no other events are lost.
. ./lib.sh
need_root
cd "$T" || exit
n=$(often 100000 10000)

# lost_in FILE: prints the sum of the numbers in all lines "lost N events".
lost_in() {
	awk '/\+\+\+ lost [0-9]+ events? \+\+\+$/ { for (i = 1; i < NF; i++) if ($i == "lost") n += $(i + 1) } END { print n + 0 }' "$1"
}

"$SCTRACE" --fail-on-loss -o out -e trace=getppid "$HELPERS/loop" "$n" > /dev/null 2> err
is "room enough: --fail-on-loss" $? 0
is "room enough: every call is there" "$(count out '^getppid\(\)  += [0-9]+$')" "$n"
is "room enough: nothing lost" "$(lost_in out)" 0
is "room enough: no complaint" "$(cat err)" ""

"$SCTRACE" --ring-size 4k -o out -e trace=getppid "$HELPERS/loop" "$n" > /dev/null 2> err
is "tiny ring: status is the command's" $? 0
lost=$(lost_in out)
true_ "tiny ring: events are lost ($lost)" test "$lost" -gt 0
has "tiny ring: the total at the end" err "$lost events lost"

# The beginning and the end of a call are two events, even if one record has both; the end of a thread is one event.
# (The record of the execve comes first, when there is room.)
whole=$(count out '^getppid\(\) += [0-9]+$')
ends=$(count out '^\+\+\+ exited with 0 \+\+\+$')
is "tiny ring: lost and seen make all" $((2 * whole + ends + lost)) $((2 * n + 1))
is "tiny ring: other lines" "$(grep -vcE '^(getppid\(|\+\+\+ )' out)" 0
is "tiny ring: return values belong to their calls" "$(sed -n 's/^getppid() *= //p' out | sort -u | wc -l)" 1

# The threads begin when all have started, so that only calls and ends of threads can be lost; each of them counts.
each=$(often 20000 2000)
"$SCTRACE" -f --ring-size 4k -o out -e trace=getppid "$HELPERS/flood" 16 "$each" > /dev/null 2> err
lost=$(lost_in out)
true_ "16 threads: events are lost ($lost)" test "$lost" -gt 0
whole=$(count out '^[0-9]+ +getppid\(\) += [0-9]+$')
ends=$(count out '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$')
is "16 threads: lost and seen make all, with $ends of 17 ends" $((2 * whole + ends + lost)) $((2 * 16 * each + 17))

# Calls of other kinds are two records. A complete line took both of them, a call left open took one. If the beginning
# was lost, the exit record may contain it, and then it does not count as lost.
"$SCTRACE" --ring-size 4k -o out -e trace=close "$HELPERS/loop" "$n" 0 close > /dev/null 2> err
lost=$(lost_in out)
whole=$(count out '^close\([0-9]{7}\) += -1 EBADF')
open=$(count out '^close\([0-9]{7} <unfinished \.\.\.>$')
resumed=$(count out '^<\.\.\. close resumed>')
true_ "two records: events are lost ($lost)" test "$lost" -gt 0
ends=$(count out '^\+\+\+ exited with 0 \+\+\+$')
is "two records: lost and seen make all" $((2 * whole + open + resumed + ends + lost)) $((2 * n + 1))
calls=$(sed -n 's/.* beginnings or ends of \([0-9]*\) calls .*/\1/p' err)
true_ "two records: calls that are not whole ($calls)" test "$calls" -ge $((n - whole - 1)) -a "$calls" -le "$((n - whole + 1))"
sed -nE 's/^close\(([0-9]{7})\) += -1.*/\1/p' out > numbers
sort -n numbers > sorted
same "two records: calls are in order" numbers sorted
is "two records: no call is printed twice" "$(uniq -d sorted)" ""

# a recording keeps the count
"$SCTRACE" --ring-size 4k --fail-on-loss --record cap -o live -e trace=getppid "$HELPERS/loop" "$n" > /dev/null 2> err
is "--fail-on-loss" $? 1
"$SCTRACE" --replay cap -o again 2> err2
is "replay: the same losses" "$(lost_in again)" "$(lost_in live)"
"$SCTRACE" --fail-on-loss --replay cap -o again 2> err2
is "replay: --fail-on-loss" $? 1

# sctrace ends although the ends of some tasks were lost
timeout 60 "$SCTRACE" -f --ring-size 4k -o out "$HELPERS/storm" 200 2> err
is "ends although ends were lost" $? 0
finish
