#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# `meson setup` without options looks for nothing that only the tests need, and default_library decides which of the
# libraries is built and installed. Nothing is compiled: the library's objects are the same ones each time.
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# a build with sanitizers or another compiler would not be a plain setup
unset CC CFLAGS LDFLAGS

# installs NAME: prints the libraries that a build directory installs.
installs() {
	meson introspect --installed "$dir/$1" | grep -oE 'libsctrace\.(a|so)[0-9.]*"' | tr -d '"' | sort -u | paste -sd' '
}

# expect NAME LIBRARIES LINKED [OPTION]...: checks the installed libraries, and LINKED, which a program of another
# project links beside the library.
expect() {
	name=$1 libraries=$2 linked=$3
	shift 3
	if ! meson setup "$@" "$dir/$name" > "$dir/log" 2>&1; then
		tail -5 "$dir/log"
		echo "^ meson setup $*"
		failed=1
		return
	fi
	if grep -i criterion "$dir/$name/meson-logs/meson-log.txt"; then
		echo "^ meson setup $* looks for what the tests need"
		failed=1
	fi
	got=$(installs "$name")
	[ "$got" = "$libraries" ] || { echo "meson setup $*: installs '$got', not '$libraries'"; failed=1; }
	got=$(sed -n 's/^Libs: //p' "$dir/$name/meson-private/libsctrace.pc")
	[ "$got" = "-L\${libdir} $linked" ] || { echo "meson setup $*: libsctrace.pc has Libs: $got"; failed=1; }
}

version=$(sed -nE "s/^ *version: '([0-9.]+)'.*/\1/p" meson.build | head -1)
shared="libsctrace.so libsctrace.so.${version%%.*} libsctrace.so.$version"
expect both "libsctrace.a $shared" -lsctrace
expect static libsctrace.a "-lsctrace -lm -pthread" -Ddefault_library=static
expect shared "$shared" -lsctrace -Ddefault_library=shared
exit "${failed:-0}"
