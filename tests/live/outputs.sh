#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Several outputs of one run: a table, lines (--lines), JSON (--json) and a recording have the same calls.
. ./lib.sh
need_root
cd "$T" || exit

# three calls that fail
cat > work << 'END'
for i in 1 2 3; do cd /nonexistent 2> /dev/null; done
true
END

# counts_alike WHAT: checks that table T, lines L, JSON J and recording R have the same number of calls of chdir.
counts_alike() {
	is "$1: lines" "$(grep -cE '^[0-9]* *(<\.\.\. )?chdir\(' L)" 3
	is "$1: JSON" "$(grep -c '"syscall":"chdir"\|"call":"chdir"\|"name":"chdir"' J)" 3
	[ ! -f R ] || is "$1: recording" "$("$SCTRACE" --replay R -e trace=chdir 2>&1 | grep -c 'chdir(')" 3
}

"$SCTRACE" -s --lines L --json J --record R -e trace=chdir -o T sh work > /dev/null
counts_alike "-s with lines, JSON and a recording"
is "-s: the table" "$(awk '$1 == "chdir" { print $2, $3 }' T)" "3 3"
has "lines have the number of their task" L '^[0-9]+ +chdir'
rm -f R
"$SCTRACE" -c -f --lines L --json J -e trace=chdir -T -o T sh work > /dev/null
counts_alike "-c"
is "-c: the table" "$(awk '$NF == "chdir" { print $4, $5 }' T)" "3 3"
has "options of lines have their effect" L '<0\.[0-9]+>$'
"$SCTRACE" --by=syscall --lines L --json J -Z -o T -e trace=chdir sh work > /dev/null
counts_alike "--by"
"$SCTRACE" --format=json --lines L --json J -o T -e trace=chdir sh work > /dev/null
counts_alike "--format=json"
is "--format=json and --json are the same" "$(grep -c chdir T)" 3
"$SCTRACE" -f --record R -e trace=chdir -o L --json J sh work > /dev/null
counts_alike "lines with JSON and a recording"
"$SCTRACE" --replay R -s --lines L --json J -o T
counts_alike "a replay"
is "a replay's table" "$(awk '$1 == "chdir" { print $2, $3 }' T)" "3 3"

# ---- a replay selects the same calls as a trace ----
touch file
"$SCTRACE" -f --record R -o all sh -c 'cd /nonexistent; cd ./file; cd /; sleep 0.05' 2> err
"$SCTRACE" --replay R --failure -o L
is "--replay --failure" "$(grep -c 'chdir(' L)" 2
"$SCTRACE" --replay R --errno ENOTDIR -o L
is "--replay --errno" "$(grep -c '(' L)" "$(grep -c ENOTDIR all)"
"$SCTRACE" --replay R --errno '!ENOENT' --if 'call == chdir' -o L
is "--replay --errno=!SET with --if" "$(grep -c 'chdir("[^"]*/file")' L) $(grep -c 'chdir(' L)" "1 1"
"$SCTRACE" --replay R --duration 20ms -o L
hasnt "--replay --duration" L '^[0-9 ]*chdir'
has "keeps what is slow" L 'wait4|nanosleep'
"$SCTRACE" --replay R -s --failure -o T
has "a table of a replay's failures" T '^ +chdir +2 +2 '
"$SCTRACE" --replay R --uid 0 --errno ENOTDIR -o L
is "--replay --uid with --errno" "$(grep -c 'chdir(' L)" 1

# ---- options that limit lines also limit tables ----
# rows: prints the sum of the calls in strace's table.
rows() {
	awk '/^-/ { rule++; next } rule == 1 { n += $4 } END { print n + 0 }' T
}
"$SCTRACE" -c --max-events 5 -o T sh work
is "-c --max-events" "$(rows)" 5
"$SCTRACE" -c -f --switch-on chdir -e trace=chdir,exit_group -o T sh work
is "-c --switch-on: not the call that switches, but those after it" "$(rows)" 2
"$SCTRACE" -c -f --switch-off chdir -e trace=chdir -o T sh work
is "-c --switch-off: no call is counted from that call on" "$(rows)" 0
"$SCTRACE" -C -f --switch-off chdir -e trace=chdir,execve -o T sh work
has "-C --switch-off prints its table" T 'syscall$'
"$SCTRACE" -s --syscall-limit 2 -e trace=chdir -o T sh work 2> err
is "-s --syscall-limit" "$(awk '$1 == "chdir" { print $2 }' T)" 2
"$SCTRACE" --by=syscall --max-events 2 -e trace=chdir -o T sh work
has "--by --max-events" T '^ chdir +2 '
"$SCTRACE" -ff -s true 2> err
has "what is refused says what to type instead" err '--by=tid has a row for each'

"$SCTRACE" --lines L true 2> err
is "--lines alone is refused" $? 1
has "--lines alone: the message says what it needs" err 'must be given with'
"$SCTRACE" -s --lines /nonexistent/L true 2> err
is "a file that cannot be made is an error" $? 1
has "the message names the file" err "/nonexistent/L"

finish
