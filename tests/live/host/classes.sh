#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# -e trace=%CLASS: each class of strace's manual has strace's calls, of every number there is. Both programs see one
# execution, in which a seccomp filter answers the calls.
. ./lib.sh
need_root
need_strace
cd "$T" || exit

manual=${STRACE%/usr/bin/strace}/usr/share/man/man1/strace.1.gz
[ -f "$manual" ] || manual=/usr/share/man/man1/strace.1.gz
[ -f "$manual" ] || cannot_run "no manual of strace's: its list of classes is needed"
zcat "$manual" | sed -nE 's/^\.BR? (%%?[a-z]{2,})( .*)?$/\1/p' | sort -u > classes
true_ "classes in the manual: $(tr '\n' ' ' < classes)" test "$(wc -l < classes)" -ge 18
# a negated class, and the old names without a %
echo '!%desc' >> classes
for class in file process network signal ipc desc memory; do
	echo $class >> classes
done

# names FILE PID: of the process's calls that the filter answered
names() {
	awk -v pid="$2" '$1 == pid && / = -1 EXDEV / { sub(/\(.*/, "", $2); print $2 }' "$1" | sort | uniq -c
}

abis=64
[ "$(uname -m)" != x86_64 ] || abis='64 32'
for abi in $abis; do
	while read -r class; do
		"$SCTRACE" --ring-size 64M -f -o ours -e trace="$class" \
			"$STRACE" -f -o theirs -e trace="$class" "$HELPERS/numbers" "$abi"
		pid=$(sed -n 's/^\([0-9]*\) *+++ exited with 0 +++$/\1/p' theirs)
		names theirs "$pid" > theirs.names
		names ours "$pid" > ours.names
		same "$abi bits, $class: $(wc -l < theirs.names) calls" ours.names theirs.names
	done < classes
done
finish
