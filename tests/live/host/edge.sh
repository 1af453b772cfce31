#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Puts what each pointer of each call refers to in front of an unmapped page, so that memory ends early, and compares
# each line with strace's. STEP=1 tries every distance, which takes minutes. The default is every 24th one, beginning
# with another one for each pointer.
. ./lib.sh
need_root
need_strace
cd "$T" || exit

for part in calls ioctl real; do
	if ! "$SCTRACE" --ring-size 256M -f -o B "$STRACE" -f -o A "$HELPERS/edge" $part "${STEP:-24}" > out 2> err; then
		fail "$part: the program ended with $?" err
	elif grep -q '^+++ lost ' B; then
		fail "$part: events were lost" B
	elif python3 "$LIVE/host/edge_compare.py" A B > report; then
		ok "$part, $(sed -n 's/^compared: //p' report)"
		sed -n 's/^excused: /      &/p' report
	else
		fail "$part" report
	fi
done
finish
