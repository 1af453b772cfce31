#!/bin/sh
# Output on a terminal: prefixes, and no byte of the traced program that a terminal would interpret.
. ./lib.sh
need_root
command -v script > /dev/null || cannot_run "needs script (bsdutils)"
cd "$T" || exit

on_terminal() {
	script -qec "$1" typescript < /dev/null > /dev/null
	tr -d '\r' < typescript | grep -v '^Script ' > out
}

export NO_COLOR=1
on_terminal "'$SCTRACE' -f '$HELPERS/threads' 2"
has "prefix" out '^\[pid +[0-9]+\] '
has "announced" out "^(.*)?$SCTRACE: Process [0-9]+ attached\$"
has "the end, alone: no prefix" out '^\+\+\+ exited with 0 \+\+\+$'

printf '\033[31mred\033[0m\a\b\177\233' > evil
on_terminal "'$SCTRACE' -s 100 -e trace=read,write cat evil > /dev/null"
is "no escape reaches the terminal" "$(grep -v '^[[:print:]]*$' out)" ""
has "it is quoted" out 'write\(1, "\\33\[31mred\\33\[0m\\7\\10\\177\\233"'

escape=$(printf '\033')
on_terminal "NO_COLOR= TERM=xterm '$SCTRACE' -e trace=write echo hi > /dev/null"
has "colors" out "^$escape\\[33mwrite$escape\\[0m\\($escape\\[35m1$escape"
on_terminal "NO_COLOR= TERM=dumb '$SCTRACE' -e trace=write echo hi > /dev/null"
hasnt "none on a terminal that has none" out "$escape"

# the sentence after a table, and after lines that ^C has ended
in_short='^in short: (mostly|most time in) [a-z0-9_]+: [0-9.]+ [mun]?s \(<?[0-9]+ %( besides [0-9.]+ [mu]?s of waits)?\)(, slowest [0-9.]+ [mun]?s)?'
failing="sh -c 'for i in 1 2 3 4 5 6 7 8 9; do cat no/\$i no/a no/b no/c no/d no/e; done; sleep 0.2'"
on_terminal "'$SCTRACE' -s --summary-mode=total -e trace=openat,clock_nanosleep $failing 2>&1 | cat"
has "a table that is no terminal's" out '^   openat '
hasnt "has no sentence" out 'in short'
on_terminal "'$SCTRACE' -s --summary-mode=total -e trace=openat,clock_nanosleep $failing"
has "a table of the kernel's: the sentence" out "$in_short; [0-9]+ of [0-9]+ calls of openat failed with ENOENT\$"
has "sleep is set apart" out '^in short: mostly openat: .* besides [0-9.]+ m?s of waits'
hasnt "no lines of errors in the table" out '^ +ENOENT'
on_terminal "'$SCTRACE' -s -e trace=openat,clock_nanosleep --if 'ret < 1000' $failing"
has "a table of events: the sentence" out "$in_short; [0-9]+ of [0-9]+ calls of openat failed with ENOENT\$"
on_terminal "'$SCTRACE' -s --by=syscall,errno -e trace=openat,clock_nanosleep $failing"
has "rows by error: the sentence" out "$in_short; [0-9]+ of [0-9]+ calls of openat failed with ENOENT\$"
for opts in -c '-s -q' '-s --interval=60'; do
	on_terminal "'$SCTRACE' $opts -e trace=openat,clock_nanosleep $failing"
	has "$opts: a table" out 'openat'
	hasnt "$opts: no sentence" out 'in short'
done
# a complaint of cat could come after the sentence
forever="sh -c 'while :; do cat no/a 2> /dev/null; sleep 0.02; done'"
on_terminal "timeout --foreground -s INT 2 '$SCTRACE' -e trace=openat,clock_nanosleep -f $forever"
has "lines until ^C: the sentence" out \
	'^in short: [0-9]+ calls in [0-9.]+ m?s, mostly openat: .*; [0-9]+ of [0-9]+ calls of openat failed with ENOENT$'
is "is the last line" "$(grep . out | tail -n 1 | cut -c 1-8)" "in short"
counted=$(sed -n 's/^in short: \([0-9]*\) calls.*/\1/p' out)
# a call in progress at the end has no result
is "its number of calls is that of the results" "$counted" "$(grep -cE '\) += -?[0-9]|resumed>.* = -?[0-9]' out)"
for opts in -q -C --format=json; do
	on_terminal "timeout --foreground -s INT 3 '$SCTRACE' $opts -e trace=openat -f $forever"
	has "$opts: lines" out 'openat'
	hasnt "$opts, ^C: no sentence" out 'in short'
done
on_terminal "'$SCTRACE' -e trace=openat cat no/a"
hasnt "lines that end by themselves: no sentence" out 'in short'

# the call blocks; the path is not resident when the call begins, but is when its line is printed
mkfifo fifo
( sleep 1; : > fifo ) &
on_terminal "timeout 10 '$SCTRACE' --mark-late -e trace=openat '$HELPERS/late' fifo fifo"
has "a call that blocks: its path" out '^openat\(AT_FDCWD, "fifo" /\* read late \*/, O_RDONLY'
finish
