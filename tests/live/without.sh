#!/bin/sh
# The fallback of each feature of newer kernels, forced by --without: the lines and the counts are the same.
. ./lib.sh
need_root
cd "$T" || exit

start "$HELPERS/ticker" "$T/tick" 2 "$(often 10 40)"
ticker=$pid
true_ "a process to attach to" wait_for 10 test -s tick
cat > all.sh <<'E2'
"$HELPERS/cold" "$1"
exec "$HELPERS/thread_exec" /bin/sh -c 'exit 3'
E2

# From Linux 7 on, the kernel skips programs that can be preempted, those of other tracers, too, and reports their
# number (skips.sh).
may_skip() {
	case "$(uname -r)" in
	[1-6].*) return 1 ;;
	esac
	! "$SCTRACE" --doctor "$@" | grep -q '^steady  *ok'
}

# lines FILE OPTIONS: traces main() of tests/live/calls.c, and removes what differs from run to run.
lines() {
	file=$1
	shift
	"$SCTRACE" "$@" -o all "$HELPERS/calls"
	sed -nE 's/^(getppid.*=) [0-9]+$/\1 PID/; s/0x[0-9a-f]{7,}/ADDR/g; /^close_range\(3, /,$p' all > "$file"
	! may_skip "$@" || sed -i '/^+++ lost [0-9]* events +++$/d' "$file"
}

# tried WHAT OPTIONS: compares the lines of a trace, then an attach, then a summary.
tried() {
	what=$1
	shift
	lines calls "$@"
	same "$what: lines" calls calls.wanted
	timeout 60 "$SCTRACE" "$@" -f -o out sh all.sh "$T/file" 2> err
	is "$what: status" $? 3
	may_skip "$@" || is "$what: no complaint" "$(cat err)" ""
	has "$what: a path that was not resident" out '^[0-9]+ +openat\(AT_FDCWD, "/cold/path", O_RDONLY\) += -1 ENOENT '
	has "$what: an execve that was not" out '^[0-9]+ +execve\("/bin/sh", \["sh", "-c", "COLD=1"\], .*= 0$'
	has "$what: execve by a thread" out '\+\+\+ superseded by execve in pid [0-9]+ \+\+\+$'
	has "$what: the end" out '^[0-9]+ +\+\+\+ exited with 3 \+\+\+$'
	may_skip "$@" || hasnt "$what: nothing lost" out 'lost [0-9]+ events'

	rm -f out
	start "$SCTRACE" "$@" -f -o out -p "$ticker"
	true_ "$what: attached to three threads" wait_for 20 three_threads
	kill -INT "$pid"
	wait "$pid"

	in_guest && return # stats_fallback.sh tests this in guests
	"$SCTRACE" "$@" -s -o out "$HELPERS/loop" 300 > stdout 2> err
	has "$what: summary" out '^ +getppid +300 +0 '
	may_skip "$@" || is "$what: summary's stderr" "$(cat err)" ""
}

# shellcheck disable=SC2317 # called by true_
three_threads() {
	[ "$(awk '/^[0-9]/ { print $1 }' out | sort -u | wc -l)" = 3 ]
}

"$SCTRACE" --doctor > features
lines calls.wanted
true_ "lines to compare with" test "$(wc -l < calls.wanted)" -gt 20

# without types of the kernel (below), tp_btf, iter and task_storage are off, too; guests, which are slow, test these
# only then
for name in $(often "tp_btf task_storage iter sleepable preempt_kfunc steady task_work cut_types" "task_storage sleepable steady"); do
	grep -q "^$name  *ok" features || continue
	"$SCTRACE" --doctor --without="$name" > off
	has "$name: off" off "^$name +off "
	has "$name: what is used instead" off '^ +instead: '
	tried "$name" --without="$name"
done
tried "types from a file" --without=btf --btf /sys/kernel/btf/vmlinux
kill -9 "$ticker"

# features without a fallback: one line that names what is needed
"$SCTRACE" --without=btf true 2> err
is "no types: status" $? 1
has "no types: what is needed" err 'no BTF of this kernel \(needs CONFIG_DEBUG_INFO_BTF, or a BTF file with its types\)$'
is "no types: one line" "$(wc -l < err)" 1
"$SCTRACE" --without=ringbuf true 2> err
is "no ring buffers: status" $? 1
has "no ring buffers: what is needed" err 'no BPF ring buffers \(needs Linux 5\.8'
is "no ring buffers: one line" "$(wc -l < err)" 1
"$SCTRACE" --without=tracepoints true 2> err
is "no tracepoints: status" $? 1
has "no tracepoints: what is needed" err 'no tracepoints of system calls \(needs CONFIG_FTRACE_SYSCALLS\)$'
is "no tracepoints: one line" "$(wc -l < err)" 1
"$SCTRACE" -s --without=tracepoints true 2> err
is "no tracepoints, -s: status" $? 1
has "no tracepoints, -s: what is needed" err 'no tracepoints of system calls \(needs CONFIG_FTRACE_SYSCALLS\)$'
"$SCTRACE" --without=nix true 2> err
is "no such feature: status" $? 1
is "no such feature: one line" "$(wc -l < err)" 1
"$SCTRACE" --doctor --format=json > json
has "as JSON" json '"group": "feature", "name": "task_storage", "state": "(ok|missing)", "what": '
finish
