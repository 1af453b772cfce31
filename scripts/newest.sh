#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The newest strace, with the libraries that it needs, and the newest kernel headers: Debian sid's packages, unpacked
# beside the guests' kernels (build/vm or SCTRACE_VM_CACHE). The host's packages are not touched.
#
#	scripts/newest.sh		fetches what is not there yet
#	scripts/newest.sh --refresh	fetches it again
#	scripts/newest.sh strace	prints where the program is, and fetches nothing; 1 if it is not there
#	scripts/newest.sh include	prints where the headers are, likewise
set -euo pipefail

TOP=$(cd "$(dirname "$0")/.." && pwd)
CACHE=${SCTRACE_VM_CACHE:-$TOP/build/vm}
NEWEST=$CACHE/newest
STRACE=$NEWEST/strace/usr/bin/strace
INCLUDE=$NEWEST/headers/usr/include

die() {
	echo "newest: $*" >&2
	exit 1
}

note() {
	echo "newest: $*" >&2
}

# shellcheck source=scripts/deps.sh
. "$TOP/scripts/deps.sh"
# shellcheck source=scripts/apt.sh
. "$TOP/scripts/apt.sh"

# Kernel headers that differ between architectures are in a directory named after the triplet.
triplet() {
	case $(dpkg --print-architecture) in
	amd64) echo x86_64-linux-gnu ;;
	arm64) echo aarch64-linux-gnu ;;
	riscv64) echo riscv64-linux-gnu ;;
	*) die "no strace for $(dpkg --print-architecture)" ;;
	esac
}

# Makes strace use the libraries fetched with it, since it needs a newer libc than the host has. patchelf writes their
# directory and the loader into the program, because a wrapper script would change the traced command's environment and
# the name of the tracer.
patch_strace() {
	local root=$NEWEST/strace libs loader
	libs=$root/usr/lib/$(triplet)
	loader=$(find "$libs" -name 'ld-linux-*.so.*' | head -1)
	[ -n "$loader" ] || die "no loader in $libs; has libc6 moved it?"
	cp "$STRACE" "$STRACE.new"
	# with --force-rpath, the directory also holds for libraries that libraries need
	patchelf --set-interpreter "$loader" --force-rpath --set-rpath "$libs" "$STRACE.new"
	mv "$STRACE.new" "$STRACE"
}

works() {
	"$STRACE" -V > /dev/null 2>&1 && [ -f "$INCLUDE/asm/unistd.h" ]
}

fetch() {
	deps_install newest
	apt_begin
	[ "$1" = 0 ] || rm -rf "$NEWEST"
	mkdir -p "$NEWEST"
	fetch_tree newest/strace sid "$(dpkg --print-architecture)" strace
	if [ ! -d "$NEWEST/headers" ]; then
		rm -rf "$NEWEST/headers.new"
		apt_unpack sid "$(dpkg --print-architecture)" alone "$NEWEST/headers.new" linux-libc-dev
		[ -e "$NEWEST/headers.new/usr/include/asm" ] ||
			ln -s "$(triplet)/asm" "$NEWEST/headers.new/usr/include/asm"
		mv "$NEWEST/headers.new" "$NEWEST/headers"
	fi
	# the paths in the program are wrong if the tree has been moved
	"$STRACE" -V > /dev/null 2>&1 || patch_strace
	apt_end
	works || die "what is in $NEWEST does not run: scripts/newest.sh --refresh"
}

case "$*" in
"") works || fetch 0 ;;
--refresh) fetch 1 ;;
strace) [ -x "$STRACE" ] && echo "$STRACE" ;;
include) [ -d "$INCLUDE" ] && echo "$INCLUDE" ;;
*) die "usage: newest.sh [--refresh | strace | include]" ;;
esac
