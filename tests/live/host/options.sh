#!/bin/sh
# What each output option changes.
. ./lib.sh
need_root
cd "$T" || exit

# trace OPTIONS: lines of tests/live/calls.c
trace() {
	"$SCTRACE" -o out "$@" "$HELPERS/calls"
}

trace -t -e write
has "-t" out '^[0-9]{2}:[0-9]{2}:[0-9]{2} write\(3, '
trace -tt -e write
has "-tt" out '^[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6} write\(3, '
trace -ttt -e write
has "-ttt" out '^[0-9]{10}\.[0-9]{6} write\(3, '
trace -t -t -t -e write
has "-t -t -t" out '^[0-9]{10}\.[0-9]{6} write\(3, '
stamp=$(sed -n 's/^\([0-9]*\)\..*/\1/p' out | head -1)
now=$(date +%s)
true_ "-ttt is the time of day ($stamp, now $now)" test $((now - stamp)) -le 60 -a $((now - stamp)) -ge -1
TZ=EST5 trace -t -e write
hour=$(sed -n 's/^\([0-9]*\):.*/\1/p' out | head -1)
true_ "-t is in the time zone" test "$hour" = "$(TZ=EST5 date +%H)" -o "$hour" = "$(TZ=EST5 date -d @$(($(date +%s) - 60)) +%H)"

trace -r -e execve,write
has "-r: the first line" out '^     0\.000000 execve\('
has "-r" out '^     0\.[0-9]{6} write\(3, '
trace -r -tt -e write
has "-r -tt" out '^[0-9:]{8}\.[0-9]{6} \(\+     [0-9]\.[0-9]{6}\) write\(3, '
trace -T -e write
has "-T" out '^write\(3, .*\) = 21 <[0-9]\.[0-9]{6}>$'
"$SCTRACE" -T -o out -e nanosleep,clock_nanosleep sleep 0.25
has "-T is the time in the call" out '<0\.2[5-9][0-9]{4}>$'

trace -s 5 -e write
has "-s 5" out '^write\(3, "hello"\.\.\., 21\) '
trace -s 21 -e write
has "-s of the very length" out '^write\(3, "hello\\n\\tworld\\0\\1\\0012 \\303\\251\\"\\\\", 21\) = 21$'
trace -s 20 -e write
has "-s one less" out '^write\(3, "hello\\n\\tworld\\0\\1\\0012 \\303\\251\\""\.\.\., 21\) = 21$'
trace -s 0 -e write
has "-s 0" out '^write\(3, ""\.\.\., 21\) '
trace -s 100 -e write
has "-s 100" out '^write\(3, "x{100}", 100\) '
trace -x -e write
has "-x: not text" out '^write\(3, "\\x68\\x65\\x6c\\x6c\\x6f\\x0a\\x09'
has "-x: text" out '^write\(3, "x{32}"\.\.\., 100\)'
trace -xx -e write,openat
has "-xx" out '^openat\(AT_FDCWD, "\\x66\\x69\\x6c\\x65", '
A=1 trace -v -e execve
has "-v: environment" out '^execve\(.*\], \[.*"A=1"'
trace -a 60 -e close
has "-a" out '^close\(3\) {52}= 0$'

trace -e trace=read
is "-e trace=read" "$(grep -v '^read(' out)" "+++ exited with 5 +++"
trace -e '!write'
hasnt "-e !" out '^write\('
has "-e !: the rest" out '^openat\('
trace -e t=%file
has "-e t=%file" out '^unlinkat\('
hasnt "-e t=%file: nothing else" out '^(write|close|dup)\('
trace -e /^pipe
has "-e /regex" out '^pipe2\('
hasnt "-e /regex: nothing else" out '^(write|close|dup)\('
trace -e '?no_such_call,dup'
has "-e ?" out '^dup\('

# by how a call ended: whole lines, at its end
trace -z -t
true_ "-z: some" test "$(grep -c '= [0-9]' out)" -gt 40
hasnt "-z: nothing that failed" out '= -1 E'
hasnt "-z: nothing that does not return" out 'exit_group'
has "-z: the end" out '\+\+\+ exited with 5 \+\+\+'
trace -Z
true_ "-Z: some" test "$(grep -c '= -1 E' out)" -gt 3
is "-Z: nothing else" "$(grep -v '= -1 E' out)" "+++ exited with 5 +++"
trace -e status=unfinished
is "-e status=unfinished" "$(cat out)" "$(printf '%-40s= ?\n+++ exited with 5 +++' 'exit_group(5)')"
trace --status='!failed,unfinished' --signal=none
hasnt "--status=!: those not" out '= -1 E|exit_group'
has "--status=!: the others" out '^write\(.*= 21$'
"$SCTRACE" -z -f -o out "$HELPERS/threads"
hasnt "-z -f: no call in two parts" out 'unfinished|resumed'
cat > usr.sh <<'EOF'
trap : USR1 USR2
kill -USR1 $$
kill -USR2 $$
kill -TERM $$
EOF
"$SCTRACE" -e signal=USR1 -o out sh usr.sh
has "-e signal=: it" out '^--- SIGUSR1 '
hasnt "-e signal=: no other, nor the death by one" out 'SIGUSR2 \{|SIGTERM \{|killed'
has "-e signal=: calls, too" out '^kill\('
"$SCTRACE" -e 's=!usr1' -o out sh usr.sh
hasnt "-e s=!: not it" out '^--- SIGUSR1 '
is "-e s=!: the others" "$(grep -c '^--- SIG' out)" 2
has "-e s=!: the death" out '^\+\+\+ killed by SIGTERM \+\+\+'
for bad in status=foo signal=SIGFOO; do
	"$SCTRACE" -e "$bad" -o out true 2> err
	is "-e $bad: status" $? 1
	is "-e $bad: one line" "$(cat err)" "sctrace: invalid ${bad%%=*} '${bad#*=}'"
done

is "output of the command is its own" "$("$SCTRACE" -o out echo hello)" hello
is "input too" "$(echo word | "$SCTRACE" -o out cat)" word

"$SCTRACE" -E ONE=1 -E TWO= -E HOME -o out env > vars
is "-E: status" $? 0
is "-E: the command's variables" "$(grep -E '^(ONE|TWO|HOME)=' vars)" "$(printf 'ONE=1\nTWO=')"
is "-u: the command's user" "$("$SCTRACE" -u nobody -o out id -un)" nobody
is "-u: and groups" "$("$SCTRACE" -u nobody -o out id -G)" "$(id -G nobody)"
has "-u: traced from its execve on" out '^execve\(.*"id"'
"$SCTRACE" -u no-such-user -o out true 2> err
is "-u: an unknown one: status" $? 1
is "-u: an unknown one" "$(cat err)" "sctrace: Cannot find user 'no-such-user'"

"$SCTRACE" -u nobody -p $$ 2> err
is "-u without a command: status" $? 1
has "-u without a command: said" err 'for PROG'

# two processes, by each way to name them
start "$HELPERS/ticker" "$T/one" 0
one=$pid
start "$HELPERS/ticker" "$T/two" 0
two=$pid
both() {
	timeout -s INT 1 "$SCTRACE" -o out "$@"
	is "$*: two threads" "$(awk '{ print $1 }' out | sort -u | tr '\n' ' ')" \
		"$(printf '%s\n' "$one" "$two" | sort | tr '\n' ' ')"
}
both -p "$one" -p "$two"
both -p "$one,$two"
both -p "$one $two" # as pidof prints
finish
