#!/bin/sh
# --record and --replay: the same lines as live, byte for byte, without privileges. (More of it: host/recording.sh.)
. ./lib_replay.sh

equal "plain" -- "$HELPERS/calls"
in_guest || equal "-f" -f -- "$HELPERS/threads" 4
equal "-f, children" -f -- "$HELPERS/storm" 30
in_guest || equal "-f, a pipeline" -f -- sh -c 'ls / | cat | wc -l'
equal "signals" -f -ttt -T -- "$HELPERS/signals" 6
# what a replay shows is no matter of the kernel
in_guest && finish
equal "-ttt -T" -f -ttt -T -- "$HELPERS/threads" 3

# lines, JSON and a recording of one run
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

# a recording has more than was shown
"$SCTRACE" -o live --record cap -s 100 "$HELPERS/calls"
"$SCTRACE" -o again --replay cap -s 5
has "a shorter string limit" again '^([0-9]+ +)?write\(3, "hello"\.\.\., 21\)'
"$SCTRACE" -ttt -T -o again --replay cap
has "other options" again '^([0-9]+ +)?[0-9]{10}\.[0-9]{6} write\(3, .* <[0-9.]+>$'
"$SCTRACE" -e trace=openat -o again --replay cap
hasnt "-e when replaying" again '^([0-9]+ +)?write\('
finish
