#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Builds for arm64 with Debian's cross compiler, into build-arm64/; installs what that needs.
# scripts/vm-test.sh takes it from there. The BPF programs are compiled by the host's clang.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${SCTRACE_BUILD_ARM64:-$top/build-arm64}

# shellcheck source=scripts/deps.sh
. "$top/scripts/deps.sh"

# No package here may take the place of one of the host's: only "Multi-Arch: same" ones.
packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross libbpf-dev:arm64 libelf-dev:arm64 zlib1g-dev:arm64"

have() {
	command -v aarch64-linux-gnu-gcc > /dev/null && [ -e /usr/lib/aarch64-linux-gnu/libbpf.so ] &&
		[ -e /usr/lib/aarch64-linux-gnu/libelf.so ] && [ -e /usr/lib/aarch64-linux-gnu/libz.so ]
}

install_packages() {
	log=$(mktemp)
	dpkg --print-foreign-architectures | grep -qx arm64 || dpkg --add-architecture arm64
	# shellcheck disable=SC2086 # words
	if ! { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends --no-remove $packages; } \
		> "$log" 2>&1; then
		tail -5 "$log" >&2
		echo "${0##*/}: apt-get install $packages failed; its output is in $log" >&2
		exit 1
	fi
	rm -f "$log"
}

deps_install build
if ! have; then
	echo "${0##*/}: installing $packages" >&2
	[ "$(id -u)" = 0 ] || {
		echo "${0##*/}: run as root: dpkg --add-architecture arm64 && apt-get update && apt-get install $packages" >&2
		exit 1
	}
	install_packages
fi
[ -f "$build/build.ninja" ] || meson setup --cross-file "$top/scripts/cross-arm64.ini" "$build" "$top"
ninja -C "$build"
