#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# man.sh MANUAL: the manual page has no warnings at any usual width, --help has lines of at most 80 columns, and sctrace.h
# has the keys of --by. SCTRACE: the binary.
manual=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit

for width in 80 100; do
	warnings=$(LC_ALL=C.UTF-8 MANWIDTH=$width man --warnings -E UTF-8 -l -Tutf8 -Z "$manual" 2>&1 > /dev/null)
	if [ -n "$warnings" ]; then
		printf '%d columns: %s\n' $width "$warnings"
		failed=1
	fi
done
"$SCTRACE" --help=all > /tmp/help.$$
awk 'length > 80 { print "--help=all: " length " columns: " $0; failed = 1 } END { exit failed || NR < 100 }' /tmp/help.$$ || failed=1
"$SCTRACE" --help > /tmp/help.$$
awk 'length > 80 { print "--help: " length " columns: " $0; failed = 1 } END { exit failed || NR < 15 || NR > 40 }' /tmp/help.$$ || failed=1
rm -f /tmp/help.$$

sed -nE 's/^KEY\(.*, "([a-z_]+)", -?[0-9]+, ".*"\)$/\1/p' libsctrace/tables/keys.def > /tmp/keys.$$
[ "$(wc -l < /tmp/keys.$$)" -eq "$(grep -c '^KEY(' libsctrace/tables/keys.def)" ] || {
	echo "libsctrace/tables/keys.def: not every row is read: is the check still right?"
	failed=1
}
while read -r key; do
	grep -qE "\"([a-z_]+,)*$key(,[a-z_]+)*\"" libsctrace/sctrace.h || {
		echo "libsctrace/sctrace.h: sctrace_stats_opts.by lacks $key"
		failed=1
	}
done < /tmp/keys.$$
[ -s /tmp/keys.$$ ] || { echo "no keys found"; failed=1; }
rm -f /tmp/keys.$$
exit "${failed:-0}"
