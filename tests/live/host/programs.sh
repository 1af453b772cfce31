#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Compares the lines of common programs with strace's. Each program runs with three of its sets of options, or as many
# as SETS says, which change in turn.
. ./host/lib_oracle.sh

# shellcheck disable=SC2317 # by explained
not_yet_here() {
	cat <<-'TABLE'
		^\[[0-9a-f]+\] execve\(.* = 0$ # -i: where the new program begins, of an execve in a child made by vfork()
	TABLE
}

# Prints the command lines after "strace", one per line.
option_sets() {
	cat <<-'TABLE'

		-v
		-X raw
		-y
		-xx
		-n -z
		-X verbose
		-yy
		-i
		-Z
		-e read=all -e write=all
		-v -s 4096
	TABLE
}

total=$(option_sets | wc -l)
SETS=${SETS:-3}
next=0
ran=0

# program WHAT COMMAND: compares the lines of a command, if it is installed. Commands that this test makes are in $T.
program() {
	program=$1
	shift
	command -v "$1" > /dev/null || { echo "      none here: $1"; return; }
	ran=$((ran + 1))
	k=0
	while [ $k -lt "$SETS" ]; do
		options=$(option_sets | sed -n "$((next % total + 1))p")
		next=$((next + 1))
		k=$((k + 1))
		rm -rf "$T/made"
		# shellcheck disable=SC2086 # options are words
		alike "$program${options:+ with $options}" $options -- "$@"
	done
}

mkdir -p tree/a/b
echo 'int main(void) { return 0; }' > tree/main.c
head -c 100000 /dev/urandom > tree/a/b/random
ln -s random tree/a/b/link
cat > script.py <<'EOP'
import json, os, subprocess, tempfile
with tempfile.NamedTemporaryFile() as f:
    f.write(json.dumps(list(range(1000))).encode())
    f.flush()
    print(os.stat(f.name).st_size, subprocess.check_output(["wc", "-c", f.name]))
EOP
if command -v git > /dev/null; then
	export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a
	git -C tree init -q . && git -C tree add . && git -C tree commit -qm one
fi

program find find /usr/share/doc -maxdepth 2 -name 'lib*' -newer /etc/passwd
program tar tar -czf "$T/archive.tar.gz" tree
program git git clone -q "$T/tree" "$T/made"
program gcc gcc -c -o main.o tree/main.c
program python3 python3 script.py
program sqlite3 sqlite3 base.db "create table if not exists t (n int); insert into t values (1), (2); select sum(n) from t"
program ssh-keygen ssh-keygen -q -t ed25519 -N '' -f "$T/made"
program ip ip -d address show
program ss ss -a -n -e
# of one process only, because strace looks up the names of others while it prints, and an execve changes them
alike "ip with -Y" -Y -- ip -d address show
alike "find with -Y" -Y -- find tree
alike "numbers of processes with -Y" -Y -- "$HELPERS/pids" "$T/lock"
alike "threads with -Y" -Y -- "$HELPERS/threads"
# shellcheck disable=SC2016 # for perl and for that shell
program perl perl -MSocket -e 'socket(S, AF_INET, SOCK_STREAM, 0); print gethostbyname("localhost") ? 1 : 0; print `echo x`'
program make make -s -f /dev/null -n nothing
program openssl openssl req -x509 -newkey ed25519 -nodes -subj /CN=a -keyout key -out cert
# shellcheck disable=SC2016
program sh sh -c 'for i in 1 2 3; do echo $i | sed s/1/2/ | sort; done; wait; kill -USR1 $$'
[ $ran -ge 5 ] || fail "only $ran programs"
finish
