# shellcheck shell=bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Downloads packages of any Debian suite and architecture, and unpacks them into the cache; the host's own packages are
# not touched.
# This file is sourced by scripts/vm-test.sh and scripts/build-cross.sh; it needs $CACHE, die and note.
# Its apt has lists, a dpkg status and archives of its own: it checks signatures and resolves dependencies as always,
# and does not change what the host's apt and dpkg know.

DEBIAN_KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# apt_archives SUITE-SUFFIX prints the archives that this machine's apt is configured with and that have this machine's
# Debian release, one address per line. SUITE-SUFFIX is "" or "-security". apt itself reads its configuration, which has
# several formats.
apt_archives() {
	local codename
	# shellcheck disable=SC1091 # the machine's
	codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
	apt-get --print-uris update 2>/dev/null |
		sed -n "s,^'\(.*\)/dists/$codename$1/\(In\)\?Release' .*,\1,p" | sort -u
}

# Prints a sources.list for a suite. The machine may have archives that are not Debian's; apt finds that they lack the
# suite or the signature.
apt_sources() {
	# a suite in its last years has a Release file that is out of date
	local suite=$1 opts="[signed-by=$DEBIAN_KEYRING check-valid-until=no]" archive
	for archive in ${SCTRACE_VM_MIRROR:+"$SCTRACE_VM_MIRROR/debian"} $(apt_archives ""); do
		echo "deb $opts $archive $suite main"
	done
	[ "$suite" != sid ] || return 0
	for archive in ${SCTRACE_VM_MIRROR:+"$SCTRACE_VM_MIRROR/debian-security"} $(apt_archives "-security"); do
		echo "deb $opts $archive $suite-security main"
	done
}

# Creates and locks a directory for apt's state in the cache, which one process at a time may use.
apt_begin() {
	local tool
	for tool in dpkg-deb apt-get flock; do
		command -v "$tool" >/dev/null || die "$tool is missing: apt-get install dpkg apt util-linux"
	done
	mkdir -p "$CACHE/apt"
	exec 9>"$CACHE/lock"
	flock 9
	rm -rf "$CACHE"/apt-state.*
	APT=$(mktemp -d "$CACHE/apt-state.XXXXXX")
}

apt_end() {
	rm -rf "$APT"
	exec 9>&-
}

# Makes a private apt root for one suite and architecture; prints the path of its configuration.
apt_root() {
	local suite=$1 arch=$2 dir=$APT/$1-$2
	if [ -f "$dir/apt.conf" ]; then
		echo "$dir/apt.conf"
		return
	fi
	mkdir -p "$dir/lists/partial" "$dir/archives/partial"
	: >"$dir/status"
	apt_sources "$suite" >"$dir/sources.list"
	[ -s "$dir/sources.list" ] ||
		die "apt's configuration names no archive of this machine's Debian release; SCTRACE_VM_MIRROR=URL names one"
	cat >"$dir/apt.conf" <<-CONF
		#clear APT::Update::Pre-Invoke;
		#clear APT::Update::Post-Invoke;
		#clear APT::Update::Post-Invoke-Success;
		#clear DPkg::Pre-Invoke;
		#clear DPkg::Post-Invoke;
		#clear DPkg::Pre-Install-Pkgs;
		#clear APT::Architectures;
		APT::Architecture "$arch";
		APT::Architectures { "$arch"; };
		APT::Sandbox::User "root";
		APT::Install-Recommends "false";
		APT::Get::Assume-Yes "true";
		Acquire::Languages "none";
		Acquire::Retries "3";
		Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
		Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
		Dir::Etc::sourcelist "$dir/sources.list";
		Dir::Etc::sourceparts "/dev/null";
		Dir::Etc::preferences "/dev/null";
		Dir::Etc::preferencesparts "/dev/null";
		Dir::State::lists "$dir/lists";
		Dir::State::status "$dir/status";
		Dir::State::extended_states "$dir/extended_states";
		Dir::Cache "$dir";
		Dir::Cache::archives "$dir/archives";
	CONF
	echo "$dir/apt.conf"
}

# Updates the lists of an apt root once. Ignores failures, because some archives may no longer have an old suite: the
# download reports what is missing.
apt_update() {
	local dir=${1%/*}
	[ ! -f "$dir/updated" ] || return 0
	apt-get -c "$1" -q update >"$CACHE/apt/${dir##*/}.log" 2>&1 || true
	: >"$dir/updated"
}

# Returns 0 if the mirror has the suite's packages for this architecture. A mirror that is being synchronised may have a
# new Release file with an old index, which apt refuses.
apt_has() {
	local conf
	conf=$(apt_root "$1" "$2")
	apt_update "$conf"
	[ -z "$(apt-cache -c "$conf" show libc6 2>/dev/null)" ] || return 0
	note "the mirror's index of $1 for $2 is missing, or not the one of its Release file: $2 is left out"
	return 1
}

# Downloads packages of suite $1 for architecture $2, with their dependencies if $3 is "deps", and unpacks them into $4.
apt_unpack() {
	local suite=$1 arch=$2 how=$3 dest=$4 conf dir log deb
	shift 4
	conf=$(apt_root "$suite" "$arch")
	dir=${conf%/*} log=$CACHE/apt/$suite-$arch.log
	apt_update "$conf"
	rm -f "$dir"/archives/*.deb
	if [ "$how" = deps ]; then
		apt-get -c "$conf" -q -o Debug::NoLocking=1 -d install "$@" >>"$log" 2>&1
	else
		(cd "$dir/archives" && apt-get -c "$conf" -q download "$@") >>"$log" 2>&1
	fi || die "cannot fetch $* ($suite, $arch); apt's messages are in $log"
	mkdir -p "$dest"
	for deb in "$dir"/archives/*.deb; do
		dpkg-deb -x "$deb" "$dest" || die "cannot unpack $deb"
	done
	rm -f "$dir"/archives/*.deb
}

# fetch_tree DIR SUITE ARCH PACKAGE... unpacks packages of a suite and all their dependencies in $CACHE/DIR.
fetch_tree() {
	local dir=$CACHE/$1 suite=$2 arch=$3 merged link
	shift 3
	[ ! -d "$dir" ] || return 0
	note "fetching $* ($suite, $arch)"
	rm -rf "$dir.new"
	apt_unpack "$suite" "$arch" deps "$dir.new" "$@"
	rm -rf "$dir.new/usr/share"
	# suites after this one have these links in the file system itself
	for merged in bin lib; do
		[ -e "$dir.new/$merged" ] || ln -s "usr/$merged" "$dir.new/$merged"
	done
	# absolute links would lead out of the tree, into the host's files
	find "$dir.new" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
		ln -srfn "$dir.new$(readlink "$link")" "$link"
	done
	mv "$dir.new" "$dir"
}

# Fetches the headers and libraries that programs for ARCH are built with into $CACHE/sysroot-ARCH.
# They are Debian 12's, as on the host, so that the programs run in guests of that release. riscv64 has no release
# before 13.
fetch_sysroot() {
	local libs="libbpf-dev libelf-dev zlib1g-dev libncurses-dev"
	# shellcheck disable=SC2086 # words
	case "$1" in
	i386) fetch_tree "sysroot-$1" bookworm "$1" libc6-dev libgcc-12-dev ;;
	arm64) fetch_tree "sysroot-$1" bookworm "$1" libc6-dev libgcc-12-dev $libs ;;
	riscv64) fetch_tree "sysroot-$1" trixie "$1" libc6-dev libgcc-14-dev $libs ;;
	*) die "no sysroot for '$1'" ;;
	esac
}

# Makes $CACHE/ld-ARCH/ld.bfd, which runs GNU's linker with its own libraries, because lld 14 cannot link riscv64's
# libraries (R_RISCV_ALIGN).
fetch_linker() {
	local dir=$CACHE/ld-$1 triplet=$2 libs
	[ ! -x "$dir/ld.bfd" ] || return 0
	fetch_tree "ld-$1" bookworm "$(dpkg --print-architecture)" "binutils-$triplet"
	libs=$(dirname "$(find "$dir/usr/lib" -name 'libbfd-*.so' | head -1)")
	cat >"$dir/ld.bfd" <<-SCRIPT
		#!/bin/sh
		LD_LIBRARY_PATH=$libs exec $dir/usr/bin/$triplet-ld.bfd "\$@"
	SCRIPT
	chmod 755 "$dir/ld.bfd"
}
