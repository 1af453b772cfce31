#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The commands of docs/cases/ print what the pages show.
. ./lib.sh
need_root
cases=$LIVE/../../docs/cases
mkdir "$T/bin"
ln -s "$SCTRACE" "$T/bin/sctrace"
export PATH="$T/bin:$PATH"

# plain FILE: prints the file with times, addresses and padding replaced, since they differ each time.
plain() {
	sed -E 's/[0-9]+\.[0-9]+%?/N/g; s/0x[0-9a-f]+/0xN/g; s/ +/ /g; s/^ //; s/ $//; /^$/d' "$1"
}

# Prints the text between fences.
blocks() {
	awk '/^```/ { inside = !inside; next } inside' "$1"
}

for name in lstat query server; do
	mkdir "$T/$name"
	cd "$T/$name" || exit
	timeout 120 sh "$cases/$name.sh" > ran 2>&1
	is "$name.sh: status" $? 0
	blocks "$cases/$name.md" > text
	plain text > want
	plain ran > got
	same "docs/cases/$name.md has what its commands print" got want
done

cd "$T/lstat" || exit
true_ "as many calls as perf has" test "$(awk '$1 == "lstat" { print $2 }' ran)" = "$(tail -n 1 ran)"
cd "$T/server" || exit
true_ "the slow request is the slowest" test "$(sort -rn lines | grep function__return | grep -c .)" -gt 0
slow=$(awk '/"report"/ { print $1 * 1000000 }' lines)
fast=$(awk '/"index"/ { if ($1 * 1000000 > most) most = $1 * 1000000 } END { print most }' lines)
true_ "/report takes longer than /index ($slow and $fast us)" test "${slow%.*}" -gt "${fast%.*}"
finish
