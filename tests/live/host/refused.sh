#!/bin/sh
# Refusals before the programs are loaded: one line says what is missing and what to do, and no file is half-written.
. ./lib.sh
need_root
cd "$T" || exit
name=$SCTRACE # as it is called

# refused WHAT STATUS ERE ARGUMENTS: checks that stderr has one line, or two if the second one is the pointer to -h.
refused() {
	what=$1 status=$2 line=$3
	shift 3
	"$SCTRACE" "$@" > stdout 2> err
	is "$what: status" $? "$status"
	has "$what" err "^$name: $line"
	is "$what: one line" "$(grep -vc "^Try '$name -h' for more information\\.\$" err)" 1
	is "$what: nothing on stdout" "$(cat stdout)" ""
}

refused "no such command" 1 "Cannot stat '/nonexistent': No such file or directory\$" /nonexistent
refused "not in PATH" 1 "Cannot find executable 'no-such-program'\$" no-such-program
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
refused "security contexts" 1 "invalid secontext 'type'\$" --secontext=type true
refused "security contexts in a recording" 1 '--secontext and --record are mutually exclusive$' --secontext --record cap true
refused "injection" 1 '--inject=read:error=EIO is refused: sctrace never changes the traced process; use strace$' \
	-e inject=read:error=EIO true
refused "no such recording" 1 ".*'/nonexistent': No such file or directory\$" --replay /nonexistent
refused "replay of a command" 1 '--replay and PROG are mutually exclusive: ' --replay cap true

# no output file is left (strace leaves an empty one, too)
rm -f made
"$SCTRACE" -o made /nonexistent 2> err
true_ "no output for nothing" test ! -s made
rm -f made
"$SCTRACE" --record made /nonexistent 2> err
true_ "no recording of nothing" test ! -e made
rm -f made

finish
