#!/bin/sh
# Attaching to a process that is stopped, and to one that is in a call.
. ./lib.sh
need_root
cd "$T" || exit

# attached SECONDS OPTIONS: traces into the file out until SECONDS after the first line.
attached() {
	limit=$1
	shift
	: > out
	start "$SCTRACE" -o out "$@"
	tracer=$pid
	wait_for 20 test -s out
	sleep "$limit"
	kill -INT $tracer
	wait $tracer 2> /dev/null
}

# shellcheck disable=SC2317 # by wait_for
state_is() {
	grep -q "^State:.$2" "/proc/$1/status"
}

# ---- stopped ----

for signal in STOP TSTP TTIN; do
	start "$HELPERS/group" sleep 1000
	group=$pid
	sleep "$(often 0.3 2)"
	stopped=$(children_of "$group")
	kill -$signal "$stopped"
	true_ "SIG$signal: the process stops" wait_for 5 state_is "$stopped" T
	attached 0.3 -p "$stopped"
	is "SIG$signal: one line" "$(cat out)" "--- stopped by SIG$signal ---"
	: > out
	start "$SCTRACE" -o out -p "$stopped"
	tracer=$pid
	wait_for 20 test -s out
	kill -CONT "$stopped"
	true_ "SIG$signal: the process goes on after SIGCONT" wait_for 10 grep -q -- '--- SIGCONT' out
	kill -INT $tracer
	wait $tracer
	# the process goes on sleeping in the call in which it was stopped: sctrace must not print an end of that call
	hasnt "SIG$signal: nothing unfinished before" out 'unfinished'
	kill -$signal "$stopped"
	wait_for 5 state_is "$stopped" T
	for options in -s '-s --by comm,syscall' '-s --format json'; do
		case $(often every "$signal$options") in [!Se]*) continue ;; esac
		# shellcheck disable=SC2086
		"$SCTRACE" $options --for 0.5 -p "$stopped" 2> table
		hasnt "SIG$signal, '$options': no call is in progress" table 'nanosleep|at least|"in_progress":\[\{'
	done
	"$SCTRACE" -s --without=iter --for 0.5 -p "$stopped" 2> table
	hasnt "SIG$signal, without the iterator: no call is in progress" table 'nanosleep|at least'
	kill -9 "$stopped" "$group"
done

# a terminal's stop signal does not stop an orphaned process group, that is, one without a parent in the same session
for signal in TSTP TTIN TTOU; do
	"$SCTRACE" -o out -e trace=none setsid sh -c "kill -$signal \$\$; exit 3"
	is "SIG$signal, an orphaned process group: the process goes on" $? 3
	has "SIG$signal, an orphaned process group: the signal is printed" out "^--- SIG$signal \\{"
	hasnt "SIG$signal, an orphaned process group: no line about a stop" out 'stopped by'
done

# a stop by a tracer is not a call
start sleep 1000
traced=$pid
start "$HELPERS/hold" "$traced"
holder=$pid
true_ "held by a tracer" wait_for 5 state_is "$traced" t
"$SCTRACE" -s --for 0.5 -p "$traced" 2> table
hasnt "stopped by another tracer: no call is in progress" table 'nanosleep|at least'
kill -9 "$holder" "$traced"

# ---- the memory of a call in progress ----

# in_call NAME ERE [OPTIONS]: checks that the helper's call NAME is printed as ERE.
in_call() {
	name=$1
	ere=$2
	shift 2
	start "$HELPERS/incall" "$name"
	caller=$pid
	true_ "$name: the helper is blocked in the call" wait_for 10 state_is "$caller" S
	sleep "$(often 0.1 0.5)"
	attached 0.1 "$@" -p "$caller"
	has "$name" out "$ere"
	kill -9 "$caller"
}
mkfifo fifo
in_call openat '^openat\(AT_FDCWD, "fifo", O_RDONLY <detached'
in_call nanosleep '^clock_nanosleep\(CLOCK_MONOTONIC, 0, \{tv_sec=1000, tv_nsec=5\}'
in_call ppoll '^ppoll\(\[\{fd=[0-9]+, events=POLLIN\}\], 1, \{tv_sec=1000, tv_nsec=7\}, \[INT TERM\], 8 <detached'
in_call writev '^writev\([0-9]+, \[\{iov_base="hello "\.\.\., iov_len=[0-9]+\}, \{iov_base="world", iov_len=5\}\], 2 <detached' -s 6
in_call sendmsg '^sendmsg\([0-9]+, \{msg_name=NULL, msg_namelen=0, msg_iov=\[\{iov_base="aaaa"\.\.\., iov_len=[0-9]+\}\], msg_iovlen=1, msg_controllen=0, msg_flags=0\}, 0 <detached' -s 4
in_call futex '^futex\(0x[0-9a-f]+, FUTEX_WAIT_PRIVATE, 17, \{tv_sec=1000, tv_nsec=9\} <detached'
in_call netlink '^sendto\([0-9]+, \[?\{nlmsg_len=3016, nlmsg_type=NLMSG_DONE, '
[ "$(uname -m)" != x86_64 ] || in_call int80 '^\[ 168\] poll\(NULL, 0, 1000000 <detached' -n
# a call that is not selected is not printed
start "$HELPERS/incall" nanosleep
caller=$pid
wait_for 10 state_is "$caller" S
rm -f out
start "$SCTRACE" -o out -e trace=read -p "$caller"
wait_for 20 test -e out
sleep "$(often 1 4)"
kill -INT "$pid"
wait "$pid"
is "a call in progress that is not selected is not printed" "$(cat out)" ""
finish
