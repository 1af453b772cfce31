#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The commands of lstat.md and what they print. In an empty directory; sctrace is in PATH.
here=$(dirname "$0")
. "$here/run.sh"
cc -g -O1 -fno-inline -pthread -D_GNU_SOURCE -o agent "$here/agent.c" || exit

run 'sctrace -s --by=syscall --top 2 ./agent'
run 'sctrace -s --by=comm,file --top 1 -e trace=lstat ./agent'
run 'sctrace -f -k -o line --syscall-limit=1 -e trace=lstat ./agent; grep "agent(" line'
run "sctrace -s --by=func,arg1,arg2 -e trace=none -e 'ufunc=wait_*(dir:path, most:int)' ./agent"
run 'perf stat -x, -o count -e syscalls:sys_enter_newlstat ./agent; grep -o "^[0-9]*" count'
