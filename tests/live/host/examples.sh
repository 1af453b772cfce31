#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# libsctrace/examples/: each agent sees what the programs before it do.
. ./lib.sh
need_root
examples=${BUILD:-$LIVE/../../build}/libsctrace/examples
cd "$T" || exit
mkfifo go go2

# attached PID: the agent's programs are; the first of them, and the others right after it
# shellcheck disable=SC2317 # by wait_for
links() {
	find "/proc/$1/fd" -lname '*bpf_link*' | grep -q .
}
attached() {
	wait_for 20 links "$1"
	sleep "$(often 0.5 2)"
}

# watch NAME: runs the example NAME on process $pid, which waits for a line of go, until the process has ended
watch() {
	"$examples/example-$1" "$pid" > "$1" 2> err &
	agent=$!
	attached $agent
	echo > go
	wait $agent
	is "$1: status" $? 0
}

# opens PID: the files that a process and its children open
start sh -c 'read -r _ < go; cat /nonexistent /etc/passwd; : < /etc/hostname' > /dev/null 2>&1
watch opens
has "opens: the process's own" opens "^$pid [0-9]+ /etc/hostname\$"
has "opens: of its child" opens '^[0-9]+ [0-9]+ /etc/passwd$'
hasnt "opens: which has a number of its own" opens "^$pid .*/etc/passwd\$"
has "opens: that fail" opens '^[0-9]+ -2 /nonexistent$'
is "opens: nothing lost" "$(cat err)" ""
true_ "opens: a process that is not there" sh -c "! '$examples/example-opens' 4194304 2> err"
has "opens: and why" err '^opens: No such process$'

# connections PID: the addresses that a process and its children connect to
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
# the machine's packages may make the interpreter connect, too
is "connections: as many as there are lines, and no complaints" "$(wc -l < connections) $(cat err)" \
	"$(grep -c 'connect(.*) *= ' connects) " || cat connections connects

# loop FILES-PID NETWORK-PID: what it counts is what strace's lines have
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
# each is at work: the agent prints once a second when both of its sessions are
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
is "loop: sockets, likewise" "$(calls_of network)" "$(grep -cE '^[0-9]+ +[a-z]' network)"
hasnt "loop: nothing lost" loop ' [1-9][0-9]* events lost'
# the interpreter may make some of its own, as many as the machine's packages want
has "loop: what it printed in between" loop '^network: [5-9][0-9][0-9] calls'

# rates TIMES: as many calls as a program makes, or less where a busy machine makes a second longer
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
