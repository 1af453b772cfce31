#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Readers of the output that are slower than the trace: sctrace counts what it leaves out, with and without
# --block-output.
. ./lib.sh
need_root
cd "$T" || exit

# sum_of FILE WORD: prints the sum of the numbers after WORD in the lines "+++ WORD N ... +++".
sum_of() {
	sed -n "s/^+++ $2 \\([0-9]*\\) .* +++\$/\\1/p" "$1" | awk '{ n += $1 } END { print n + 0 }'
}

# Reads one byte, then nothing until the file "go" exists.
cat > reader << 'END'
dd bs=1 count=1 of=first 2> /dev/null
while [ ! -e go ]; do sleep 0.1; done
cat > rest
END

# ---- lines are left out ----
cat > work << END
while [ ! -e go ]; do "$HELPERS/loop" 1000 > /dev/null; done
END
# the JSON gets larger than pipe, rings and backlog together only if sctrace reads on while nothing reads the lines
(
	until [ "$(wc -l < J)" -gt 40000 ]; do sleep 0.1; done 2> /dev/null
	: > go
) &
watcher=$!
timeout 120 "$SCTRACE" --ring-size 256k -f -qq --fail-on-loss -e trace=getppid -e signal=none --json J --health -o '|exec sh reader' sh work 2> err
is "a slow reader: --fail-on-loss" $? 1
wait "$watcher"
cat first rest > lines
left=$(sum_of lines 'left out')
true_ "lines are left out ($left)" test "$left" -gt 0
is "what is printed and what is left out are what another output has" \
	$(($(grep -c '^[0-9]* *getppid() ' lines) + left)) "$(grep -c '"syscall":"getppid"' J)"
is "both outputs have the same losses" "$(sed -n 's/.*"type":"lost".*"lost":\([0-9]*\).*/\1/p' J | awk '{ n += $1 } END { print n + 0 }')" \
	"$(sum_of lines lost)"
hasnt "every line is whole" lines '^[0-9]+ +getppid\(\) +=? *[0-9]*[^0-9 =]'
has "the end says how many" err "left out: $left lines \(slow output\)"
has "and so does --health" lines "left out  *$left lines \(slow output\)"
has "in JSON, too" J '"type":"health".*"left_out":0'

# JSON has the same counts
rm -f go L
(
	until [ "$(wc -l < L)" -gt 40000 ]; do sleep 0.1; done 2> /dev/null
	: > go
) &
watcher=$!
timeout 120 "$SCTRACE" --ring-size 256k -f -qq -e trace=getppid -e signal=none --format=json --lines L --json J -o '|exec sh reader' sh work 2> err
wait "$watcher"
cat first rest > json
left=$(sed -n 's/^{"type":"left_out","lines":\([0-9]*\),"slow_output":\1}$/\1/p' json | awk '{ n += $1 } END { print n + 0 }')
true_ "JSON: objects are left out ($left)" test "$left" -gt 0
# J must have objects for the calls whose lines L has left out
is "JSON: none without a count" $(($(grep -c '"type":"[^l]' json) + left)) "$(grep -c '"type":"[^l]' J)"

# ---- --block-output: events are lost ----
n=$(often 200000 50000)
rm -f go
cat > work << END
"$HELPERS/loop" $n > /dev/null
: > go
END
timeout 120 "$SCTRACE" --block-output --ring-size 64k -f -qq -e trace=getppid -e signal=none --json J -o '|exec sh reader' sh work 2> err
cat first rest > lines
lost=$(sum_of lines lost)
true_ "--block-output: events are lost ($lost)" test "$lost" -gt 0
hasnt "--block-output: no line is left out" lines 'left out'
is "--block-output: in every output" "$(grep -c '"syscall":"getppid"' J)" "$(grep -c '^[0-9]* *getppid() ' lines)"
has "--block-output: the end says how many" err "$lost events lost"

# ---- a reader that reads nothing does not keep sctrace from ending ----
# The output is far larger than the pipe, the rings of two processors and the backlog together.
start sh -c "while :; do \"$HELPERS/loop\" 1000 > /dev/null; done"
busy=$pid
mkfifo fifo
rm -f L
exec 3<> fifo
"$SCTRACE" --ring-size 256k -f -p "$busy" -e trace=getppid --lines L --format=json -o fifo 2> err &
tracer=$!
# shellcheck disable=SC2317 # called by wait_for
# reads_on: returns 0 if sctrace reads events while nothing reads its output. wait_for calls it.
reads_on() {
	[ "$(wc -l < L)" -gt 40000 ]
}
wait_for 60 reads_on || fail "no events are read while the reader is stuck" err
kill -TERM "$tracer"
wait_for 20 sh -c "! kill -0 $tracer 2> /dev/null"
is "a signal ends sctrace though nobody reads" $? 0
wait "$tracer"
is "by that signal" $? 143
has "and the end says what is missing" err 'left out: [0-9]+ lines \(slow output\)'
exec 3>&-
kill "$busy"

# ---- sctrace always waits for a file ----
"$SCTRACE" -s --block-output true 2> err
has "--block-output with a table" err '--block-output has no effect with'
finish
