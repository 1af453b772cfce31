#!/bin/sh
# --record and --replay: with each option the same lines as live; recordings that are damaged.
. ./lib_replay.sh

equal "-r" -r -- "$HELPERS/calls"
equal "-tt -x" -tt -x -- "$HELPERS/calls"
equal "-v -s 100" -v -s 100 -- "$HELPERS/calls"
equal "-e" -e trace=%file -- "$HELPERS/calls"

"$SCTRACE" -o live --record cap -s 100 "$HELPERS/calls"

# a damaged recording
size=$(wc -c < cap)
head -c $((size / 2)) cap > half
"$SCTRACE" -o again --replay half 2> err
is "truncated: status" $? 1
is "truncated: one line" "$(wc -l < err)" 1
has "truncated: it says where" err 'truncated.*offset [0-9]+'
true_ "truncated: some of it" test -s again
head -c "$(wc -c < again)" live > start
same "truncated: what was before" again start
printf XXXXXXXX | dd of=cap bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
"$SCTRACE" -o again --replay cap 2> err
is "corrupted: status" $? 1
has "corrupted: it says where" err 'corrupted.*offset [0-9]+'
echo "no recording, but long enough for the head of one: 0123456789" > text
"$SCTRACE" --replay text 2> err
is "not a recording: status" $? 1
is "not a recording: one line" "$(wc -l < err)" 1
finish
