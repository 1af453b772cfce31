#!/bin/sh
# What does not fit in a ring is counted and said in its place; nothing else is lost.
. ./lib.sh
need_root
cd "$T" || exit
n=300000

# numbers of all "lost N events" lines of a file
lost_in() {
	awk '/\+\+\+ lost [0-9]+ events? \+\+\+$/ { for (i = 1; i < NF; i++) if ($i == "lost") n += $(i + 1) } END { print n + 0 }' "$1"
}

"$SCTRACE" -o out -e trace=getppid "$HELPERS/loop" $n > /dev/null 2> err
is "room enough: status" $? 0
is "room enough: every call is there" "$(count out '^getppid\(\)  += [0-9]+$')" $n
is "room enough: nothing lost" "$(lost_in out)" 0
is "room enough: no complaint" "$(cat err)" ""

"$SCTRACE" --ring-size 4k -o out -e trace=getppid "$HELPERS/loop" $n > /dev/null 2> err
is "tiny ring: status is the command's" $? 0
lost=$(lost_in out)
true_ "tiny ring: some are lost ($lost)" test "$lost" -gt 0
has "tiny ring: the total at the end" err "$lost events lost"

# Each call is two records. A whole line took two, a call left open one; the rest was lost.
whole=$(count out '^getppid\(\) += [0-9]+$')
open=$(count out '^getppid\( <unfinished \.\.\.>$')
resumed=$(count out '^<\.\.\. getppid resumed>')
true_ "tiny ring: no line is made up" test $((2 * whole + open + resumed)) -le $((2 * n))
# what was lost is what is not seen; an enter that was lost and made up for at the exit counts once more
more=$((2 * whole + open + resumed + lost - 2 * n))
true_ "tiny ring: lost and seen make all (and $more late)" test $more -ge 0 -a $more -le $((n / 100))
is "tiny ring: other lines" "$(grep -vcE '^(getppid\(|<\.\.\. getppid|\+\+\+ )' out)" 0
is "tiny ring: return values belong to their calls" "$(sed -n 's/^getppid() *= //p' out | sort -u | wc -l)" 1

"$SCTRACE" --ring-size 4k --fail-on-loss -o out -e trace=getppid "$HELPERS/loop" $n > /dev/null 2> err
is "--fail-on-loss" $? 1
"$SCTRACE" --fail-on-loss -o out -e trace=getppid "$HELPERS/loop" 1000 > /dev/null 2> err
is "--fail-on-loss, nothing lost" $? 0

# a recording keeps the count
"$SCTRACE" --ring-size 4k --record cap -o live -e trace=getppid "$HELPERS/loop" $n > /dev/null 2> err
"$SCTRACE" --replay cap -o again 2> err2
is "replay: the same losses" "$(lost_in again)" "$(lost_in live)"
"$SCTRACE" --fail-on-loss --replay cap -o again 2> err2
is "replay: --fail-on-loss" $? 1

# tasks whose end was lost: it still ends
timeout 60 "$SCTRACE" -f --ring-size 4k -o out "$HELPERS/storm" 200 2> err
is "ends although ends were lost" $? 0
finish
