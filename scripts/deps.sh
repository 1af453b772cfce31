# shellcheck shell=sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# deps_install GROUP... installs the packages of Debian 12 that building and testing need. Scripts source this file.
# It only looks for files, which takes no time, and runs apt only if one is missing.

# Prints a line per package: GROUP PACKAGE PROOF. PROOF shows that the package is installed: a command,
# lib:PKGCONFIG-NAME, or a /file.
deps_table() {
	cat <<-'TABLE'
		build gcc gcc
		build libc6-dev /usr/include/stdio.h
		build clang clang
		build meson meson
		build ninja-build ninja
		build pkg-config pkg-config
		build bpftool bpftool
		build libbpf-dev lib:libbpf
		build libelf-dev lib:libelf
		build zlib1g-dev lib:zlib
		build libncurses-dev lib:ncursesw
		build libdw-dev lib:libdw
		build libselinux1-dev lib:libselinux
		build libzstd-dev lib:libzstd
		build libmicrohttpd-dev lib:libmicrohttpd
		test libcriterion-dev lib:criterion
		test abigail-tools abidw
		test llvm llvm-symbolizer
		test libclang-rt-14-dev /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.asan-*.a
		test clang-format clang-format
		test shellcheck shellcheck
		test man-db man
		test doxygen doxygen
		test groff-base groff
		test strace strace
		test g++ g++
		test golang-go go
		test systemtap-sdt-dev /usr/include/*/sys/sdt.h
		test linux-perf perf
		test python3 python3
		test python3-cffi /usr/lib/python3/dist-packages/cffi/__init__.py
		test python3-jsonschema /usr/lib/python3/dist-packages/jsonschema/__init__.py
		test libcap2-bin setcap
		test util-linux setpriv
		test valgrind valgrind
		test procps ps
		test curl curl
		test tmux tmux
		test binutils readelf
		test xz-utils xz
		package debhelper dh
		package dpkg-dev dpkg-buildpackage
		package gnupg gpg
		release doxygen doxygen
		release lintian lintian
		release rpm rpmbuild
		release zstd zstd
		release debootstrap debootstrap
		duckdb python3-pip /usr/lib/python3/dist-packages/pip/__init__.py
		newest patchelf patchelf
		newest util-linux flock
		vm qemu-system-x86 qemu-system-x86_64
		vm qemu-system-arm qemu-system-aarch64
		vm qemu-system-misc qemu-system-riscv64
		vm cpio cpio
		vm secilc secilc
		vm busybox-static busybox
		cross lld ld.lld
		cross llvm llvm-ar
		bench linux-perf perf
		bench bpftrace bpftrace
		bench redis-server redis-server
		bench redis-tools redis-benchmark
	TABLE
}

deps_has() {
	case $1 in
	lib:*) pkg-config --exists "${1#lib:}" 2> /dev/null ;;
	/*)
		# shellcheck disable=SC2086 # a pattern
		ls $1 > /dev/null 2>&1
		;;
	*) command -v "$1" > /dev/null || [ -x "/usr/sbin/$1" ] ;;
	esac
}

# Prints the packages that are missing.
deps_missing() {
	deps_table | while read -r group package proof; do
		case " $* " in
		*" $group "*) deps_has "$proof" || echo "$package" ;;
		esac
	done
}

# Installs what is missing. Returns 1, after one line that says what to do, if that is impossible.
deps_install() {
	missing=$(deps_missing "$@" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	if ! command -v apt-get > /dev/null; then
		echo "${0##*/}: missing (names as in Debian 12): $missing" >&2
		return 1
	fi
	as_root=
	if [ "$(id -u)" -ne 0 ]; then
		as_root=sudo
		if ! command -v sudo > /dev/null; then
			echo "${0##*/}: run as root: apt-get install $missing" >&2
			return 1
		fi
	fi
	echo "${0##*/}: installing $missing" >&2
	log=$(mktemp)
	# shellcheck disable=SC2086 # words
	if deps_apt "$log" $missing; then
		rm -f "$log"
		return 0
	fi
	tail -5 "$log" >&2
	echo "${0##*/}: apt-get install $missing failed; its output is in $log" >&2
	return 1
}

# deps_apt LOG PACKAGE...: installs packages. Another apt may hold the lock of dpkg, for which apt-get can wait, or a
# lock of the lists or archives, for which it cannot. In that case, deps_apt tries again for up to five minutes.
deps_apt() {
	log=$1
	shift
	tries=60
	until $as_root sh -c 'export LC_ALL=C; apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -qy \
		-o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"' apt "$@" > "$log" 2>&1; do
		tries=$((tries - 1))
		if [ $tries -eq 0 ] || ! grep -qE 'Could not get lock|Unable to (acquire|lock)' "$log"; then
			return 1
		fi
		sleep "${DEPS_RETRY:-5}"
	done
}
