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

# a recording has more than was shown
"$SCTRACE" -o live --record cap -s 100 "$HELPERS/calls"
"$SCTRACE" -o again --replay cap -s 5
has "a shorter string limit" again '^([0-9]+ +)?write\(3, "hello"\.\.\., 21\)'
"$SCTRACE" -ttt -T -o again --replay cap
has "other options" again '^([0-9]+ +)?[0-9]{10}\.[0-9]{6} write\(3, .* <[0-9.]+>$'
"$SCTRACE" -e trace=openat -o again --replay cap
hasnt "-e when replaying" again '^([0-9]+ +)?write\('
finish
