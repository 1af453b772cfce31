#!/bin/sh
# Tests --by= in tables that are made from events: with -P, of recordings, of probes, with arguments as keys.
. ./lib.sh
need_root
cd "$T" || exit

# rows FILE: prints the keys and the number of calls, without the titles.
rows() {
	sed 1,3d "$1" | awk '{ print $1, $2, $3, $4 }' | sort
}

# ---- keys that the kernel has, too ----

"$SCTRACE" --by=file,syscall -o kernel -e "trace=?open,openat,read,write,close" sed -n 1p /etc/passwd > stdout
"$SCTRACE" --by=file,syscall -o out --lines lines -e "trace=?open,openat,read,write,close" sed -n 1p /etc/passwd > stdout
has "file: a path and a descriptor" out '^ /etc/passwd +(read|close) +[1-9]'
is "file: as the kernel's table has it" "$(rows out)" "$(rows kernel)"
hasnt "lines show no files that -y did not ask for" lines '<[/p]'
"$SCTRACE" --by=file,size -o out --record rec sh -c 'cat /etc/passwd | cat; :' > stdout
"$SCTRACE" --replay rec --by=file,size -o again
same "a replay has the same table" again out
has "of a pipe" out '^ <pipefs> +[1-9]'
bytes=$(wc -c < /etc/passwd)
has "size: the sum of what was written and read" out "^ <pipefs> .*% +$((2 * bytes)) +[0-9]+\\.[0-9]\$"
"$SCTRACE" --by=file -P /etc/passwd -o out cat /etc/passwd > stdout
has "with -P" out '^ /etc/passwd +[2-9]'
"$SCTRACE" --by=peer,syscall -o out --record rec -e trace=write,connect "$HELPERS/peers" "$T/sock" > stdout
port=$(cat stdout)
has "peer: of a descriptor" out "^ 127\\.0\\.0\\.1:$port +write +10 "
has "peer: of an address" out "^ 127\\.0\\.0\\.1:$port +connect +1 "
has "peer: of a unix socket" out "^ unix:$T/sock +connect +1 +0 "
"$SCTRACE" --replay rec --by=peer,syscall -o again
same "peer: in a replay" again out
"$SCTRACE" --replay rec --by=host -o again 2> err
has "host" again '^ 127\.0\.0\.1 +12 '
is "nothing is missing in the recording" "$(wc -c < err)" 0
"$SCTRACE" --record rec -o lines -e trace=write "$HELPERS/peers" "$T/two" > stdout
"$SCTRACE" --replay rec --by=peer -o out 2> err
has "a recording without peers: a row" out '^ - +1[3-9] '
has "and one line that says so" err \
	'--by=peer: no event in the recording has it \(--record with --by=peer keeps what the key needs\)$'

# ---- users and cgroups ----

"$SCTRACE" --by=uid,cgroup,syscall -o kernel -e getppid,execve "$HELPERS/loop" 300 > stdout
"$SCTRACE" --by=uid,cgroup,syscall -o out --record rec -e getppid,execve "$HELPERS/loop" 300 > stdout
is "uid and cgroup: as the kernel's table has it" "$(rows out)" "$(rows kernel)"
"$SCTRACE" --replay rec --by=uid,cgroup,syscall -o again
same "in a replay" again out
"$SCTRACE" --replay rec --by=cgroup,uid --format=json -o again
has "as JSON" again '"cgroup":"/[^"]*","uid":0,'
"$SCTRACE" --record rec -o lines -e getppid "$HELPERS/loop" 300 > stdout
"$SCTRACE" --replay rec --by=uid,cgroup,container -o out 2> err
has "in any recording" out '^ 0 +/[^ ]* +[^ ]+ +300 '
is "without a complaint" "$(cat err)" ""
cg=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
group=$cg/sctrace-test-$$.service
if [ -n "$cg" ] && mkdir "$group" 2> /dev/null; then
	cat > in_group.sh <<-'E2'
		echo 0 > "$1/cgroup.procs" && exec "$HELPERS/loop" 321 > /dev/null
	E2
	"$SCTRACE" --by=container,syscall -o out --record rec -e getppid -f sh in_group.sh "$group"
	has "container" out "^ sctrace-test-$$\\.service +getppid +321 "
	rmdir "$group"
	"$SCTRACE" --replay rec --by=container,syscall -o again
	same "container: in a replay, where the cgroup is gone" again out
	for how in --cgroup="sctrace-test-$$.service" --cgroup="$group" --container="sctrace-test-$$" \
		--container="sctrace-test-$$.service"; do
		"$SCTRACE" --replay rec --by=syscall -e getppid -o again "$how"
		has "a replay with ${how%%=*}" again '^ getppid +321 '
	done
	"$SCTRACE" --replay rec -o again --cgroup "test-$$.service" 2> err
	is "a replay without the cgroup: status" $? 1
	has "a replay without the cgroup" err "no task that was replayed is in 'test-$$\\.service'; there are .*sctrace-test-$$\\.service"
	is "a replay without the cgroup: no line" "$(wc -l < again)" 0
fi
if "$SCTRACE" -e trace=none -e tracepoint=raw_syscalls:sys_enter -o out true 2> err; then
	"$SCTRACE" --by=uid,id -o out -e trace=none -e tracepoint=raw_syscalls:sys_enter "$HELPERS/loop" 300 > stdout
	has "uid: of a probe" out '^ 0 +[0-9]+ +30[0-9] '
fi

# ---- arguments ----

"$SCTRACE" --by=flags,syscall -o out --record rec -e "trace=?openat,close" sh -c 'cat /etc/passwd; : > new' > stdout
has "flags by name" out '^ O_RDONLY(\|O_[A-Z]+)* +openat +[1-9]'
has "calls without such an argument" out '^ - +close +[1-9]'
"$SCTRACE" --replay rec --by=flags,syscall -o again
same "in a replay" again out
"$SCTRACE" --by=count -o out --format=json -e trace=write "$HELPERS/peers" "$T/three" > stdout
has "a number, as JSON" out '"count":"1","calls":13,'
"$SCTRACE" --by=count,count,fd -o out -S count -e trace=write "$HELPERS/peers" "$T/four" > stdout
has "once, and as a sort key" out '^ count fd +calls'
"$SCTRACE" --by=fd -y -o out -e "trace=?open,openat,close" cat /etc/passwd > stdout
has "a descriptor, with -y" out '^ [3-9]</etc/passwd> +[1-9]'
"$SCTRACE" --by=flgs -e openat true > out 2>&1
is "no such argument: status" $? 1
is "no such argument: one line" "$(sed "s|$SCTRACE: ||; s/valid are .*stack, and/.../" out)" \
	"unknown key 'flgs' (did you mean 'flags'?): ... the arguments dfd, filename, flags, mode"
"$SCTRACE" --by='a b' true > out 2>&1
is "no name: status" $? 1
has "no name" out "unknown key 'a b' \\(valid: syscall, .*, stack, and names of arguments\\)\$"
if "$SCTRACE" -e trace=none -e tracepoint=raw_syscalls:sys_enter -o out true 2> err; then
	nr=$("$SCTRACE" -n -o out -e getppid "$HELPERS/loop" 1 && sed -n 's/^\[ *\([0-9]*\)\] getppid.*/\1/p' out | head -n 1)
	"$SCTRACE" --by=id -o out -e trace=none -e tracepoint=raw_syscalls:sys_enter "$HELPERS/loop" 300 > stdout
	has "a field of a tracepoint" out "^ $nr +30[0-9] "
	"$SCTRACE" --by=idd -o out -e trace=none -e tracepoint=raw_syscalls:sys_enter true 2> err
	has "no such field: the fields" err "'idd'.*and the arguments id, args\$"
fi

# ---- stacks ----

if ! in_guest; then
	"$SCTRACE" --by=comm,stack,syscall -o out --record rec -e trace=getppid "$HELPERS/loop" 300 > stdout
	has "stack: folded, with keys before and after it" out '^loop;([^;]*;)*main;([^;]*;)*getppid 300$'
	"$SCTRACE" --replay rec --by=stack,comm -o again
	has "stack: in a replay" again '^([^;]*;)*main;([^;]*;)*loop 300$'
	"$SCTRACE" --replay rec --by=stack -S time -o again
	has "stack: the time, us" again '^([^;]*;)*main[^ ]* [1-9][0-9]*$'
	"$SCTRACE" --replay rec --by=stack --format=json -o again
	has "stack: as JSON" again '"stack":"([^;"]*;)*main[;"]'
	"$SCTRACE" --record rec -o lines -e trace=getppid "$HELPERS/loop" 300 > stdout
	"$SCTRACE" --replay rec --by=stack -o again 2> err
	has "stack: a recording without them" err '--by=stack: no event in the recording has it'
	has "stack: and its line" again '^\[no stack\] 300$'
fi
finish
