#!/bin/sh
# Tests -ff, a file for each task, and -A, which appends to files.
. ./lib.sh
need_root
need_strace
cd "$T" || exit

# separate NAME CMD: traces one execution with strace -ff and sctrace -ff, and checks that sctrace's file of each task
# has all lines of strace's file.
separate() {
	what=$1
	shift
	rm -f A.* B.*
	"$SCTRACE" -ff -o B "$STRACE" -ff -o A "$@" > /dev/null 2>&1
	files=0 missing=0
	for a in A.*; do
		files=$((files + 1))
		b=B.${a#A.}
		n=$(grep -cvxFf "$b" "$a")
		[ "$n" = 0 ] || grep -vxFf "$b" "$a" | head -3 | sed "s/^/      | $b: /"
		missing=$((missing + n))
	done
	is "$what: lines missing" "$missing" 0
	true_ "$what: files ($files)" test "$files" -gt 2
}

separate threads "$HELPERS/threads" 8
separate children "$HELPERS/storm" 30
separate "execve by a thread" "$HELPERS/thread_exec" /bin/sh -c 'exit 0'
has "execve by a thread: its number changes" "$(grep -l 'pid changed to' A.*)" 'execve\(.* <pid changed to [0-9]+ \.\.\.>$'

"$SCTRACE" -ff -o one sh -c 'exit 3'
is "one task: status" $? 3
is "one task: one file" "$(echo one.*)" "$(ls one.*)"
is "one task: no file of all" "$(ls one 2> /dev/null)" ""
has "one task: its end" one.* '^\+\+\+ exited with 3 \+\+\+$'

rm -f one.*
"$SCTRACE" --output-separately -f -o one "$HELPERS/threads" 3
true_ "--output-separately before -f" test "$(echo one.* | wc -w)" -gt 2

# the task goes on when the trace ends
start "$HELPERS/ticker" "$T/tick" 0
timeout -s INT 1 "$SCTRACE" -ff -p "$pid" -o left
true_ "-p: lines" test "$(wc -l < "left.$pid")" -gt 3

"$SCTRACE" -o log echo one > /dev/null
before=$(wc -l < log)
"$SCTRACE" -A -o log echo two > /dev/null
true_ "-A: appended to what was there" test "$(wc -l < log)" -gt $((before + 10))
is "-A: both" "$(grep -c '^write(1' log)" 2
"$SCTRACE" -o log echo three > /dev/null
is "without -A: the last" "$(grep -c '^write(1' log)" 1

"$SCTRACE" -ff -o /nonexistent/x true 2> err
is "no such directory: status" $? 1
has "no such directory: the error" err "^[^ ]*sctrace: Can't fopen '/nonexistent/x\.[0-9]+': No such file or directory$"
is "no such directory: one line" "$(wc -l < err)" 1
"$SCTRACE" -ff -c -o x true 2> err
is "with a summary: status" $? 1
has "with a summary: the error" err '\(-c/--summary-only or -C/--with-summary\) and -ff/--output-separately are mutually exclusive$'

"$SCTRACE" --record cap -ff -o live "$HELPERS/threads" > /dev/null 2>&1
"$SCTRACE" --replay cap -ff -o again
for f in live.*; do
	same "replay: $f" "again.${f#live.}" "$f"
done
finish
