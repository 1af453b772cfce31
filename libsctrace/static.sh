#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# static.sh OBJCOPY ARCHIVE LIBRARY DIR CC...: all objects of ARCHIVE as one, in which hidden symbols are local.
set -eu
objcopy=$1 archive=$2 library=$3 dir=$4
shift 4
mkdir -p "$dir"
"$@" -r -nostdlib -o "$dir/all.o" -Wl,--whole-archive "$archive" -Wl,--no-whole-archive
"$objcopy" --localize-hidden "$dir/all.o" "$dir/sctrace.o"
rm -f "$library" "$dir/all.o"
ar crs "$library" "$dir/sctrace.o"
