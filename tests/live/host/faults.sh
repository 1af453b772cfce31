#!/bin/sh
# Each request of sctrace to libc or the kernel fails once (faults.c). sctrace then prints one line, or works without
# the result; it never crashes or hangs, and leaves nothing in the kernel. The command runs to its end and is traced,
# or never runs. From each place in the code, the first request fails, and every bpf() except the loading of types
# (18); then further requests, until the time is over: a minute, with sanitizers half of it. FAULTS=N: the first N
# requests from each place, without a time limit.
# shellcheck disable=SC2317 # functions that try() calls
. ./lib.sh
need_root
cd "$T" || exit
name=$SCTRACE # as it is called
preload=$HELPERS/faults.so
asan=$(ldd "$SCTRACE" | sed -n 's/.*=> \(.*libasan[^ ]*\) .*/\1/p')
[ -z "$asan" ] || preload="$asan:$preload"
each=${FAULTS:-1}
start=$(cut -d. -f1 /proc/uptime)
modes=13 mode=0 bad=0
: > sites

[ -e "$HELPERS/faults.so" ] || cannot_run "$HELPERS/faults.so is not built"

# objects KIND: prints the ids of the kernel's programs, maps or links that no process holds.
objects() {
	grep -hs "^$1_id:" /proc/[0-9]*/fdinfo/* | awk '{ print $2 }' | sort -u > held
	bpftool "$1" show 2> /dev/null | sed -n 's/^\([0-9]*\):.*/\1/p' | sort | grep -vxFf held
}

left_over() {
	for kind in prog map link; do
		objects "$kind" | grep -vxFf "before.$kind" | sed "s/^/$kind /"
	done > left
	[ ! -s left ]
}

for kind in prog map link; do
	objects "$kind" > "before.$kind"
done

# with N OPTIONS...: runs sctrace, whose N-th request fails. It takes long in one case only: if libbpf cannot find out
# that the kernel supports global functions, the kernel spends half a minute on programs without them before it refuses
# them.
with() {
	faults_at=$1
	shift
	timeout -s KILL 200 env FAULTS_AT="$faults_at" FAULTS_LOG="$T/log" LD_PRELOAD="$preload" "$SCTRACE" "$@"
}

# wrong WHY [FILE]: reports a failure that sctrace has not handled.
wrong() {
	bad=$((bad + 1))
	fail "$label: $(head -1 log): $1" "${2:-err}"
}

names() {
	sed -E 's/^[0-9]+ +//; s/[(=].*//' "$1"
}

# one_line: returns 0 if sctrace has printed one message, besides those about attached processes.
one_line() {
	[ "$(grep -vc ' attached$' err)" = 1 ] && grep -v ' attached$' err | grep -q "^$name: "
}

# verdict_command STATUS: checks the end of a run with a command, which makes the file "ran" and exits with 7.
verdict_command() {
	case $1 in
	7)
		[ -e ran ] || wrong "status 7, and it did not run"
		# sctrace must have reported what it could not trace or write
		if [ -s err ]; then
			one_line || wrong "not one line"
		else
			whole || wrong "it ran, and the trace is not whole" out
		fi
		;;
	1)
		one_line || wrong "not one line"
		# sctrace must have reported why the trace ended early; without a trace, the command must not have run
		[ ! -e ran ] || [ "$at" -gt "$go" ] || wrong "it ran and was not traced"
		;;
	*) wrong "status $1" ;;
	esac
}

# whole: returns 0 if the trace has the same calls as without a failure.
whole() {
	case $label in
	lines | record) names out > got && cmp -s got wanted ;;
	*) grep -qs execve out* ;;
	esac
}

# verdict_other STATUS: checks the end of a run without a command, or with -p, whose process goes on.
verdict_other() {
	case $1 in
	0)
		[ "$(grep -vc ' attached$' err)" = 0 ] || one_line || wrong "more than one line"
		[ "$label" != replay ] || [ -s err ] || cmp -s out wanted_out || wrong "another output" out
		;;
	1) one_line || wrong "not one line" ;;
	*) wrong "status $1" ;;
	esac
}

# verdict_doctor STATUS: --doctor prints its whole report, or one line.
verdict_doctor() {
	case $1 in
	0 | 1) grep -q '^tracing ' out || one_line || wrong "neither a report nor one line" ;;
	*) wrong "status $1" ;;
	esac
}

# requests: prints the numbers of the requests that are to fail, one per line: the first one from each place that was
# not yet tried, and some others.
requests() {
	awk -v each="$each" -v bpf="$bpf" 'FILENAME == "sites" { if (each == 1) seen[$0] = 1; next }
		$2 != "end" && ++seen[$2 " " $3] <= each { print $1; next }
		$2 ~ /^bpf/ && $2 != "bpf18" && bpf { print $1 }' sites log
	sed -n 's/^\([0-9]*\) end .*/\1/p' log | awk '{ for (i = 1; i <= 8; i++) print int($1 * i / 9) + 1 }'
}

# loader_out: passes the numbers on, but in --doctor not those of requests of the dynamic loader, which loads a library
# there. Without memory, it ends the process or keeps its lock, for which faults.so then waits in threads.
loader_out() {
	if [ "$label" = doctor ]; then
		awk 'FILENAME == "log" { loader[$1] = $3 ~ /^ld-linux/; next } !loader[$1]' log -
	else
		cat
	fi
}

# try LABEL VERDICT FUNCTION: calls the function once for each request, $1, that fails in this run of sctrace, and
# checks each run by the function VERDICT.
try() {
	label=$1 verdict=$2 run=$3
	mode=$((mode + 1))
	bpf=0
	case $label in
	lines | summary) [ -n "$asan" ] || bpf=1 ;;
	esac
	until=$((start + $(often 60 30) * (mode + 6) / (modes + 6)))
	rm -rf log ran out*
	$run 0
	names out > wanted 2> /dev/null
	cp out wanted_out 2> /dev/null
	requests | loader_out > todo
	# the last bpf() before the execve attaches the last program
	go=$(awk '$2 == "execv" { print last; exit } $2 ~ /^bpf/ { last = $1 }' log)
	awk '$2 != "end" { print $2, $3 }' log | sort -u >> sites
	n=0 before=$bad
	while read -r at <&3; do
		[ "$each" != 1 ] || [ "$(cut -d. -f1 /proc/uptime)" -lt $until ] || break
		rm -rf log ran out*
		$run "$at"
		status=$?
		# this run did not make that many requests
		[ -s log ] || continue
		n=$((n + 1))
		$verdict $status
		! grep -q 'Sanitizer\|runtime error' err || wrong sanitizers
	done 3< todo
	true_ "$label: $n of $(wc -l < todo) requests fail" test $before = $bad
}

# Each of these commands gets the number of the request that fails.
command_() {
	with "$@" sh -c ': > ran; exit 7' 2> err > /dev/null
}
lines() { command_ "$1" -f -o out; }
separate() { command_ "$1" -ff -o out; }
record() { command_ "$1" -f --record cap -o out; }
summary() { command_ "$1" -s -o out; }
table() { command_ "$1" -c -f -o out; }
json() { command_ "$1" -s --by=comm,syscall,file,peer --format=json -o out; }
lines_and_table() { command_ "$1" -C -f -o out; }
ndjson() { command_ "$1" -f --format=json -o out; }
replay() { with "$1" --replay kept -o out 2> err; }
doctor() { with "$1" --doctor > out 2> err; }
top() { with "$1" -s --top 3 --for 0.2 -o out 2> err; }
nobody() { with "$1" -p 2147483647 -o out 2> err; }
attach() {
	sh -c 'sleep 0.3; exit 7' &
	target=$!
	with "$1" -f -p "$target" -o out 2> err
	attached=$?
	wait "$target"
	[ $? = 7 ] || wrong "the target's status"
	return "$attached"
}

"$SCTRACE" -f --record kept -o out sh -c 'true; exit 7'
try lines verdict_command lines
try "a file each" verdict_command separate
try record verdict_command record
try summary verdict_command summary
try "strace's table" verdict_command table
try "lines and table" verdict_command lines_and_table
try json verdict_command json
try "lines as JSON" verdict_command ndjson
try replay verdict_other replay
try doctor verdict_doctor doctor
try top verdict_other top
try "attach to nobody" verdict_other nobody
try attach verdict_other attach

# the agents use the library without the command; nothing may be left after each failure, neither descriptors nor memory
for mode in lines record replay stats; do
	timeout 120 env LD_PRELOAD="$preload" "$HELPERS/faults_agent" $mode "$each" > err 2>&1
	status=$?
	if [ $status = 0 ]; then
		ok "an agent's $mode: $(tail -1 err)"
	else
		fail "an agent's $mode: status $status" err
	fi
done
if wait_for 20 left_over; then
	ok "nothing is left in the kernel"
else
	fail "left in the kernel" left
fi
finish
