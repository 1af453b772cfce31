#!/bin/sh
# --rotate, --keep: recordings of several files.
# shellcheck disable=SC2010,SC2012 # names without blanks
. ./lib_replay.sh

# Prints the lines of each file of a directory by itself; together they must be the lines of one recording. No event may
# be lost, because a replay does not know that a task has ended if its last records are lost.
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
# The replay of the directory shows a call that continues in the next file as one call.
"$SCTRACE" -f --format=json -o again --replay files 2> err
is "--replay DIR: no complaint" "$? $(cat err)" "0 "
same "--replay DIR: the events" again live
"$SCTRACE" -f -ttt -o whole --replay files
hasnt "--replay DIR: lines" whole 'detached|unavailable'
time=$(date -d "@$(sed -n "$(($(wc -l < whole) * 9 / 10))p" whole | awk '{ print $2 }')" +%T.%6N)
middle=$(ls files | sed -n 2p)
cp "files/$middle" middle
echo "not a recording, and not opened for a part that is not in it" > "files/$middle"
"$SCTRACE" -f -ttt -o part --replay files --from "$time" 2> err
is "--replay DIR --from: no complaint" "$? $(cat err)" "0 "
true_ "--replay DIR --from: there are lines" test "$(wc -l < part)" -gt 1000
# the end of a call is in this part, its beginning in an earlier one
tail -n +4 part > last
tail -n "$(wc -l < last)" whole | cmp - last
is "--replay DIR --from: the last lines" $? 0
rm "files/$middle"
"$SCTRACE" -f -o again --replay files 2> err
is "--replay DIR: a missing file" "$? $(cat err)" "0 $SCTRACE: 'files': the recording has 1 gap: files are missing, or nothing was recorded between them"
cp middle "files/$middle"
mkdir -p empty
"$SCTRACE" --replay empty 2> err
is "--replay DIR without files: status" $? 1
has "--replay DIR without files" err "there is no recording in 'empty'"
"$SCTRACE" --health -o again --replay "$file" 2> err
has "what made it" err "recorded by sctrace [0-9.]+, .*--record files --rotate 20k sh -c '"

# --keep removes only files that are recordings
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
