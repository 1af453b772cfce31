#!/bin/sh
# One execution seen by strace and by sctrace, as in host/oracle.sh, by programs that a guest has.
. ./host/lib_oracle.sh

mkdir -p tree/a/b tree/c
echo one > tree/a/one
echo two > tree/a/b/two
ln -s one tree/a/link
head -c 30000 /dev/zero > tree/c/zeros

alike "ls -la /" -v -- ls -la /
alike "cp, find" -- sh -c 'cp -r tree copy; find copy -name "*o" -exec cat {} +'
alike "a pipeline, tar and gzip" -- sh -c 'tar cf - tree | gzip | gzip -dc | tar tvf - | sort -r | head -5'
alike "signals" -- "$HELPERS/signals" 0
alike "death by a signal" -- "$HELPERS/signals" 15
alike "calls" -xx -- "$HELPERS/calls"
alike "threads" -- "$HELPERS/threads" 8
alike "children" -- "$HELPERS/storm" 20
alike "execve by a thread" -- "$HELPERS/thread_exec" /bin/sh -c 'exit 0'
# 5.10 ends a process that a filter kills inside the call, before either tracepoint: that line is excused
alike "seccomp" -- "$HELPERS/seccomp"
alike "files" -- "$HELPERS/real_fs"
finish
