#!/bin/sh
# --background and --pid-file; the examples of a systemd unit and of log rotation.
. ./lib.sh
need_root
cd "$T" || exit

start sh -c 'while :; do sleep 0.05; done'
ticker=$pid

# ---- sctrace returns when tracing has begun ----
timeout 60 "$SCTRACE" --background --pid-file pid -q -f -p "$ticker" -e trace=wait4 -o log 2> err
is "the command returns" $? 0
daemon=$(cat pid)
true_ "and sctrace goes on" alive "$daemon"
true_ "in a session of its own" test "$(ps -o sid= -p "$daemon")" -eq "$daemon"
is "without a terminal" "$(ps -o tty= -p "$daemon")" "?"
is "its input" "$(readlink "/proc/$daemon/fd/0")" /dev/null
is "messages go to a file that was the standard error" "$(readlink "/proc/$daemon/fd/2")" "$T/err"
wait_trace log

# ---- SIGHUP after a rename, as logrotate sends it ----
mv log log.1
kill -HUP "$daemon"
wait_for 20 test -s log || fail "SIGHUP opens the file again"
true_ "SIGHUP does not end it" alive "$daemon"

# ---- one at a time ----
timeout 60 "$SCTRACE" --background --pid-file pid -q -p "$ticker" -o other 2> err2
is "a second one is refused" $? 1
has "with the first one's id" err2 "in use by process $daemon"
is "and leaves the file alone" "$(cat pid)" "$daemon"
kill "$daemon"
while alive "$daemon"; do sleep 0.1; done
true_ "SIGTERM ends it, and removes the pid file" test ! -e pid
timeout 60 "$SCTRACE" --background --pid-file pid -q -p "$ticker" --for 0.2 -o other 2> err2
is "then another one may begin" $? 0
wait_for 20 test ! -e pid || fail "--for ends it, and removes the pid file"

# ---- the parent reports errors ----
timeout 60 "$SCTRACE" --background --pid-file pid -p 4194304 -o other 2> err2
is "nothing to trace: the status" $? 1
has "and the message" err2 'attach: process 4194304'
true_ "and no pid file is left" test ! -e pid
timeout 60 "$SCTRACE" --background -p "$ticker" -o nodir/log 2> err2
is "a file that cannot be opened: the status" $? 1
has "and the message" err2 'nodir/log'
timeout 60 "$SCTRACE" --background --pid-file nodir/pid -p "$ticker" -o other 2> err2
has "a pid file that cannot be written" err2 '^[^ ]*: --pid-file: nodir/pid: No such file'
timeout 60 "$SCTRACE" --background -p "$ticker" 2> err2
has "without an output: what to type" err2 '--background must be given with .*--record'
timeout 60 "$SCTRACE" --background -o other true 2> err2
has "with PROG: what to type" err2 '-D runs PROG'

# ---- recordings and tables, of the whole machine ----
timeout 60 "$SCTRACE" --background --pid-file pid --all-cpus -e trace=wait4 --record cap 2> err2
kill -HUP "$(cat pid)"
sleep 0.3
true_ "SIGHUP does not end a recording" kill "$(cat pid)"
wait_for 20 test ! -e pid
"$SCTRACE" --replay cap -o again
has "a recording" again wait4
timeout 60 "$SCTRACE" --background --pid-file pid -s --all-cpus --interval 0.2 --count 2 -o table 2> err2
wait_for 30 test ! -e pid
is "tables" "$(grep -c 'Summary of events' table)" 2
kill "$ticker"

# ---- the examples ----
mkdir bin
cp "$SCTRACE" bin/sctrace
for name in sctrace sctrace-metrics; do
	unit=$LIVE/../../docs/examples/$name.service
	sed "s,/usr/bin/sctrace,$T/bin/sctrace," "$unit" > "$name.service"
	if command -v systemd-analyze > /dev/null; then
		systemd-analyze verify --man=no "$T/$name.service" > out 2>&1
		is "$name.service is understood" "$(grep -c "$name.service" out)" 0
	fi
done
unit=$LIVE/../../docs/examples/sctrace.service
caps=$(sed -n 's/^CapabilityBoundingSet=//p' "$unit" | sed 's/CAP_/+/g; s/ /,/g' | tr '[:upper:]' '[:lower:]')
command=$(sed -n 's/^ExecStart=[^ ]* //p' "$unit" | sed "s,-o [^ ]*,-o $T/failures,")
start sh -c 'while :; do dd if=/dev/zero of=/dev/full count=1 2> /dev/null; sleep 0.1; done'
full=$pid
# shellcheck disable=SC2086
timeout 60 setpriv --bounding-set="-all,$caps" --no-new-privs "$SCTRACE" --for 2 $command
is "its command works with its capabilities" $? 0
has "and sees what fails" failures 'write\(1</dev/full>.* ENOSPC'
kill "$full"
finish
