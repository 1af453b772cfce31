#!/bin/sh
# Tests -s without features that the kernel may lack: the counts and the keys are the same.
. ./lib.sh
need_root
cd "$T" || exit

# calls FILE: prints "name calls" for each call.
calls() {
	awk '/^   [a-z]/ && $1 != "syscall" && $2 ~ /^[0-9]+$/ { n[$1] += $2 } END { for (c in n) print c, n[c] }' "$1" | sort
}

start sleep 1000
sleeper=$pid
"$SCTRACE" -s -f -e read -o threads.wanted "$HELPERS/threads" 5
"$SCTRACE" -s -f -e trace=execve,getppid -o exec.wanted "$HELPERS/thread_exec" "$HELPERS/loop" 10 > /dev/null
# if types come from a file, tp_btf, iter and task_storage are off, too
for without in $(often "task_storage iter tp_btf iter,tp_btf btf" btf); do
	set -- --without="$without"
	[ "$without" != btf ] || set -- "$@" --btf /sys/kernel/btf/vmlinux
	"$SCTRACE" -s "$@" -o out "$HELPERS/loop" 1000 > /dev/null
	has "$without: a command" out '^   getppid +1000 +0 '
	"$SCTRACE" -s -f "$@" -e read -o out "$HELPERS/threads" 5
	is "$without: threads" "$(calls out)" "$(calls threads.wanted)"
	"$SCTRACE" -s "$@" -e "trace=getppid,clone,?vfork,?fork" -o out "$HELPERS/forks_short" 50
	has "$without: children" out '^   getppid +[0-9]+ '
	is "$without: what the children did" "$(calls out | grep getppid)" "getppid 150"
	"$SCTRACE" -s -f "$@" -e trace=execve,getppid -o out "$HELPERS/thread_exec" "$HELPERS/loop" 10 > /dev/null
	is "$without: exec of a thread that did not lead" "$(calls out)" "$(calls exec.wanted)"
	"$SCTRACE" -s "$@" -o out --by=comm,file -e trace=openat,close cat /etc/passwd > /dev/null
	has "$without: file" out '^ cat +/etc/passwd +2 '
	"$SCTRACE" -s "$@" -o out --by=peer -e trace=write "$HELPERS/peers" "$T/sock" > port
	has "$without: peer" out "^ 127\\.0\\.0\\.1:$(cat port) +10 "
	rm -f "$T/sock"
	"$SCTRACE" -s "$@" -o out -p "$sleeper" --for 0.3
	has "$without: a call that began before" out 'nanosleep +(for at least [0-9.]+ s|since before the start) +sleep'
	"$SCTRACE" -c "$@" -o out "$HELPERS/naps" 100 > /dev/null
	has "$without: CPU time" out ' 0\.0[0-4][0-9]+ +[0-9]+ +1 +(clock_)?nanosleep$'
	start sh -c 'while :; do sleep 0.02; done'
	"$SCTRACE" -s "$@" --for 0.5 --format=json -o out
	has "$without: the whole machine" out "\"tid\":$pid,"
	hasnt "$without: not the kernel's own threads" out '"comm":"(kthreadd|ksoftirqd/0)"'
	kill "$pid"
done
"$SCTRACE" -s --without=nonsense true 2> err
status=$?
names=$("$SCTRACE" --doctor --format=json |
	awk -F'"' '$4 == "feature" { names = names sep $8; sep = ", " } END { print names }')
is "unknown feature" "$status $(cat err)" "1 $SCTRACE: unknown feature 'nonsense' (valid: $names)"
finish
