#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# static.sh OBJCOPY ARCHIVE LIBRARY DIR CC...: all objects of ARCHIVE as one, in which hidden symbols are local.
# Objects for link-time optimization are made code here: objcopy cannot change symbols in what they have instead, and
# the archive is then the same for programs of every compiler.
set -eu
objcopy=$1 archive=$2 library=$3 dir=$4
shift 4
mkdir -p "$dir"
lto=
if readelf -SW "$archive" 2> /dev/null | grep -q '\.gnu\.lto_'; then
	lto='-flto=auto -flinker-output=nolto-rel' # gcc
elif [ "$(ar p "$archive" "$(ar t "$archive" | head -1)" 2> /dev/null | head -c 2)" = BC ]; then
	lto=-flto # clang
fi
# shellcheck disable=SC2086 # words
"$@" -r -nostdlib $lto -o "$dir/all.o" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
"$objcopy" --localize-hidden "$dir/all.o" "$dir/sctrace.o"
rm -f "$library" "$dir/all.o"
ar crs "$library" "$dir/sctrace.o"
