#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Options that select tasks and calls in the kernel: --all-cpus, --uid, --comm, --filter-pids, --cpu, --failure,
# --errno, --duration. api_scope tests cgroups; host/scope_lines tests what the reader decides.
. ./lib.sh
need_root
cd "$T" || exit
opens="openat,?open"
echo hello > file-1
cp file-1 file-2
cp file-1 file-3

# ---- the whole machine ----

# shellcheck disable=SC2317 # wait_for calls it
# seen FILE PATH: reads PATH, and returns 0 if FILE has a line of it. wait_for calls it.
seen() {
	cat "$2" > cat.out
	grep -q "$2" "$1"
}

start "$SCTRACE" --all-cpus -o all -e "trace=$opens"
true_ "--all-cpus: calls of a process that nobody asked for" wait_for 30 seen all file-1
has "--all-cpus: the thread's number is in front of the line" all '^[0-9]+ +open.*"file-1", O_RDONLY'
kill -INT "$pid"
wait "$pid"

start "$SCTRACE" --comm cat -o comm -e "trace=$opens,dup2,?dup3"
true_ "--comm: calls of a name" wait_for 30 seen comm file-2
sh -c 'exec 5< file-1; exec 6<&5'
cat file-1 > cat.out
true_ "--comm: a later call of the name" wait_for 30 grep -q file-1 comm
hasnt "--comm: no calls of other names" comm 'dup[23]\('
kill -INT "$pid"
wait "$pid"

start "$SCTRACE" --comm 'nobody-here,c?[!a-s]' --comm 'x*' -o comm -e "trace=$opens,dup2,?dup3"
true_ "--comm: patterns" wait_for 30 seen comm file-2
sh -c 'exec 5< file-1; exec 6<&5'
cat file-1 > cat.out
true_ "--comm, patterns: a later call of a name that matches" wait_for 30 grep -q file-1 comm
hasnt "--comm, patterns: no calls of other names" comm 'dup[23]\('
kill -INT "$pid"
wait "$pid"
"$SCTRACE" -f --comm 'nap[!a-r]' -s --by comm -o table sh -c "'$HELPERS/naps' 1 > naps.out; true"
has "--comm: patterns of a summary" table '^ naps '
hasnt "--comm, patterns of a summary: no other names" table '^ (sh|busybox) '

# With a command, the machine is traced as long as the command runs.
"$SCTRACE" --all-cpus -o all -e "trace=execve,exit_group,read" sh -c "'$HELPERS/naps' 1 > naps.out; exit 3"
is "--all-cpus PROG: status" $? 3
has "--all-cpus PROG: the command's execve" all '^[0-9]+ +execve\("[^"]*/sh", '
has "--all-cpus PROG: its child" all '^[0-9]+ +execve\("[^"]*/naps", '
hasnt "--all-cpus PROG: no call of it before the execve" all '^[0-9]+ +<\.\.\. read resumed>"g", 1'
"$SCTRACE" --all-cpus -s --by comm -o table sh -c "cat file-1 file-2 file-3 > cat.out; exit 4"
is "--all-cpus -s PROG: status" $? 4
has "--all-cpus -s PROG: its child" table '^ (cat|busybox) '
"$SCTRACE" --all-cpus -f -o all true 2> err
has "-f --all-cpus" err 'follow-forks has no effect with --all-cpus$'
"$SCTRACE" --all-cpus -f --seccomp-bpf -e trace=openat -o all true 2> err
has "--seccomp-bpf --all-cpus kills nobody" err 'not enabled because it is not compatible with --all-cpus'

nobody=65534
# shellcheck disable=SC2317 # wait_for calls it
# by_nobody FILE PATH: reads PATH as nobody, and returns 0 if FILE has a line of it. wait_for calls it.
by_nobody() {
	"$HELPERS/demote" cat "$2" > cat.out
	grep -q "$2" "$1"
}
start "$SCTRACE" --uid $nobody -o uid -e "trace=$opens"
true_ "--uid: calls of a user" wait_for 30 by_nobody uid file-2
cat file-1 > cat.out
"$SCTRACE" --uid 4711,815 -o uid-0 -e "trace=$opens" cat file-1 > cat.out
hasnt "--uid: not another user's" uid-0 'file-1'
"$SCTRACE" --uid 0 -o uid-0 -e "trace=$opens" cat file-1 > cat.out
has "--uid: one's own" uid-0 'file-1'
true_ "and after those of others" wait_for 30 by_nobody uid file-3
hasnt "which are not there" uid 'file-1'
kill -INT "$pid"
wait "$pid"

"$HELPERS/fresh" sleep 100 &
sleeper=$!
started="$started $sleeper"
"$SCTRACE" -s --all-cpus --comm cat --filter-pids $sleeper --for 2 -o table &
table=$!
n=0
while kill -0 $table 2> /dev/null; do
	cat file-1 > cat.out
	n=$((n + 1))
done
wait $table
has "a summary of a name" table '^ cat \('
hasnt "and of no other one" table '^ (sh|busybox|sctrace|sleep) \('

# ---- results ----

"$SCTRACE" --failure -qq -o failed -e "trace=$opens" cat file-1 missing-1 > cat.out 2>&1
has "--failure: what failed" failed '"missing-1", O_RDONLY.*\) = -1 ENOENT \(No such file or directory\)$'
hasnt "and nothing else" failed '= [0-9]+$'
"$SCTRACE" --errno '!ENOENT' -qq -o errno -e "trace=$opens" cat missing-1 file-1/below > cat.out 2>&1
has "--errno: calls that fail with one of the errors" errno '"file-1/below".* = -1 ENOTDIR'
hasnt "--errno: no calls that fail with another error" errno ENOENT
"$SCTRACE" --errno enoent,20 -qq -o errno -e "trace=$opens" cat missing-1 file-1/below file-1 > cat.out 2>&1
has "a list" errno '"missing-1"'
has "and numbers" errno '"file-1/below"'
hasnt "and nothing else" errno '"file-1", '
"$SCTRACE" --duration 150 -T -qq -o slow sleep 0.2
has "--duration: what took longer" slow 'nanosleep\(.* <0\.[2-9][0-9]*>$'
"$SCTRACE" --duration 0.15s -T -qq -o slow sleep 0.2
has "--duration with a unit" slow 'nanosleep\(.* <0\.[2-9][0-9]*>$'
hasnt "--duration with a unit: nothing else" slow 'mmap|close'
"$SCTRACE" --duration 10parsecs true 2> err
has "--duration: no unit" err "'10parsecs'.* 500ms"
"$SCTRACE" --errno ewouldblock,EDEADLOCK,ENOTSUP -qq -o slow dd if=/dev/zero of=/dev/null count=1 2> /dev/null
hasnt "--errno: other names, none of which is ENOENT" slow 'ENOENT'
"$SCTRACE" --errno EWOULDBLOK true 2> err
has "--errno: the nearest name" err "invalid error number 'EWOULDBLOK' \(did you mean 'EWOULDBLOCK'"
hasnt "not what did not" slow ' <0\.0'

# ---- calls in progress ----

# A call that is in progress at the attach is selected like any other. nap OPTIONS...: traces a process that sleeps for
# 0.3 s again and again until the first event. no_nap OPTIONS...: does so for 2 s, in which there must be no event.
start sh -c "while :; do '$HELPERS/naps' 300 > /dev/null; done"
nap=$pid
nap() {
	rm -f few
	"$SCTRACE" -f -p "$nap" -e signal=none -qq --max-events 1 --for "${seconds:-20}" -o few "$@" 2> err
}
no_nap() {
	seconds=2
	nap "$@"
	seconds=20
}
nap --duration 250 -e trace=clock_nanosleep,nanosleep,wait4
has "--duration: the event is one that fits" few '^[0-9]+ +(clock_)?(nanosleep|wait4)\(.*\) = '
no_nap --duration 60000
is "--duration: no call in progress is chosen" "$(cat few)" ""
nap --failure -e '!wait4'
hasnt "--failure: the call in progress is printed as a whole when it has failed" few 'unfinished|detached'
no_nap --comm no-such-name
is "--comm: no event of tasks with other names" "$(cat few)" ""
no_nap --comm 'n*x,[!n]aps'
is "--comm: no event of tasks whose names match no pattern" "$(cat few)" ""
nap --comm 'sh,n?p[s-z]'
has "--comm: a call in progress of a name that matches a pattern" few '^[0-9]+ +[a-z]'
no_nap --uid 4711
is "--uid: no event of other users" "$(cat few)" ""
no_nap --filter-pids "$nap" -e trace=wait4
is "--filter-pids: no event of these processes" "$(cat few)" ""
nap --comm naps
has "--comm: a call in progress of the name" few '^[0-9]+ +[a-z]'

# ---- --cpu ----

online=$(cat /sys/devices/system/cpu/online)
if cpus=$("$HELPERS/cpus"); then
	a=${cpus% *} b=${cpus#* }
	calls=trace=getppid,getuid,getgid,read
	"$SCTRACE" -f --cpu "$a" -o out -e "$calls" "$HELPERS/cpus" "$a" "$b"
	is "--cpu: calls that begin there" "$(grep -cE '^[0-9]+ +get(ppid|gid)\(\) +=' out)" 6
	is "one that ends elsewhere" "$(grep -cE '^[0-9]+ +read\([0-9]+, "[^"]+", 11\) += 11$' out)" 1
	hasnt "none that begin elsewhere, or their ends" out 'getuid|22\)'
	"$SCTRACE" -f --cpu "$b" -o out -e "$calls" "$HELPERS/cpus" "$a" "$b"
	is "--cpu: the other processor's calls" "$(grep -cE '^[0-9]+ +getuid\(\) +=' out)" 3
	is "one that ends on the first" "$(grep -cE '^[0-9]+ +read\([0-9]+, "[^"]+", 22\) += 22$' out)" 1
	hasnt "no others" out 'get(ppid|gid)|11\)'
	"$SCTRACE" -s --by syscall --cpu "$a" -o table -e "$calls" "$HELPERS/cpus" "$a" "$b"
	has "--cpu: a table" table '^ *getppid +3 '
	hasnt "not the other processor's" table getuid
	if ! in_guest; then
		"$SCTRACE" -f --cpu "$a" -o out -e trace=none -e ufunc=on_a -e ufunc=on_b "$HELPERS/cpus" "$a" "$b"
		is "--cpu: hits of probes" "$(grep -c '^[0-9]* *on_a(' out)" 2
		hasnt "--cpu: none on the other processor" out on_b
	fi
fi
sleep 100 &
sleeper=$!
"$SCTRACE" --cpu "$online" --for 1 -o out -p "$sleeper" 2> err
is "--cpu: nothing of a call in progress, whose processor is unknown" "$(cat out)" ""
"$SCTRACE" --cpu "$online" --for 1 -s -o table -p "$sleeper" 2> err
hasnt "--cpu: nor in a table" table sleep
kill "$sleeper"

# ---- errors ----

# refused WHAT ERE OPTIONS: checks that these options are refused with this message.
refused() {
	what=$1 text=$2
	shift 2
	"$SCTRACE" "$@" 2> err
	is "$what: status" $? 1
	has "$what: text" err "$text"
}

refused "unknown user" "invalid --uid argument: 'no-such-user'" --uid no-such-user true
refused "unknown error" "invalid error number 'EFOO'" --errno EFOO true
refused "--comm: a long name" "'sixteen-bytes-16' is not the name of a task" --comm cat,sixteen-bytes-16
refused "--comm: no name" "'' is not the name of a task" --comm cat,
refused "--comm: too many" "too many names" --comm "$(seq -s , 100000 100099)"
refused "--cpu: no number" "'0-x' is no list of processors" --cpu 0-x true
refused "--cpu: no list" "'' is no list of processors" --cpu '' true
refused "--cpu: too many" "'9999' is no list of processors" --cpu 9999 true
refused "--cpu: no such processor" 'processor 4095 is not online' --cpu 0,4095 true
refused "no cgroup" "no cgroup 'nonexistent/cgroup' in /|no hierarchy of version 2 is mounted" --cgroup nonexistent/cgroup
refused "--all-cpus with -p" "mutually exclusive" --all-cpus -p 1
refused "--kill-on-exit of the machine" "mutually exclusive" --all-cpus --kill-on-exit true
finish
