#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Runs the programs of sweeps.sh built for 32-bit x86, with its own call numbers and struct layouts.
# scripts/build-cross.sh i386 builds them; SCTRACE_BUILD_I386 is the build directory.
. ./host/lib_oracle.sh

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip  32-bit x86 programs: this is no x86_64"
	exit 77
fi
programs=${SCTRACE_BUILD_I386:-$LIVE/../../build-i386}/tests/live
[ -x "$programs/sweep_process" ] || cannot_run "no 32-bit programs: run scripts/build-cross.sh i386"
"$programs/naps" > /dev/null 2>&1 || [ $? -lt 126 ] || cannot_run "this kernel runs no 32-bit programs"

# shellcheck disable=SC2317 # by explained
not_yet_here() {
	cat <<-'TABLE'
		^ioctl\([0-9]+, (VIDIOC_(G|S|TRY)_EXT_CTRLS|BTRFS_IOC_SET_RECEIVED_SUBVOL), # 32-bit programs have another layout of these structs
	TABLE
}

for program in real_bpf real_fs real_net real_netlink real_process real_uring sweep_fs sweep_ioctl sweep_net \
	sweep_netlink sweep_process many; do
	alike "$program" -- "$programs/$program"
done
for program in real_bpf real_fs real_net real_netlink sweep_process; do
	alike "$program -v -x" -v -x -- "$programs/$program"
done
finish
