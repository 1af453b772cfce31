#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Makes the recordings anew, when their format has changed: as root, on x86_64, with the newest strace (scripts/newest.sh).
# The output of the commands is compared with strace first; then run.sh --update writes the lines.
here=$(cd "$(dirname "$0")" && pwd)
SCTRACE=${SCTRACE:-$here/../../build/cli/sctrace}
HELPERS=${HELPERS:-$here/../../build/tests/live}
export SCTRACE

# shellcheck source=cases.sh
. "$here/cases.sh"

recorded() {
	name=$1
	shift
	[ ! -x "$HELPERS/$name" ] || cp "$HELPERS/$name" .
	"$here/../../scripts/compare-strace.sh" -- "$@" || {
		echo "record.sh: $name: not as strace prints it; nothing recorded" >&2
		exit 1
	}
	env -i PATH=/usr/bin:/bin "$SCTRACE" -f -s 100 -o /dev/null --record "$here/$name.cap" "$@" > /dev/null 2>&1
	ls -l "$here/$name.cap"
}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit
each_recording
"$here/run.sh" --update
