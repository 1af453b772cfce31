#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# exports.sh LIBSCTRACE.SO LIBSCTRACE-INTERNAL.A: libsctrace.so must export the functions of libsctrace.map, which are
# those of sctrace.h, and nothing else.
so=$(realpath "$1") archive=$(realpath "$2")
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm -D --defined-only "$so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort > "$dir/so"
sed -nE 's/^[[:space:]]*(sctrace_[a-z0-9_]*);.*/\1/p' libsctrace/libsctrace.map | sort > "$dir/map"
grep -v '^#' libsctrace/sctrace.h | tr '\n' ' ' | grep -oE 'SCTRACE_API [^;]*;' | sed -E 's/^SCTRACE_API [^(]*[ *](sctrace_[a-z0-9_]*)\(.*/\1/' |
	sort > "$dir/h"
[ "$(wc -l < "$dir/h")" -ge 15 ] || { echo "only $(wc -l < "$dir/h") functions found in sctrace.h"; failed=1; }
diff "$dir/map" "$dir/so" || { echo "^ functions in libsctrace.map (<) differ from the exports of $so (>)"; failed=1; }
diff "$dir/map" "$dir/h" || { echo "^ functions in libsctrace.map (<) differ from those in sctrace.h (>)"; failed=1; }
if nm -D --defined-only --with-symbol-versions "$so" | awk '$2 != "A" { print $3 }' | grep -v '@@SCTRACE_'; then
	echo "^ exported without a version: add the name to libsctrace.map"
	failed=1
fi

# The library has no global variables: its state is in handles (.data.rel.ro has constant tables of addresses). The exceptions
# are the previous print callback of libbpf, of which a process has one (load/libbpf_log.c), and the offsets of the process's
# time namespace, which never change (util/clock.c).
objdump -t "$archive" | awk '/file format/ { object = $1 } NF > 4 && $(NF - 2) ~ /^\.(data|bss)$/ && / O / && $(NF - 1) !~ /^0+$/ { print object, $NF }' |
	grep -vE 'libbpf_log\.c\.o: printing$|clock\.c\.o: clocks\.[0-9]+$' > "$dir/globals"
[ "$(objdump -t "$archive" | grep -c ' O ')" -gt 100 ] || { echo "objdump sees no objects in $archive"; failed=1; }
if [ -s "$dir/globals" ]; then
	cat "$dir/globals"
	echo "^ global variables: the library keeps its state in handles"
	failed=1
fi
exit "${failed:-0}"
