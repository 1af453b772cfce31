#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# When tracing begins and ends: --delay, --for, --ready-fd; nohup.
. ./lib.sh
need_root
cd "$T" || exit

# seconds COMMAND...: prints how many seconds the command took.
seconds() {
	begun=$(date +%s)
	"$@" > /dev/null 2>&1
	echo $(($(date +%s) - begun))
}

# ---- --for ----
start sh -c 'while :; do sleep 0.05; done'
ticker=$pid
"$SCTRACE" --for 500ms -p "$ticker" -o out 2> err
is "--for ends lines with status 0" $? 0
has "some lines" out 'wait4|clone'
has "the process is detached" err "Process $ticker detached"
true_ "and goes on" alive "$ticker"
took=$(seconds "$SCTRACE" --for 0.3 -o out sh -c 'echo $$ > pid; exec sleep 60')
true_ "the end does not wait for the command ($took s)" test "$took" -lt 40
read -r left < pid
true_ "the command goes on" alive "$left"
kill "$left"
"$SCTRACE" --for 0.3 --kill-on-exit -o out sh -c 'echo $$ > pid; exec sleep 60' 2> err
read -r left < pid
true_ "--kill-on-exit ends the command" sh -c "! kill -0 $left 2> /dev/null"
"$SCTRACE" --for 60 -o out sh -c 'exit 7'
is "a command that ends before has its status" $? 7
"$SCTRACE" --for 0.3 --record cap -p "$ticker" -o out 2> err
"$SCTRACE" --replay cap -o again
has "--record --for" again 'wait4|clone'
"$SCTRACE" --for 0.4 --format=json -p "$ticker" 2> err > json
has "--format=json --for" json '"call":"wait4"|"call":"clone"|wait4'
"$SCTRACE" -C --for 0.4 -p "$ticker" -o out 2> err
has "-C --for: lines" out '^(<\.\.\. )?wait4|^clone'
has "and the table" out '100\.00'
"$SCTRACE" -s --by=syscall,file --for 0.4 -p "$ticker" -o out 2> err
has "a table of events" out 'wait4|clone'

# ---- --delay ----
"$SCTRACE" --delay 400ms -e trace=chdir,exit_group -o out sh -c 'cd /proc; sleep 2; cd /bin'
hasnt "no call from before the delay's end" out '"/proc"'
has "calls after it" out 'chdir\("/bin"\)'
"$SCTRACE" --delay 400ms -e trace=chdir --record cap -o out sh -c 'cd /proc; sleep 2; cd /bin'
"$SCTRACE" --replay cap -e trace=chdir -o again
hasnt "a recording has no call from before" again '"/proc"'
has "but those after" again 'chdir\("/bin"\)'
"$SCTRACE" -c -f --delay 400ms -e trace=chdir -o out sh -c 'cd /proc; sleep 2; cd /bin'
is "a table counts from the delay's end" "$(awk '$NF == "chdir" { print $4 }' out)" 1
: > err
"$SCTRACE" --delay 1s --for 1s -e trace=none -e signal=usr1 -p "$ticker" -o out 2> err &
tracer=$!
for _ in 1 2 3 4 5 6 7 8; do
	kill -CONT "$ticker"
	sleep 0.1
done
wait "$tracer"
is "--for begins after --delay" $? 0

# ---- the process that --ready-fd notifies ----
mkfifo ready
: > err
"$SCTRACE" --ready-fd 7 -p "$ticker" --for 60 -o out 7> ready 2> err &
tracer=$!
is "--ready-fd" "$(wc -c < ready)" 1
kill -INT "$tracer"
wait "$tracer"
"$SCTRACE" --ready-fd 99 true 2> err
is "a descriptor that is not open is refused" $? 1
has "with a reason" err 'number of an open descriptor'

# ---- nohup ----
(
	trap '' HUP
	exec "$SCTRACE" -s -p "$ticker" -o out 2> err
) &
tracer=$!
sleep 2
kill -HUP "$tracer"
sleep 0.5
true_ "an ignored SIGHUP stays ignored" alive "$tracer"
kill -INT "$tracer"
wait "$tracer"
has "^C still ends it" out 'Summary of events'

# ---- invalid times ----
for time in 0 1ms -1 5x '' 1e9 99999999999999999999; do
	"$SCTRACE" --for "$time" true 2> err
	is "--for '$time' is refused" $? 1
	has "with what is valid" err 'valid: a time such as 500ms'
done
kill "$ticker"

finish
