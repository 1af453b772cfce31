# shellcheck shell=bash disable=SC2034 # variables for those that source this
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Common functions of the benchmarks. The samples of each name are lines of a file. Rounds take turns, so that a change
# of the machine's speed affects all of them. Scripts source this file after `set -eu`.

bench=${0##*/}
top=${TOP:-$(cd "$(dirname "$0")/.." && pwd)}
build=${BUILD:-$top/build}
sctrace=${SCTRACE:-$build/cli/sctrace}
cpu=${CPU:-0}

fail() {
	echo "$bench: $*" >&2
	exit 1
}

# needed PROGRAM...: exits if a program is missing or the user is not root, and makes the directory $dir.
needed() {
	local program
	for program; do
		[ -x "$program" ] || fail "$program is missing: scripts/test.sh unit builds it"
	done
	[ "$(id -u)" = 0 ] || fail "run as root"
	dir=$(mktemp -d)
	trap 'rm -rf "$dir"' EXIT
}

# measure NAME COMMAND...: runs the command, and adds its output, the ns per call or hit, to the samples of NAME.
measure() {
	local name=$1
	shift
	"$@" 2> "$dir/err" >> "$dir/$name" || fail "$*: $(cat "$dir/err")"
}

# Reports lost events in the output of sctrace, and removes the output.
losses() {
	! grep -q 'lost [0-9]* events' "$dir/out" || echo "$bench: events were lost" >&2
	rm -f "$dir/out"
}

# in_rounds N COMMAND...: runs the command N times, with a dot for each.
in_rounds() {
	local n=$1 i
	shift
	for ((i = 0; i < n; i++)); do
		"$@"
		printf '.' >&2
	done
	printf '\n' >&2
}

# median NAME: prints the middle sample of NAME, or the mean of the two in the middle.
median() {
	sort -n "$dir/$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# quantile NAME Q: prints the sample of NAME that the share Q of the samples do not exceed.
quantile() {
	sort -n "$dir/$1" | awk -v q="$2" '{ v[NR] = $1 } END { print v[int((NR - 1) * q) + 1] }'
}
