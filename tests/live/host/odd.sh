#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Calls with unusual arguments: each line must be strace's; the only known difference is where a string ends.
. ./host/lib_oracle.sh

not_yet() {
	cat <<-'TABLE'
		^ioctl\(99, KDSKBSENT, \{kb_func=KVAL\(K_F2\), kb_string="b?"\.\.\. # sctrace has read as much of the string as it prints, strace needs all of it
	TABLE
}

for options in "" -v "-X raw" "-X verbose" -y -N -xx "-s 1" "-s 0"; do
	# shellcheck disable=SC2086 # words
	alike "odd${options:+ $options}" $options -- "$HELPERS/odd"
	# shellcheck disable=SC2086
	alike "odd_real${options:+ $options}" $options -- "$HELPERS/odd_real"
done

# A program that traces another one is traced without -f: strace could not trace it otherwise, and sctrace would print
# more lines than strace.
"$SCTRACE" -f -e trace=ptrace -o B "$STRACE" -e trace=ptrace -o A "$HELPERS/odd_real" registers > out 2>&1
sed 's/^[0-9]* *//' B > b
grep '^ptrace(PTRACE_GETREGSET' A > a
is "registers: calls" "$(grep -c . a)" 14
is "registers: lines that are lacking" "$(grep -Fxv -f b a)" ""
finish
