#!/bin/sh
# Compares strace and sctrace over one execution: sctrace has every line of strace, character for character.
. ./host/lib_oracle.sh

mkdir -p tree/a/b tree/c
echo one > tree/a/one
echo two > tree/a/b/two
ln -s one tree/a/link
head -c 300000 /dev/zero > tree/c/zeros

cat > threads.py <<'EOP'
import subprocess, threading, time

def work(n):
    time.sleep(0.01 * n)
    sum(range(1000))

threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads:
    t.start()
print(subprocess.run(["echo", "hello"], capture_output=True).stdout)
for t in threads:
    t.join()
EOP

alike "ls -la /" -- ls -la /
alike "ls -la / with -v" -v -- ls -la /
alike "ls -la / with -s 1000 -x" -s 1000 -x -- ls -la /
alike "cat" -- cat tree/a/one /etc/passwd /nonexistent
alike "cp -r" -- cp -r tree copy
alike "a pipeline of 5" -- sh -c 'ls -l / | grep -v x | sort -r | head -5 | wc'
alike "python3 with threads and subprocess" -- python3 -c "$(cat threads.py)"
alike "signals" -- "$HELPERS/signals" 0
alike "death by a signal" -- "$HELPERS/signals" 15
alike "find" -- find tree -name '*o' -newer /etc/passwd -exec ls -l {} ';'
alike "tar and gzip" -- sh -c 'tar cf - tree | gzip > tree.tar.gz; gzip -dc tree.tar.gz | tar tvf -'
alike "dd" -- dd if=/dev/zero of=zeros bs=4k count=8 conv=fsync
alike "calls" -- "$HELPERS/calls"
alike "calls with -xx" -xx -- "$HELPERS/calls"
for style in raw verbose; do
	alike "calls with -X $style" -X "$style" -- "$HELPERS/calls"
	alike "signals with -X $style" -X "$style" -- "$HELPERS/signals" 0
	alike "ls with -X $style" -X "$style" -- ls -la /
done
alike "calls with -e raw=all" -e raw=all -- "$HELPERS/calls"
alike "calls with -e verbose=none" -e verbose=none -- "$HELPERS/calls"
alike "ls with -e abbrev=" -e 'abbrev=!statx,execve' -- ls -la /
alike "calls with several sets" -e raw=read,openat -e verbose=!newfstatat -e abbrev=none -- "$HELPERS/calls"
alike "calls with -n" -n -- "$HELPERS/calls"
alike "children with -n" -n -- "$HELPERS/storm" 5
alike "calls with non-ASCII characters in hex" --strings-in-hex=non-ascii-chars -- "$HELPERS/calls"
alike "calls with -z" -z -- "$HELPERS/calls"
alike "calls with -Z" -Z -- "$HELPERS/calls"
alike "signals with -e signal=" -e 'signal=!usr1,CHLD' -- "$HELPERS/signals" 0
alike "threads" -- "$HELPERS/threads" 8
alike "children" -- "$HELPERS/storm" 40
alike "execve by a thread" -- "$HELPERS/thread_exec" /bin/sh -c 'exit 0'
alike "cold memory" -- "$HELPERS/cold" "$T/file"
alike "seccomp" -- "$HELPERS/seccomp"
alike "descriptors in memory with -y" -y -- "$HELPERS/fd_memory"
alike "descriptors in memory with -y -v" -y -v -- "$HELPERS/fd_memory"
alike "descriptors in memory with -y -s 65000" -y -s 65000 -- "$HELPERS/fd_memory"
alike "unix sockets whose peers have gone, with -yy" -yy -- "$HELPERS/gone"
"$HELPERS/vcpu" > virtual && alike "a virtual processor with -e kvm=vcpu" -e kvm=vcpu -- "$HELPERS/vcpu" &&
	is "... each way out is in its line" "$("$SCTRACE" -e kvm=vcpu "$HELPERS/vcpu" 2>&1 | grep -oE '\(KVM_EXIT_[A-Z]+\)' | tr '\n' ' ')" \
		"(KVM_EXIT_IO) (KVM_EXIT_HLT) "
alike "killed in calls that wait" -- "$HELPERS/blocked"
finish
