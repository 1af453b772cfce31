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

# the call blocks; the path is not resident when the call begins, but is when its line is printed
mkfifo fifo
( sleep 1; : > fifo ) &
on_terminal "timeout 10 '$SCTRACE' --mark-late -e trace=openat '$HELPERS/late' fifo fifo"
has "a call that blocks: its path" out '^openat\(AT_FDCWD, "fifo" /\* read late \*/, O_RDONLY'
finish
