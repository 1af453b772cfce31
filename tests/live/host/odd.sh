#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Calls that make little sense: each line as strace prints it, none is excused.
. ./host/lib_oracle.sh

not_yet() { :; }

for options in "" -v "-X raw" "-X verbose" -y -N -xx "-s 1 -e trace=io_uring_register"; do
	# shellcheck disable=SC2086 # words
	alike "odd${options:+ $options}" $options -- "$HELPERS/odd"
done
finish
