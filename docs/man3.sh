#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The manual pages of section 3, from the comments in sctrace.h: man3.sh DOXYGEN SCTRACE.H VERSION MAN3-DIR
set -eu
doxygen=$1 header=$(realpath "$2") version=$3 out=$4
config=$(realpath "$(dirname "$0")/Doxyfile.in")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

sed "s|@VERSION@|$version|; s|@HEADER@|$header|; s|@OUT@|$dir|; s|@DIR@|${header%/*}|" "$config" > "$dir/Doxyfile"
"$doxygen" "$dir/Doxyfile"
# members of structs are found under the struct's name, and what the file begins with in libsctrace(3)
find "$dir/man/man3" -type f ! -name '*sctrace_*' ! -name 'SCTRACE_*' -exec rm {} +
# a line that begins with a quote would be a request of troff's; NAME is one line
for page in "$dir"/man/man3/*; do
	awk '
		/^\.SH / { name = /^\.SH NAME/ ? 1 : 0 }
		name && !/^\.SH/ && ++lines > 1 { next }
		/^'\''/ { printf "\\&" }
		{ print }
	' "$page" > "$page.new"
	mv "$page.new" "$page"
done
rm -rf "$out"
mkdir -p "$(dirname "$out")"
mv "$dir/man/man3" "$out"
