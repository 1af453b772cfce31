#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Tests --time: where the time of threads goes, compared with /proc/thread-self/schedstat.
. ./lib.sh
need_root
cd "$T" || exit

# sums FILE [TID]: prints the sums of system, user, runnable and blocked of a JSON table, in us.
sums() {
	tr '{' '\n' < "$1" | awk -v tid="$2" '
		function value(name) {
			return match($0, "\"" name "\":[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) : 0
		}
		/"blocked":/ && (!tid || value("tid") == tid) {
			system_ += value("system"); user += value("user")
			runnable += value("runnable"); blocked += value("blocked")
		}
		END { printf "%.0f %.0f %.0f %.0f\n", system_ / 1000, user / 1000, runnable / 1000, blocked / 1000 }'
}

# near WHAT GOT WANT PER_MILLE: GOT differs from WANT by at most this many parts of 1000 of the elapsed time.
near() {
	d=$(($2 - $3))
	true_ "$1: $2 us, $3 us expected" test $((d < 0 ? -d : d)) -le $((elapsed * $4 / 1000))
}

# compare WHAT TABLE: compares the times of the thread of tests/live/shares with those that the kernel told it.
compare() {
	read -r tid elapsed on ready < told
	elapsed=$((elapsed / 1000)) on=$((on / 1000)) ready=$((ready / 1000))
	# shellcheck disable=SC2046 # words
	set -- "$1" $(sums "$2" "$tid")
	# guests take some time to end a thread
	near "$1: the sum" $(($2 + $3 + $4 + $5)) $elapsed "$(often 10 30)"
	# The two clocks are read at different places, with interrupts and BPF programs in between.
	near "$1: on a CPU" $(($2 + $3)) $on "$(often 20 50)"
	near "$1: runnable" "$4" $ready "$(often 20 50)"
}

ms=100
! in_guest || ms=200
"$SCTRACE" --by=tid,syscall --time --format=json -f -o table "$HELPERS/shares" told $ms 2> err
is "status" $? 0
compare "--by=tid,syscall" table
true_ "time in calls" test "$(sums table | cut -d' ' -f1)" -ge $((ms * 800))
true_ "time between calls" test "$(sums table | cut -d' ' -f2)" -ge $((ms * 200))
# the main thread waits for the other
true_ "time asleep" test "$(sums table | cut -d' ' -f4)" -ge $((ms * 7 * 1000))

"$SCTRACE" --by=syscall --time -S blocked -f -o table "$HELPERS/shares" told 2> err
has "a row of the time between calls" table '^ \(user\) +0 +0 .* [0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$'
has "a call that sleeps" table '^ (clock_)?nanosleep +1 .* [0-9]+\.[0-9]{3} +0\.000 +[0-9.]+ +2[0-9]{2}\.[0-9]{3}$'
true_ "sorted" test "$(sed -n '/^ *(msec)/{n;s/^ \([^ ]*\).*/\1/p}' table)" = futex
"$SCTRACE" --by=comm --time -o table "$HELPERS/shares" told 1 2> err
has "without the key syscall" table '^ shares +[0-9]+ '

# the table
"$SCTRACE" -s --time -o table "$HELPERS/shares" told 1 2> err
has "shares above the table" table '^   [0-9.]+ s: [0-9.]+% system, [0-9.]+% user, [0-9.]+% runnable, [0-9.]+% blocked$'
has "the titles" table ' stddev +system +user +runnable +blocked$'

# a thread that is asleep in one call all the time, and one that makes no call
sleep 1000 &
asleep=$!
"$HELPERS/shares" spin &
spins=$!
sleep 0.3
"$SCTRACE" -s --time --format=json -p $asleep,$spins --for 1s -o table 2> err
is "attached: status" $? 0
# guests also take some time to begin and to end
elapsed=1000000
near "attached: asleep" "$(sums table $asleep | cut -d' ' -f4)" $elapsed "$(often 100 300)"
# shellcheck disable=SC2046 # words
set -- $(sums table $spins)
near "attached: no call" $(($2 + $3)) $elapsed "$(often 100 300)"

# a thread that is in a call that is not counted, and one that is killed before it makes a call
( sleep "$(often 1 6)"; kill -9 $spins ) &
"$SCTRACE" -s --time --format=json -e trace=read -p $asleep,$spins --for "$(often 2 8)" -o table 2> err
is "no time in a call that is left out" "$(sums table $asleep)" "0 0 0 0"
# shellcheck disable=SC2046 # words
set -- $(sums table $spins)
true_ "time of a thread without calls that has ended: $2 us" test "$2" -ge 100000
kill -9 $asleep

# a filter of results leaves out the calls in progress, too
"$SCTRACE" --by=syscall --time -Z -o table sh -c 'cat /nonexistent; sleep 0.1' 2> err
has "failed calls" table '^ openat '
hasnt "calls that succeeded" table '^ ((clock_)?nanosleep|exit_group) '

# refused WHY OPTION...: these options do not go together.
refused() {
	why=$1
	shift
	"$SCTRACE" "$@" true > /dev/null 2> err
	is "$*: status" $? 1
	has "$*" err "$why"
}
refused "a thread's time includes that on other CPUs" -s --time --cpu 0
refused "strace's table has calls only" -c --time
refused 'the sum is the time of the whole run: use --for TIME' -s --time --interval 1
refused 'sctrace: --time: stacks and arguments as keys are made from events' --by=stack --time
refused 'sctrace: --time: stacks and arguments as keys are made from events' --by=syscall,fd --time
refused 'sctrace: -S: the columns system, user, runnable and blocked need --time' -s -S blocked
finish
