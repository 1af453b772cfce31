#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Programs that make every call with many arguments, compared with strace like those of oracle.sh.
. ./host/lib_oracle.sh

# sweep PROGRAM...: compares each program with default options, and with options that change how strings and structures
# are printed.
sweep() {
	for program; do
		alike "$program" -- "$HELPERS/$program"
		alike "$program -v -x" -v -x -- "$HELPERS/$program"
		case $program in
		real_* | sweep_fs | sweep_ioctl) alike "$program -xx -s 100" -xx -s 100 -- "$HELPERS/$program" ;;
		esac
		case $program in
		real_*)
			alike "$program -X raw" -X raw -- "$HELPERS/$program"
			alike "$program -X verbose" -X verbose -- "$HELPERS/$program"
			;;
		esac
	done
}

# strings of exactly the length that is printed
many() {
	for options in "" "-s 5" "-s 100" -v "-e write=all"; do
		# shellcheck disable=SC2086 # options are words
		alike "many messages and buffers $options" $options -- "$HELPERS/many"
	done
}

# A comparison keeps one and a half processors busy. The real_* programs change things that all processes share, so they
# run one at a time.
mkdir one other
(
	cd other || exit
	sweep sweep_netlink sweep_ioctl sweep_process
	finish
) > other.out &
other=$!
(
	cd one || exit
	sweep sweep_net real_bpf real_fs real_net real_netlink real_process real_uring sweep_fs
	many
	alike "connections with -yy" -yy -- "$HELPERS/real_net"
	alike "processes with -y" -y -- "$HELPERS/real_process"
	finish
)
failed=$?
wait $other || failed=1
cat other.out
finish
