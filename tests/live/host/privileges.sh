#!/bin/sh
# If the file of sctrace has capabilities and a user runs it, it traces only what the user may ptrace. If root runs it,
# it drops privileges once tracing has begun.
. ./lib.sh
need_root
cd "$T" || exit
command -v setcap > /dev/null || PATH=$PATH:/usr/sbin
cp "$SCTRACE" "$HELPERS/loop" "$HELPERS/demote" .
mkdir -m 1777 work
# files cannot have capabilities in a file system without extended attributes, or one mounted with nosuid
setcap cap_bpf,cap_perfmon=ep sctrace 2> err || cannot_run "setcap: $(cat err)"
cp sctrace plain
cp "$(command -v id)" suid
chmod 4755 suid
cp "$(command -v id)" capable
setcap cap_net_raw=ep capable
cp "$(command -v id)" sgid
chmod 2755 sgid
bad=$T/sctrace

# user COMMAND: runs the command as nobody, in a directory where nobody may not write.
user() {
	(cd work && exec ../demote "$@")
}

user "$bad" -V > stdout 2> err
is "a file with capabilities starts" "$(cat stdout err)" "$("$SCTRACE" -V)"
user "$T/plain" true 2> err
is "a copy has none: status" $? 1
has "a copy has none: what is missing, and what it means" err \
	"(^|/)plain: needs CAP_BPF and CAP_PERFMON .*setcap cap_bpf,cap_perfmon=ep .* every user .* their own processes"
user "$bad" --doctor > stdout 2> err
is "--doctor with them: status" $? 0
has "--doctor with them" stdout '^ringbuf +ok '

# The user may trace their own processes.
user "$bad" -o out sh -c 'exit 3'
is "a command: status" $? 3
has "a command: from its execve" work/out '^execve\(.*"sh", "-c", "exit 3"\]'
has "a command: to its end" work/out '^\+\+\+ exited with 3 \+\+\+$'
is "a command has no new privileges from here" "$(user "$bad" -o out grep -E 'CapPrm|NoNewPrivs' /proc/self/status | tr -d '\t\n')" \
	"CapPrm:0000000000000000NoNewPrivs:0"
user "$bad" -s -o out ./../loop 500 > stdout
has "a summary" work/out '^ +getppid +500 +0 '
./demote sleep 3 &
own=$!
true_ "a process to attach to" wait_for 5 sh -c "grep -q '^Uid:.*65534' /proc/$own/status && grep -q sleep /proc/$own/comm"
./demote "$bad" -o work/out -p $own &
tracer=$!
true_ "traced" wait_for 5 grep -q 'NoNewPrivs:.1' /proc/$tracer/status
has "own process: no capability is left" /proc/$tracer/status '^CapPrm:.0000000000000000$'
wait $tracer
has "own process: its end" work/out '^\+\+\+ exited with 0 \+\+\+$'
# shellcheck disable=SC2016 # expanded by that shell
./demote sh -c 'i=0; while [ $i -lt 30 ]; do sleep 0.1; i=$((i + 1)); done' &
own=$!
sleep 0.2
./demote "$bad" --record work/rec -o work/out -p $own &
tracer=$!
# before it begins, there are threads that load programs
true_ "a recording begins" wait_for 10 test -s work/rec
true_ "a recording has a thread" wait_for 5 sh -c "[ \$(ls /proc/$tracer/task | wc -l) = 2 ]"
cat /proc/$tracer/task/*/status > threads
hasnt "which has no capability" threads '^CapPrm:.*[1-9a-f]'
wait $tracer

# refused WHAT ERE ARGUMENTS: checks that sctrace refuses to trace processes of root, and those that set-user-ID or
# capabilities have made unreadable for ptrace.
refused() {
	what=$1 line=$2
	shift 2
	timeout 10 "$T/demote" "$bad" "$@" > stdout 2> err
	is "$what: status" $? 1
	has "$what" err "^[^ ]*sctrace: $line"
	is "$what: one line" "$(wc -l < err)" 1
	is "$what: nothing on stdout" "$(cat stdout)" ""
}
start sleep 60
root=$pid
refused "root's process" "attach: process $root: Operation not permitted\$" -p "$root"
refused "root's process, -f" "attach: process $root: Operation not permitted\$" -f -p "$root"
refused "root's process, -s" "attach: process $root: Operation not permitted\$" -s -p "$root"
refused "root's process, -c" "attach: process $root: Operation not permitted\$" -c -p "$root"
refused "root's process, -C" "attach: process $root: Operation not permitted\$" -C -p "$root"
start ./demote sleep 3
wait_for 5 grep -q sleep "/proc/$pid/comm"
# like strace, traces the processes that the user may trace
timeout 10 "$T/demote" "$bad" -p "$pid,$root" > stdout 2> err
is "root's among others: status" $? 0
has "root's among others: refused" err "attach: process $root: Operation not permitted\$"
has "root's among others: one's own is traced" err 'exited with 0'
hasnt "root's among others: root's is not" err "pid +$root\]"
start setpriv --reuid=65534 --regid=65534 --clear-groups --ambient-caps=+net_raw --inh-caps=+net_raw sleep 60
refused "a process of the user with a capability" "attach: process $pid: Operation not permitted\$" -p "$pid"
start setpriv --reuid=65534 --regid=0 --clear-groups sleep 60
wait_for 5 grep -q sleep "/proc/$pid/comm"
refused "a process of the user in another group" "attach: process $pid: Operation not permitted\$" -p "$pid"
refused "the whole machine" "a summary of the whole machine needs root" -s --for 1
refused "the whole machine, live" "a summary of the whole machine needs root" --by=comm --for 1
refused "--btf" "a BTF file needs root" --btf /sys/kernel/btf/vmlinux true
refused "-s --btf" "a BTF file needs root" -s --btf /sys/kernel/btf/vmlinux true
refused "--without" "--without needs root" --without=iter true
refused "-u" "-u needs root\$" -u root id

# sctrace stops tracing a child that gains privileges, and goes on with the others
user "$bad" -f -o out sh -c '../suid -u; ../loop 10; exit 5' > stdout 2> err
is "set-user-ID child: status" $? 5
is "set-user-ID child: it is root" "$(head -1 stdout)" 0
has "set-user-ID child: the message" err '^[^ ]*sctrace: Process [0-9]+ executes a program that you may not trace: detached$'
has "set-user-ID child: its execve" work/out '^[0-9]+ +execve\("\.\./suid", \["\.\./suid", "-u"\], .* <unfinished \.\.\.>$|^[0-9]+ +execve\("\.\./suid", .*<detached \.\.\.>$'
left=$(sed -nE 's/^([0-9]+) +execve\("\.\.\/suid".*/\1/p' work/out)
hasnt "set-user-ID child: nothing of what it does" work/out "^$left +(openat|read|write|geteuid|exit_group)\("
has "set-user-ID child: its parent is traced on" work/out '^[0-9]+ +getppid\(\)'
for made in suid capable sgid; do
	user "$bad" -o out ../$made > stdout 2> err
	is "$made command: status" $? 0
	is "$made command: only its execve" "$(sed 's/(.*</(... </' work/out)" 'execve(... <detached ...>'
	has "$made command: it ran" stdout '^uid='
done
user "$bad" -s -f -o out sh -c '../suid; ../loop 10; exit 4' > stdout 2> err
is "set-user-ID child, -s: status" $? 4
hasnt "set-user-ID child, -s: its calls are not counted" work/out '^ +getgroups '
has "set-user-ID child, -s: others are" work/out '^ +getppid +10 '
# the processes of a user namespace that the user has made
user "$bad" -f -o out unshare -U -r sh -c 'exit 6' 2> err
case $? in
6) has "own user namespace: traced" work/out '^[0-9]+ +execve\("/.*sh", \["sh", "-c", "exit 6"\].* = 0$' ;;
*) ok "own user namespace: this machine has none for users ($(head -1 err))" ;;
esac

# the same, if the user asks for all by strace's word
setcap cap_bpf,cap_perfmon,cap_sys_ptrace=ep sctrace
start "$HELPERS/ticker" "$T/tick" 0
timeout -s INT 1 ./demote "$bad" -p "$pid" 2> err
has "CAP_SYS_PTRACE on the file: root's process" err '^[^ ]*sctrace: Process [0-9]+ attached$'
has "CAP_SYS_PTRACE on the file: its calls" err '^[a-z_0-9]+\(.* = [0-9]+$'

# Whichever of the capabilities in the manual the file has, sctrace opens files of the command line with the user's
# permissions.
mkdir -m 755 secret
echo "TOKEN-of-root" > secret/file
"$SCTRACE" --record secret/capture true 2> /dev/null
"$SCTRACE" --replay secret/capture > secret/lines
chmod 600 secret/*
cp secret/lines lines
# denied SET WHAT ARGUMENTS: checks the status 1, and one line of messages without any content of the file.
denied() {
	set_=$1 what=$2
	shift 2
	timeout 20 "$T/demote" "$bad" "$@" > stdout 2> err
	is "$set_, $what: status" $? 1
	is "$set_, $what: one line" "$(wc -l < err)$(cat stdout)" 1
	has "$set_, $what: which" err 'Permission denied|cannot read|[Nn]o capture'
	hasnt "$set_, $what: nothing of it" err 'TOKEN'
}
for caps in bpf,cap_perfmon bpf,cap_perfmon,cap_dac_read_search bpf,cap_perfmon,cap_sys_ptrace,cap_dac_read_search \
	bpf,cap_perfmon,cap_sys_ptrace,cap_dac_read_search,cap_sys_resource; do
	setcap "cap_$caps=ep" sctrace
	if ! user "$bad" -V > /dev/null 2>&1; then
		ok "$caps: this machine does not give out all of these"
		continue
	fi
	denied "$caps" --replay --replay "$T/secret/capture"
	denied "$caps" "--replay -s" -s --replay "$T/secret/file"
	denied "$caps" --probes --probes="$T/secret/file" true
	denied "$caps" ufunc -e ufunc="$T/secret/file:f" true
	denied "$caps" usdt -e usdt="$T/secret/file:p:n" true
	denied "$caps" --list=usdt --list=usdt "$T/secret/file"
	denied "$caps" -o -o "$T/secret/file" true
	denied "$caps" --record --record "$T/secret/capture" true
	denied "$caps" -ff -ff -o "$T/secret/file" true
	is "$caps: the file is as it was" "$(cat secret/file)" "TOKEN-of-root"
	user "$bad" -e trace=execve true 2> err
	is "$caps: a command: status" $? 0
	has "$caps: a command" err '^execve\(.*"true"'
done
"$SCTRACE" --replay secret/capture > again
is "the capture is as it was" "$(cat again)" "$(cat lines)"

# Descriptors of maps and programs are privileges: another process of the user does not get them.
setcap cap_bpf,cap_perfmon=ep sctrace
dumpable=$(cat /proc/sys/fs/suid_dumpable)
cp "$HELPERS/takefd" .
for value in 0 1 2; do
	echo $value > /proc/sys/fs/suid_dumpable
	start ./demote "$bad" -o work/dumpable sleep 60
	tracer=$pid
	true_ "fs.suid_dumpable=$value: traced" wait_for 5 grep -q 'NoNewPrivs:.1' "/proc/$tracer/status"
	is "fs.suid_dumpable=$value: descriptors taken" "$(./demote ./takefd "$tracer")" 0
	kill "$tracer"
done
echo "$dumpable" > /proc/sys/fs/suid_dumpable

# a file that is installed with set-user-ID instead of capabilities
chown root plain
chmod 4755 plain
user "$T/plain" -o out id > stdout 2> err
is "set-user-ID: status" $? 1
has "set-user-ID: what to do" err '(^|/)plain: sctrace is set-user-ID or set-group-ID: .*setcap '
is "set-user-ID: one line" "$(wc -l < err)$(cat stdout)" 1

# root keeps few capabilities after the start; a set-user-ID command of root's runs like any other
start "$SCTRACE" -o rootout -p "$root"
true_ "root's: traced" wait_for 5 grep -q 'NoNewPrivs:.1' "/proc/$pid/status"
kept=$(sed -n 's/^CapEff:.//p' "/proc/$pid/status")
is "root's: what it keeps (CAP_SYS_PTRACE, CAP_DAC_READ_SEARCH, on old kernels CAP_BPF)" \
	"$(printf '%x' $((0x$kept & ~0x8000080004)))" 0
is "root's: its priority is not touched" "$(awk '{ print $19 }' "/proc/$pid/stat")" "$(awk '{ print $19 }' /proc/self/stat)"
"$SCTRACE" -u nobody -f -o rootout ./suid -u > stdout
is "root's: a user's set-user-ID program keeps its privileges" "$(cat stdout)" 0
has "root's: and is traced" rootout 'geteuid\(\) += 0$'
finish
