#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The manual page: no warnings, and every option of --help is in it, and every key of --by;
# sctrace.h has the keys too. SCTRACE: the binary.
cd "$(dirname "$0")/../.." || exit

warnings=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z cli/sctrace.1 2>&1 > /dev/null)
if [ -n "$warnings" ]; then
	echo "$warnings"
	failed=1
fi
text=$(LC_ALL=C.UTF-8 MANWIDTH=200 man -P cat -l cli/sctrace.1 2> /dev/null | sed 's/.\x08//g')
"$SCTRACE" -h | sed -nE 's/^ +(-[^ ].*)/\1/p' | sed 's/  .*//' | grep -oE -- '(^|[ ,])--?[a-zA-Z][a-z-]*' | tr -d ' ,' | sort -u > /tmp/options.$$
[ "$(wc -l < /tmp/options.$$)" -ge 15 ] || { echo "only $(wc -l < /tmp/options.$$) options found in $SCTRACE -h"; failed=1; }
while read -r option; do
	printf '%s\n' "$text" | grep -qE -- "(^|[^a-zA-Z-])$option([^a-zA-Z-]|\$)" || {
		echo "cli/sctrace.1 says nothing of $option"
		failed=1
	}
done < /tmp/options.$$
rm -f /tmp/options.$$

# NAME HELP of each
sed -nE 's/^KEY\(.*, "([a-z_]+)", -?[0-9]+, "(.*)"\)$/\1 \2/p' libsctrace/tables/keys.def > /tmp/keys.$$
[ "$(wc -l < /tmp/keys.$$)" -eq "$(grep -c '^KEY(' libsctrace/tables/keys.def)" ] || {
	echo "libsctrace/tables/keys.def: not every row is read: is the check still right?"
	failed=1
}
while read -r key help; do
	printf '%s\n' "$text" | grep -qE -- "^ +$key +$help\$" || {
		echo "cli/sctrace.1 lacks the key of --by, or its help: $key: $help"
		failed=1
	}
	grep -qE "\"([a-z_]+,)*$key(,[a-z_]+)*\"" libsctrace/sctrace.h || {
		echo "libsctrace/sctrace.h: sctrace_stats_opts.by lacks $key"
		failed=1
	}
done < /tmp/keys.$$
[ -s /tmp/keys.$$ ] || { echo "no keys found"; failed=1; }
rm -f /tmp/keys.$$
exit "${failed:-0}"
