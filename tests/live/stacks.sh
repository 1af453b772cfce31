#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Tests -k: the stack of each call.
. ./lib.sh
need_root
cd "$T" || exit
frames=$HELPERS/frames

# of FILE CALL N: prints the functions in the stack of the N-th such call, in one line. The stack comes after the call's
# end, which is on a line of its own if a call of another process began in between.
of() {
	awk -v call="$2" -v n="$3" '
		/^ > / { if (on) { sub(/^ > [^(]*\(/, ""); sub(/\+0x.*/, ""); printf "%s ", $0 } next }
		{
			pid = $1
			sub(/^[0-9]+ +/, "")
			on = index($0, "<... " call " resumed>") == 1 && pid == waits
			if (index($0, call) == 1 && ++seen == n) {
				on = !/<unfinished \.\.\.>$/
				if (!on)
					waits = pid
			}
		}' "$1" | sed 's/ $//'
}
like() {
	true_ "$1: $2" sh -c "echo '$2' | grep -qE '$3'"
}

"$SCTRACE" -f -k -o out "$frames" "$HELPERS/loop" 1 > /dev/null
is "status" $? 0
has "frames" out '^ > /.*\([^)]*\+0x[0-9a-f]+\) \[0x[0-9a-f]+\]$'
if ! grep -q '(deep+' out; then
	in_guest || fail "no function has a name" out
	# a build without libdw follows frame pointers
	ok "built without libdw: files and offsets only"
	finish
fi
like "recursion" "$(of out getppid 1)" 'getppid deep deep deep deep main .*_start$'
like "several pages of the stack" "$(of out getppid 2)" 'getppid wide wide wide main '
like "called by the C library" "$(of out getppid 3)" 'getppid compare .*qsort.* main '
like "from a signal handler" "$(of out getppid 4)" 'getppid handler .*(raise|gsignal) main '
like "from a thread" "$(of out getppid 5)" 'getppid deep deep deep thread '
like "from a child" "$(of out getppid 6)" 'getppid deep deep main '
like "execve, from the program that it ends" "$(of out execve 2)" 'execve main '
like "a function that does not return" "$(of out getppid 8)" 'getppid leave main '
has "after it, the new program's" out '^ > .*/loop\(main\+'
is "none of sctrace's own" "$(grep -c '^ > .*/sctrace(' out)" 0

# stacks of unusual forms, of a program that is not position-independent
"$SCTRACE" -f -k -o forms "$HELPERS/stack_forms"
like "not position-independent" "$(of forms getppid 1)" 'getppid plain main .*_start$'
like "its file is mapped twice" "$(of forms getppid 2)" 'getppid plain main .*_start$'
like "a page that was never written to" "$(of forms getppid 3)" 'getppid hole main .*_start$'
like "thirty of them" "$(of forms getppid 4)" 'getppid large_hole main .*_start$'
like "in each frame" "$(of forms getppid 5)" 'getppid (holes ){9}main .*_start$'
like "a handler on another stack" "$(of forms getppid 6)" 'getppid inner .*(raise|gsignal) interrupted main .*_start$'
like "a handler there interrupts one" "$(of forms getppid 7)" 'getppid inner .*(raise|gsignal) outer .*(raise|gsignal) interrupted main .*_start$'
like "SS_AUTODISARM" "$(of forms getppid 8)" 'getppid inner .*(raise|gsignal) interrupted main .*_start$'
like "another stack of a thread" "$(of forms getppid 9)" 'getppid inner .*(raise|gsignal) interrupted thread '
like "back on its own" "$(of forms getppid 10)" 'getppid plain main .*_start$'

# the frames are those that strace prints
if ! in_guest && STRACE=$("$LIVE/../../scripts/newest.sh" strace 2> /dev/null); then
	# the frames of two processes with the same addresses
	for tracer in "$STRACE" "$SCTRACE"; do
		setarch -R "$tracer" -f -k -e trace=getppid -o "forms.$([ "$tracer" = "$STRACE" ] && echo theirs || echo ours)" \
			"$HELPERS/stack_forms"
		file=$([ "$tracer" = "$STRACE" ] && echo theirs || echo ours)
		setarch -R "$tracer" -f -k -e trace=getppid,execve,rt_sigreturn -o "$file" "$frames" "$HELPERS/loop" 1 > /dev/null
		# SIGCHLD may arrive while its process is in no call, and then the sender cannot read the stack of that
		# process
		awk '/^ > / { if (on) print; next }
			{ on = match($0, /(getppid|execve|rt_sigreturn)\(|--- SIGUSR1 /); if (on) print substr($0, RSTART, RLENGTH) }' \
			"$file" > "$file.frames"
	done
	has "a signal's stack" ours.frames '^--- SIGUSR1'
	same "strace's frames" theirs.frames ours.frames
	for file in forms.theirs forms.ours; do
		grep '^ > ' "$file" > "$file.frames"
	done
	same "strace's frames of unusual stacks" forms.theirs.frames forms.ours.frames
	true_ "$(wc -l < ours.frames) lines of them" test "$(wc -l < ours.frames)" -gt 50
fi

# the stacks of a process that ran before the trace
start "$HELPERS/ticker" "$T/tick" 0
# ticker_stacks OPTIONS: traces until there is a stack of the ticker; in an emulated machine, the verifier takes long.
# The file is emptied first, because lines of an earlier run would end the wait before sctrace can take the signal.
ticker_stacks() {
	: > out
	"$SCTRACE" -k -e trace=pwrite64 "$@" 2> out &
	tracer=$!
	wait_for 60 grep -q '/ticker(main+' out
	kill -INT "$tracer"
	wait "$tracer"
}
ticker_stacks -p "$pid"
has "attached: of what it had mapped" out '^ > .*/ticker\(main\+'
ticker_stacks --all-cpus --comm ticker
has "of the machine: of what it had mapped" out '^ > .*/ticker\(main\+'

# a replay does not need the process
"$SCTRACE" -k -f --record cap -o live "$frames"
"$SCTRACE" -k -f --replay cap -o again
same "replayed" live again
"$SCTRACE" --stack-trace-frame-limit=2 -k -f --replay cap -o few
is "a limit" "$(of few getppid 1)" "$(of live getppid 1 | cut -d' ' -f1,2)  > too many stack frames"
"$SCTRACE" -f --replay cap -o none
hasnt "not asked for" none '^ > '
"$SCTRACE" -f --record cap -o /dev/null "$frames"
"$SCTRACE" -k -f --replay cap -o none
hasnt "not recorded" none '^ > '
finish
