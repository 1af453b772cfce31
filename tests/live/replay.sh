#!/bin/sh
# Tests --record and --replay: a replay prints the same lines as the live run, byte for byte, without privileges.
# host/recording.sh has more tests.
. ./lib_replay.sh

equal "plain" -- "$HELPERS/calls"
in_guest || equal "-f" -f -- "$HELPERS/threads" 4
equal "-f, children" -f -- "$HELPERS/storm" 30
in_guest || equal "-f, a pipeline" -f -- sh -c 'ls / | cat | wc -l'
equal "signals" -f -ttt -T -- "$HELPERS/signals" 6
# what a replay prints does not depend on the kernel, so one guest is enough
in_guest && finish
equal "-ttt -T" -f -ttt -T -- "$HELPERS/threads" 3

# lines, JSON and a recording of one run are compared
"$SCTRACE" -f -o live --json live.json --record cap "$HELPERS/threads" 3 > threads.out
"$SCTRACE" -f -o again --json again.json --replay cap
"$SCTRACE" -f --format=json -o alone.json --replay cap
true_ "there are lines and objects" test -s live -a -s live.json
same "lines beside JSON" again live
same "JSON beside lines" again.json live.json
same "JSON alone" alone.json live.json
"$SCTRACE" -f --max-events 3 -o few --json few.json --replay cap
is "--max-events: lines, objects" "$(wc -l < few) $(wc -l < few.json)" "3 3"
"$SCTRACE" -f -A -o /dev/null --json few.json --replay cap
is "-A: JSON is appended" "$(wc -l < few.json)" $((3 + $(wc -l < live.json)))

# A replay of a part of a recording prints the same lines as a replay of all of it.
"$SCTRACE" -f -y -o live --record cap sh -c 'dd if=/dev/zero of=/dev/null bs=1 count=30000 & dd if=/etc/passwd of=/dev/null bs=1 count=30000
	sleep 0.1; dd if=/dev/zero of=/dev/null bs=1 count=40000; wait' 2> /dev/null
# part NAME OPTIONS: checks that the lines after a time are the last lines of the whole replay, and those before it the
# first ones.
part() {
	what=$1
	shift
	"$SCTRACE" -f -ttt "$@" -o whole --replay cap
	n=$(wc -l < whole)
	for share in 10 50 75 95; do
		time=$(date -d "@$(sed -n "$((n * share / 100))p" whole | awk '{ print $2 }')" +%T.%6N)
		"$SCTRACE" -f -ttt "$@" -o part --from "$time" --replay cap
		k=$(wc -l < part)
		is "$what: from $share %, number of lines" "$((k > n * (99 - share) / 100 && k < n * (101 - share) / 100))" 1
		tail -n "$k" whole | cmp - part
		is "$what: from $share %: the last lines" $? 0
		"$SCTRACE" -f -ttt "$@" -o part --to "$time" --replay cap
		k=$(grep -vc 'detached ...>$' part)
		is "$what: to $share %, number of lines" "$((k > n * (share - 1) / 100 && k < n * (share + 1) / 100))" 1
		head -n $((k - 1)) whole > first
		head -n $((k - 1)) part | cmp - first
		is "$what: to $share %: the first lines" $? 0
	done
}
part "lines"
part "files of descriptors" -y
part "calls of one name" -e trace=write
head -c $(($(wc -c < cap) * 4 / 5)) cap > cut.cap
mv cut.cap cap
part "a file that was cut" 2> /dev/null
"$SCTRACE" -c --replay cap --from +0 --to +0 > out 2> err
is "a table of nothing" "$(count out ' write$')" 0
"$SCTRACE" --from +1 true 2> err
is "--from without --replay: status" $? 1

# tasks are chosen from a recording
"$SCTRACE" -f --format=json -o live --record cap sh -c 'cat /etc/passwd > /dev/null; (ls / > /dev/null) & wait'
grep -o '"tid":[0-9]*' live | sort -u | cut -d: -f2 > tids
is "-p: tasks" "$(($(wc -l < tids) >= 3))" 1
while read -r tid; do
	"$SCTRACE" --format=json -o again --replay cap -p "$tid"
	grep "\"tid\":$tid," live > want
	same "-p: the events of $tid" again want
	"$SCTRACE" --format=json -o again --replay cap -f --filter-pids "$tid"
	grep -v "\"tid\":$tid," live > want
	same "--filter-pids: the events of others than $tid" again want
done < tids
"$SCTRACE" --format=json -o again --replay cap -f -p "$(sed -n '1s/.*"tid":\([0-9]*\).*/\1/p' live)"
same "-p -f: the events of the descendants, too" again live
"$SCTRACE" --replay cap --comm cat -o again
has "--comm" again '^open(at)?\(.*"/etc/passwd"'
hasnt "--comm: nothing else" again '^wait4|"/"'
"$SCTRACE" --replay cap -s --by=comm --comm ls -o again
is "--comm: a table" "$(grep -cE '^ (cat|sh) ' again) $(grep -cE '^ ls ' again)" "0 1"
"$SCTRACE" --replay cap -p 4194305 -o again 2> err
is "-p of no task: status" $? 1
is "-p of no task" "$(cat err)" "$SCTRACE: the recording has no thread or process 4194305"

# the users of tasks in a recording: uid 0 up to the setuid, nobody from the execve on
# shellcheck disable=SC2016
"$SCTRACE" -f -o live --record cap sh -c 'cat /etc/passwd > /dev/null; exec "$HELPERS/demote" cat "$PWD/cap" > /dev/null 2>&1'
"$SCTRACE" --replay cap --uid 0 -o again
has "--uid: calls as root" again '/etc/passwd'
hasnt "--uid: none of nobody" again 'openat?\(.*/cap"'
"$SCTRACE" --replay cap --uid 65534 -o again
has "--uid: calls as nobody" again '/cap"'
hasnt "--uid: none of root" again '/etc/passwd'
"$SCTRACE" -f --replay cap --uid 0,65534 -o again
same "--uid: both" again live
"$SCTRACE" --replay cap --uid 77 -o again
is "--uid of nobody's calls" "$?, $(wc -c < again)" "0, 0"
"$SCTRACE" --replay cap --uid 77 --cpu 511 -o again
is "--uid and no record at all" "$?, $(wc -c < again)" "0, 0"

mkdir parts
"$SCTRACE" -f --record parts --rotate 20k -o live -e trace=getppid "$HELPERS/demote" "$HELPERS/loop" 100000 > stdout
for last in parts/*; do :; done
true_ "--uid: several files" test "$(find parts -type f | wc -l)" -gt 1
"$SCTRACE" -f --replay "$last" -e trace=getppid -o live
"$SCTRACE" -f --replay "$last" -e trace=getppid --uid 65534 -o again
has "--uid: a file that begins later: calls" again 'getppid\(\)'
same "--uid: a file that begins later" again live

# --cpu: a replay for each processor; together they have each call once
"$SCTRACE" -e trace=getppid -o live --record cap "$HELPERS/loop" 300 > stdout
n=0
grep '^processor' /proc/cpuinfo | grep -o '[0-9]*$' > cpus
while read -r cpu; do
	"$SCTRACE" --replay cap -e trace=getppid --cpu "$cpu" -o again
	n=$((n + $(grep -c getppid again)))
done < cpus
is "--cpu: all calls, on one processor each" "$n" "$(grep -c getppid live)"
"$SCTRACE" --replay cap --cpu 4000 -e trace=getppid -o again
is "--cpu of another machine" "$?, $(grep -c getppid again)" "0, 0"

# a recording has more calls than a replay with options prints
"$SCTRACE" -o live --record cap -s 100 "$HELPERS/calls"
"$SCTRACE" -o again --replay cap -s 5
has "a shorter string limit" again '^([0-9]+ +)?write\(3, "hello"\.\.\., 21\)'
"$SCTRACE" -ttt -T -o again --replay cap
has "other options" again '^([0-9]+ +)?[0-9]{10}\.[0-9]{6} write\(3, .* <[0-9.]+>$'
"$SCTRACE" -e trace=openat -o again --replay cap
hasnt "-e when replaying" again '^([0-9]+ +)?write\('
finish
