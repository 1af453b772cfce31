#!/bin/sh
# --rotate, --keep: recordings of several files.
# shellcheck disable=SC2010,SC2012 # names without blanks
. ./lib_replay.sh

# Files of a directory: each of them alone has the lines that one recording has. Nothing may be lost: a replay does not
# know that a task has ended whose last records were lost.
"$SCTRACE" --ring-size 64M -f --format=json -o live --record files --rotate 20k sh -c 'dd if=/dev/zero of=/dev/null bs=1 count=40000 &
	dd if=/dev/zero of=/dev/null bs=1 count=40000; wait' 2> /dev/null
true_ "--rotate: several files" test "$(ls files | wc -l)" -gt 5
is "--rotate: their names" "$(ls files | grep -vcE '^sctrace-[0-9]{8}-[0-9]{6}\.[0-9]{6}\.cap$')" 0
is "--rotate: their owner's" "$(stat -c %a files files/* | sort -u | tr '\n' ' ')" "600 700 "
for file in files/*; do
	"$SCTRACE" -f --format=json -o again --replay "$file" 2>> err
	cat again
done > joined
grep -v '"status":"detached"' joined > whole
diff live whole > differ
is "--rotate: together they have the same events" $? 0 || head -c 1000 differ
true_ "--rotate: calls in progress from one to the next" test "$(grep -c '"status":"detached"' joined)" -gt 3
"$SCTRACE" --health -o again --replay "$file" 2> err
has "what made it" err "recorded by sctrace [0-9.]+, .*--record files --rotate 20k sh -c '"

# --keep removes recordings only
for other in sctrace-20200101-000000.000000.cap sctrace-20200101-000000.000000.cap.x sctrace-2020.cap notes; do echo > "files/$other"; done
"$SCTRACE" -o /dev/null --record files --rotate 20k --keep 3 dd if=/dev/zero of=/dev/null bs=1 count=60000 2> /dev/null
is "--keep: number of recordings" "$(ls files | grep -cE '^sctrace-[0-9]{8}-[0-9]{6}\.[0-9]{6}\.cap$')" 3
is "--keep: other files" "$(ls files | grep -vE '^sctrace-[0-9]{8}-[0-9]{6}\.[0-9]{6}\.cap$' | tr '\n' ' ')" "notes sctrace-2020.cap sctrace-20200101-000000.000000.cap.x "
"$SCTRACE" -o /dev/null --record hourly --rotate 1s sh -c 'for i in 1 2 3 4 5 6 7 8; do sleep 0.5; done'
is "--rotate by time: number of files" "$(($(ls hourly | wc -l) >= 2))" 1
for file in hourly/*; do
	"$SCTRACE" -o again --replay "$file" 2> err
	is "--rotate by time: $file replays" "$? $(cat err)" "0 "
done
for bad in 10 0M x 1y -5s; do
	"$SCTRACE" --record files --rotate "$bad" true 2> err
	has "--rotate $bad: what is valid" err "size or a time, with its unit"
done
echo > notes
"$SCTRACE" --record notes --rotate 1M true 2> err
is "no directory: status" $? 1
has "no directory" err "'notes' is not a directory: several files need one"
finish
