#!/bin/sh
# Compares strace and sctrace over one execution, as host/oracle.sh does, with programs that a guest has.
. ./host/lib_oracle.sh

mkdir -p tree/a/b tree/c
echo one > tree/a/one
echo two > tree/a/b/two
ln -s one tree/a/link
head -c 30000 /dev/zero > tree/c/zeros

# each comparison covers many calls, because a start takes a second in a guest
# shellcheck disable=SC2016 # the inner shell's
alike "files, a pipeline, signals and death by one" -v -xx -- sh -c 'ls -la /; cp -r tree copy
	find copy -name "*o" -exec cat {} +; tar cf - tree | gzip | gzip -dc | tar tvf - | sort -r | head -5
	"$HELPERS/signals" 0; "$HELPERS/signals" 15'
# if a filter kills a process, Linux 5.10 ends it inside the call, before either tracepoint: that line may be missing
# shellcheck disable=SC2016
alike "calls, threads, children, execve by a thread, seccomp" -- sh -c '"$HELPERS/calls"; "$HELPERS/threads" 8
	"$HELPERS/storm" 20; "$HELPERS/thread_exec" /bin/sh -c "exit 0"; "$HELPERS/seccomp"; "$HELPERS/real_fs"'
finish
