#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Programs that make every call with many arguments, compared with strace like those of oracle.sh.
. ./host/lib_oracle.sh

for program in real_bpf real_fs real_net real_netlink real_process real_uring sweep_fs sweep_ioctl sweep_net \
	sweep_netlink sweep_process; do
	for option in -q -v -x; do
		alike "$program $option" $option -- "$HELPERS/$program"
	done
done
for program in real_bpf real_fs real_net real_netlink real_process real_uring sweep_fs sweep_ioctl; do
	alike "$program -xx -s 100" -xx -s 100 -- "$HELPERS/$program"
done
# -v shows all, of which no more is taken than by default
alike "many messages and buffers" -q -- "$HELPERS/many"
alike "many messages and buffers, -s 5" -s 5 -- "$HELPERS/many"
finish
