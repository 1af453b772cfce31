#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# --doctor: what is found where tracing works, and each complaint where something is taken away.
# shellcheck disable=SC2016 # for other shells
. ./lib.sh
need_root
schema=$LIVE/../../docs/doctor.schema.json
check=$LIVE/host/json_check.py
cd "$T" || exit
cp "$SCTRACE" sctrace
chmod 755 sctrace

# doctor WHAT STATUS COMMAND...: runs it with what is printed in out
doctor() {
	what=$1 status=$2
	shift 2
	timeout 120 "$@" > out 2> err
	is "$what: status" $? "$status"
	is "$what: stderr" "$(cat err)" ""
	has "$what: last line" out "^tracing $([ "$status" = 0 ] && echo works || echo 'does not work')\$"
	is "$what: lines of a known form" \
		"$(grep -vcE '^[A-Za-z_0-9]+ +(ok|missing|unknown|off) +[^ ].*$|^ +(costs|instead|mend): [^ ].*$|^tracing (works|does not work)$' out)" 0
}

# found NAME STATE [ERE]: a check, and a line of those below it
found() {
	has "$what: $1" out "^$1 +$2 "
	[ $# -lt 3 ] || awk -v name="$1" '/^[^ ]/ { on = $1 == name } on' out > part
	[ $# -lt 3 ] || has "$what: $1: $3" part "$3"
}

doctor "root" 0 "$SCTRACE" --doctor
for name in release types capabilities bounding_set user_namespace no_new_privs seccomp security_modules RLIMIT_MEMLOCK \
	btf ringbuf tracepoints lines tables; do
	found $name ok
done
found release ok "Linux $(uname -r | sed 's/[.+]/[&]/g'), $(uname -m)\$"

doctor "a user" 1 "$HELPERS/demote" ./sctrace --doctor
found capabilities missing 'mend: sudo .*/sctrace .*sudo setcap cap_bpf,cap_perfmon(,cap_sys_resource)?=ep .*/sctrace$'
found CAP_SYS_PTRACE missing 'costs: processes that ptrace could not attach to'
found lines missing 'needs CAP_BPF and CAP_PERFMON'
found features unknown
doctor "a filter" 1 "$HELPERS/nobpf" 1 "$SCTRACE" --doctor
found seccomp missing 'mend: .*SystemCallFilter=@system-service bpf perf_event_open'
found no_new_privs ok 'set: no program that is started here gets capabilities'
found lines missing 'seccomp filter refuses bpf'
doctor "a filter that says ENOSYS" 1 "$HELPERS/nobpf" 38 "$HELPERS/demote" ./sctrace --doctor
found seccomp missing 'a filter, which refuses bpf\(\)$'
found no_new_privs missing 'costs: all tracing'
doctor "a feature less" 0 "$SCTRACE" --doctor --without=iter
found iter off 'instead: /proc'
doctor "no types" 1 "$SCTRACE" --doctor --without=btf
found btf off 'instead: a BTF file of its types'
found lines missing 'no BTF of this kernel'
"$SCTRACE" --doctor --without=nix > out 2> err
is "no such feature" "$? $(cat out err)" "1 $SCTRACE: --without: unknown feature in 'nix' (see --doctor)"
"$SCTRACE" --doctor true > out 2> err
is "with a command: status" $? 1
in_guest && finish

# setpriv and unshare of the host
doctor "no capability in the bounding set" 1 setpriv --bounding-set=-bpf,-perfmon,-sys_admin,-sys_resource "$SCTRACE" --doctor
found bounding_set missing 'mend: start sctrace where the bounding set has them'
found capabilities missing 'mend: .*--cap-add=BPF'
doctor "the least capabilities" 0 setpriv --bounding-set=-all,+bpf,+perfmon "$SCTRACE" --doctor
found capabilities ok 'CAP_BPF, CAP_PERFMON$'
found CAP_DAC_READ_SEARCH missing
doctor "a user namespace" 1 unshare -Ur "$SCTRACE" --doctor
found user_namespace missing 'mend: .*--userns=host'
doctor "a pid namespace" 0 unshare -p -f --mount-proc "$SCTRACE" --doctor
found pid_namespace missing 'mend: .*--pid=host'
doctor "a container's name" 0 env container=podman "$SCTRACE" --doctor
found pid_namespace '(ok|missing)' 'container: podman$'
doctor "no mounts of cgroups" 0 unshare -m sh -c 'umount -R /sys/fs/cgroup; exec "$0" --doctor' "$SCTRACE"
found cgroup missing 'mend: mount -t cgroup2 cgroup2 /sys/fs/cgroup$'
doctor "no /proc" 0 unshare -m sh -c 'umount -Rl /proc; exec "$0" --doctor' "$SCTRACE"
found capabilities unknown 'mend: mount -t proc proc /proc$'
doctor "tracefs" 0 unshare -m sh -c 'mount -t tracefs tracefs /sys/kernel/tracing 2> /dev/null; exec "$0" --doctor' "$SCTRACE"
found tracefs ok
doctor "a kernel without its configuration" 0 unshare -m sh -c \
	'mount --bind /dev/null /proc/config.gz 2> /dev/null; mount -t tmpfs tmpfs /boot; exec "$0" --doctor' "$SCTRACE"
found config unknown 'mend: modprobe configs$'

for command in "$SCTRACE" "$HELPERS/demote ./sctrace"; do
	# shellcheck disable=SC2086 # words
	$command --doctor --format=json > json 2> err
	is "JSON of $command: stderr" "$(cat err)" ""
	tr -d '\n' < json > line
	echo >> line
	true_ "JSON of $command: valid" python3 "$check" schema "$schema" < line
done
has "JSON: a mend" json '"name": "capabilities", "state": "missing", .*"costs": "all tracing", "mend": "sudo '
sh -c 'exec "$0" --doctor > /dev/full' "$SCTRACE" 2> err
is "nothing can be written: status" $? 1
finish
