#!/bin/sh
# --record and --replay: with each option the same lines as live; recordings that are damaged.
. ./lib_replay.sh

equal "-r" -r -- "$HELPERS/calls"
equal "-tt -x" -tt -x -- "$HELPERS/calls"
equal "-v -s 100" -v -s 100 -- "$HELPERS/calls"
equal "-e" -e trace=%file -- "$HELPERS/calls"

"$SCTRACE" -o live --record cap -s 100 "$HELPERS/calls"

# shellcheck disable=SC2317
# before: as much of the live lines as was printed; the last line may be of a call whose end is missing, and memory
# that was not resident is an address until then
before() {
	end=' <detached ...>'
	case "$(tail -n 1 again)" in
	*"$end")
		detached=$((detached + 1))
		head -c "-$((${#end} + 1))" again | sed '$s/0x.*//' > whole
		;;
	*) cp again whole ;;
	esac
	head -c "$(wc -c < whole)" live | cmp whole -
}

# shellcheck disable=SC2317
# cut_at SIZE: replays the first SIZE bytes
cut_at() {
	head -c "$1" cap > part
	: > again
	"$SCTRACE" -o again --replay part 2> err
	[ $? -eq 1 ] && [ "$(wc -l < err)" -eq 1 ] && grep -Eq 'truncated.*offset [0-9]+' err && before
}

# a damaged recording
size=$(wc -c < cap)
detached=0
for part in $(seq 39); do
	true_ "truncated, $part of 40 parts: status, one line that says where, what was before" cut_at $((size * part / 40))
done
true_ "truncated: some of it" test -s again
true_ "truncated: within a call too" test $detached -gt 0
printf XXXXXXXX | dd of=cap bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
"$SCTRACE" -o again --replay cap 2> err
is "corrupted: status" $? 1
has "corrupted: it says where" err 'corrupted.*offset [0-9]+'
echo "no recording, but long enough for the head of one: 0123456789" > text
"$SCTRACE" --replay text 2> err
is "not a recording: status" $? 1
is "not a recording: one line" "$(wc -l < err)" 1
finish
