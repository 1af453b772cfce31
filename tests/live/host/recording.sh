#!/bin/sh
# Replays of recordings print the same lines as the live run, with each option; damaged recordings are reported.
. ./lib_replay.sh

equal "-r" -r -- "$HELPERS/calls"
equal "-tt -x" -tt -x -- "$HELPERS/calls"
equal "-v -s 100" -v -s 100 -- "$HELPERS/calls"
equal "-e" -e trace=%file -- "$HELPERS/calls"

# A kernel without cgroups (CONFIG_CGROUPS) has no such member, nor the helper for the id: tasks are in no known cgroup.
sed -z 's/^cgroups$/cgroupz/' /sys/kernel/btf/vmlinux > types
"$SCTRACE" --without=btf --btf types --record cgroups.cap -o out true
is "kernel without cgroups: recorded" $? 0
"$SCTRACE" --replay cgroups.cap -s --by=cgroup -o out
has "kernel without cgroups: no cgroup" out '^ - +[0-9]+ '

# If a recording cannot be written, sctrace prints one message with its name, goes on with the lines, and exits with the
# command's status.
is "a recording is its owner's" "$(umask 022; "$SCTRACE" --record mode.cap true 2> /dev/null; stat -c %a mode.cap)" 600
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2> /dev/null; then
	"$SCTRACE" -f -o out -s 100 --record small/cap sh -c "\"$HELPERS/loop\" 300000 > /dev/null; exit 3" 2> err
	is "full disk: status" $? 3
	is "full disk: one line" "$(cat err)" "$SCTRACE: cannot write 'small/cap': No space left on device: the recording ends before the trace does"
	has "full disk: the lines go on" out '^[0-9]+ +\+\+\+ exited with 3 \+\+\+$'
	"$SCTRACE" --fail-on-loss -o out --record small/cap "$HELPERS/loop" 300000 > /dev/null 2> err
	is "full disk, --fail-on-loss: status" $? 1
	umount small
fi
(ulimit -f 8; exec "$SCTRACE" -f -o /dev/null --record limit.cap sh -c "\"$HELPERS/loop\" 300000 > /dev/null; exit 3") 2> err
is "RLIMIT_FSIZE: status" $? 3
is "RLIMIT_FSIZE: one line" "$(cat err)" "$SCTRACE: cannot write 'limit.cap': File too large: the recording ends before the trace does"
(ulimit -f 8; exec "$SCTRACE" -f -o limit.log sh -c "\"$HELPERS/loop\" 30000 > /dev/null; exit 3") 2> err
is "RLIMIT_FSIZE, -o: status" $? 3
is "RLIMIT_FSIZE, -o: one line" "$(cat err)" "$SCTRACE: limit.log: File too large: output is missing there"

# A recording has only the selected calls.
echo wanted > wanted
start "$HELPERS/tokens" "$T/wanted" 60
# record_tokens OPTIONS: records with these options, and writes the memory in the file to tokens.raw.
record_tokens() {
	rm -f tokens.cap
	"$SCTRACE" --all-cpus --for "$(often 1 3)" --record tokens.cap "$@" > /dev/null 2> err
	true_ "$*: there is a recording" test -s tokens.cap
	"$HELPERS/rawrec" tokens.cap > tokens.raw 2> /dev/null
}
# choice TOKENS CALL OPTIONS: records with these options. No token that matches TOKENS may be in the file, and the
# replay must have CALL, unless that is "-".
choice() {
	tokens=$1 call=$2
	shift 2
	record_tokens "$@"
	is "$*: words of other calls" "$(grep -aoE "$tokens" tokens.raw | sort | uniq -c)" ""
	[ "$call" = - ] || true_ "$*: what is chosen" sh -c "\"$SCTRACE\" --replay tokens.cap 2>&1 | grep -Eq '$call'"
}
all='OKTOKEN|BADTOKEN|EXECTOKEN'
"$SCTRACE" --all-cpus --for "$(often 1 3)" --record tokens.cap > /dev/null 2> err
is "without a choice they are there" "$("$HELPERS/rawrec" tokens.cap | grep -aoE "$all" | sort -u | wc -l)" 3
choice "$all" 'openat\(.*wanted' -P "$T/wanted"
choice "$all" 'openat\(.*wanted' -y -P "$T/wanted"
choice "$all" 'read\(77, "wanted' -e trace-fds=77
choice BADTOKEN 'write\(.*OKTOKEN.*= 16' -z
choice 'OKTOKEN|EXECTOKEN' 'BADTOKEN.*ENOENT' -Z
choice BADTOKEN 'execve\(.*EXECTOKEN-arg.*= 0' -z -e trace=execve
choice 'OKTOKEN|EXECTOKEN' 'BADTOKEN.*ENOENT' -e status=failed
record_tokens -e status=detached -e trace=openat,write,execve,unlinkat
"$SCTRACE" --replay tokens.cap 2> err > tokens.lines
is "-e status=detached: words of the calls in progress at the end, and no others" "$(grep -aoE "$all" tokens.raw | sort -u)" \
	"$(grep -F '<detached ...>' tokens.lines | grep -oE "$all" | sort -u)"
choice 'OKTOKEN|EXECTOKEN-e' 'BADTOKEN.*ENOENT' --failure -e trace=openat,unlinkat
choice "$all" - --errno EACCES
choice "$all" - --duration 600000
choice "$all" - -e trace=getppid
choice "$all" - --comm nobody-has-it
choice "$all" - --uid 4294967294
choice "$all" - -e trace=none

# record_dd ARGUMENT...: makes a recording of several frames. The arguments change the places where frames end.
record_dd() {
	"$SCTRACE" -o live --record cap sh -c 'exec dd if=/dev/zero of=/dev/null bs=1 count=20000' "$@" 2> /dev/null
	size=$(wc -c < cap)
}

# shellcheck disable=SC2317
# before: checks that the replay has printed the first lines of the live run. The last line may be of a call whose end
# is missing, so that its result is unknown, and also memory that was not resident when the call began.
before() {
	end=' <detached ...>'
	case "$(tail -n 1 again)" in
	*"$end")
		detached=$((detached + 1))
		head -c "-$((${#end} + 1))" again | sed '$s/, *$//; $s/0x.*//' > whole
		;;
	*) cp again whole ;;
	esac
	head -c "$(wc -c < whole)" live | cmp whole -
}

# shellcheck disable=SC2317
# cut_at SIZE: replays the first SIZE bytes of the recording, and checks the lines and the message.
cut_at() {
	head -c "$1" cap > part
	: > again
	"$SCTRACE" -o again --replay part 2> err
	[ $? -eq 1 ] && [ "$(wc -l < err)" -eq 1 ] && grep -Eq 'truncated.*offset [0-9]+' err && before
}

# A recording that is cut off has the frames before that place. A frame may end between two calls or within one.
detached=0
record_dd sh
for part in $(seq 39); do
	true_ "truncated, $part of 40 parts: status, one line that says where, what was before" cut_at $((size * part / 40))
done
true_ "truncated: some of it" test -s again
# shellcheck disable=SC2046 # several arguments
for arguments in 1 2 3 4 5 6 7 8; do
	[ $detached -eq 0 ] || break
	record_dd sh $(seq $arguments)
	true_ "truncated, $arguments more arguments: status, one line that says where, what was before" cut_at $((size / 2))
done
true_ "truncated: within a call too" test $detached -gt 0

# the recorder is killed: events older than a second are in the file
"$SCTRACE" -o killed.out --record killed.cap "$HELPERS/ticker" ticks > /dev/null 2> err &
killed=$!
until [ -s killed.out ] && [ "$(wc -l < killed.out)" -gt 20 ]; do sleep 0.1; done
sleep 1.5
kill -9 $killed
wait $killed 2> /dev/null
"$SCTRACE" -o again --replay killed.cap 2> err
is "killed: status" $? 1
is "killed: one line" "$(grep -c 'truncated at offset' err) $(wc -l < err)" "1 1"
true_ "killed: what was before" test "$(wc -l < again)" -gt 20
head -n 20 killed.out > first
head -n 20 again | cmp - first
is "killed: the same lines" $? 0

# bytes of the recording are changed
printf XXXXXXXX | dd of=cap bs=1 seek=$((size / 2)) conv=notrunc 2> /dev/null
"$SCTRACE" -o again --replay cap 2> err
is "corrupted: status" $? 1
has "corrupted: it says where" err 'corrupted.*offset [0-9]+'
echo "no recording, but long enough for the head of one: 0123456789" > text
"$SCTRACE" --replay text 2> err
is "not a recording: status" $? 1
is "not a recording: one line" "$(wc -l < err)" 1
finish
