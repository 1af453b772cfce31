#!/bin/sh
# Refusals of the kernel, and failures at run time: one line says what is missing and what to do.
# (What is refused before: host/refused.sh.)
. ./lib.sh
need_root
cd "$T" || exit
name=$SCTRACE # as it is called

# the kernel refuses a file that was found: strace's lines and status, and a message between them that says why
printf 'not a program\n' > text
"$SCTRACE" ./text 2> err
is "not executable: status" $? 1
has "not executable: the call" err '^execve\("\./text", \["\./text"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) += -1 EACCES \(Permission denied\)$'
has "not executable: the message" err "^$name: exec: Permission denied\$"
has "not executable: the end" err '^\+\+\+ exited with 1 \+\+\+$'
chmod 755 text
"$SCTRACE" ./text 2> err
is "no format: status" $? 1
has "no format: the call" err '= -1 ENOEXEC \(Exec format error\)$'
has "no format: the message" err "^$name: exec: Exec format error\$"

# without privileges
"$HELPERS/demote" "$SCTRACE" -o "$T/made" true 2> err
is "nobody: status" $? 1
has "nobody" err "^$name: needs CAP_BPF and CAP_PERFMON( and CAP_SYS_RESOURCE)? \\(run as root, or: setcap "
is "as nobody: one message" "$(wc -l < err)" 1
true_ "nobody: no output file" test ! -e made
"$HELPERS/demote" "$SCTRACE" -p $$ 2> err
is "nobody, -p: status" $? 1
is "as nobody, -p: one message" "$(wc -l < err)" 1
"$HELPERS/demote" "$SCTRACE" -V > stdout 2> err
is "nobody: -V" "$(wc -l < stdout)$(cat err)" 1
"$HELPERS/demote" "$SCTRACE" -h > stdout 2> err
has "nobody: -h" stdout '^Usage: '

# a seccomp filter refuses bpf() although the capabilities are there: with EPERM, EACCES or ENOSYS
for errno in 1 13 38; do
	for mode in -f -c -s; do
		"$HELPERS/nobpf" $errno "$SCTRACE" $mode true 2> err
		is "seccomp, errno $errno, $mode: status" $? 1
		has "seccomp, errno $errno, $mode: the cause" err "^$name: a seccomp filter refuses bpf\(\) \("
		is "seccomp, errno $errno, $mode: one line" "$(wc -l < err | tr -d ' ')" 1
	done
done
"$HELPERS/nobpf" 1 "$HELPERS/demote" "$SCTRACE" true 2> err
has "seccomp, and no privileges: these come first" err "^$name: needs CAP_BPF and CAP_PERFMON"

# the reader of the output has ended
# shellcheck disable=SC2016 # another shell's
"$SCTRACE" -f sh -c 'i=0; while [ $i -lt $0 ]; do i=$((i + 1)); /bin/true; done; exit 5' "$(often 300 30)" 2>&1 > /dev/null | head -1 > first
has "closed pipe: no hang" first '^execve|^\[pid'
"$SCTRACE" -o /dev/full ls / > /dev/null 2> err
has "full disk" err "^$name: .*No space left on device"
finish
