#!/bin/sh
# The CPU time of the reader while few events come, and the delay of a line.
. ./lib.sh
need_root
cd "$T" || exit

# ticks PID: prints the CPU time of a process in clock ticks (10 ms).
ticks() {
	awk '{ print $14 + $15 }' "/proc/$1/stat"
}

start sleep 100
sleeper=$pid
start "$SCTRACE" -o out -p "$sleeper"
wait_trace out
sleep 0.5
before=$(ticks $pid)
sleep 2
used=$(($(ticks $pid) - before))
true_ "nothing to do: no CPU time ($used ticks in 2 s)" test $used -le 2
kill -INT $pid

# a call every 10 ms from each of three threads
start "$HELPERS/ticker" "$T/tick" 2
ticker=$pid
rm -f out
start "$SCTRACE" -f -o out -p "$ticker"
wait_trace out
sleep 0.5
before=$(ticks $pid)
sleep 2
used=$(($(ticks $pid) - before))
# an emulated machine is about 20 times slower, and sometimes stands still
true_ "few calls: little CPU time ($used ticks in 2 s)" test $used -le "$(often 20 120)"
kill -INT $pid

# the lines of a slow command can be read while it sleeps
rm -f out
start "$SCTRACE" -o out sh -c 'sleep 8; exec sleep 1' > /dev/null 2>&1
wait_trace out
sleep 1
has "a call that has not ended is there" out '^wait4\(-1,|^<\.\.\. wait4|^clone|^fork|^vfork'
kill -INT $pid
finish
