#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# One execution of CMD seen by strace and by sctrace: every line of strace must
# be among sctrace's. Exit 0 if so; else the lines that are missing, and 1.
#
#	scripts/compare-strace.sh [OPTIONS] -- CMD [ARGS]
#
# OPTIONS go to both (-v, -s 100, -x, -e trace=...). SCTRACE: the binary.
set -u

here=$(dirname "$0")
sctrace=${SCTRACE:-$here/../build/cli/sctrace}
strace=${STRACE:-strace}
keep=${KEEP:-}

usage() {
	echo "usage: compare-strace.sh [OPTIONS] -- CMD [ARGS]" >&2
	exit 2
}

options=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	case $1 in
	*[!A-Za-z0-9_=%,.!?/-]*) usage ;;
	esac
	options="$options $1"
	shift
done
if [ "${1:-}" != -- ] || [ $# -lt 2 ]; then
	usage
fi
shift
command -v "$strace" > /dev/null || { echo "compare-strace.sh: no strace here (apt-get install strace)" >&2; exit 2; }

dir=$(mktemp -d)
trap '[ -n "$keep" ] || rm -rf "$dir"' EXIT
[ -z "$keep" ] || echo "logs: $dir" >&2

# Calls that were split are put together again, padding is made one blank.
join() {
	awk '
	{
		pid = $1
		line = $0
		sub(/^[0-9]+ +/, "", line)
	}
	line ~ /^<\.\.\. [a-z0-9_]+ resumed>/ {
		sub(/^<\.\.\. [a-z0-9_]+ resumed>/, "", line)
		line = open[pid] line
		delete open[pid]
	}
	line ~ / <unfinished \.\.\.>$/ {
		sub(/ <unfinished \.\.\.>$/, "", line)
		open[pid] = line
		next
	}
	{
		gsub(/\) +=/, ") =", line)
		print pid, line
	}
	# who is killed in a call is either said to be in it, or not to have come back: "= ?"
	END {
		for (pid in open)
			print pid, open[pid] ") = ?"
	}' "$1" | sort
}

# minus A B: lines of A that are not in B, each as often as it is there more often (comm is not everywhere).
# B may be empty: NR == FNR would then hold for A.
minus() {
	awk 'FILENAME == ARGV[1] { n[$0]++; next } n[$0] > 0 { n[$0]--; next } { print }' "$2" "$1"
}

# shellcheck disable=SC2086 # options are words
"$sctrace" --ring-size "${RING:-64M}" -f $options -o "$dir/B" "$strace" -f $options -o "$dir/A" "$@" > "$dir/out" 2> "$dir/err" < /dev/null
status=$?
if [ ! -s "$dir/A" ] || [ ! -s "$dir/B" ]; then
	echo "compare-strace.sh: no trace (exit status $status):" >&2
	head -5 "$dir/err" >&2
	exit 2
fi
if grep -qE '^([0-9]+ )?\+\+\+ lost [0-9]+ events \+\+\+' "$dir/B"; then
	echo "compare-strace.sh: events were lost; RING=512M gives more room" >&2
	exit 2
fi
join "$dir/A" > "$dir/a"
join "$dir/B" > "$dir/b"
# ptrace stops a thread before the tracepoint: one that is killed there has begun a call for strace alone
never_began() {
	awk 'FILENAME == ARGV[1] { last[$1] = $0; next }
		/\) = \?$/ && $2 !~ /^exit(_group)?\(/ && last[$1] ~ /\+\+\+$/' "$dir/A" "$1"
}
minus "$dir/a" "$dir/b" > "$dir/lacking"
never_began "$dir/lacking" > "$dir/never"
minus "$dir/lacking" "$dir/never" > "$dir/missing"
total=$(wc -l < "$dir/a")
missing=$(wc -l < "$dir/missing")
if [ "$missing" -eq 0 ]; then
	echo "same: $total lines of: $*"
	[ ! -s "$dir/never" ] || echo "($(wc -l < "$dir/never") calls of killed threads never got past strace's stop)"
	exit 0
fi
echo "missing: $missing of $total lines of: $*"
# next to each, the most similar line: same thread, same call
head -"${SHOW:-20}" "$dir/missing" | while IFS= read -r line; do
	printf 'strace:  %s\n' "$line"
	call=${line%%\(*}
	minus "$dir/b" "$dir/a" | grep -F -- "$call(" | head -1 | sed 's/^/sctrace: /'
done
exit 1
