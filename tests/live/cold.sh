#!/bin/sh
# Memory that is not resident when a call begins: sctrace reads it after the kernel has faulted it in.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -o out "$HELPERS/cold" "$T/file"
is "status" $? 0
has "a path" out '^openat\(AT_FDCWD, "/cold/path", O_RDONLY\) += -1 ENOENT '
has "once more" out '^faccessat\(AT_FDCWD, "/cold/path", F_OK\) += -1 ENOENT '
has "an empty path" out '^unlinkat\(AT_FDCWD, "", 0\) += -1 ENOENT '
has "a buffer" out '^pwrite64\([0-9]+, "cold text to be written\\n", 24, 36864\) += 24$'
has "an iovec, and what it points to" out '^writev\([0-9]+, \[\{iov_base="cold text", iov_len=9\}\], 1\) += 9$'
has "a struct" out '^nanosleep\(\{tv_sec=0, tv_nsec=1000\}, NULL\) += 0$'
has "memory that the kernel never read: its address is printed" out '^write\([0-9]+, (0x20000000100[0-9a-f]|"cold text to be written\\n"), 24\) += 24$'
has "memory that does not exist: its address is printed" out '^faccessat\(AT_FDCWD, 0x10, F_OK\) += -1 EFAULT '
has "execve that fails" out '^execve\("/cold/path", \["sh", "-c", "COLD=1"\], 0x[0-9a-f]+ /\* 1 var \*/\) += -1 ENOENT '
has "execve that succeeds" out '^execve\("/bin/sh", \["sh", "-c", "COLD=1"\], 0x[0-9a-f]+( /\* 1 var \*/)?\) += 0$'
"$SCTRACE" --doctor > features
if grep -qE '^(task_work|sleepable)  *ok' features; then
	has "memory that the kernel never read: the task itself reads it" out '^write\([0-9]+, "cold text to be written\\n", 24\) += 24$'
	has "getxattrat that fails at once" out '^getxattrat\(-1, "", 0, "/cold/path", 0x20000000800[0-9a-f], 8\) += -1 E'
	has "file_getattr that fails at once" out '^file_getattr\(-1, "", 0x20000000800[0-9a-f], 8, 0\) += -1 E'
	has "reboot that fails at once" out '^reboot\(.*LINUX_REBOOT_CMD_RESTART2, "cold text to be written\\n"\) += -1 E'
	has "reboot, what is not there: its address" out '^reboot\(.*LINUX_REBOOT_CMD_RESTART2, 0x10\) += -1 E'
fi
if grep -q '^task_work  *ok' features; then
	"$SCTRACE" --mark-late -z -e trace=write -o out.z "$HELPERS/cold" "$T/file"
	has "a call chosen by its result is printed with its string, marked as read late" out.z '^write\([0-9]+, "cold text to be written\\n" /\* read late \*/, 24\) += 24$'
fi
# ... or reads it from the mapped file: from Linux 5.10 on, as root, if the file may be read and the task still exists
reader() {
	"$SCTRACE" --without=task_work,sleepable "$@" "$HELPERS/cold" "$T/file" stay
}
reader --mark-late -e trace=reboot,getxattrat,file_getattr,write -o out.without
has "by the reader: a string that the kernel never read" out.without '^reboot\(.*LINUX_REBOOT_CMD_RESTART2, "cold text to be written\\n" /\* read late \*/\) += -1 E'
has "by the reader: memory that does not exist" out.without '^reboot\(.*LINUX_REBOOT_CMD_RESTART2, 0x10\) += -1 E'
has "by the reader: an empty string" out.without '^getxattrat\(-1, "" /\* read late \*/, 0, "/cold/path" /\* read late \*/, 0x20000000800[0-9a-f]( /\* read late \*/)?, 8\) += -1 E'
has "by the reader: the string of a call that succeeds" out.without '^write\([0-9]+, "cold text to be written\\n" /\* read late \*/, 24\) += 24$'
reader -z -e trace=reboot -o out.without
hasnt "by the reader: no call that is not chosen" out.without 'reboot'
reader -Z -e trace=reboot --record c.late -o out.without
has "by the reader: the string of a call chosen by its result" out.without '^reboot\(.*LINUX_REBOOT_CMD_RESTART2, "cold text to be written\\n"\) += -1 E'
"$SCTRACE" --replay c.late -o again
same "by the reader: a replay has the same lines" again out.without
hasnt "never an empty string for what could not be read" out '^(openat|faccessat|p?write(64|v)?|nanosleep|execve)\(.*""'

# ---- a mark says that memory was read late: the process may have changed it since the beginning of the call ----

# Linux 7.2 faults memory in when a call begins, so these programs have no memory that is read late.
late() {
	"$SCTRACE" --without=sleepable "$@"
}
late --mark-late -e trace=openat,writev,nanosleep,unlinkat,close,execve -o out "$HELPERS/cold" "$T/file"
has "marked: a path" out '^openat\(AT_FDCWD, "/cold/path" /\* read late \*/, O_RDONLY\)'
has "marked: a vector, once" out '^writev\([0-9]+, \[\{iov_base="cold text", iov_len=9\}\] /\* read late \*/, 1\) '
has "marked: a struct" out '^nanosleep\(\{tv_sec=0, tv_nsec=1000\} /\* read late \*/, NULL\) '
has "not marked: an execve's, which the kernel has copied" out '^execve\("/bin/sh", \["sh", "-c", "COLD=1"\], .* = 0$'
late --format=json -e trace=openat,writev,nanosleep,unlinkat,pwrite64,execve -o json "$HELPERS/cold" "$T/file"
has "JSON: a path" json '"filename":\{"string":"/cold/path","late":true\}'
has "JSON: a vector and a string" json '"vec":\{"value":\[\{"iov_base":\{"string":"cold text","late":true\},"iov_len":9\}\],"late":true\}'
has "JSON: a struct" json '"duration":\{"tv_sec":0,"tv_nsec":1000,"late":true\}'
has "JSON: not the path of the execve that succeeds" json '"pathname":"/bin/sh","argv":\["sh","-c","COLD=1"\]'
late -e trace=nanosleep,openat -z --format=json -o json "$HELPERS/cold" "$T/file"
has "by result: all is read when the call ends" json '"duration":\{"tv_sec":0,"tv_nsec":1000,"late":true\}'

# Debian's kernel for riscv64 refuses the programs that look up files (docs/kernels.md)
if ! "$SCTRACE" -y -e trace=openat -o out true 2> /dev/null && [ "$(uname -m)" = riscv64 ]; then
	ok "what a path is chosen by: this kernel takes no -y"
	finish
fi
mkfifo "$T/fifo"
other=$T/out
late -f -y -e trace=openat --record c.cap "$HELPERS/late" "$T/fifo" "$other" > /dev/null 2>&1
"$SCTRACE" --replay c.cap --format=json > json
has "overwritten meanwhile: marked, in replay" json "\"filename\":\{\"string\":\"$other\",\"late\":true\}"
for how in '' '-z' '-y -z'; do
	# shellcheck disable=SC2086 # options are words
	late -f $how -P "$other" -e trace=openat -o out "$HELPERS/late" "$T/fifo" "$other"
	hasnt "-P of the path that was put there ($how)" out 'openat\('
	# shellcheck disable=SC2086 # options are words
	late -f $how -P "$T/fifo" -e trace=openat -o out "$HELPERS/late" "$T/fifo" "$other"
	has "-P of the file that was opened ($how)" out 'O_RDONLY\) += [0-9]'
done
"$SCTRACE" --replay c.cap -P "$other" -o out
hasnt "-P of the path that was put there, in replay" out 'openat\('
"$SCTRACE" --replay c.cap -P "$T/fifo" -o out
has "-P of the file that was opened, in replay" out 'openat\(.*O_RDONLY.*\) += [0-9]|openat resumed'
finish
