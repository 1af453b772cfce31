#!/bin/sh
# CPUs that go offline and online: one that is offline at the start of a trace, and one that changes during it.
. ./lib.sh
need_root
cd "$T" || exit
cpu=/sys/devices/system/cpu/cpu1/online
children=150

# shellcheck disable=SC2317 # called by true_
turn() {
	echo "$1" > $cpu
}

# storm_is_whole WHAT: checks that "out" has every child and its end.
storm_is_whole() {
	is "$1: status" $? 0
	hasnt "$1: nothing lost" out 'lost [0-9]+ events'
	is "$1: every call" "$(count out '^[0-9]+ +close\(100[0-9]{3}(\) += -1 EBADF| <unf)')" $children
	is "$1: every end" "$(count out '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$')" $((children + 1))
}

[ -w $cpu ] || cannot_run "CPU 1 cannot be switched off here"
true_ "CPU 1 off" turn 0
timeout 60 "$SCTRACE" -f -o out "$HELPERS/storm" $children
storm_is_whole "off at the start"

# CPU 1 goes online during the trace: calls on it are traced from then on
start "$SCTRACE" -o out -e getppid -p $$ # a trace that runs during the whole test
watcher=$pid
true_ "CPU 1 on" turn 1
timeout 60 "$SCTRACE" -f -o out2 "$HELPERS/threads" 4
is "on during another's trace" "$(count out2 'exited with 0 \+\+\+$')" 5
kill -INT $watcher
wait $watcher

for at in 0 1 0 1; do
	sleep 0.4
	turn $at
done &
turner=$!
timeout 100 "$SCTRACE" -f -o out "$HELPERS/storm" $children
storm_is_whole "off and on during a trace"
wait $turner
true_ "CPU 1 off once more" turn 0
true_ "and on" turn 1
timeout 60 "$SCTRACE" -f -o out "$HELPERS/storm" $children
storm_is_whole "after all that"
finish
