#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What libsctrace.so exports: the list of libsctrace.map, the functions of sctrace.h, nothing else.
# exports.sh LIBSCTRACE.SO LIBSCTRACE-INTERNAL.A
so=$(realpath "$1") archive=$(realpath "$2")
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm -D --defined-only "$so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort > "$dir/so"
sed -nE 's/^[[:space:]]*(sctrace_[a-z0-9_]*);.*/\1/p' libsctrace/libsctrace.map | sort > "$dir/map"
grep -v '^#' libsctrace/sctrace.h | tr '\n' ' ' | grep -oE 'SCTRACE_API [^;]*;' | sed -E 's/^SCTRACE_API [^(]*[ *](sctrace_[a-z0-9_]*)\(.*/\1/' |
	sort > "$dir/h"
[ "$(wc -l < "$dir/h")" -ge 15 ] || { echo "only $(wc -l < "$dir/h") functions found in sctrace.h"; failed=1; }
diff "$dir/map" "$dir/so" || { echo "^ libsctrace.map (<) and what $so exports (>)"; failed=1; }
diff "$dir/map" "$dir/h" || { echo "^ libsctrace.map (<) and sctrace.h (>)"; failed=1; }
if nm -D --defined-only --with-symbol-versions "$so" | awk '$2 != "A" { print $3 }' | grep -v '@@SCTRACE_'; then
	echo "^ without a version"
	failed=1
fi

# no variables: what the library keeps is in handles (tables with addresses in them are constant: .data.rel.ro).
# But for libbpf's callback for messages, which there is one of in a process (load/libbpf_log.c), and for the offsets of the
# process's time namespace, which are read once and never change (util/clock.c).
objdump -t "$archive" | awk '/file format/ { object = $1 } NF > 4 && $(NF - 2) ~ /^\.(data|bss)$/ && / O / && $(NF - 1) !~ /^0+$/ { print object, $NF }' |
	grep -vE 'libbpf_log\.c\.o: printing$|clock\.c\.o: clocks\.[0-9]+$' > "$dir/globals"
[ "$(objdump -t "$archive" | grep -c ' O ')" -gt 100 ] || { echo "objdump sees no objects in $archive"; failed=1; }
if [ -s "$dir/globals" ]; then
	cat "$dir/globals"
	echo "^ variables in the library"
	failed=1
fi
exit "${failed:-0}"
