#!/bin/sh
# Calls that seccomp refuses have no enter event. They are printed like any other.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -o out "$HELPERS/seccomp" 2> err
is "status: killed by SIGSYS" $? 159
has "refused with an error" out '^mkdirat\(AT_FDCWD, "/refused", 0755\) += -1 EPERM \(Operation not permitted\)$'
is "the next call is whole" "$(count out '^getppid\(\) += [0-9]+$')" 2
has "trapped" out '^fchmodat\(AT_FDCWD, "/trapped", 0600\) += '
has "its signal" out '^--- SIGSYS \{si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=0x[0-9a-f]+, si_syscall=__NR_fchmodat, si_arch=AUDIT_ARCH_(X86_64|AARCH64)\} ---$'
has "the end" out '^\+\+\+ killed by SIGSYS( \(core dumped\))? \+\+\+$'
finish
