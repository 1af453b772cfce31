#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# collectd and Prometheus for tests/live/host/collectd.sh: Debian's packages, unpacked beside the guests' kernels
# (build/vm or SCTRACE_VM_CACHE). Nothing is installed, no service is started.
#
#	scripts/agents.sh		fetches what is not there yet
#	scripts/agents.sh root		prints where it is, and fetches nothing; 1 if it is not there
set -euo pipefail

TOP=$(cd "$(dirname "$0")/.." && pwd)
CACHE=${SCTRACE_VM_CACHE:-$TOP/build/vm}
ROOT=$CACHE/agents

die() {
	echo "agents: $*" >&2
	exit 1
}

note() {
	echo "agents: $*" >&2
}

# shellcheck source=scripts/apt.sh
. "$TOP/scripts/apt.sh"

works() {
	[ -f "$ROOT/usr/include/collectd/core/daemon/plugin.h" ] && [ -x "$ROOT/usr/sbin/collectd" ] &&
		"$ROOT/usr/bin/prometheus" --version > /dev/null 2>&1
}

# Unpacks the packages without their dependencies (start scripts, fonts of Prometheus' pages), except two libraries that
# collectd's output for Prometheus needs.
fetch() {
	apt_begin
	rm -rf "$ROOT.new"
	note "fetching collectd and Prometheus"
	apt_unpack bookworm "$(dpkg --print-architecture)" alone "$ROOT.new" \
		collectd-core collectd-dev prometheus libmicrohttpd12 libprotobuf-c1
	rm -rf "$ROOT" "$ROOT.new/usr/share/doc"
	mv "$ROOT.new" "$ROOT"
	apt_end
	works || die "what is in $ROOT does not run"
}

case "$*" in
"") works || fetch ;;
root) works && echo "$ROOT" ;;
*) die "usage: agents.sh [root]" ;;
esac
