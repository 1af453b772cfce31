#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The tree must not name hosts, mirrors or addresses: packages come from the sources of the machine's apt. Names that
# are reserved for examples are allowed, and the name of JSON schema.
cd "$(dirname "$0")/../.." || exit

label='[[:alnum:]][[:alnum:]-]*'
url='(https?|ftp|rsync|ssh|git)://[[:alnum:]]'
name="(^|[^[:alnum:]._/-])($label\\.)+(org|com|net|io|dev|eu|cloud)([^[:alnum:]_(-]|\$)"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# found LIST: prints lines with a host in the files of LIST, as FILE:LINE:TEXT. In C files, names of members look like
# host names, so only addresses count there.
found() {
	{
		xargs -a "$1" grep -HnIiE -e "$url"
		grep -vE '\.([ch]|def)$' "$1" | xargs -r grep -HnIiE -e "$name"
	} | grep -v '"[$]schema": ' | grep -viE '[^[:alnum:]]([[:alnum:]-]+\.)*example\.(org|com|net)([^[:alnum:]]|$)' | sort -u
}

echo "$dir/sample" > "$dir/list"
for sample in 'M=http:/''/mirror/debian' 'see deb.debian''.org.' 'from pool.internal''.net/x' 'get at github''.com'; do
	echo "$sample" > "$dir/sample"
	[ -n "$(found "$dir/list")" ] || { echo "'$sample' is not found: is the check still right?"; exit 1; }
done
find . '(' -name .git -o -path './build*' ')' -prune -o -type f -print > "$dir/list"
[ "$(wc -l < "$dir/list")" -gt 300 ] || { echo "few files found: is the check still right?"; exit 1; }
found "$dir/list" > "$dir/hosts"
cat "$dir/hosts"
[ ! -s "$dir/hosts" ]
