#!/bin/sh
# shellcheck disable=SC2016,SC2317 # what other shells expand; functions that wait_for calls
# Features that users asked for: tables during a trace, log rotation, several --by, the number of threads that were
# attached.
. ./lib.sh
need_root
cd "$T" || exit
name=$SCTRACE # as it is called

# ---- -f -p of a process with threads ----

start "$HELPERS/churn" 3 ready
many=$pid
wait_for 10 test -e ready
n=4
rm -f out
: > err
"$SCTRACE" -f -o out -p "$many" 2> err &
tracer=$!
wait_for 10 grep -q attached err
sleep 0.2
kill -TERM $tracer
wait $tracer 2> /dev/null
is "-f -p: the threads are counted, once" "$(grep attached err)" "$name: Process $many attached with $n threads"
is "-f -p: each thread is left" "$(grep -c ' detached$' err)" "$n"
kill "$many"

# ---- a thousand threads that keep making threads ----

often=$(often 1000 50)
start "$HELPERS/churn" "$often" ready.many 300
many=$pid
wait_for 20 test -e ready.many
rm out # of the session before
: > err
"$SCTRACE" -f -e trace=exit,clone,clone3 -o out -p "$many" 2> err &
tracer=$!
wait_trace out
sleep 1
kill "$many"
wait $tracer
is "many threads: status" $? 0
has "many threads: all of the start are attached" err "attached with [0-9]{${#often},} threads\$"
awk '{ print $1 }' out | sort -u > ids
true_ "many threads: those that are made are traced, too" test "$(wc -l < ids)" -gt "$often"
is "many threads: each has one end" "$(grep -cE '\+\+\+ (exited|killed)' out)" \
	"$(grep -E '\+\+\+ (exited|killed)' out | awk '{ print $1 }' | wc -l)"
hasnt "many threads: nothing is lost" err 'lost'

# ---- events that come faster than they are printed ----

start "$HELPERS/churn" "$(often 300 30)" ready.busy 10
busy=$pid
wait_for 20 test -e ready.busy
start "$SCTRACE" -f -o /dev/null -p "$busy" 2> /dev/null
sctrace=$pid
sleep 2
kill -TERM "$sctrace"
ended() {
	! alive "$sctrace"
}
true_ "SIGTERM ends it however many come" wait_for 5 ended
kill "$busy"

# ---- --by ----

"$SCTRACE" --by comm --by syscall -o out "$HELPERS/loop" 50 > /dev/null
has "--by, twice: both are keys" out '^ +comm +syscall +calls '
"$SCTRACE" --by syscall -o out "$HELPERS/naps" 50 > /dev/null
is "--by: sorted by total time" "$(awk 'NF > 5 && $2 + 0 > 0 { print $1 }' out | head -1)" clock_nanosleep
"$SCTRACE" --by syscall -S calls -o out "$HELPERS/loop" 50 > /dev/null
is "--by -S calls" "$(awk 'NF > 5 && $2 + 0 > 0 { print $1 }' out | head -1)" getppid

# a selection that leaves one call out selects all others
"$SCTRACE" -c -e '!getppid' -o out "$HELPERS/loop" 50 > /dev/null
hasnt "-c -e !getppid" out ' getppid$'
has "-c -e !getppid: the others" out ' execve$'

# ---- --interval ----

"$SCTRACE" -s --interval 0.3 --count 2 -o out sleep 2
is "--interval: the time of day of each table" "$(grep -cE '^[0-9]{2}:[0-9]{2}:[0-9]{2}$' out)" 2
"$SCTRACE" -s -o out true
hasnt "without --interval: no time of day" out '^[0-9]{2}:'

# ---- SIGUSR1 ----

tables() {
	[ "$(grep -c 'Summary of events' out)" -eq "$1" ]
}
rm -f out
start "$SCTRACE" -s -o out -f sh -c 'i=0; while [ $i -lt 600 ] && ! [ -e enough ]; do i=$((i + 1)); sleep 0.1; done'
sctrace=$pid
wait_for 10 sh -c "grep -q sleep /proc/[0-9]*/comm 2> /dev/null"
sleep 1
kill -USR1 "$sctrace"
true_ "SIGUSR1: the table so far" wait_for 30 tables 1
kill -USR1 "$sctrace"
true_ "SIGUSR1: again" wait_for 30 tables 2
: > enough
wait "$sctrace"
is "SIGUSR1: the end is as ever" "$? $(grep -c 'Summary of events' out)" "0 3"

# ---- SIGHUP ----

rm -f out old enough
start "$SCTRACE" -o out -f sh -c 'i=0; while [ $i -lt 600 ] && ! [ -e enough ]; do i=$((i + 1)); sleep 0.1; done; exit 3'
sctrace=$pid
wait_trace out
mv out old
kill -HUP "$sctrace"
true_ "SIGHUP: the file is opened again" wait_for 10 test -s out
size=$(wc -c < old)
sleep 0.5
is "SIGHUP: nothing goes to the old one" "$(wc -c < old)" "$size"
kill -HUP "$sctrace"
sleep 0.3
before=$(wc -l < out)
: > enough
wait "$sctrace"
is "SIGHUP: status" $? 3
true_ "SIGHUP: a file that is still there is not emptied" test "$(wc -l < out)" -gt "$before"
cat old out > all
is "SIGHUP: no line is lost" "$(grep -c 'execve(' all)" "$(grep -c 'exited with' all)"
start "$SCTRACE" -e none -p $$ 2> err
sctrace=$pid
wait_for 10 grep -q attached err
kill -HUP "$sctrace"
wait "$sctrace" 2> /dev/null
is "SIGHUP without -o: it ends" $? 129
finish
