#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# A line whose beginning is printed before the call's end is known has what a line has that is printed in one piece.
. ./lib.sh
need_root
cd "$T" || exit

# halves PROGRAM OPTION...: the program's lines, in halves and whole. Known: a terminal takes its settings when the call
# begins, and what a request is called in two places follows from its answer.
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
