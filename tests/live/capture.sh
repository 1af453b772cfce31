#!/bin/sh
# A call that is in progress at the attach is captured from outside, by reading the memory of its process. The bytes
# must be those that are captured when the call begins during a trace, with the same process, memory and plan.
. ./lib.sh
need_root
cd "$T" || exit

# If no program is attached to the tracepoints when a call begins, a later tracer has no record of the beginning.
start sleep 100
start "$SCTRACE" -o looking -p "$pid"
wait_trace looking

# both WHAT OPTION...: attaches while all calls of captures are in progress, then lets them begin under the trace.
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
	# without the programs that fault memory in when a call begins (Linux 7.2): the pages that were missing must
	# still be missing
	start "$SCTRACE" --without=sleepable -f "$@" --record c.cap -o out -p "$captures" 2> err
	tracer=$pid
	# sctrace reads the memory of all calls before it prints the first one
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
