#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# A line that is begun before the end of the call is known must have the same text as a line that is printed at the end.
. ./lib.sh
need_root
cd "$T" || exit

# halves PROGRAM OPTION...: compares the lines of a program, printed in two parts and in one. Two differences are known:
# a terminal's settings are read when the call begins, and the answer decides which of two names a request has.
halves() {
	program=$1
	shift
	rm -f unknown
	"$HELPERS/halves" "$program.cap" "$@" > out
	[ $? -le 1 ] && [ -s out ] && grep -a '^whole:' out | grep -avc 'SNDCTL_TMR_' > unknown
	is "$program $*: $(tail -n 1 out)" "$(cat unknown)" 0 || grep -a -A1 '^whole:' out | grep -av 'SNDCTL_TMR_' | head -n 6
}

for program in sweep_ioctl sweep_fs sweep_process sweep_net sweep_netlink; do
	"$SCTRACE" -f -v -o /dev/null --record "$program.cap" "$HELPERS/$program" > /dev/null 2>&1
	halves "$program"
	halves "$program" -v -x
	halves "$program" -N -y
	rm -f "$program.cap"
done
finish
