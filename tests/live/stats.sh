#!/bin/sh
# Tests -s: a table instead of lines.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -s -o out "$HELPERS/loop" 1000 > /dev/null
is "status" $? 0
has "head" out '^ Summary of events:$'
has "the process" out '^ loop \([0-9]+\), [0-9]+ events, [0-9.]+%$'
has "columns" out '^ +syscall +calls +errors +total +min +avg +max +stddev$'
has "a call" out '^ +getppid +1000 +0 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+%$'
hasnt "no lines" out '^getppid\('
"$SCTRACE" --summary -o out cat /nonexistent 2> /dev/null
has "errors are counted" out '^ +(openat|open) +[0-9]+ +[1-9][0-9]* '
"$SCTRACE" -s -e trace=getppid -o out "$HELPERS/loop" 500 > /dev/null
has "-e" out '^ +getppid +500 '
hasnt "-e: no other" out '^ +(mmap|brk) '
# in guests, other groups test threads and recordings
if ! in_guest; then
	"$SCTRACE" -s -f -o out "$HELPERS/threads" 3
	is "-f: what every thread did" "$(awk '$1 == "read" { n += $2 } END { print n }' out)" 5
	"$SCTRACE" -s 7 -o out "$HELPERS/calls"
	has "-s followed by a number is the string limit" out '^write\(3, "hello\\n\\t"\.\.\., 21\)'
	"$SCTRACE" --record cap -s -o live "$HELPERS/calls"
	"$SCTRACE" --replay cap -s -o again
	has "of a recording" again '^ +write +4 '
fi

# rows FILE COMM: prints, for a comparison of the kernel's rows with a summary of the events of the same run, the title
# without the share, then name, calls, errors and the number of events of each table.
rows() {
	awk -v comm="$2" '
		/ events, / { on = index($0, " " comm " (") == 1; sub(/, [0-9.]+%$/, "") }
		on && (/ events$/ || /%$/) { print $1, $2, $3 }' "$1" | sort
}
witnesses() {
	run="$*"
	"$SCTRACE" -s -o kernel "$SCTRACE" --record cap -s -o events \
		sh -c "$HELPERS/$run; :" > /dev/null 2>&1
	rows kernel "${run% *}" > wanted
	rows events "${run% *}" > got
	true_ "$run: rows" test "$(grep -c . wanted)" -gt 5
	same "$run: a summary of events has the kernel's counts" got wanted
	"$SCTRACE" --replay cap -s -o again
	same "$run: the table of its recording is the same" again events
}
witnesses threads 5
witnesses forks_short 20
if ! in_guest; then
	witnesses seccomp
	witnesses calls
fi
finish
