#!/bin/sh
# Memory that is not resident when the call begins: read again when the kernel has faulted it in.
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
has "what the kernel never read: its address" out '^write\([0-9]+, (0x20000000100[0-9a-f]|"cold text to be written\\n"), 24\) += 24$'
has "what is not there: its address" out '^faccessat\(AT_FDCWD, 0x10, F_OK\) += -1 EFAULT '
has "execve that fails" out '^execve\("/cold/path", \["sh", "-c", "COLD=1"\], 0x[0-9a-f]+ /\* 1 var \*/\) += -1 ENOENT '
has "execve that succeeds" out '^execve\("/bin/sh", \["sh", "-c", "COLD=1"\], 0x[0-9a-f]+( /\* 1 var \*/)?\) += 0$'
hasnt "never an empty string for what could not be read" out '^(openat|faccessat|p?write(64|v)?|nanosleep|execve)\(.*""'
finish
