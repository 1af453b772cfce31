#!/bin/sh
# A call in progress at the attach, whose memory sctrace reads from outside, is captured with the same bytes as a call
# that begins while it is traced: the process, its memory and the plan are the same.
. ./lib.sh
need_root
cd "$T" || exit

# A call that begins while no program is attached to the tracepoints has no beginning for a later tracer.
start sleep 100
start "$SCTRACE" -o looking -p "$pid"
wait_trace looking

# both WHAT OPTION...: attaches to all calls of captures, then lets them begin
both() {
	what=$1
	shift
	rm -f ready c.cap out
	start "$HELPERS/captures" ready > names
	captures=$pid
	wait_for 20 test -e ready || {
		fail "$what: the calls are not in progress"
		return
	}
	# where memory is faulted in when a call begins (Linux 7.2), the holes are not what they were
	start "$SCTRACE" --without=sleepable -f "$@" --record c.cap -o out -p "$captures" 2> err
	tracer=$pid
	# all of them have been looked at before the first one is printed
	wait_trace out
	sleep "$(often 0.1 1)"
	kill -USR1 "$captures"
	wait "$captures"
	is "$what: status" $? 0
	wait "$tracer"
	"$HELPERS/chunks" c.cap < names > compared
	is "$what: all chunks are the same" $? 0
	[ "$(wc -l < compared)" = 1 ] || sed 's/^/      | /' compared
	has "$what: all calls, and their memory" compared '^[4-9][0-9] of [4-9][0-9] the same, [0-9]{5,} bytes$'
}

both "as usual"
both "long strings, all of structs and vectors" -s 5000 -v
both "short strings" -s 3
both "all that is written" -e write=all
finish
