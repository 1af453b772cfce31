#!/bin/sh
# Tables of selected calls: by result, errno and duration, decided in the kernel and in tables of events.
. ./lib.sh
need_root
cd "$T" || exit
: > file-1
opens="trace=?open,openat"

# table OPTIONS... COMMAND: writes the table to "out".
table() {
	"$SCTRACE" -o out "$@" > stdout 2> err
	status=$?
}

table -s --failure -e "$opens" cat file-1 missing
is "--failure: only failures" "$(awk '/^ +open/ && $2 != $3' out)" ""
has "--failure: counts them" out '^ +open(at)? +([0-9]+) +\2 '
is "--failure: the command's status" $status 1
table -s --by=syscall,errno --errno ENOENT -e "$opens" cat missing file-1/below
has "--errno: one" out '^ open(at)? +ENOENT +[1-9]'
hasnt "--errno: no other" out 'ENOTDIR'
table -s --by=errno --errno '!ENOENT' -e "$opens" cat missing file-1/below
has "--errno: all but one" out '^ ENOTDIR +1 +1 '
hasnt "--errno: not the one" out 'ENOENT'
table -s --by=syscall --duration 150 --hist sleep 0.2
has "--duration: what took long" out '^ (clock_)?nanosleep +1 +0 '
hasnt "--duration: nothing else" out '^ (mmap|execve|close) '
table -c --duration 150 sleep 0.2
has "-c --duration: elapsed time, although CPU time is counted" out ' 1 +(clock_)?nanosleep$'
hasnt "-c --duration: nothing else" out 'execve'
table -s -Z --by=syscall -e "$opens" cat file-1 missing
is "-Z: status" $status 1
is "-Z: no warning" "$(grep -c effect err)" 0
is "-Z: only failures" "$(awk '/^ open/ && $2 != $3' out)" ""
has "-Z: counts them" out '^ open(at)? +[1-9]'
table -s -z --summary-mode=total -e "$opens" cat file-1 missing
has "-z: only successes" out '^ +open(at)? +[1-9][0-9]* +0 '
table -s --status=failed --top 1 --percentiles -e "$opens" cat missing
has "--status" out '^ +open(at)? +([0-9]+) +\2 '
table --by=syscall --errno EFOO true
is "an unknown errno: status" $status 1
has "an unknown errno: the message" err "invalid error number 'EFOO'"
if ! in_guest; then
	# a call in progress has no result, but its duration may already be long enough
	mkfifo waits
	start cat waits > cat.out
	cat=$pid
	wait_for 10 grep -q '^[0-9]' "/proc/$cat/syscall"
	table -s --duration 10 --for 0.3 -p "$cat"
	has "--duration: a call in progress" out 'open(at)?'
	table -s --duration 1000000 --for 0.3 -p "$cat"
	hasnt "--duration: a call in progress that is younger is not counted" out 'open(at)?'
	table -s --failure --for 0.3 -p "$cat"
	hasnt "--failure: no call in progress" out 'open(at)?'
	echo > waits
fi

# The kernel's rows are the same as those of a table of events of the same run.
# rows FILE: prints name, calls and errors.
rows() {
	awk '/ events, / { on = index($0, " threads (") == 1 } on && /%$/ && !/events/ { print $1, $2, $3 }' "$1" | sort
}
for filter in --failure -Z -z '--errno EAGAIN,ECHILD,ENOENT'; do
	# shellcheck disable=SC2086 # options are words
	"$SCTRACE" -s $filter -o kernel "$SCTRACE" --record cap -s $filter -o events \
		sh -c "$HELPERS/threads 5; :" > /dev/null 2>&1
	rows kernel > wanted
	rows events > got
	[ "$filter" != -z ] || true_ "$filter: rows" test "$(grep -c . wanted)" -gt 5
	same "$filter: a table of events has the kernel's counts" got wanted
done
finish
