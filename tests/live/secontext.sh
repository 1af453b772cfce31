#!/bin/sh
# Tests --secontext: contexts of processes, paths and descriptors. A guest with SELinux gets a policy
# (tests/vm/selinux.cil); where SELinux is disabled, no contexts are printed.
. ./lib.sh
need_root
cd "$T" || exit
policy=$LIVE/../selinux.policy

if ! "$SCTRACE" --secontext -o out true 2> err && grep -q 'built without SELinux' err; then
	is "built without SELinux" "$(sed "s|$SCTRACE: ||" err)" \
		"security contexts: this was built without SELinux (meson's -Dselinux)"
	finish
fi
if ! grep -q selinuxfs /proc/filesystems; then
	"$SCTRACE" -e trace=openat,fdatasync -o plain cat /etc/passwd > cat.out
	for option in --secontext --secontext=full --secontext=full,mismatch "-e secontext=full"; do
		# shellcheck disable=SC2086 # words
		"$SCTRACE" $option -e trace=openat,fdatasync -o with cat /etc/passwd > cat.out 2> err
		is "disabled, $option: status" $? 0
		is "disabled, $option: no complaint" "$(cat err)" ""
		same "disabled, $option: the lines are as without" with plain
	done
	finish
fi
[ -f "$policy" ] || cannot_run "has a policy of its own"

if ! grep -q ' selinux_state$' /proc/kallsyms; then
	"$SCTRACE" --secontext -o out true 2> err
	is "without CONFIG_KALLSYMS_ALL: status" $? 1
	is "without CONFIG_KALLSYMS_ALL: one line" "$(wc -l < err)" 1
	has "without CONFIG_KALLSYMS_ALL" err ': security contexts: /proc/kallsyms does not tell .*CONFIG_KALLSYMS_ALL'
	finish
fi

# before a policy is loaded, contexts have no meaning; a guest may run this test twice
if ! grep -q : /proc/self/attr/current; then
	"$SCTRACE" --secontext -e trace=chdir -o out "$HELPERS/labels" run /nonexistent 2> err
	has "without a policy" out '^chdir\("/nonexistent"\) += -1 ENOENT'
fi

true_ "a policy" "$HELPERS/labels" load "$policy"
is "it is in effect" "$(tr -d '\000' < /proc/self/attr/current)" system_u:system_r:kernel_t:s0
mkdir l
for file in etc secret moving; do
	echo > l/$file
done
secret=system_u:object_r:secret_t:s0:c0.c4,c70
true_ "contexts of files" "$HELPERS/labels" set $secret l/secret
true_ "contexts of files" "$HELPERS/labels" set system_u:object_r:etc_t:s0 l/etc

CALLS=chdir,openat,truncate,fdatasync,shutdown,faccessat
# run OPTIONS...: the file out gets the lines from the first chdir on, with P and C for the processes and D for the
# directory.
run() {
	"$SCTRACE" -f "$@" -e trace=$CALLS -o log "$HELPERS/labels" run "$T/l" 2> err
	status=$?
	! grep -q 'built without libselinux' err || return
	is "$*: status" $status 0
	is "$*: no complaint" "$(cat err)" ""
	first=$(sed -n '1s/ .*//p' log)
	sed "/chdir(/,\$!d; s/si_pid=[0-9]*/si_pid=C/; s/, si_[us]time=[0-9]*\( \/\*[^*]*\*\/\)*//g; s/socket:\[[0-9]*\]/socket:[N]/
		s,/proc/[0-9]*/,/proc/P/,; s,$T/l,D,g; s/^$first /P /; s/^[0-9][0-9]* /C /; s/^\([PC]\) */\1 /; s/ *= / = /" log > out
}

run --secontext
cat > wanted << 'E2'
P [kernel_t] chdir("D" [tmpfs_t]) = 0
P [kernel_t] openat(AT_FDCWD [tmpfs_t], "." [tmpfs_t], O_RDONLY|O_DIRECTORY) = 3 [tmpfs_t]
P [kernel_t] openat(3 [tmpfs_t], "etc" [etc_t], O_RDONLY) = 4 [etc_t]
P [kernel_t] truncate("secret" [secret_t], 0) = 0
P [kernel_t] fdatasync(4 [etc_t]) = 0
P [kernel_t] openat(AT_FDCWD [tmpfs_t], "moving" [etc_t], O_RDONLY) = 5 [etc_t]
P [kernel_t] fdatasync(5 [etc_t]) = 0
P [kernel_t] fdatasync(5 [secret_t]) = 0
P [kernel_t] shutdown(6 [kernel_t], SHUT_RDWR) = 0
P [kernel_t] truncate("none", 0) = -1 ENOENT (No such file or directory)
P [kernel_t] openat(AT_FDCWD [tmpfs_t], "/proc/self/attr/current" [kernel_t], O_WRONLY) = 8 [kernel_t]
P [worker_t] fdatasync(4 [etc_t]) = 0
C [worker_t] faccessat(AT_FDCWD [tmpfs_t], "etc" [etc_t], R_OK) = 0
C [worker_t] +++ exited with 0 +++
P [worker_t] --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=C, si_uid=0, si_status=0} ---
P [worker_t] +++ exited with 0 +++
E2
same "types" out wanted

# the contexts that the kernel itself reports, compared as a whole
K=system_u:system_r:kernel_t:s0 W=worker_u:system_r:worker_t:s0-s1:c0,c1,c3.c70
sed "s/kernel_t/$K/g; s/worker_t/$W/g; s/\(tmpfs_t\|etc_t\)/system_u:object_r:\1:s0/g
	/truncate/s/\[secret_t\]/[system_u:object_r:secret_t:s0:c0.c70]/; s/\[secret_t\]/[system_u:object_r:secret_t:s0]/" \
	wanted > wanted.full
run -e secontext=full
same "full" out wanted.full

# more contexts than one page of the kernel's table holds
"$SCTRACE" --secontext=full -e trace=fdatasync -o log "$HELPERS/labels" many l/moving > said 2> err
is "many contexts: no complaint" "$(cat err)" ""
is "many contexts: all of them" "$(sort -u said | wc -l)" 64
sed -n 's/^.* fdatasync(3 \[\(.*\)\]) *= 0$/\1/p' log > out
same "many contexts: as the kernel says them" out said

run --secontext=none -y
has "-y: the path comes first" out '^P \[kernel_t\] openat\(AT_FDCWD<D> \[tmpfs_t\], "moving" \[etc_t\], O_RDONLY\) = 5<D/moving> \[etc_t\]$'
has "-y: a socket" out '^P \[kernel_t\] shutdown\(6<socket:\[N\]> \[kernel_t\], '

# lines go to the standard error output
"$SCTRACE" -f --secontext -e trace=fdatasync "$HELPERS/labels" run "$T/l" 2> out
has "with brackets" out '^\[pid +[0-9]+\] \[worker_t\] \+\+\+ exited with 0 \+\+\+$|^\[worker_t\] \+\+\+ exited with 0'
has "without a number" out '^\[kernel_t\] fdatasync\(4 \[etc_t\]\) += 0$'

# a call in progress, on a FIFO that sctrace would wait for if it opened it
mkfifo l/fifo
start cat l/fifo
# shellcheck disable=SC2154 # set by start
opener=$pid
true_ "a process that opens a FIFO" wait_for 30 grep -q . "/proc/$opener/syscall"
sleep 1
start "$SCTRACE" --secontext -o out -p "$opener" 2> err
# shellcheck disable=SC2154
tracer=$pid
true_ "attached to it" wait_for 60 grep -q fifo out
kill -INT "$tracer"
wait "$tracer"
kill -9 "$opener"
has "in progress: contexts" out '^\[kernel_t\] open(at)?\((AT_FDCWD( \[tmpfs_t\])?, )?"l/fifo" \[tmpfs_t\], O_RDONLY'

# JSON has no contexts, and is the same as without the option
"$SCTRACE" --secontext --format=json -e trace=fdatasync -o log "$HELPERS/labels" run "$T/l" 2> err
hasnt "JSON" log '_t\b|"path"'
has "JSON: it says so" err ': --secontext has no effect with --format'

# the database of contexts that files should have
mkdir -p /etc/selinux/test/contexts/files
printf 'SELINUX=permissive\nSELINUXTYPE=test\n' > /etc/selinux/config
printf '%s\t%s\n' "$T/l/etc" system_u:object_r:etc_t:s0 "$T/l/secret" system_u:object_r:etc_t:s0:c1 \
	> /etc/selinux/test/contexts/files/file_contexts
run --secontext=mismatch
if grep -q 'built without libselinux' err; then
	ok "built without libselinux: no mismatches"
	finish
fi
sed 's/"secret" \[secret_t\]/"secret" [secret_t!!etc_t]/' wanted > wanted.mismatch
same "mismatch" out wanted.mismatch
run --secontext=mismatch,full
has "mismatch, full" out '^P .* truncate\("secret" \[system_u:object_r:secret_t:s0:c0.c70!!system_u:object_r:etc_t:s0:c1\], 0\) = 0$'
hasnt "what is as it should be has no mark" out '"etc".*!!'
rm -rf /etc/selinux
finish
