#!/bin/sh
# The exact lines of a fixed list of calls. The expected lines are those that strace 6.1 prints.
. ./lib.sh
need_root

cd "$T" || exit
cat > expected <<'LINES'
getppid()                               = PID
openat(AT_FDCWD, "file", O_RDWR|O_CREAT|O_TRUNC|O_CLOEXEC, 0640) = 3
write(3, "hello\n\tworld\0\1\0012 \303\251\"\\", 21) = 21
write(3, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"..., 100) = 100
write(3, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 32) = 32
write(3, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"..., 33) = 33
writev(3, [{iov_base="one", iov_len=3}, {iov_base="two\n", iov_len=4}], 2) = 7
lseek(3, 0, SEEK_SET)                   = 0
read(3, "hello", 5)                     = 5
pread64(3, "", 256, 1000)               = 0
read(99, ADDR, 256)           = -1 EBADF (Bad file descriptor)
read(3, 0x1, 10)                        = -1 EFAULT (Bad address)
faccessat(AT_FDCWD, "/nonexistent", R_OK|W_OK) = -1 ENOENT (No such file or directory)
faccessat(AT_FDCWD, NULL, F_OK)         = -1 EFAULT (Bad address)
mkdirat(AT_FDCWD, "dir", 0755)          = 0
unlinkat(AT_FDCWD, "dir", AT_REMOVEDIR) = 0
dup(3)                                  = 4
close(4)                                = 0
close(3)                                = 0
close(-1)                               = -1 EBADF (Bad file descriptor)
pipe2([3, 4], O_CLOEXEC)                = 0
close(3)                                = 0
close(4)                                = 0
umask(022)                              = 022
readlinkat(AT_FDCWD, "/proc/self/nothing", ADDR, 256) = -1 ENOENT (No such file or directory)
kill(0, 0)                              = 0
personality(0xffffffff)                 = 0 (PER_LINUX)
syscall_0x1ff(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = -1 ENOSYS (Function not implemented)
syscall_0x10027(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) = -1 ENOSYS (Function not implemented)
exit_group(5)                           = ?
+++ exited with 5 +++
LINES

lines() {
	plain "$1" | sed -n '/^getppid/,$p' | sed 's/^getppid() .*/getppid()                               = PID/'
}

"$SCTRACE" -o out "$HELPERS/calls"
is "status" $? 5
lines out > got
same "lines in a file" got expected

"$SCTRACE" "$HELPERS/calls" 2> err
lines err > got
same "lines on stderr" got expected
hasnt "no prefix without -f" err '^\[pid'

head -1 out > first
has "the first line is the command's execve" first \
	"^execve\\(\"$HELPERS/calls\", \\[\"[^\"]+\"(\\.\\.\\.)?\\], 0x[0-9a-f]+ /\\* [0-9]+ vars \\*/\\) = 0$"

# with one variable in the environment, and found in PATH
env -i PATH="$HELPERS" "$SCTRACE" -o out calls
has "found in PATH" out "^execve\\(\"$HELPERS/calls\", \\[\"calls\"\\], 0x[0-9a-f]+ /\\* 1 var \\*/\\) = 0$"
has "the end" out '^\+\+\+ exited with 5 \+\+\+$'

# numbers that no table has are printed in full, with the sign that the kernel uses
sed 's/.*/syscall_0x&/' > expected <<'NUMBERS'
1000
ffffff
1000000
40000027
40000fff
7fffffff
ffffffff80000001
fffffffffffffffe
NUMBERS
for fails in '' -Z; do
	# shellcheck disable=SC2086 # an option, or none
	"$SCTRACE" $fails -o out "$HELPERS/wrong"
	sed -n 's/^\(syscall_[^(]*\)(0x1, 0x2, 0x3, 0x4, 0x5, 0x6) *= -1 ENOSYS .*/\1/p' out > got
	same "numbers${fails:+ with }$fails" got expected
done
"$SCTRACE" --format=json -o out "$HELPERS/wrong"
sed -n 's/.*"syscall":"syscall","nr":\([0-9]*\),.*/\1/p' out | while read -r nr; do
	printf 'syscall_0x%x\n' "$((nr > 0x7fffffff ? nr - 0x100000000 : nr))"
done > got
same "numbers in JSON" got expected
sort expected > sorted
for table in -c -s '-s --by=syscall'; do
	# shellcheck disable=SC2086 # several options
	"$SCTRACE" $table -o out "$HELPERS/wrong"
	grep -o 'syscall_0x[0-9a-f]*' out | sort > got
	same "a row for each number with $table" got sorted
	hasnt "no row for all of them with $table" out unknown
done
finish
