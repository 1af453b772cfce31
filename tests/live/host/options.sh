#!/bin/sh
# Tests the effect of each output option.
. ./lib.sh
need_root
need_strace
cd "$T" || exit

# trace OPTIONS: prints the lines of tests/live/calls.c to the file out.
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
trace --strings-in-hex=non-ascii-chars -e write
has "--strings-in-hex=non-ascii-chars" out '^write\(3, "hello\\n\\tworld\\x00\\x01\\x012 \\xc3'
trace -X raw -e openat,write,close
has "-X raw" out '^openat\(-100, "file", 0x'
trace -X verbose -e openat
has "-X verbose" out '^openat\(-100 /\* AT_FDCWD \*/, "file", 0x[0-9a-f]+ /\* O_'
trace -n -e close
has "-n" out '^\[ +[0-9]+\] close\(3\)'
trace --always-show-pid -e close
has "--always-show-pid" out '^[0-9]+ +close\(3\)'
trace --timestamps=unix,ns -e write
has "--timestamps" out '^[0-9]{10}\.[0-9]{9} write\(3, '
trace --timestamps=precision:ms -e write
has "--timestamps=precision:ms" out '^[0-9:]{8}\.[0-9]{3} write\(3, '
trace --relative-timestamps=ns -t -e write
has "--relative-timestamps=ns -t" out '^[0-9:]{8} \(\+     [0-9]\.[0-9]{9}\) write\(3, '
trace --syscall-times=ns -e write
has "--syscall-times=ns" out '^write\(3, .*\) = 21 <[0-9]\.[0-9]{9}>$'
trace --syscall-times=s -e write
has "--syscall-times=s" out '^write\(3, .*\) = 21 <0>$'
trace -a 0 -e close
has "-a 0" out '^close\(3\) = 0$'
trace -a 60 -e close
has "-a" out '^close\(3\) {52}= 0$'

trace -e trace=read
# calls that no table has are printed whatever is selected
is "-e trace=read" "$(grep -Ev '^(read|syscall_0x(1ff|10027))\(' out)" "+++ exited with 5 +++"
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

# -z, -Z and -e status= select calls by how they end: lines are complete, and come at the call's end
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
	is "-e $bad: one line" "$(cat err)" "$SCTRACE: invalid ${bad%%=*} '${bad#*=}'"
done

# sctrace uses a path of -P unresolved if the file system does not answer, and SIGINT still ends it.
mkdir -p dead
start "$HELPERS/deadfuse" "$T/dead" > mounted
if wait_for 5 test -s mounted; then
	timeout 20 "$SCTRACE" -P "$T/dead/file" -P /etc/hostname -o out cat /etc/hostname > /dev/null 2> err
	is "-P of a dead FUSE: status" $? 0
	has "-P of a dead FUSE: what is wrong" err "-P: the file system of \".*/dead/file\" does not answer: the path is taken as it is given\$"
	has "-P of a dead FUSE: the other path" out '^openat\(AT_FDCWD, "/etc/hostname"'
	dead=$pid
	start "$SCTRACE" -P "$T/dead/file" -o out true 2> err
	sleep 0.5
	kill -INT "$pid"
	since=$(date +%s)
	wait "$pid"
	is "-P of a dead FUSE: SIGINT ends it" $? 130
	true_ "-P of a dead FUSE: at once" test $(($(date +%s) - since)) -le 1
	kill -9 "$dead"
	wait "$dead" 2> /dev/null
else
	echo "skip  -P of a dead FUSE: no FUSE here"
fi
umount -l dead 2> /dev/null

# quiet TRACER OPTIONS: prints the first words of the messages that the tracer prints with these options.
quiet() {
	"$@" -f -e trace=execve "$HELPERS/thread_exec" /bin/true 2> err
	! [ -x "$HELPERS/i386" ] || "$@" "$HELPERS/i386" 2>> err
	messages=
	for message in 'Process [0-9]+ attached' 'exited with' 'runs in 32 bit mode' 'superseded by execve'; do
		messages="$messages $(grep -qE "$message" err && echo "${message%% *}")"
	done
	echo "$messages"
}
for option in "" -q -qq -qqq "-q -q" --quiet --quiet=attach --silent=exit --silence=personality -equiet=thread-execve \
	-eq=all '--quiet=!exit' '--quiet=!attach,exit,' '-e quiet=attach -e quiet=exit'; do
	# shellcheck disable=SC2086 # words
	is "'$option' as strace" "$(quiet "$SCTRACE" $option)" "$(quiet "$STRACE" $option)"
done
"$SCTRACE" -qq -o out sh -c 'kill -9 $$' 2> err
has "-qq: a death by a signal is printed" out '^\+\+\+ killed by SIGKILL \+\+\+$'
"$SCTRACE" -qq -f -e trace=execve "$HELPERS/thread_exec" /bin/true 2> out
has "-qq: the line of a thread that goes on as another" out '<pid changed to [0-9]+ \.\.\.>$'
for bad in bogus attach,bogus '' 'attach,all'; do
	"$SCTRACE" --quiet="$bad" true 2> err
	is "--quiet=$bad: status" $? 1
	is "--quiet=$bad: as strace" "$(cat err)" "$("$STRACE" --quiet="$bad" true 2>&1 | sed "s|^[^ ]*strace:|$SCTRACE:|")"
done
"$SCTRACE" -q --quiet=exit true 2> err
is "-q --quiet=exit: status" $? 1

# the output is a command
"$SCTRACE" -e write -o '|cat > piped; sleep 0.2; echo end >> piped' "$HELPERS/calls"
is "-o |: status" $? 5
has "-o |: lines" piped '^write\(3, .* = 21$'
is "-o |: waits for its end" "$(tail -1 piped)" end
"$SCTRACE" -e write -o '!cat > piped' "$HELPERS/calls"
has "-o !: lines" piped '^write\(3, .* = 21$'
"$SCTRACE" -f -o '|cat > piped' sh -c '/bin/true; exit 3'
is "-f -o |: status" $? 3
has "-f -o |: pids" piped '^[0-9]+ +execve\('
"$SCTRACE" -c -o '|cat > piped' true
has "-c -o |: the table" piped ' total$'
"$SCTRACE" -s -o '!cat > piped' "$HELPERS/loop" 50
has "-s -o !: the table" piped '^ +getppid +50 '
true_ "-o | and !: no file of that name" test -z "$(find . -name '|*' -o -name '!*')"
"$SCTRACE" -ff -o '|cat' true 2> err
is "-ff -o |: refused" "$? $(head -1 err)" \
	"1 $SCTRACE: piping the output and -ff/--output-separately are mutually exclusive"

"$SCTRACE" -d -o out true 2> err
has "-d" err "^$SCTRACE: feature ringbuf: used\$"
trace --quie=exit --string-l 5 -e write
has "abbreviated options" out '^write\(3, "hello"\.\.\., 21\) '
"$SCTRACE" --out x true 2> err
is "an ambiguous one: status" $? 1
has "an ambiguous one" err "^$SCTRACE: option '--out' is ambiguous; possibilities: "
# shellcheck disable=SC2016 # another shell's
"$SCTRACE" --priority=5 -o out sh -c 'cat /proc/$PPID/stat /proc/self/stat' > stat
is "--priority: sctrace's own, not the command's" "$(awk '{ printf "%s ", $19 }' stat)" "5 $(awk '{ print $19 }' /proc/self/stat) "
"$SCTRACE" --priority=-21 true 2> err
is "--priority=-21: refused" "$?" 1

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
is "-u: an unknown one" "$(cat err)" "$SCTRACE: Cannot find user 'no-such-user'"

"$SCTRACE" -u nobody -p 4194303 2> err
is "-u without a command: status" $? 1
is "-u without a command: as with strace, not a word of it" "$(cat err)" "$SCTRACE: attach: process 4194303: No such process"
"$SCTRACE" -u no-such-user -p 4194303 2> err
is "-u without a command: but there has to be one" "$? $(cat err)" "1 $SCTRACE: Cannot find user 'no-such-user'"
"$SCTRACE" -u nobody --all-cpus -s --for 0.1 2> err
has "-u of the whole machine: the warning" err '-u/--user has no effect without PROG$'

# each way to name two processes
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
both -p "$one $two" # in the form that pidof prints

# ---- descriptors ----

# With a limit of 30 descriptors there are not enough for the programs: sctrace raises its own limit, but not the
# command's.
# shellcheck disable=SC3045 # ash and dash have ulimit -S
(ulimit -S -n 30; exec "$SCTRACE" -o "|ulimit -S -n > piped; cat > lines" -e trace=execve sh -c "ulimit -S -n > limit") 2> err
is "few descriptors: status" "$? $(cat err)" "0 "
has "few descriptors: lines" lines '^execve\('
is "the command's limit is the old one" "$(cat limit)" 30
is "that of a command which is an output, too" "$(cat piped)" 30
# shellcheck disable=SC3045
(ulimit -S -n 30; exec "$SCTRACE" -s -o out true) 2> err
is "few descriptors, a summary: status" "$? $(cat err)" "0 "
finish
