#!/bin/sh
# shellcheck disable=SC2016 # what other shells expand
# Options for the begin and the end of a trace, and for the environment of the command. The expected results are those
# of strace 7.2.
. ./lib.sh
need_root
cd "$T" || exit
name=$SCTRACE # as it is called

# ---- --argv0, -u, -E: how the command is started ----

"$SCTRACE" --argv0=other -e execve -o out sh -c 'echo "$0"' > stdout
has "--argv0" out '^execve\("[^"]*/sh", \["other", "-c", '
"$SCTRACE" --argv0= -e execve -o out true
has "--argv0=" out '^execve\("[^"]*", \[""\], '
is "-u UID:GID: the group" "$("$SCTRACE" -u 0:34 -o out id -g)" 34
is "-u UID:GID: no other groups" "$("$SCTRACE" -u 0:34 -o out id -G)" 34
"$SCTRACE" -u 12:34 -o out kill -0 1 2> /dev/null
hasnt "-u UID:GID: the user has no privileges" out '^kill\(1, 0\) += 0$'
for bad in 1: :1 1:x 0x1:1 1:-1 1:4294967295; do
	"$SCTRACE" -u "$bad" true 2> err
	is "-u $bad" "$? $(cat err)" "1 $name: Invalid UID:GID pair '$bad'"
done
"$SCTRACE" -E ONLY=1 -p 4194303 2> err
is "-E without a command: no error of its own" "$(tail -1 err)" "$name: attach: process 4194303: No such process"

# ---- -D ----

"$SCTRACE" -D -e trace=execve sh -c 'echo $PPID; exit 7' > stdout 2> err
is "-D: the status is the command's" $? 7
is "-D: the command is its caller's child" "$(cat stdout)" $$
wait_for 5 grep -q 'exited with 7' err
has "-D: the message" err "^$name: Process [0-9]+ attached\$"
has "-D: traced from its execve on" err '^execve\('
has "-D: to its end" err '^\+\+\+ exited with 7 \+\+\+$'

# where TRACER: prints "group session" of the process that traces the command, compared with the command's own, which
# the command prints.
cat > where << 'EOF'
tracer=
for stat in /proc/[0-9]*/stat; do
	read -r pid comm state parent group session _ < "$stat" 2> /dev/null || continue
	[ "$comm" = '(sctrace)' ] && [ "$parent" = 1 ] && [ "/proc/$pid/cwd" -ef . ] && tracer="$group $session $pid"
done
read -r pid comm state parent group session _ < /proc/$$/stat
set -- $tracer
echo "$([ "$1" = "$group" ] && echo same || echo own) $([ "$2" = "$session" ] && echo same || echo own)"
EOF
for how in '-D same same' '-DD own same' '-DDD own own' '--daemonize same same' '--daemonize=grandchild same same' \
	'--daemonize=pgroup own same' '--daemonize=pgrp own same' '--daemonize=session own own'; do
	# shellcheck disable=SC2086 # words
	set -- $how
	# an emulated machine takes some seconds for each
	case $(often every "$1") in --*) continue ;; esac
	is "$1: its process group and session" "$("$SCTRACE" "$1" -o out sh where 2> /dev/null)" "$2 $3"
	wait_for 5 grep -q 'exited with' out
done
rm -f out
"$SCTRACE" -D -f -o out sh -c '/bin/true; exit 3'
is "-D -f: status" $? 3
wait_for 5 grep -q 'exited with 3' out
is "-D -f: children" "$(count out 'exited with')" 2
"$SCTRACE" -D -p $$ 2> err
is "-D without a command" "$? $(head -1 err)" "1 $name: PROG [ARGS] must be specified with -D/--daemonize"
"$SCTRACE" -D --daemonize true 2> err
is "-D --daemonize" "$? $(cat err)" "1 $name: -D and --daemonize cannot be provided simultaneously"

# ---- -b ----

"$SCTRACE" -b execve -e execve,exit_group -f sh -c '/bin/true; exit 3' 2> err
is "-b: status" $? 3
is "-b: the first execve is not another" "$(count err '^execve\(.* = 0$')" 1
has "-b: the message in the call's line" err "^\\[pid +[0-9]+\\] execve\\(\"/bin/true\", .*$name: Process [0-9]+ detached\$"
has "-b: the line's end" err '^ <detached \.\.\.>$'
is "-b: nothing of the new program" "$(count err 'exit_group\(0\)|exited with 0')" 0
has "-b: the others go on" err '^exit_group\(3\) '
"$SCTRACE" -q -b execve -e execve -o out -f sh -c '/bin/true; exit 3'
has "-b -o" out '^[0-9]+ +execve\("/bin/true", .* <detached \.\.\.>$'
"$SCTRACE" -b execve -e execve -o out sh -c 'exec /bin/sh -c "sleep 0.2; echo late; exit 5"' > stdout
is "-b of the command: status, its end" "$? $(cat stdout)" "0 late"
"$SCTRACE" -b execve -e execve -o out sh -c 'exec /nonexistent' 2> /dev/null
has "-b: a failed one is none" out '^execve\("/nonexistent", .*ENOENT'
"$SCTRACE" -b open true 2> err
is "-b of another call" "$? $(cat err)" "1 $name: Syscall 'open' for -b isn't supported"

# ---- --syscall-limit, --kill-on-exit ----

"$SCTRACE" --syscall-limit=2 -e execve,exit_group,getppid "$HELPERS/loop" 50 2> err > /dev/null
is "--syscall-limit: status" $? 0
is "--syscall-limit: so many calls" "$(count err ' = ')" 2
has "--syscall-limit: the message" err "^$name: System call limit has been reached, detaching tracees\$"
has "--syscall-limit: whom it left" err "^$name: Process [0-9]+ detached\$"
"$SCTRACE" --syscall-limit=1 -e execve -o out sh -c 'sleep 2; echo > went-on'
is "--syscall-limit: the command goes on" "$? $(ls)" "0 $(ls)"
true_ "--syscall-limit: sctrace does not wait for the command" test ! -e went-on
true_ "--syscall-limit: the command goes on" wait_for 10 test -e went-on
"$SCTRACE" --syscall-limit=1 -Z -e execve -o out sh -c 'exit 3' 2> /dev/null
is "--syscall-limit -Z: calls that succeed are not counted" "$? $(count out ' = ')" "3 0"
"$SCTRACE" --kill-on-exit --syscall-limit=1 -e execve -o out sh -c 'sleep 1; echo > survived'
sleep 2
true_ "--kill-on-exit" test ! -e survived
rm -f out
start "$SCTRACE" --kill-on-exit -f -o out sh -c 'sleep 1; echo > survived'
wait_trace out
kill -9 "$pid"
sleep 1.5
true_ "--kill-on-exit: sctrace is killed" test ! -e survived
for bad in 0 -1 x '' 99999999999999999999; do
	"$SCTRACE" --syscall-limit="$bad" true 2> err
	is "--syscall-limit=$bad" "$? $(head -1 err)" "1 $name: invalid --syscall-limit argument: '$bad'"
done

# ---- -I ----

# interrupted OPTIONS: prints whether ^C ends sctrace while it runs a command that ignores it.
interrupted() {
	rm -f out
	start "$SCTRACE" "$@" "$HELPERS/ignoring" INT sh -c "sleep $(often 1 8); exit 3" 2> err
	wait_for 10 grep -qs 'sh' out err
	sleep 0.2
	kill -INT "$pid"
	wait "$pid" 2> /dev/null
	[ $? -eq 3 ] && echo no || echo yes
}
is "-I 1: ^C" "$(interrupted -I 1 -f -o out)" yes
# ends at once, like strace: prints no "<detached ...>", and does not end the command
rm -f out
start "$SCTRACE" -I 1 -e execve,clock_nanosleep,nanosleep -o out sh -c 'exec sleep 2'
wait_for 10 grep -qE 'nanosleep' out
command=$(children_of "$pid")
kill -TERM "$pid"
wait "$pid" 2> /dev/null
is "-I 1: SIGTERM" $? 143
is "-I 1: no more lines" "$(grep -cE 'detached|\+\+\+' out)" 0
true_ "-I 1: the command goes on" alive "$command"
is "-I waiting: ^C" "$(interrupted --interruptible=waiting -f -o out)" yes
is "-I 3: ^C" "$(interrupted -I never -f)" no
is "-I 4: ^C" "$(interrupted --interruptible=4 -f)" no
rm -f out
start "$SCTRACE" -I 3 -o out sleep 1
wait_trace out
# each signal except SIGHUP, which opens the file again
wait_for 5 grep -q '^SigBlk:.*05006$' "/proc/$pid/status"
is "-I 3: blocked" "$(sed -n 's/^SigBlk:.*\(.....\)$/\1/p' "/proc/$pid/status")" 05006
wait "$pid"
rm -f out
start "$SCTRACE" -I 4 -o out sleep 1
wait_trace out
is "-I 4: SIGTSTP, too" "$(sed -n 's/^SigBlk:.*\(.....\)$/\1/p' "/proc/$pid/status")" 85006
wait "$pid"
for bad in 0 5 x ''; do
	"$SCTRACE" -I "$bad" true 2> err
	is "-I $bad" "$? $(head -1 err)" "1 $name: invalid -I argument: '$bad'"
done

# ---- processes that go on when a trace ends ----

start sleep 100
slept=$pid
: > err
"$SCTRACE" -p "$slept" 2> err &
tracer=$!
wait_for 10 grep -q 'nanosleep\|restart_syscall' err
kill -INT $tracer
wait $tracer
has "-p, ^C: the message in the call's line" err "[^a-z/]$name: Process $slept detached\$"
has "-p, ^C: the line's end" err '^ <detached \.\.\.>$'
rm -f out
: > err
"$SCTRACE" -o out -p "$slept" 2> err &
tracer=$!
wait_trace out
kill -INT $tracer
wait $tracer
is "-p -o, ^C: stderr" "$(cat err)" "$name: Process $slept attached
$name: Process $slept detached"
has "-p -o, ^C: the file" out ' <detached \.\.\.>$'
rm -f out
"$SCTRACE" -q -o out -e status=detached -p "$slept" &
tracer=$!
sleep "$(often 1 5)"
kill -INT $tracer
wait $tracer
has "-e status=detached: the call in progress" out 'sleep.* <detached \.\.\.>$'
"$SCTRACE" -q -o out -e status=detached -b execve -f sh -c '/bin/true; exit 3'
has "-e status=detached -b" out '^[0-9]+ +execve\("/bin/true", .* <detached \.\.\.>$'
: > err
"$SCTRACE" -c -p "$slept" 2> err &
tracer=$!
wait_for 10 grep -q attached err
sleep 0.2
kill -INT $tracer
wait $tracer
is "-c -p, ^C: stderr" "$(cat err)" "$name: Process $slept attached
$name: Process $slept detached"
rm -f out
: > err
"$SCTRACE" -q -o out -p "$slept" 2> err &
tracer=$!
wait_trace out
kill -INT $tracer
wait $tracer
is "-q -p, ^C: stderr" "$(cat err)" ""
: > err
"$SCTRACE" -e none -p "$slept" sh -c 'exit 4' 2> err &
tracer=$!
wait_for 10 grep -q 'exited with 4' err
kill $tracer
wait $tracer
has "-p PID CMD: both" err "^$name: Process $slept attached\$"
has "-p PID CMD: the command ends, the process is traced on" err "^$name: Process $slept detached\$"
kill "$slept"
"$SCTRACE" -e none -p 4194303 sh -c 'exit 4' 2> err
is "-p of none, CMD" "$? $(head -1 err)" "4 $name: attach: process 4194303: No such process"

# shellcheck disable=SC2016
# this shell becomes sctrace
sh -c 'exec "$0" -o out -p $$' "$SCTRACE" 2> err
is "-p of its own number: status" $? 1
is "-p of its own number: as strace" "$(cat err)" "$name: I'm sorry, I can't let you do that, Dave."

# ---- sctrace under the name strace ----

ln -sf "$SCTRACE" strace
PATH=$PWD:$PATH strace -e trace=qqqq true 2> err
is "by the name it is called by" "$? $(cat err)" "1 strace: invalid system call 'qqqq'"
PATH=$PWD:$PATH strace -p $$ -D 2> err
is "in the pointer to the help, too" "$(tail -1 err)" "Try 'strace -h' for more information."
finish
