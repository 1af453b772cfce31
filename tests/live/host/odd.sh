#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Calls that make little sense: each line as strace prints it, none is excused but where a string is cut.
. ./host/lib_oracle.sh

not_yet() {
	cat <<-'TABLE'
		^ioctl\(99, KDSKBSENT, \{kb_func=KVAL\(K_F2\), kb_string="b?"\.\.\. # as much as is printed can be read, all of it cannot
	TABLE
}

for options in "" -v "-X raw" "-X verbose" -y -N -xx "-s 1" "-s 0"; do
	# shellcheck disable=SC2086 # words
	alike "odd${options:+ $options}" $options -- "$HELPERS/odd"
	# shellcheck disable=SC2086
	alike "odd_real${options:+ $options}" $options -- "$HELPERS/odd_real"
done
finish
