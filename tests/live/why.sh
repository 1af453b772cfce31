#!/bin/sh
# --why: each kind of wait names who is to blame. stuck(1) makes them.
. ./lib.sh
. ./lib_why.sh
need_root
cd "$T" || exit

names pipe_full 'reader' BLOCKED 'write\([0-9]+<pipe:\[[0-9]+\]>, .*the pipe is full'
names pipe_empty 'writer' BLOCKED 'read\([0-9]+<pipe:\[[0-9]+\]>, .*the pipe is empty'
names unix 'peer' BLOCKED 'write\(.*the peer does not read'
names tcp 'peer' BLOCKED 'read\(.*nothing has arrived from the peer \(TCP 127\.0\.0\.1:[0-9]+->127\.0\.0\.1:[0-9]+\)'
names backlog 'listener' BLOCKED "connect\\(.*the listener's backlog is full"
names flock 'holder' BLOCKED "flock\([0-9]+<$T/stuck.lock>, LOCK_EX.*the file is locked"
names fcntl 'holder' BLOCKED "fcntl\([0-9]+<$T/stuck.lock>, F_SETLKW, .*the file is locked"
names inherited 'holder' BLOCKED 'flock\('
names wait4 'child' BLOCKED 'wait4\('
# arm64 has neither vfork nor epoll_wait
names vfork 'vfork child' BLOCKED '(vfork|clone)\('
names deadlock 'holder|writer' DEADLOCK 'read\('
has "deadlock: the closing sentence" out '^in short: a deadlock: 2 threads wait for each other, and none can go on$'
names mutexes 'owner' DEADLOCK 'futex\(.*the mutex is locked'
names join 'thread' BLOCKED 'futex\(.*a thread that it joins'
names rwlock 'writer' BLOCKED 'futex\(.*the rwlock is locked for writing'
says pi '   owner: stuck '
says lost_wakeup 'the value has changed, but nobody woke it: a lost wakeup \(futex is 1 now\)'
says stopped '^stuck [0-9]+   STOPPED by SIGSTOP .*SIGCONT'
says accept '   accept\([0-9]+<.*nobody connects \(TCP 127\.0\.0\.1:[0-9]+\)'
says epoll '   epoll_p?wait\([0-9]+<.*none of its descriptors is ready'
is "a closing sentence" "$(count out "^in short: 1 thread, none held up: each waits for an event$")" 1
look zombie
has "zombie" out "^stuck $waiter   ZOMBIE   its parent does not reap it"
has "zombie: its parent" out "^   parent: stuck $culprit   BLOCKED"
done_with
look ptraced
has "ptraced" out "^stuck $waiter   TRACED .*its tracer has not let it go on"
has "ptraced: the tracer" out "^   tracer: stuck $culprit   BLOCKED"
has "ptraced: the closing sentence" out "^in short: 1 of 1 thread waits for stuck $culprit, BLOCKED .* in [a-z0-9_]+: "
done_with

look chain
has "chain: its end is two steps away" out "^      writer: stuck $culprit .*   BLOCKED"
has "chain: the closing sentence" out "^in short: 1 of 1 thread waits for stuck $culprit, BLOCKED .* in [a-z0-9_]+: (no signal has come|it waits at no descriptor)$"
"$SCTRACE" --why --comm stuck -o out
hasnt "--comm: nobody else was asked for" out '^(sh|why.sh) '
"$SCTRACE" --why --tree $$ -o out
has "--tree" out "^stuck $waiter "
has "--tree: what stands in several chains is printed once" out '\(above\)|wait for this one'
"$SCTRACE" --why -f -p "$stuck" -o out
has "-f: descendants" out "^stuck $waiter "
"$SCTRACE" --why -p "$waiter" --format=json -o out
has "JSON: the waiter" out "^\{\"type\": \"why\", \"depth\": 0, \"pid\": $waiter, .*\"state\": \"blocked\", .*\"name\": \"read\""
has "JSON: the culprit" out "\"depth\": 2, \"pid\": $culprit, .*\"role\": \"writer\""
"$SCTRACE" --why -p "$waiter" --interval=0.1 --count=3 -o out
is "--interval, --count" "$(count out '^[0-9][0-9]:[0-9][0-9]:[0-9][0-9]$')" 3
"$SCTRACE" --why -o out
has "all tasks" out "stuck $culprit "
done_with

"$SCTRACE" --why -p 4194303 -o out 2> err
is "no such process: status" $? 1
has "no such process" err 'no such process'
"$SCTRACE" --why -s -o out 2> err
has "not with a table" err '--why and .* are mutually exclusive'
if ! in_guest; then
	chmod 711 "$T"
	su nobody -s /bin/sh -c "$SCTRACE --why" > out 2> err
	is "without privileges: status" $? 1
	is "without privileges: one line" "$(count err 'needs CAP_BPF and CAP_PERFMON: run as root')$(grep -c . err)" 11
fi
finish
