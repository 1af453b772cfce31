#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The programs of sweeps.sh again, built for 32-bit x86: other numbers, other layouts of the same structs.
# scripts/build-cross.sh i386 makes them; SCTRACE_BUILD_I386: where.
. ./host/lib_oracle.sh

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip  32-bit x86 programs: this is no x86_64"
	exit 77
fi
programs=${SCTRACE_BUILD_I386:-$LIVE/../../build-i386}/tests/live
[ -x "$programs/sweep_process" ] || cannot_run "no 32-bit programs: run scripts/build-cross.sh i386"
"$programs/naps" > /dev/null 2>&1 || [ $? -lt 126 ] || cannot_run "this kernel runs no 32-bit programs"

# Requests that came after strace 6.1, with a struct that is smaller in 32-bit programs: their numbers of 64-bit ones.
# shellcheck disable=SC2317 # by explained
not_yet_here() {
	cat <<-'TABLE'
		^ioctl\([0-9]+, (_IOC\([A-Z_|]*, 0x(2a|64|66|70|fe), 0x[0-9a-f]+, 0x[0-9a-f]+\)|XSDFEC_SET_TURBO|UBLK_U_IO_COMMIT_AND_FETCH_REQ|RIO_CM_EP_GET_LIST_SIZE), # requests by the size of a 32-bit struct
		^ioctl\([0-9]+, (DRM_IOCTL_(XE|QAIC|PVR|IVPU|I915|AMDXDNA|AMDGPU)_[A-Z0-9_]*( or DRM_IOCTL_[A-Z0-9_]*)*), # DRM's, likewise
	TABLE
}

# events may not be lost however busy the machine is
RING=${RING:-256M}
export RING

for program in real_bpf real_fs real_net real_netlink real_process real_uring sweep_fs sweep_ioctl sweep_net \
	sweep_netlink sweep_process many; do
	alike "$program" -- "$programs/$program"
done
for program in real_bpf real_fs real_net real_netlink sweep_process; do
	alike "$program -v -x" -v -x -- "$programs/$program"
done
finish
