#!/bin/sh
# One execution seen by strace and by sctrace, as in host/oracle.sh, by programs that a guest has.
. ./host/lib_oracle.sh

mkdir -p tree/a/b tree/c
echo one > tree/a/one
echo two > tree/a/b/two
ln -s one tree/a/link
head -c 30000 /dev/zero > tree/c/zeros

alike "files, a pipeline" -v -- sh -c 'ls -la /; cp -r tree copy; find copy -name "*o" -exec cat {} +
	tar cf - tree | gzip | gzip -dc | tar tvf - | sort -r | head -5'
alike "calls" -xx -- "$HELPERS/calls"
# shellcheck disable=SC2016 # the inner shell's
alike "signals, and death by one" -- sh -c '"$HELPERS/signals" 0; "$HELPERS/signals" 15'
# shellcheck disable=SC2016
alike "threads, children, execve by a thread" -- sh -c '"$HELPERS/threads" 8; "$HELPERS/storm" 20
	"$HELPERS/thread_exec" /bin/sh -c "exit 0"'
# 5.10 ends a process that a filter kills inside the call, before either tracepoint: that line is excused
alike "seccomp" -- "$HELPERS/seccomp"
alike "files" -- "$HELPERS/real_fs"
finish
