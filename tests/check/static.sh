#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# libsctrace.a defines the functions of sctrace.h and no other global symbol: static.sh LIBSCTRACE.A
archive=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort > "$dir/a"
sed -nE 's/^[[:space:]]*(sctrace_[a-z0-9_]*);.*/\1/p' libsctrace/libsctrace.map | sort > "$dir/map"
[ "$(wc -l < "$dir/map")" -ge 15 ] || { echo "only $(wc -l < "$dir/map") functions in libsctrace.map"; exit 1; }
diff "$dir/map" "$dir/a" || { echo "^ functions in libsctrace.map (<) differ from the global symbols of $archive (>)"; exit 1; }
