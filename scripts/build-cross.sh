#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Builds for another architecture, into build-ARCH/: scripts/build-cross.sh arm64|riscv64|i386...
# The compiler is the host's clang, the linker lld (for riscv64 GNU ld). The target's headers and libraries, and GNU ld, are
# Debian packages, unpacked beside the guests' kernels (build/vm or SCTRACE_VM_CACHE). The host gets no foreign packages.
# scripts/vm-test.sh takes arm64 and riscv64 from there. i386: only the programs that the live tests trace.
# scripts/build-cross.sh --file ARCH FILE builds nothing: it fetches what is needed and writes the cross file for meson.
set -euo pipefail

TOP=$(cd "$(dirname "$0")/.." && pwd)
CACHE=${SCTRACE_VM_CACHE:-$TOP/build/vm}

die() {
	echo "build-cross: $*" >&2
	exit 1
}

note() {
	echo "build-cross: $*" >&2
}

# shellcheck source=scripts/deps.sh
. "$TOP/scripts/deps.sh"
# shellcheck source=scripts/apt.sh
. "$TOP/scripts/apt.sh"

# cross_file TRIPLET CPU-FAMILY SYSROOT LINKER [LINKER-DIRECTORY]: prints a cross file for meson.
cross_file() {
	local args="'--target=$1', '--sysroot=$3'${5:+", '-B$5'"}"
	cat <<-INI
		[binaries]
		c = ['clang', $args]
		c_ld = '$4'
		ar = 'llvm-ar'
		strip = 'llvm-strip'
		pkgconfig = 'pkg-config'
		# for the BPF programs: the host's
		clang = 'clang'
		bpftool = '/usr/sbin/bpftool'

		[properties]
		sys_root = '$3'
		pkg_config_libdir = ['$3/usr/lib/$1/pkgconfig']
		needs_exe_wrapper = true

		[host_machine]
		system = 'linux'
		cpu_family = '$2'
		cpu = '$2'
		endian = 'little'
	INI
}

# write_cross_file ARCH FILE: writes the cross file of an architecture.
write_cross_file() {
	local root=$CACHE/sysroot-$1
	case $1 in
	arm64) cross_file aarch64-linux-gnu aarch64 "$root" lld ;;
	riscv64) cross_file riscv64-linux-gnu riscv64 "$root" bfd "$CACHE/ld-riscv64" ;;
	i386) cross_file i386-linux-gnu x86 "$root" lld ;;
	esac >"$2"
}

# build_of ARCH: prints the build directory, which is $SCTRACE_BUILD_ARM64 (and so on) or build-arm64.
build_of() {
	local name=SCTRACE_BUILD_${1^^}
	echo "${!name:-$TOP/build-$1}"
}

build_one() {
	local arch=$1 build
	build=$(build_of "$arch")
	if [ ! -f "$build/build.ninja" ]; then
		mkdir -p "$build"
		write_cross_file "$arch" "$build/cross.ini"
		meson setup -Dtests=true --cross-file "$build/cross.ini" "$build" "$TOP"
	fi
	ninja -C "$build"
}

main() {
	local arch archs=() file=
	if [ "${1:-}" = --file ]; then
		[ $# -eq 3 ] || die "usage: build-cross.sh --file ARCH FILE"
		file=$3
		set -- "$2"
	fi
	[ $# -gt 0 ] || die "usage: build-cross.sh arm64|riscv64|i386..."
	for arch in "$@"; do
		[[ $arch =~ ^(arm64|riscv64|i386)$ ]] || die "unknown architecture '$arch': arm64, riscv64, i386"
	done
	deps_install build cross
	apt_begin
	for arch in "$@"; do
		[ "$arch" != riscv64 ] || [ -d "$CACHE/sysroot-riscv64" ] || apt_has trixie riscv64 || continue
		archs+=("$arch")
		fetch_sysroot "$arch"
		[ "$arch" != riscv64 ] || fetch_linker riscv64 riscv64-linux-gnu
	done
	apt_end
	for arch in "${archs[@]}"; do
		if [ -n "$file" ]; then
			write_cross_file "$arch" "$file"
		else
			build_one "$arch"
		fi
	done
}

main "$@"
