#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Runs the examples of libsctrace/examples/ and compares what they print with what the traced programs do.
. ./lib.sh
need_root
examples=${BUILD:-$LIVE/../../build}/libsctrace/examples
cd "$T" || exit
mkfifo go go2

# links PID: returns 0 if the agent has attached a program. attached PID: waits for the first program, and then until
# the agent has attached the others, too.
# shellcheck disable=SC2317 # by wait_for
links() {
	find "/proc/$1/fd" -lname '*bpf_link*' | grep -q .
}
attached() {
	wait_for 20 links "$1"
	sleep "$(often 0.5 2)"
}

# watch NAME: runs the example NAME on process $pid until that has ended. The process waits for a line in the FIFO go.
watch() {
	"$examples/example-$1" "$pid" > "$1" 2> err &
	agent=$!
	attached $agent
	echo > go
	wait $agent
	is "$1: status" $? 0
}

# opens PID prints the files that a process and its children open.
start sh -c 'read -r _ < go; cat /nonexistent /etc/passwd; : < /etc/hostname' > /dev/null 2>&1
watch opens
has "opens: the process's own" opens "^$pid [0-9]+ /etc/hostname\$"
has "opens: of its child" opens '^[0-9]+ [0-9]+ /etc/passwd$'
hasnt "opens: which has a number of its own" opens "^$pid .*/etc/passwd\$"
has "opens: that fail" opens '^[0-9]+ -2 /nonexistent$'
is "opens: nothing lost" "$(cat err)" ""
true_ "opens: a process that is not there" sh -c "! '$examples/example-opens' 4194304 2> err"
has "opens: and why" err '^opens: No such process$'

# connections PID prints the addresses that a process and its children connect to.
start sh -c 'read -r _ < go; python3 -I -S -c "
import socket
for family, to in ((socket.AF_INET, (\"127.0.0.1\", 1)), (socket.AF_INET6, (\"::1\", 2)), (socket.AF_UNIX, \"/nonexistent/s\"),
    (socket.AF_UNIX, b\"\\0no such\")):
    socket.socket(family).connect_ex(to)
"; :' > /dev/null 2>&1
"$SCTRACE" -f -e trace=connect -o connects -p "$pid" 2> connects.err &
lines=$!
wait_trace connects.err
watch connections
wait $lines
has "connections: IPv4" connections '^[0-9]+ -[0-9]+ 127\.0\.0\.1 1$'
has "connections: IPv6" connections '^[0-9]+ -[0-9]+ ::1 2$'
has "connections: a unix socket" connections '^[0-9]+ -2 unix:/nonexistent/s$'
has "connections: an abstract one" connections '^[0-9]+ -111 unix:@no such$'
# the interpreter may make more connections, by packages of the machine
is "connections: as many as there are lines, and no complaints" "$(wc -l < connections) $(cat err)" \
	"$(grep -c 'connect(.*) *= ' connects) " || cat connections connects

# loop FILES-PID NETWORK-PID counts as many calls as sctrace prints lines.
# shellcheck disable=SC2016 # by that shell
start sh -c 'read -r _ < go; exec "$HELPERS/many"' > /dev/null 2>&1
pid1=$pid
start sh -c 'read -r _ < go2; exec python3 -I -S -c "
import socket, time
for i in range(500):
    socket.socket().close()
a, b = socket.socketpair()
time.sleep(2)
for i in range(500):
    a.getsockname()
"'
"$examples/example-loop" "$pid1" "$pid" > loop 2> err &
agent=$!
"$SCTRACE" -f -e trace=%file,%desc -o files -p "$pid1" 2> files.err &
lines1=$!
"$SCTRACE" -f -e trace=%network -o network -p "$pid" 2> network.err &
lines2=$!
# sctrace's messages and the first line of the agent, which it prints each second when both of its sessions are open,
# show that all are attached
for file in files.err network.err loop; do
	wait_trace "$file"
done
echo > go
echo > go2
wait $agent
is "loop: status" $? 0
is "loop: complaints" "$(cat err)" ""
wait $lines1 $lines2
true_ "loop: two lines a second" test "$(wc -l < loop)" -ge 6
calls_of() {
	sed -nE "s/^$1: ([0-9]+) calls.*/\\1/p" loop | tail -1
}
is "loop: files, as many as there are lines" "$(calls_of files)" "$(grep -cE '^[0-9]+ +[a-z]' files)"
is "loop: network calls, as many as there are lines" "$(calls_of network)" "$(grep -cE '^[0-9]+ +[a-z]' network)"
hasnt "loop: nothing lost" loop ' [1-9][0-9]* events lost'
# the interpreter may make more socket calls, by packages of the machine
has "loop: what it printed in between" loop '^network: [5-9][0-9][0-9] calls'

# rates TIMES prints calls per second. Their sum is the number of calls, or less if a busy machine makes an interval
# longer than a second.
"$examples/example-rates" 4 > rates 2> err &
agent=$!
sleep 1.5
"$HELPERS/flood" 1 200000
wait $agent
is "rates: status" $? 0
is "rates: complaints" "$(cat err)" ""
total=$(sed -nE 's/^sctrace_calls_per_second\{.*syscall="getppid"\} //p' rates | awk '{ n += $1 } END { printf "%d", n }')
true_ "rates: getppid() 200000 times ($total)" test "$total" -ge 150000 -a "$total" -le 201000
has "rates: calls that fail" rates '^sctrace_errors_per_second\{abi="[a-z0-9_]+",syscall="[a-z0-9_]+"\} [1-9]'
grep -vE '^(# (HELP sctrace_(calls|errors)_per_second [A-Z].*\.|TYPE sctrace_(calls|errors)_per_second gauge)|sctrace_(calls|errors)_per_second\{abi="[a-z0-9_]+",syscall="[a-z0-9_]+"\} [0-9]+\.[0-9]{3})$' rates > odd
is "rates: Prometheus' format" "$(cat odd)" ""
twice=$(awk '/^# HELP sctrace_calls/ { scrape++ } { print scrape, $1, $2, $3 ~ /^sctrace/ ? $3 : "" }' rates | awk '{ print $1, $2 }' |
	grep sctrace_ | sort | uniq -d)
is "rates: no series twice" "$twice" ""
finish
