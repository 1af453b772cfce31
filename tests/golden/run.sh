#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Replays the recordings of this directory: every line as it was when it was compared with strace.
# To accept what a change made of them: tests/golden/run.sh --update, and read the diff. SCTRACE: the binary.
SCTRACE=$(realpath "${SCTRACE:-$(dirname "$0")/../../build/cli/sctrace}")
cd "$(dirname "$0")" || exit
update=${1:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 cases=0

# shellcheck source=cases.sh
. ./cases.sh

golden() {
	file=$(expected_file "$@")
	recording=$1
	shift
	cases=$((cases + 1))
	if ! "$SCTRACE" --replay "$recording.cap" "$@" -o "$dir/out" 2> "$dir/err" || [ -s "$dir/err" ]; then
		echo "FAIL  $file: $(cat "$dir/err")"
		failed=1
	elif [ "$update" = --update ]; then
		cp "$dir/out" "$file"
	elif diff "$file" "$dir/out" > "$dir/diff"; then
		echo "ok    $file"
	else
		echo "FAIL  $file (< expected, > got)"
		head -20 "$dir/diff"
		failed=1
	fi
}

each_case
[ $cases -gt 10 ] || failed=1
exit $failed
