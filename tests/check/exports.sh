#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What libsctrace.so exports: the list of libsctrace.map, the functions of sctrace.h, nothing else.
# exports.sh LIBSCTRACE.SO LIBSCTRACE-INTERNAL.A
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort > "$dir/so"
sed -nE 's/^[[:space:]]*(sctrace_[a-z0-9_]*);.*/\1/p' libsctrace/libsctrace.map | sort > "$dir/map"
tr '\n' ' ' < libsctrace/sctrace.h | grep -oE 'SCTRACE_API [^;]*;' | sed -E 's/^SCTRACE_API [^(]*[ *](sctrace_[a-z0-9_]*)\(.*/\1/' |
	sort > "$dir/h"
[ "$(wc -l < "$dir/h")" -ge 15 ] || { echo "only $(wc -l < "$dir/h") functions found in sctrace.h"; failed=1; }
diff "$dir/map" "$dir/so" || { echo "^ libsctrace.map (<) and what $1 exports (>)"; failed=1; }
diff "$dir/map" "$dir/h" || { echo "^ libsctrace.map (<) and sctrace.h (>)"; failed=1; }
if nm -D --defined-only --with-symbol-versions "$1" | awk '$2 != "A" { print $3 }' | grep -v '@@SCTRACE_'; then
	echo "^ without a version"
	failed=1
fi

# no globals: what the library keeps is in handles
ar t "$2" > "$dir/members"
objects=$(cd "$dir" && ar x "$2" 2> /dev/null && ls ./*.o 2> /dev/null)
if [ -z "$objects" ]; then # a thin archive names files instead
	objects=$(ar -tO "$2" 2> /dev/null | awk '{ print $1 }')
fi
nm -A "$2" 2> /dev/null | awk '$(NF - 1) ~ /^[bBC]$/ { print }' > "$dir/globals"
objdump -t "$2" 2> /dev/null | awk '$4 == ".data" && $3 == "O" || $0 ~ / O \.data\t/ { print }' >> "$dir/globals"
if [ -s "$dir/globals" ]; then
	cat "$dir/globals"
	echo "^ variables in the library"
	failed=1
fi
exit ${failed:-0}
