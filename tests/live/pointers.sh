#!/bin/sh
# Tests -i: each line has the instruction pointer of its call.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -f -i -o out --record capture "$HELPERS/frames" > /dev/null
is "status" $? 0
is "every line has an address, and no other column" "$(grep -cvE '^[0-9]+ +\[([0-9a-f]{16}|\?{16})\] ' out)" 0
hasnt "... of each call" out '^[0-9]+ +\[\?+\] [a-z]'
has "... but an end has none" out '^[0-9]+ +\[\?{16}\] \+\+\+ exited with '
"$SCTRACE" -f -i --replay capture -o again
same "a replay is the same" again out
"$SCTRACE" -f --replay capture -o plain
hasnt "without -i: no instruction pointer" plain '^[0-9]+ +\['
sed 's/\[[0-9a-f?]*\] //' out > stripped
# the column of the return value counts from the line's beginning
sed 's/) *= /) = /' stripped > a
sed 's/) *= /) = /' plain > b
same "-i: the lines are those without -i, apart from the pointers" a b
"$SCTRACE" -i -n -t -o out "$HELPERS/frames" > /dev/null
has "after the time and the number" out '^[0-9:]{8} \[ *[0-9]+\] \[[0-9a-f]{16}\] execve'

"$SCTRACE" -f -i -k -o out "$HELPERS/signals" > /dev/null 2>&1
has "a signal" out '^[0-9]+ +\[[0-9a-f]{8,16}\] --- SIG'
"$SCTRACE" -i -o out sh -c 'kill -USR1 $$' > /dev/null 2>&1
is "one that its own kill() sends: where that returns" \
	"$(sed -nE 's/^\[([0-9a-f?]*)\] --- SIGUSR1.*/\1/p' out)" "$(sed -nE 's/^\[([0-9a-f?]*)\] kill\(.*/\1/p' out)"

# a call in progress at the attach
start sleep 30
slept=$pid
sleep 0.2
"$SCTRACE" -i -p "$slept" -o attached 2> /dev/null &
tracer=$!
wait_for 10 grep -q nanosleep attached
kill -INT "$tracer"
wait "$tracer"
has "a call that was in progress at the attach" attached '^\[[0-9a-f]{8,16}\] .*nanosleep'
finish
