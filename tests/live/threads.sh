#!/bin/sh
# Threads: the thread of each call, interrupted lines, prefixes.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -f -o out "$HELPERS/threads" 5
is "status" $? 0
is "every line has its thread" "$(grep -vcE '^[0-9]+ ' out)" 0
is "five threads and the first" "$(awk '{ print $1 }' out | sort -u | wc -l)" 6
begun=$(count out '^[0-9]+ +read\([0-9]+ <unfinished \.\.\.>$')
true_ "five reads at least are interrupted" test "$begun" -ge 5
is "the call that was interrupted is resumed" "$(count out '^[0-9]+ +<\.\.\. read resumed>, "x", 1\) += 1$')" "$begun"

# a line that was begun is resumed by the same thread and call, before this thread has any other line
awk '
	{ pid = $1; line = $0; sub(/^[0-9]+ +/, "", line) }
	line ~ /^<\.\.\. / {
		name = $3
		if ($2 != "<..." || open[pid] != name) { print "not open: " $0; bad = 1 }
		delete open[pid]
		next
	}
	pid in open && line !~ /^(---|\+\+\+)/ { print "still in " open[pid] ": " $0; bad = 1 }
	line ~ /<unfinished \.\.\.>$/ { name = line; sub(/\(.*/, "", name); open[pid] = name }
	END { exit bad }' out > order
is "begin and end belong together" "$(cat order)" ""
is "every thread's end" "$(count out '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$')" 6

"$SCTRACE" -o out "$HELPERS/threads" 5
is "without -f: only the first thread is traced, and lines have no prefix" "$(count out '^[0-9]')" 0
is "one end" "$(count out '^\+\+\+ exited with 0 \+\+\+$')" 1
is "one read" "$(count out '^read\(.*"x", 1\) += 1$')" 1

"$SCTRACE" -f "$HELPERS/threads" 2 2> err
has "prefix on stderr" err '^\[pid +[0-9]+\] write\([0-9]+, "x", 1\) += 1$'
name=$SCTRACE # as it is called
is "announced" "$(count err "^$name: Process [0-9]+ attached\$")" 2
"$SCTRACE" -q -f "$HELPERS/threads" 2 2> err
is "-q: not announced" "$(count err "attached\$")" 0
# The end of the leader is printed when the last thread of the group has ended, with the status of the process.
# leader HOW STATUS LINES: LINES are the expected lines of exit, exit_group, and of ends.
leader() {
	"$HELPERS/fresh" "$SCTRACE" -f --record cap -e trace=exit,exit_group -o out "$HELPERS/leader" "$1" 2> /dev/null
	is "leader, $1: status" $? "$2"
	tid=$(sed -n '1s/ .*//p' out)
	sed -E "s/^$tid +/LEADER /; s/^[0-9]+ +/THREAD /; s/ +=/ =/; s/(si_pid|in pid|changed to)([= ])[0-9]+/\1\2N/" out > got
	printf '%s\n' "$3" > expected
	same "leader, $1: its end comes last" got expected
	"$SCTRACE" --replay cap -f -o again
	same "leader, $1: replayed" again out
}
leader exit 7 'LEADER exit(0) = ?
THREAD exit_group(7) = ?
THREAD +++ exited with 7 +++
LEADER +++ exited with 7 +++'
leader none 0 'LEADER exit(0) = ?
THREAD exit(0) = ?
THREAD +++ exited with 0 +++
LEADER +++ exited with 0 +++'
leader kill 137 'LEADER exit(0) = ?
THREAD +++ killed by SIGKILL +++
LEADER +++ killed by SIGKILL +++'
leader exec 5 'LEADER exit(0) = ?
LEADER +++ superseded by execve in pid N +++
LEADER exit_group(5) = ?
LEADER +++ exited with 5 +++'
"$SCTRACE" -f --format=json -e trace=exit -o out "$HELPERS/leader" exit > /dev/null 2>&1
is "leader, JSON: ends" "$(grep -c '"type":"exit"' out)" 2
is "leader, JSON: each with the true status" "$(grep -c '"type":"exit".*7' out)" 2
has "leader, JSON: its call" out '"syscall":"exit",.*"unfinished"'

finish
