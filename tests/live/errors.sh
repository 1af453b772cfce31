#!/bin/sh
# What cannot be done: one line that says what is missing and what to do, nothing half-written.
. ./lib.sh
need_root
cd "$T" || exit
name=$(basename "$SCTRACE")

# refused WHAT STATUS ERE ARGUMENTS: one line on stderr (or two, if the second is the pointer to -h)
refused() {
	what=$1 status=$2 line=$3
	shift 3
	"$SCTRACE" "$@" > stdout 2> err
	is "$what: status" $? "$status"
	has "$what" err "^$name: $line"
	is "$what: one line" "$(grep -vc "^Try '$name -h' for more information\\.\$" err)" 1
	is "$what: nothing on stdout" "$(cat stdout)" ""
}

refused "no such command" 1 "Can't stat '/nonexistent': No such file or directory\$" /nonexistent
refused "not in PATH" 1 "Can't stat 'no-such-program': No such file or directory\$" no-such-program
refused "no such process" 1 "attach: .*4194303.*: No such process\$" -p 4194303
refused "not a process id" 1 "Invalid process id: 'x'\$" -p x
refused "zero is none" 1 "Invalid process id: '0'\$" -p 0
refused "one of a list" 1 "Invalid process id: 'x'\$" -p 1,x
refused "nothing to trace" 1 "must have PROG \\[ARGS\\] or -p PID\$"
refused "unwritable -o" 1 "Can't fopen '/nonexistent/file': No such file or directory\$" -o /nonexistent/file true
refused "unwritable --record" 1 ".*'/nonexistent/file'.*No such file or directory" --record /nonexistent/file true
refused "unknown call" 1 "invalid system call 'nix'\$" -e trace=nix true
refused "unknown call in a list" 1 "invalid system call 'nix'\$" -e trace=read,nix true
refused "unknown class" 1 "invalid system call '%nix'\$" -e %nix true
refused "unknown option" 1 "unrecognized option '--nix'\$" --nix true
refused "unknown letter" 1 "invalid option -- 'G'\$" -G true
refused "option without argument" 1 "option requires an argument -- 'o'\$" -o
refused "string limit" 1 "invalid -s argument: '-1'\$" -s-1 true
refused "column" 1 "invalid -a argument: 'x'\$" -a x true
refused "ring size" 1 '.*--ring-size.*5000' --ring-size 5000 true
refused "injection" 1 '.*inject=' -e inject=read:error=EIO true
refused "no such recording" 1 ".*'/nonexistent': No such file or directory\$" --replay /nonexistent
refused "replay of a command" 1 '--replay takes no' --replay cap true

# found, but the kernel refuses it: strace's lines, its status
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

# nothing half-written (strace leaves an empty output file, too)
rm -f made
"$SCTRACE" -o made /nonexistent 2> err
true_ "no output for nothing" test ! -s made
rm -f made
"$SCTRACE" --record made /nonexistent 2> err
true_ "no recording of nothing" test ! -e made
rm -f made

# without privileges
"$HELPERS/demote" "$SCTRACE" -o "$T/made" true 2> err
is "nobody: status" $? 1
has "nobody" err "^$name: needs CAP_BPF and CAP_PERFMON \\(run as root, or: setcap "
is "nobody: one line" "$(wc -l < err)" 1
true_ "nobody: no output file" test ! -e made
"$HELPERS/demote" "$SCTRACE" -p $$ 2> err
is "nobody, -p: status" $? 1
is "nobody, -p: one line" "$(wc -l < err)" 1
"$HELPERS/demote" "$SCTRACE" -V > stdout 2> err
is "nobody: -V" "$(wc -l < stdout)$(cat err)" 1
"$HELPERS/demote" "$SCTRACE" -h > stdout 2> err
has "nobody: -h" stdout '^Usage: '

# the reader of the output goes away
# shellcheck disable=SC2016 # another shell's
"$SCTRACE" -f sh -c 'i=0; while [ $i -lt 300 ]; do i=$((i + 1)); /bin/true; done; exit 5' 2>&1 > /dev/null | head -1 > first
has "closed pipe: no hang" first '^execve|^\[pid'
"$SCTRACE" -o /dev/full ls / > /dev/null 2> err
has "full disk" err "^$name: .*No space left on device"
finish
