#!/bin/sh
# Threads: who calls what, interrupted lines, prefixes.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -f -o out "$HELPERS/threads" 5
is "status" $? 0
is "every line has its thread" "$(grep -vcE '^[0-9]+ ' out)" 0
is "five threads and the first" "$(awk '{ print $1 }' out | sort -u | wc -l)" 6
begun=$(count out '^[0-9]+ +read\([0-9]+ <unfinished \.\.\.>$')
true_ "five reads at least are interrupted" test "$begun" -ge 5
is "and resumed" "$(count out '^[0-9]+ +<\.\.\. read resumed>, "x", 1\) += 1$')" "$begun"

# what was begun is resumed by the same thread and call, before that thread says anything else
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
is "without -f the first thread only: no prefix" "$(count out '^[0-9]')" 0
is "one end" "$(count out '^\+\+\+ exited with 0 \+\+\+$')" 1
is "one read" "$(count out '^read\(.*"x", 1\) += 1$')" 1

"$SCTRACE" -f "$HELPERS/threads" 2 2> err
has "prefix on stderr" err '^\[pid +[0-9]+\] write\([0-9]+, "x", 1\) += 1$'
name=$SCTRACE # as it is called
is "announced" "$(count err "^$name: Process [0-9]+ attached\$")" 2
"$SCTRACE" -q -f "$HELPERS/threads" 2 2> err
is "-q: not announced" "$(count err "attached\$")" 0
finish
