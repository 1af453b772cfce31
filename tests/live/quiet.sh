#!/bin/sh
# What the reader costs while little happens, and how soon a line is there.
. ./lib.sh
need_root
cd "$T" || exit

# CPU time of process $1 in clock ticks (10 ms)
ticks() {
	awk '{ print $14 + $15 }' "/proc/$1/stat"
}

start sleep 100
sleeper=$pid
start "$SCTRACE" -o out -p "$sleeper"
sleep 1
before=$(ticks $pid)
sleep 2
used=$(($(ticks $pid) - before))
true_ "nothing to do: no CPU time ($used ticks in 2 s)" test $used -le 2
kill -INT $pid

# a call every 10 ms from each of three threads
start "$HELPERS/ticker" "$T/tick" 2
ticker=$pid
start "$SCTRACE" -f -o out -p "$ticker"
sleep 1
before=$(ticks $pid)
sleep 2
used=$(($(ticks $pid) - before))
true_ "few calls: little CPU time ($used ticks in 2 s)" test $used -le 30
kill -INT $pid

# a slow command: what it did can be read while it sleeps
start "$SCTRACE" -o out sh -c 'sleep 1; exec sleep 30'
sleep 0.8
has "a call that has not ended is there" out '^wait4\(-1,|^<\.\.\. wait4|^clone|^fork|^vfork'
kill -INT $pid
finish
