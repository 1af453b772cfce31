#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# --container: cgroups with the names that runtimes give them, and the runtimes' files, in a mount namespace of its own.
if [ "${1:-}" != inside ] && [ "$(id -u)" = 0 ]; then
	exec unshare -m sh "$0" inside
fi
. ./lib.sh
need_root
cd "$T" || exit

cg=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
mkdir "${cg:-/proc}/sctrace-test-$$" 2> /dev/null || cannot_run "needs a cgroup2 that can be written to"
rmdir "$cg/sctrace-test-$$"
for dir in /run /var/lib /home; do
	mount -t tmpfs tmpfs $dir || cannot_run "needs mounts"
done
{
	cat /etc/passwd
	echo "sctrace-test:x:64242:64242::/home/sctrace-test:/bin/sh"
} > passwd
mount --bind passwd /etc/passwd

# file PATH: writes its input to a file of a container runtime.
file() {
	mkdir -p "${1%/*}"
	cat > "$1"
}

# makes calls before the process enters the cgroup; these are not of the container
cat > in_group.sh << 'END'
"$HELPERS/loop" 9 > /dev/null
mkdir -p "$1"
echo 0 > "$1/cgroup.procs" && exec "$HELPERS/loop" 21 > /dev/null
END

# traced WHAT NAME CGROUP [BELOW]: traces the container by its name, as lines, as a table and in a recording, and checks
# that they have the calls made in the cgroup.
traced() {
	mkdir -p "$cg/$3"
	"$SCTRACE" --container "$2" -e trace=getppid -o lines sh in_group.sh "$cg/$3${4:-}" 2> err
	is "$1: lines" "$(grep -c getppid lines) $(cat err)" "21 "
	"$SCTRACE" --container "$2" -s -e trace=getppid -o table sh in_group.sh "$cg/$3${4:-}" 2> err
	has "$1: -s" table '^ +getppid +21 '
	"$SCTRACE" --container "$2" -e trace=getppid --record capture sh in_group.sh "$cg/$3${4:-}" 2> err
	"$SCTRACE" --replay capture -o lines
	is "$1: a recording" "$(grep -c getppid lines)" 21
	[ -z "${4:-}" ] || rmdir "$cg/$3$4"
}

id=$(printf '%024d%040d' "$$" 7)
short=$(echo "$id" | cut -c1-24)
group=system.slice/docker-$id.scope
echo "{\"ID\":\"$id\",\"Config\":{\"Hostname\":\"x\"},\"Name\":\"/web-$$\"}" |
	file "/var/lib/docker/containers/$id/config.v2.json"
traced "docker, by name" "web-$$" "$group"
traced "docker, by the beginning of its id, a cgroup below" "$short" "$group" /init.scope
"$SCTRACE" --by=container,syscall -e trace=getppid -o out sh in_group.sh "$cg/$group"
has "--by=container: the name" out "^ web-$$ +getppid +21 "
"$SCTRACE" --by=container,syscall -e trace=getppid --container "web-$$" -o out sh in_group.sh "$cg/$group"
has "--by=container and --container" out "^ web-$$ +getppid +21 "

# two containers have the same name
own=user.slice/user-64242.slice/libpod-$(printf '%024d%040d' "$$" 8).scope
echo "[{\"id\":\"$(printf '%024d%040d' "$$" 8)\",\"names\":[\"web-$$\",\"other\"]}]" |
	file /home/sctrace-test/.local/share/containers/storage/overlay-containers/containers.json
mkdir -p "$cg/$own"
for table in "" -s; do
	# shellcheck disable=SC2086 # words
	"$SCTRACE" $table --container "web-$$" -o out sh in_group.sh "$cg/$group" 2> err
	is "${table:-lines}: two fit: status" $? 1
	has "${table:-lines}: two fit" err "^[^ ]*sctrace: 'web-$$' fits 2 containers: web-$$ \\(0+[0-9]*\\), web-$$ |fits 2 containers: /"
	is "${table:-lines}: two fit: one line" "$(wc -l < err)" 1
done
rmdir "$cg/$group"
traced "podman of a user" "web-$$" "$own"
rmdir "$cg/$own" "$cg/user.slice/user-64242.slice"
"$SCTRACE" --container "web-$$" -o out true 2> err
is "it runs no more: status" $? 1
has "it runs no more" err "no container or service 'web-$$'.* is running \\(looked in $cg.*, /var/lib/docker"
is "it runs no more: one line" "$(wc -l < err)" 1

pod=kubepods.slice/kubepods-pod$$.slice
for name in nginx sidecar ''; do
	task=$(printf '%024d%039d%d' "$$" 9 "${#name}")
	mkdir -p "$cg/$pod/cri-containerd-$task.scope"
	echo "{\"annotations\":{${name:+\"io.kubernetes.cri.container-name\":\"$name\",}\"io.kubernetes.cri.sandbox-name\":\"pod-$$\"," \
		"\"io.kubernetes.cri.sandbox-namespace\":\"shop\"}}" |
		file "/run/containerd/io.containerd.runtime.v2.task/k8s.io/$task/config.json"
done
nginx=$pod/cri-containerd-$(printf '%024d%039d5' "$$" 9).scope
traced "Kubernetes: a container" "pod-$$/nginx" "$nginx"
traced "Kubernetes: a pod" "pod-$$" "$nginx"
"$SCTRACE" --container "pod-$$/sidecar" -e trace=getppid -o lines sh in_group.sh "$cg/$nginx"
is "Kubernetes: not another container of the pod" "$(grep -c getppid lines)" 0
rmdir "$cg/$pod"/* "$cg/$pod"

echo "{\"linux\":{\"cgroupsPath\":\"/sctrace-test-$$/cache\"}}" |
	file "/run/containerd/io.containerd.runtime.v2.task/default/cache-$$/config.json"
traced "containerd" "cache-$$" "sctrace-test-$$/cache"
rmdir "$cg/sctrace-test-$$/cache" "$cg/sctrace-test-$$"
traced "systemd-nspawn" "box-$$" "machine.slice/machine-box\\x2d$$.scope" /payload
rmdir "$cg/machine.slice/machine-box\\x2d$$.scope"
traced "LXC" "lxc-$$" "lxc.payload.lxc-$$" /system.slice
rmdir "$cg/lxc.payload.lxc-$$"
traced "a service" "sctrace-test-$$" "system.slice/sctrace-test-$$.service"
"$SCTRACE" --container "sctrace-test-$$" --cgroup "sctrace-test-$$.service" -e trace=getppid -o lines \
	sh in_group.sh "$cg/system.slice/sctrace-test-$$.service"
is "--cgroup beside it" "$(grep -c getppid lines)" 21
rmdir "$cg/system.slice/sctrace-test-$$.service"
rmdir "$cg/system.slice" "$cg/user.slice" "$cg/machine.slice" "$cg/kubepods.slice" 2> /dev/null

"$SCTRACE" --container x --all-cpus 2> err
has "not beside --all-cpus" err 'leave --all-cpus out'
finish
