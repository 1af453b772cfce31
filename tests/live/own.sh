#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# If the file of sctrace has capabilities, it traces only what its user may ptrace. This group runs on every kernel;
# host/privileges.sh has more tests.
. ./lib.sh
need_root
cd "$T" || exit
# uses a file system that can store capabilities; the initramfs of a guest cannot
if in_guest; then
	mkdir fs
	mount -t tmpfs tmpfs fs || cannot_run "needs a tmpfs"
	trap 'status=$?; kill_started; cd /; umount -l "$T/fs"; rm -rf "$T"; exit $status' EXIT
	cd fs || exit
fi
here=$PWD
mkdir -m 1777 work
cp "$SCTRACE" "$HELPERS/demote" "$HELPERS/loop" .
cp "$HELPERS/loop" suid
chmod 755 .
chmod 4755 suid
bad=$here/$(basename "$SCTRACE")
LD_LIBRARY_PATH=
"$HELPERS/capable" "$bad" 2> err || cannot_run "a file with capabilities: $(cat err)"

user() {
	(cd work && exec timeout -s KILL "$(often 20 100)" ../demote "$@")
}

user "$bad" -o out ../loop 10 > /dev/null 2> err
is "a command: status" $? 0
is "a command: complaints" "$(cat err)" ""
is "a command: its calls" "$(grep -c '^getppid()' work/out)" 10
user "$bad" -s -o out ../loop 100 > /dev/null
has "a summary" work/out '^ +getppid +100 +0 '

start sleep 1000
user "$bad" -p "$pid" > stdout 2> err
is "root's process: status" $? 1
has "root's process: refused" err ": attach: process $pid: Operation not permitted\$"
is "root's process: one line" "$(cat stdout)$(wc -l < err)" 1
user "$bad" -s -p "$pid" > stdout 2> err
is "root's process, -s: status" $? 1
user "$bad" -s --for 1 > stdout 2> err
is "the whole machine: status" $? 1

user "$bad" -f -o out sh -c '../suid 20; ../loop 10; exit 5' > /dev/null 2> err
is "set-user-ID child: status" $? 5
left=$(sed -nE 's/^([0-9]+) +execve\("\.\.\/suid".*/\1/p' work/out)
true_ "set-user-ID child: its execve" test -n "$left"
is "set-user-ID child: none of its calls" "$(grep -cE "^$left +getppid\(" work/out)" 0
# (the shell makes one call, too)
calls=$(grep -cE '^[0-9]+ +getppid\(' work/out)
true_ "set-user-ID child: the others' ($calls)" test "$calls" -ge 10 -a "$calls" -le 11
user "$bad" -s -f -o out sh -c '../suid 20; ../loop 10; exit 4' > /dev/null
is "set-user-ID child, -s: status" $? 4
has "set-user-ID child, -s: only the others' are counted" work/out '^ +getppid +10 '
finish
