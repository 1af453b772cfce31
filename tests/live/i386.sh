#!/bin/sh
# 32-bit programs on x86_64: the lines of calls that only they have, or have in another form.
# The expected lines are those of strace 6.1.
. ./lib.sh
need_root
case $(uname -m) in
x86_64) ;;
*)
	echo "skip  32-bit x86 programs: this is no x86_64"
	exit 77
	;;
esac
[ -x "$HELPERS/i386" ] || cannot_run "no program to trace: needs gcc -m32"
cd "$T" || exit
"$HELPERS/i386" short
[ $? = 7 ] || cannot_run "this kernel runs no 32-bit programs (CONFIG_IA32_EMULATION)"

# With -o FILE, the line about 32-bit mode is printed for a process that is attached to, but not for a command.
# attached NAME TRACER: prints the first line of the file of a 32-bit process that waits.
attached() {
	name=$1
	shift
	start "$HELPERS/i386" wait here
	: > err
	"$@" -o "$name" -p "$pid" 2> err &
	tracer=$!
	# waits for the message "attached", or for some time if an option suppresses it
	case $* in
	*" -q" | *quiet=*) sleep "$(often 1 12)" ;;
	*) wait_for 60 grep -q attached err && sleep 0.2 ;;
	esac
	kill -INT "$tracer"
	wait "$tracer"
	kill -9 "$pid"
	wait "$pid" 2> /dev/null
	sed "s/$pid/PID/" "$name" | head -n 1
}
is "-p and -o: the mode is in the file" "$(attached mode "$SCTRACE")" '[ Process PID=PID runs in 32 bit mode. ]'
has "-p and -o: calls are printed, too" mode '^nanosleep\('
is "-q: the line about 32-bit mode is not printed" "$(attached mode "$SCTRACE" -q | cut -c1-9)" nanosleep
is "-e quiet=attach: the line about 32-bit mode is printed" "$(attached mode "$SCTRACE" -e quiet=attach)" '[ Process PID=PID runs in 32 bit mode. ]'
attached apart "$SCTRACE" -ff > /dev/null
is "-ff: the line about 32-bit mode is in the file of the task" "$(head -n 1 "apart.$pid" | sed "s/$pid/PID/")" '[ Process PID=PID runs in 32 bit mode. ]'
if command -v "$STRACE" > /dev/null; then
	is "strace prints the line about 32-bit mode, too" "$(attached mode "$STRACE")" '[ Process PID=PID runs in 32 bit mode. ]'
fi
"$SCTRACE" -o mode "$HELPERS/i386" short
hasnt "a command and -o: the line about 32-bit mode is not printed" mode 'bit mode'

# Values that differ from run to run are replaced: addresses, ids, times, how much is left of a wait.
normal() {
	sed -E -e 's/0x[0-9a-f]{7,8}\b/ADDR/g' \
		-e 's/f_fsid=\{val=\[[^]]*\]\}/f_fsid=N/' -e 's/(tv_u?n?sec|f_[a-z]*)=[^,}]*/\1=N/g' \
		-e 's/^(sem|shm)(get|op|ctl|at)\([0-9]+/\1\2(ID/' -e 's/^((sem|shm)get\(.*) = [0-9]+$/\1 = ID/' \
		-e "s/$child/CHILD/g" -e 's/^getpid\(\) +=.*/getpid() = PID/' \
		-e 's/rlim_[a-z]*=[^,}]*/rlim=N/g' -e 's/nodename="[^"]*"/nodename=N/' -e 's/  +=/ =/' \
		-e 's/, left \{[^}]*\}//' -e 's/st_size=[0-9]*/st_size=N/' -e '/^--- SIGCHLD/d' "$1"
}

cat > expected <<'LINES'
open("file32", O_RDWR|O_CREAT|O_LARGEFILE, 0640) = 3
open("copy32", O_RDWR|O_CREAT|O_TRUNC, 0600) = 4
write(3, "hello\n\tworld", 12) = 12
writev(3, [{iov_base="one", iov_len=3}, {iov_base="two\n", iov_len=4}], 2) = 7
pread64(3, "o\n\tworldonetwo\n", 16, 4) = 15
pwrite64(3, "xy", 2, -5) = -1 EINVAL (Invalid argument)
preadv(3, [{iov_base=ADDR, iov_len=3}], 1, -16) = -1 EINVAL (Invalid argument)
_llseek(3, 5, [5], SEEK_SET) = 0
lseek(3, -1, SEEK_SET) = -1 EINVAL (Invalid argument)
sendfile(4, 3, [2 => 5], 3) = 3
sendfile64(4, 3, [2 => 5], 3) = 3
truncate64("copy32", 4294967298) = 0
ftruncate64(4, 5) = 0
stat64("file32", {st_mode=S_IFREG|0640, st_size=N, ...}) = 0
lstat64("file32", {st_mode=S_IFREG|0640, st_size=N, ...}) = 0
fstat64(3, {st_mode=S_IFREG|0640, st_size=N, ...}) = 0
fstatat64(AT_FDCWD, "file32", {st_mode=S_IFREG|0640, st_size=N, ...}, 0) = 0
stat("file32", {st_mode=S_IFREG|0640, st_size=N, ...}) = 0
lstat("file32", {st_mode=S_IFREG|0640, st_size=N, ...}) = 0
fstat(3, {st_mode=S_IFREG|0640, st_size=N, ...}) = 0
statfs64("/proc", 84, {f_type=N, f_bsize=N, f_blocks=N, f_bfree=N, f_bavail=N, f_files=N, f_ffree=N, f_fsid=N, f_namelen=N, f_frsize=N, f_flags=N}) = 0
fstatfs64(3, 84, {f_type=N, f_bsize=N, f_blocks=N, f_bfree=N, f_bavail=N, f_files=N, f_ffree=N, f_fsid=N, f_namelen=N, f_frsize=N, f_flags=N}) = 0
statfs("/proc", {f_type=N, f_bsize=N, f_blocks=N, f_bfree=N, f_bavail=N, f_files=N, f_ffree=N, f_fsid=N, f_namelen=N, f_frsize=N, f_flags=N}) = 0
fcntl(3, F_SETLKW, {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=3, l_len=5}) = 0
fcntl(3, F_GETLK, {l_type=F_UNLCK, l_whence=SEEK_SET, l_start=3, l_len=5, l_pid=0}) = 0
fcntl64(3, F_SETLK64, {l_type=F_WRLCK, l_whence=SEEK_SET, l_start=4886718345, l_len=5}) = 0
fcntl64(3, F_GETLK64, {l_type=F_UNLCK, l_whence=SEEK_SET, l_start=4886718345, l_len=5, l_pid=0}) = 0
fcntl64(3, F_GETFL) = 0x8002 (flags O_RDWR|O_LARGEFILE)
readahead(3, 8589934593, 3) = 0
fadvise64(3, 1, 100, POSIX_FADV_WILLNEED) = 0
fadvise64_64(3, 4294967297, 100, POSIX_FADV_WILLNEED) = 0
sync_file_range(3, 1, 2, SYNC_FILE_RANGE_WRITE) = 0
fallocate(3, FALLOC_FL_KEEP_SIZE, 16, 32) = 0
chown("file32", 0, -1) = 0
chown32("file32", 0, -1) = 0
fchown(3, -1, 65534) = 0
lchown("file32", -1, -1) = 0
readdir(3, ADDR) = -1 ENOTDIR (Not a directory)
umount("/nonexistent") = -1 ENOENT (No such file or directory)
close(3) = 0
close(4) = 0
unlink("file32") = 0
unlink("copy32") = 0
mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = ADDR
mmap2(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = ADDR
mmap(0x8) = -1 EFAULT (Bad address)
munmap(ADDR, 4096) = 0
munmap(ADDR, 8192) = 0
mmap2(NULL, 4096, PROT_READ, MAP_PRIVATE, 77, ADDR) = -1 EBADF (Bad file descriptor)
select(1, NULL, [0], NULL, {tv_sec=N, tv_usec=N}) = 1 (out [0])
_newselect(1, NULL, [0], NULL, {tv_sec=N, tv_usec=N}) = 1 (out [0])
pselect6(1, NULL, [0], NULL, {tv_sec=N, tv_nsec=N}, {sigmask=[USR1], sigsetsize=8}) = 1 (out [0])
pselect6_time64(1, NULL, [0], NULL, {tv_sec=N, tv_nsec=N}, {sigmask=[USR1], sigsetsize=8}) = 1 (out [0])
getuid() = 0
getuid32() = 0
getresuid([0], [0], [0]) = 0
getresuid32([0], [0], [0]) = 0
setreuid(-1, -1) = 0
setresuid32(-1, -1, -1) = 0
setfsuid(-1) = 0
setfsuid32(-1) = 0
getgroups(0, NULL) = 0
setgroups(-1, NULL) = -1 EINVAL (Invalid argument)
clock_gettime(CLOCK_MONOTONIC, {tv_sec=N, tv_nsec=N}) = 0
clock_gettime64(0x63 /* CLOCK_??? */, ADDR) = -1 EINVAL (Invalid argument)
clock_getres_time64(CLOCK_MONOTONIC, {tv_sec=N, tv_nsec=N}) = 0
nanosleep({tv_sec=N, tv_nsec=N}, NULL) = 0
clock_nanosleep_time64(CLOCK_MONOTONIC, 0, {tv_sec=N, tv_nsec=N}, NULL) = 0
gettimeofday({tv_sec=N, tv_usec=N}, {tz_minuteswest=0, tz_dsttime=0}) = 0
futex(ADDR, FUTEX_WAIT, 1, NULL) = -1 EAGAIN (Resource temporarily unavailable)
futex_time64(ADDR, FUTEX_WAIT, 1, {tv_sec=N, tv_nsec=N}) = -1 EAGAIN (Resource temporarily unavailable)
utimensat_time64(AT_FDCWD, "/nonexistent", [{tv_sec=N, tv_nsec=N} /* 1970-01-01T00:00:00.000001000+0000 */, {tv_sec=N, tv_nsec=N}], 0) = -1 ENOENT (No such file or directory)
stime(ADDR) = -1 EFAULT (Bad address)
ugetrlimit(RLIMIT_NOFILE, {rlim=N, rlim=N}) = 0
getrlimit(RLIMIT_NOFILE, {rlim=N, rlim=N}) = 0
sigaction(SIGUSR1, {sa_handler=SIG_IGN, sa_mask=[USR1], sa_flags=SA_RESTART}, NULL) = 0
sigaction(SIGUSR1, NULL, {sa_handler=SIG_IGN, sa_mask=[USR1], sa_flags=SA_RESTART}) = 0
signal(SIGUSR2, SIG_IGN) = 0 (SIG_DFL)
signal(SIGUSR2, SIG_DFL) = 0x1 (SIG_IGN)
sigprocmask(SIG_BLOCK, [USR2], []) = 0
sigpending([]) = 0
sgetmask() = 0x800 (mask [USR2])
ssetmask([]) = 0x800 (old mask [USR2])
clone(child_stack=NULL, flags=SIGCHLD) = CHILD
waitpid(CHILD, [{WIFEXITED(s) && WEXITSTATUS(s) == 3}], 0) = CHILD
waitpid(-1, ADDR, WNOHANG) = -1 ECHILD (No child processes)
nice(0) = 0
uname({sysname="Linux", nodename=N, ...}) = 0
socketpair(AF_UNIX, SOCK_STREAM, 0, [3, 4]) = 0
send(3, "hello", 5, 0) = 5
recv(4, "hello", 16, 0) = 5
setsockopt(3, SOL_SOCKET, SO_KEEPALIVE, [0], 4) = 0
shutdown(3, SHUT_RDWR) = 0
close(3) = 0
close(4) = 0
socketcall(SYS_SOCKET, 0x8) = -1 EFAULT (Bad address)
socketcall(99, ADDR) = -1 EINVAL (Invalid argument)
setsockopt(-1, SOL_SOCKET, SO_KEEPALIVE, [3], 4) = -1 EBADF (Bad file descriptor)
semget(IPC_PRIVATE, 1, 0600) = ID
semop(ID, [{sem_num=0, sem_op=1, sem_flg=0}], 1) = 0
semctl(ID, 0, IPC_64|GETVAL, [NULL]) = 1
semctl(ID, 0, IPC_64|IPC_RMID, [NULL]) = 0
shmget(IPC_PRIVATE, 4096, 0600) = ID
shmat(ID, NULL, 0) = ADDR
shmdt(ADDR) = 0
shmctl(ID, IPC_64|IPC_RMID, NULL) = 0
ipc(77, 0x1, 0x2, 0x3, 0x4, 0) = -1 ENOSYS (Function not implemented)
getpid() = PID
exit_group(7) = ?
+++ exited with 7 +++
LINES

"$SCTRACE" -o out "$HELPERS/i386"
is "status" $? 7
child=$(sed -n 's/^waitpid(\([0-9]*\),.*/\1/p' out | head -1)
grep -v '^execve' out > lines
normal lines > got
same "lines of 32-bit calls" got expected

# calls within calls are selected by what they mean
"$SCTRACE" -o out -e trace=send,mmap,shmat "$HELPERS/i386"
is "selected" "$(sed -n 's/(.*//p' out | grep -v '^+++' | tr '\n' ' ')" "mmap mmap send shmat "
"$SCTRACE" -o out -e trace=%stat "$HELPERS/i386"
is "%stat" "$(sed -n 's/(.*//p' out | tr '\n' ' ')" "stat64 stat "
# a table tells the calls of two ABIs apart
"$SCTRACE" -s -o out sh -c "\"$HELPERS/i386\"; true" > /dev/null
has "-s: a 32-bit call" out '^ +getpid@32 +[0-9]'
has "-s: a 64-bit call" out '^ +execve +[0-9]'
"$SCTRACE" -s --by syscall -o out sh -c "\"$HELPERS/i386\"; true" > /dev/null
has "--by syscall: a 32-bit call" out '(^| )getpid@32 '
"$SCTRACE" -s --by syscall --format=json -o out sh -c "\"$HELPERS/i386\"; true" > /dev/null
has "JSON: its ABI" out '"syscall":"getpid","abi":"i386"'
"$SCTRACE" -k -e trace=getpid -o stack "$HELPERS/i386" short
if grep -q '(nested+' stack; then
	is "-k: functions of a 32-bit program" \
		"$(sed -n 's/^ > [^(]*(\([a-z]*\)+0x.*/\1/p' stack | head -4 | tr '\n' ' ')" "nested nested nested start "
fi
finish
