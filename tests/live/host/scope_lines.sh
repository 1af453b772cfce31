#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Which events are printed if calls are selected; and --max-events, --switch-on, --switch-off.
. ./lib.sh
need_root
cd "$T" || exit
opens="openat,?open"
echo hello > file-1

# If calls are selected, only calls are printed; options ask for signals and for ends of tasks.
# many_ends FILE: runs shells with children, which end, and returns 0 if FILE has a line of the last call.
# shellcheck disable=SC2317 # true_ calls it
many_ends() {
	for _ in 1 2 3 4 5; do
		sh -c 'cat missing-2; true' 2> /dev/null
	done
	grep -q missing-2 "$1"
}
# chosen WHAT ENDS OPTIONS...: traces the whole machine, and checks whether signals and ends are printed ("yes") or not.
chosen() {
	label=$1 asked=$2
	shift 2
	rm -f ends
	start "$SCTRACE" "$@" -o ends -e "trace=$opens"
	true_ "$label: calls" wait_for 30 many_ends ends
	kill -INT "$pid" 2> /dev/null
	wait "$pid"
	if [ "$asked" = yes ]; then
		has "$label: signals" ends '^[0-9]+ +--- SIGCHLD '
		has "$label: ends" ends '^[0-9]+ +\+\+\+ exited with '
	else
		hasnt "$label: nothing but calls" ends '^[0-9]+ +(---|\+\+\+) '
	fi
}
chosen "--all-cpus" no --all-cpus
chosen "--all-cpus -e signal=all" yes --all-cpus -e signal=all
chosen "--all-cpus --errno" no --all-cpus --errno ENOENT
chosen "--errno -e signal=all" yes --all-cpus --errno ENOENT -e signal=all
for what in --failure "--errno ENOENT" "--duration 0.000001"; do
	# shellcheck disable=SC2086 # an option and its argument
	"$SCTRACE" -f $what -o ends -e "trace=$opens" sh -c 'cat missing-2; true' 2> /dev/null
	has "$what: calls" ends missing-2
	hasnt "$what: nothing but calls" ends '(---|\+\+\+) '
	# shellcheck disable=SC2086 # likewise
	"$SCTRACE" -f $what -o ends -e "trace=$opens" -e signal=SIGCHLD sh -c 'cat missing-2; true' 2> /dev/null
	has "$what: a signal that is asked for" ends '^[0-9]+ +--- SIGCHLD '
done
"$SCTRACE" --failure --format json -o ends -e "trace=$opens" sh -c 'cat missing-2; true' 2> /dev/null
hasnt "JSON: nothing but calls" ends '"type":"(signal|exit)"'

# ---- options that print a part of the trace ----

"$SCTRACE" --max-events 4 -o few cat file-1 > cat.out
is "--max-events" "$(wc -l < few | tr -d ' ')" 4
"$SCTRACE" --record rec -o whole "$HELPERS/calls" > calls.out
"$SCTRACE" --replay rec --max-events 3 -o few
head -n 3 whole > want
same "--max-events of a recording" few want
# --max-events counts events: a stack and a dump belong to the event of their line, and a line of a call that is
# interrupted is not an event yet.
"$SCTRACE" -k --max-events 2 -o few cat file-1 > cat.out
is "--max-events: a stack is no event" "$(grep -c '^[a-z]' few)" 2
is "--max-events: the last one has its stack" "$(tail -n 1 few | cut -c1-3)" " > "
# the cat of a guest does not call read()
"$SCTRACE" -e trace=read -e read=all --max-events 1 -o few dd if=file-1 of=dd.out 2> err
is "--max-events: a dump is no event" "$(grep -c '^read' few)" 1
is "--max-events: the last one has its dump" "$(tail -n 1 few | cut -c1-3)" " | "
"$SCTRACE" -f -e trace=wait4,execve --max-events 3 -o few sh -c 'cat file-1 > cat.out; true'
is "--max-events: a line that is resumed later is none" "$(grep -vc 'unfinished \.\.\.>$' few)" 3
sed -n '/^lseek/,/^faccessat/p' whole | sed '/^lseek/d; /^faccessat/d' > want
is "four lines in between" "$(wc -l < want | tr -d ' ')" 4
rm -f file
"$SCTRACE" --switch-on lseek --switch-off syscalls:sys_enter_faccessat -o got "$HELPERS/calls" > calls.out
plain got > got-plain
plain want > want-plain
same "--switch-on, --switch-off" got-plain want-plain
"$SCTRACE" --replay rec --switch-on lseek --switch-off faccessat -o got
same "of a recording" got want
finish
