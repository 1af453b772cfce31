#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# sctrace from the source tree: installs what the build needs, builds what has changed, runs it.
#
#	scripts/run.sh ls /		is	sctrace ls /
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build
sctrace=$build/cli/sctrace

# shellcheck source=scripts/deps.sh
. "$top/scripts/deps.sh"

# Runs a command and prints its output only if the command fails.
quietly() {
	log=$(mktemp)
	"$@" > "$log" 2>&1 || {
		cat "$log" >&2
		rm -f "$log"
		echo "run.sh: failed: $*" >&2
		exit 1
	}
	rm -f "$log"
}

# A build of another user is run as it is, since it cannot be updated.
if [ -x "$sctrace" ] && [ ! -w "$build" ]; then
	exec "$sctrace" "$@"
fi
deps_install build
if [ ! -f "$build/build.ninja" ]; then
	[ -x "$sctrace" ] || echo "run.sh: building (this once)" >&2
	quietly meson setup -Dtests=false "$build" "$top"
fi
quietly ninja -C "$build" cli/sctrace
exec "$sctrace" "$@"
