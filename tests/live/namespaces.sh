#!/bin/sh
# In pid namespaces, with any /proc or none: options and output have the numbers of sctrace's own namespace.
. ./lib.sh
need_root
cd "$T" || exit
name=$SCTRACE # as it is called
# the loader finds the library of a build tree through /proc
LD_LIBRARY_PATH=$(dirname "$SCTRACE")/../libsctrace
HANG=$(often 20 60)
MODES=$(often "-f -s -c" -f)
export LD_LIBRARY_PATH HANG OPTS MODES

# In the namespace: a command and its children, an attach, a summary. $1 is a directory for the files that are checked.
cat > short.sh <<'E2'
cd "$1" || exit
run() {
	timeout -s KILL "$HANG" "$SCTRACE" $OPTS "$@"
}
run -f -o lines sh -c 'trap : USR1; echo $$ > ids; sh -c "echo \$\$ >> ids; kill -USR1 \$PPID; exit 3"; exit 5' 2> lines.err
echo $? > lines.status
"$HELPERS/fresh" sleep 1000 &
sleeper=$!
"$HELPERS/ticker" tick 1 &
ticker=$!
echo "$sleeper" > sleeper
echo "$ticker" > ticker
"$HELPERS/fresh" "$SCTRACE" $OPTS -p "$sleeper" -p "$ticker" 2> attached &
tracer=$!
tries=200
until grep -q 'pwrite64.*= 9' attached || [ $tries = 0 ]; do
	tries=$((tries - 1))
	sleep 0.1
done
kill -INT $tracer
wait $tracer
run -s -o table sh -c 'echo $$ > table.id; exec "$HELPERS/loop" 100' > /dev/null
run -s -o table_p -p "$ticker" --for 0.5
run -s --by=comm,pid,tid -e getppid -o machine --for 0.5
"$HELPERS/fresh" "$SCTRACE" $OPTS --all-cpus -e trace=getppid -e signal=none -o all 2> all.err &
tracer=$!
tries=200
until [ -s all ] || [ $tries = 0 ]; do
	tries=$((tries - 1))
	sleep 0.1
done
sleep 0.3
kill -INT $tracer
wait $tracer
[ ! -f more.sh ] || . ./more.sh
kill -9 "$sleeper" "$ticker"
E2

cat > more.sh <<'E2'
run -ff -o each sh -c 'echo $$ > each.ids; sh -c "echo \$\$ >> each.ids; exit 3"; exit 5'
run -s --by=pid,tid,syscall -e getppid -o by sh -c 'echo $$ > by.id; exec "$HELPERS/loop" 100' > /dev/null
run -f -o superseded "$HELPERS/thread_exec" /bin/sh -c 'echo $$ > superseded.id; exit 3'
for mode in $MODES; do
	run "$mode" -p "$OUTSIDE" 2>> nobody.err
	echo $? >> nobody.status
done
[ "$MODES" != -f ] || return 0
run -c -o counts "$HELPERS/loop" 100 > /dev/null
run -f --record cap -o recorded sh -c 'echo $$ > cap.ids; sh -c "echo \$\$ >> cap.ids; exit 3"; exit 5'
run -f --replay cap -o replayed
E2

# ids FILE: prints the numbers that lines begin with, sorted.
ids() {
	awk '{ print $1 }' "$1" | sort -u
}

# checks_short WHAT LEVELS: checks the numbers in the files that short.sh has written to the current directory.
checks_short() {
	what=$1
	is "$what: status" "$(cat lines.status)" 5
	is "$what: no complaint" "$(cat lines.err)" ""
	is "$what: the ids are those that the processes have" "$(ids lines)" "$(sort -u ids)"
	first=$(head -n 1 ids) second=$(tail -n 1 ids)
	has "$what: what fork returned" lines "^$first .*(fork|clone3?)[( ].*= $second\$"
	has "$what: a signal's sender" lines "^$first .*--- SIGUSR1 .*si_pid=$second,"
	has "$what: the child's end" lines "^$second +\\+\\+\\+ exited with 3 \\+\\+\\+\$"
	sleeper=$(cat sleeper) ticker=$(cat ticker)
	has "$what: attached" attached "^$name: Process $sleeper attached\$"
	has "$what: lines of the second" attached "^\\[pid +$ticker\\] pwrite64\\(3, \"[0-9]{8}.n\", 9, 0\\) += 9\$"
	has "$what: the call in progress" attached "^\\[pid +$sleeper\\] (clock_)?nanosleep\\(.* <(unfinished|detached) \\.\\.\\.>\$"
	has "$what: -s" table "^ loop \\($(cat table.id)\\), "
	has "$what: -s, its calls" table '^   getppid +10[01] +0 '
	has "$what: -s -p" table_p "^ ticker \\($ticker\\), "
	has "$what: the whole machine, in here" machine "^ ticker +$ticker +[0-9]+ +[1-9]"
	if [ "$2" = 0 ]; then
		has "$what: the whole machine, outside" machine "^ ticker +$OUTSIDE +$OUTSIDE_THREAD +[1-9]"
	else
		hasnt "$what: the whole machine, none of those outside, who have no number" machine '^ [^ ]+ +0 +0 '
		grep -hE '^0 |unfinished' all > strange
		is "$what: lines of the whole machine, none of those outside" "$(head -n 3 strange)" ""
		has "$what: lines of the whole machine, in here" all "^[1-9][0-9]* +getppid\\(\\) += "
	fi
}

# checks the files of more.sh in the same way
checks_more() {
	what=$1
	is "$what: -ff" "$(for file in each.[0-9]*; do echo "${file#each.}"; done)" "$(sort each.ids)"
	has "$what: --by" by "^ $(cat by.id) +$(cat by.id) +getppid +10[01] "
	id=$(cat superseded.id)
	has "$what: superseded" superseded "^$id +\\+\\+\\+ superseded by execve in pid [0-9]+ \\+\\+\\+\$"
	by=$(sed -n 's/.*superseded by execve in pid \([0-9]*\).*/\1/p' superseded)
	has "$what: superseded by one that was seen" superseded "^$by .*execve\\("
	is "$what: a process outside" "$(sort -u nobody.err)" "$name: attach: process $OUTSIDE: No such process"
	is "$what: a process outside, status" "$(sort -u nobody.status)" 1
	in_guest && return
	has "$what: -c" counts ' 100 +getppid$'
	is "$what: --record" "$(ids replayed)" "$(sort -u cap.ids)"
	same "$what: --replay" replayed recorded
}

# place SHORT|MORE LEVELS OPTIONS...: runs one of the scripts in tests/live/nested.c with these options.
place() {
	extent=$1 levels=$2
	shift 2
	rm -rf place
	mkdir place
	[ "$extent" = short ] || cp more.sh place
	timeout -s KILL "$(often 120 400)" "$HELPERS/nested" -l "$levels" "$@" sh "$T/short.sh" "$T/place" 2> place/err
	cd place || exit
	checks_short "$levels deep, $* $OPTS" "$levels"
	[ "$extent" = short ] || checks_more "$levels deep, $* $OPTS"
	cd ..
}

# a process outside, which has no number in the namespaces below
start "$HELPERS/ticker" "$T/tick" 1
# shellcheck disable=SC2154 # set by start
OUTSIDE=$pid
true_ "a process outside" wait_for 10 test -s tick
for thread in "/proc/$pid/task"/*; do
	OUTSIDE_THREAD=${thread##*/} # the last thread
done
export OUTSIDE

place more 3 -p own
mkdir root
OPTS=--without=iter
place short 2 -p none -r "$T/root"
if ! in_guest; then
	OPTS=
	place more 1 -p keep
	OPTS=--without=iter
	place short 0 -p none
	OPTS=
	place short 0 -p foreign
	place short 2 -p foreign -T
	OPTS=--without=task_storage
	place short 3 -p keep
fi
OPTS=

# sctrace traces from an outer namespace: a command, and a process, in namespaces below it
rm -f ids
# shellcheck disable=SC2016 # the inner shell's
"$SCTRACE" -f -o out "$HELPERS/nested" -l 3 sh -c 'read -r me rest < /proc/self/stat; echo "$me $$" > ids; exit 4'
is "below: status" $? 4
read -r above below < ids
true_ "below: two numbers" test "$above" != "$below"
has "below: the number is ours" out "^$above +\\+\\+\\+ exited with 4 \\+\\+\\+\$"
has "below: what fork returned is the kernel's" out "^[0-9]+ .*(fork|clone3?)[( ].*= $below\$"
is "below: five processes, each with its own number" "$(grep -c ' +++ exited with 4 +++$' out)" 5
start "$HELPERS/nested" -l 2 "$HELPERS/ticker" "$T/tick.below"
true_ "below: a process" wait_for 10 test -s tick.below
deep=$pid
for _ in 1 2 3; do
	deep=$(children_of "$deep")
done
rm -f out
start "$SCTRACE" -o out -p "$deep"
true_ "below: attached" wait_for 30 grep -q pwrite64 out
kill -INT "$pid"
wait "$pid"
has "below: lines" out '^pwrite64\(3, "[0-9]{8}.n", 9, 0\) += 9$'

# In a time namespace the wall clock is the machine's, and no record waits for a clock that is behind.
if unshare -T --monotonic 1 true 2> /dev/null; then
	for ahead in 86400 -20 0; do
		for fork in "" --fork; do
			# shellcheck disable=SC2086 # no word, or one
			timeout 60 unshare -T --monotonic $ahead $fork "$SCTRACE" -ttt -e trace=getppid -o out "$HELPERS/loop" 3 > /dev/null
			is "time namespace, $ahead s $fork: calls" "$(grep -c getppid out)" 3
			ago=$(($(date +%s) - $(sed -n '1s/\..*//p' out)))
			true_ "time namespace, $ahead s $fork: the time" test "${ago#-}" -lt 60
		done
	done
else
	ok "time namespaces: this unshare has none"
fi

# where sctrace cannot work, it prints one message
refused() {
	what=$1 line=$2
	shift 2
	timeout -s KILL "$HANG" "$@" > stdout 2> err
	is "$what: status" $? 1
	has "$what" err "^$name: $line"
	is "$what: one line" "$(cat stdout err | wc -l)" 1
}

for options in -Ur -Urpf; do
	for mode in -f -s; do
		refused "unshare $options, $mode" 'needs CAP_BPF and CAP_PERFMON, which root of a user namespace' \
			unshare "$options" "$SCTRACE" "$mode" true
	done
done
for mode in -f -s; do
	refused "no /sys, $mode" 'cannot tell how many CPUs there are \(/sys is not mounted\?\)$' \
		"$HELPERS/nested" -S "$SCTRACE" "$mode" true
done
# pid namespaces within each other: each namespace around a task has a number for it
"$SCTRACE" -f --pidns-translation -o nested -e trace=clone,?fork,?vfork,clone3,wait4 unshare -fp unshare -fp "$HELPERS/naps" "$(often 500 3000)" > /dev/null
middle=$(sed -nE 's/^([0-9]+) +(<\.\.\. )?(clone3?|v?fork)[( ].* = 2 .*/\1/p' nested | head -n 1)
inner=$(sed -nE 's/^[0-9]+ +(<\.\.\. )?(clone3?|v?fork)[( ].* = 2 \/\* ([0-9]+) in strace.s PID NS \*\/$/\3/p' nested | head -n 1)
has "namespaces in each other: what clone returns in the one between" nested \
	"^$middle +.* = 2 /\\* ${inner:-none} in strace's PID NS \\*/\$"
has "namespaces in each other: what it waits for" nested "^$middle +wait4\\(2 /\\* ${inner:-none} in strace's PID NS \\*/"
has "namespaces in each other: it is that task" nested "^${inner:-none} +\\+\\+\\+ exited with 0"

# the task has ended by the time that its line is made, but the numbers in the line are still translated
"$SCTRACE" -f -Y -o ended -e trace=kill "$HELPERS/pids" lock
is "-Y: tasks outside, named by tasks that have ended" "$(grep -cE '^[0-9]+<pids> +kill\(1<.+>, 0\)' ended)" 5
finish
