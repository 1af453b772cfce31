#!/bin/sh
# Tests -p: running processes and their threads are traced, and their calls and files stay the same.
. ./lib.sh
need_root
cd "$T" || exit

# Two processes: one with two more threads, and one that calls getppid() now and then.
start "$HELPERS/ticker" "$T/tick" 2 "$(often 10 40)"
ticker=$pid
start "$HELPERS/ticker" "$T/other" 1 "$(often 10 40)"
other=$pid
true_ "the target processes run" wait_for 10 test -s tick -a -s other

# for_a_while FILE SCTRACE-OPTIONS: traces for half a second after the first line, then ends sctrace by SIGINT.
for_a_while() {
	: > "$1"
	file=$1
	shift
	start "$SCTRACE" "$@"
	wait_trace "$file"
	sleep 0.5
	kill -INT $pid
	wait $pid
}

untouched() {
	is "$1: state" "$(sed -n 's/^State:\t[SR] .*/runs/p' "/proc/$ticker/status")" runs
	is "$1: no tracer" "$(sed -n 's/^TracerPid:\t//p' "/proc/$ticker/status")" 0
	before=$(cat tick)
	true_ "$1: goes on" wait_for 10 sh -c "[ \"\$(cat tick)\" != \"$before\" ]"
}

for_a_while out -o out -p "$ticker"
is "^C: status" $? 130
has "-p TID: the line of this thread" out '^pwrite64\([0-9]+, "[0-9]{8}\\n", 9, 0\) += 9$'
hasnt "-p TID: no line of another thread" out '^getppid'
hasnt "-p TID: no prefix" out '^[0-9]'
untouched "^C"
true_ "calls are whole or left" test "$(grep -vcE '\) += |<unfinished|<detached|resumed>' out)" = 0
sleep 100 &
sleeper=$!
for_a_while out -o out -p "$sleeper"
has "-p: the call in progress is printed" out '<detached \.\.\.>$'
kill "$sleeper"

start "$SCTRACE" -o out -p "$ticker"
wait_trace out
kill -TERM $pid
wait $pid
is "SIGTERM: status" $? 143
untouched "SIGTERM"

for_a_while out -f -o out -p "$ticker"
is "-f: three threads" "$(awk '{ print $1 }' out | sort -u | wc -l)" 3
has "-f: the other threads" out '^[0-9]+ +getppid\(\) += '

# shellcheck disable=SC2094
for_a_while err -p "$ticker" 2>> err
name=$SCTRACE # the name in messages is the path that sctrace was called by
has "-p: the message 'attached'" err "^$name: Process $ticker attached\$"

# Attaches to a task that makes calls all the time. Programs are attached one after the other, but none of the calls
# between may be reported as lost. The trace ends after as many calls as the ring has room for, because a slow reader
# could lose later ones.
start "$HELPERS/loop" 2000000000 > /dev/null
busy=$pid
for _ in $(often '1 2 3 4 5' 1); do
	"$SCTRACE" --without=iter -e trace=getppid --ring-size=64M --syscall-limit=20000 -o many -p "$busy" 2> err
	is "attach to a busy task: its calls" "$(count many '^getppid\(\) += [0-9]+$')" 20000
	hasnt "no loss at the attach to a busy task" err lost
done
kill "$busy"

# two traces of the same process
rm -f out1
start "$SCTRACE" -o out1 -p "$ticker"
one=$pid
wait_trace out1
for_a_while out2 -o out2 -p "$ticker"
kill -INT $one
wait $one
true_ "two traces of a process: both have its calls" test "$(count out1 '^pwrite64')" -gt 5 -a "$(count out2 '^pwrite64')" -gt 5

# SIGKILL must leave no program in the kernel
start "$SCTRACE" -o out -p "$ticker"
wait_trace out
kill -9 $pid
wait $pid 2> /dev/null
untouched "SIGKILL of sctrace"
if command -v bpftool > /dev/null; then
	sleep 0.3
	# no program of this sctrace; other programs on this machine may trace, too
	is "SIGKILL of sctrace: no program stays" "$(bpftool prog show 2> /dev/null | grep -A9 'name sys_enter ' | grep -c "pids sctrace($pid)")" 0
fi

# the target ends
start "$SCTRACE" -f -o out -p "$ticker"
tracer=$pid
wait_trace out
kill -TERM "$ticker"
true_ "ends with its target" wait_for 5 sh -c "! [ -d /proc/$tracer ] || grep -q 'State:.*Z' /proc/$tracer/status"
[ $failed = 0 ] || kill -9 $tracer
wait $tracer
is "the target ends: sctrace's status" $? 0
has "the target ends: its signal is printed" out '^[0-9]+ +--- SIGTERM \{si_signo=SIGTERM, si_code=SI_USER, si_pid=[0-9]+, si_uid=0\} ---$'
has "the target ends: its last call is printed" out '^[0-9]+ +exit_group\(7( <unfinished \.\.\.>$|( <unfinished \.\.\.>)?\) += \?$)'
is "the target ends: the ends of all threads are printed" "$(count out '\+\+\+ exited with 7 \+\+\+$')" 3

# a line is written while the trace goes on
start "$SCTRACE" -o out -e pwrite64 -p "$other"
true_ "the first line is written soon" wait_for 10 grep -q pwrite64 out
kill -INT $pid
wait $pid

# ---- --threads-of, --tree ----

start "$HELPERS/family"
family=$pid
calls=trace=getppid,getuid,geteuid,getgid,getegid,close

# shellcheck disable=SC2317 # wait_for calls it
# has_calls FILE CALL N: FILE has N lines of the call
has_calls() {
	[ "$(grep -c "$2(" "$1")" -ge "$3" ]
}

start "$SCTRACE" -o out -e "$calls" -e signal=none --threads-of "$family"
true_ "--threads-of: new threads" wait_for 30 has_calls out getegid 3
kill -INT $pid
wait $pid
has "--threads-of: the first thread" out '^[0-9]+ +getppid\(\) += '
has "--threads-of: another thread" out '^[0-9]+ +getuid\(\) += '
hasnt "--threads-of: no children, old or new" out 'geteuid|getgid|close'

# sctrace lists the descendants while they start others. All calls after the first one that is seen must be there.
for _ in $(often '1 2 3' 1); do
	start "$SCTRACE" --record cap -o out -e "$calls" -e signal=none --tree "$family"
	true_ "--tree: descendants of existing ones" wait_for 30 has_calls out close 20
	true_ "--tree: new children" wait_for 30 has_calls out getgid 2
	true_ "--tree: new threads" wait_for 30 has_calls out getegid 2
	kill -INT $pid
	wait $pid
	has "--tree: the process" out '^[0-9]+ +getppid\(\) += '
	has "--tree: its thread" out '^[0-9]+ +getuid\(\) += '
	has "--tree: its child" out '^[0-9]+ +geteuid\(\) += '
	grep -oE 'close\([0-9]+' out | tr -dc '0-9\n' | awk 'NR > 1 && $1 != last + 1; { last = $1 }' > gaps
	is "--tree: each of the descendants' calls" "$(cat gaps)" ""
done
"$SCTRACE" -f --replay cap -e signal=none -o again
same "--tree: a recording" again out
"$SCTRACE" --tree "$family" --replay cap -e signal=none -o again
for call in getppid getuid geteuid close getgid getegid; do
	true_ "--tree in a recording that lacks the forks of the first processes: $call" has_calls again $call 2
done
"$SCTRACE" --tree "$(grep -m 1 geteuid out | cut -d ' ' -f 1)" --replay cap -e signal=none -o again
has "--tree: a child of the recording" again ' geteuid\(\) += '
hasnt "--tree: not its parent" again 'getppid'

# shellcheck disable=SC2317 # wait_for calls it
# table CALL OPTION...: makes a table, and finds the call in it
table() {
	call=$1
	shift
	"$SCTRACE" --for 1 -o table -e "$calls" "$@" 2> err
	grep -q "$call" table
}

for kind in -s -c '-s --by syscall'; do
	# shellcheck disable=SC2086
	true_ "$kind --threads-of: new threads" wait_for 10 table getegid $kind --threads-of "$family"
	hasnt "$kind --threads-of: no children" table 'geteuid|getgid|close'
	# shellcheck disable=SC2086
	true_ "$kind --tree: descendants" wait_for 10 table close $kind --tree "$family"
	has "$kind --tree: a child" table geteuid
done
kill "$family"
for option in --threads-of --tree; do
	"$SCTRACE" -o out $option 2147483647 2> err
	is "$option: no process: status" $? 1
	has "$option: no process" err "attach: process 2147483647: No such process\$"
	is "$option: in one line" "$(wc -l < err)" 1
done

finish
