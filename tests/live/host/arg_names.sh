#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# -N: the names of arguments, compared with strace's like the lines of sweeps.sh.
. ./host/lib_oracle.sh

# The reasons of lib_oracle.sh for lines that differ, with the names of arguments, and reasons for names that differ.
# shellcheck disable=SC2317 # by explained
not_yet() {
	cat <<-'TABLE'
		^bpf\(cmd=BPF_(MAP_CREATE|PROG_DETACH), # flags of the newest maps; a program's interface by its name
		^ioctl\(fd=[0-9]+, op=[A-Z0-9_]+, argp=NULL\) # flags of the newest maps; strace prints a program's interface by its name
		^ioctl\(fd=[0-9]+, op=SNDCTL_TMR_[A-Z]* or TCSETS[WF]?, # strace and sctrace have different names for this pointer
		^getcwd\(buf=""\.\.\., size=(1|100)\) = 0 # a path that the call did not write
		^prctl\(op=PR_RISCV_V_[GS]ET_CONTROL # arguments of another architecture's option
		^keyctl\(operation=KEYCTL_PKEY_(EN|DE)CRYPT, .*in2=|^keyctl\(operation=KEYCTL_PKEY_SIGN, .*in2= # "out" has this name where the parameters cannot be read
		^times\(buf=buf=|^get_thread_area\(u_info=.*u_info= # strace prints the name twice
	TABLE
}

for program in sweep_names sweep_process sweep_fs sweep_net real_process real_fs real_net; do
	alike "$program -N" -N -- "$HELPERS/$program"
done
finish
