#!/bin/sh
# --record and --replay: the same lines as live, byte for byte, without privileges.
. ./lib.sh
need_root
cd "$T" || exit
mkdir -m 777 nobody

# equal NAME OPTIONS -- COMMAND: live with the options into a file, and its recording printed with them
equal() {
	what=$1
	shift
	opts=
	while [ "$1" != -- ]; do
		opts="$opts $1"
		shift
	done
	shift
	rm -f cap
	# shellcheck disable=SC2086
	"$SCTRACE" $opts -o live --record cap "$@" > /dev/null 2>&1
	# shellcheck disable=SC2086
	"$HELPERS/demote" "$SCTRACE" $opts -o "$T/nobody/again" --replay "$T/cap" 2> err
	is "$what: status" $? 0
	is "$what: no complaint" "$(cat err)" ""
	same "$what" nobody/again live
}
equal "plain" -- "$HELPERS/calls"
equal "-f" -f -- "$HELPERS/threads" 4
equal "-f, children" -f -- "$HELPERS/storm" 30
equal "-f, a pipeline" -f -- sh -c 'ls / | cat | wc -l'
equal "-ttt -T" -f -ttt -T -- "$HELPERS/threads" 3
equal "-r" -r -- "$HELPERS/calls"
equal "-tt -x" -tt -x -- "$HELPERS/calls"
equal "-v -s 100" -v -s 100 -- "$HELPERS/calls"
equal "signals" -f -- "$HELPERS/signals" 6
equal "-e" -e trace=%file -- "$HELPERS/calls"

# a recording has more than was shown
"$SCTRACE" -o live --record cap -s 100 "$HELPERS/calls"
"$SCTRACE" -o again --replay cap -s 5
has "a shorter string limit" again '^([0-9]+ +)?write\(3, "hello"\.\.\., 21\)'
"$SCTRACE" -ttt -T -o again --replay cap
has "other options" again '^([0-9]+ +)?[0-9]{10}\.[0-9]{6} write\(3, .* <[0-9.]+>$'
# BUG: -e of a replay has no effect
"$SCTRACE" -e trace=openat -o again --replay cap
hasnt "-e when replaying" again '^([0-9]+ +)?write\('

# a damaged recording
size=$(wc -c < cap)
head -c $((size / 2)) cap > half
"$SCTRACE" -o again --replay half 2> err
is "truncated: status" $? 1
is "truncated: one line" "$(wc -l < err)" 1
has "truncated: it says where" err 'truncated.*offset [0-9]+'
head -c "$(wc -c < again)" live > start
true_ "truncated: what was before" test -s again
printf XXXXXXXX | dd of=cap bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
"$SCTRACE" -o again --replay cap 2> err
is "corrupted: status" $? 1
has "corrupted: it says where" err 'corrupted.*offset [0-9]+'
echo "no recording, but long enough for the head of one: 0123456789" > text
"$SCTRACE" --replay text 2> err
is "not a recording: status" $? 1
is "not a recording: one line" "$(wc -l < err)" 1
finish
