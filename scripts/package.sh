#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Builds packages and checks them; docs/releasing.md says when. --help lists the words.
set -euo pipefail

TOP=$(cd "$(dirname "$0")/.." && pwd)
OUT=$TOP/build/packages
PACKAGING=$TOP/scripts/packaging

usage() {
	cat <<-'HELP'
		usage: scripts/package.sh [--out DIR] WORD...
		  deb       builds Debian packages by dpkg-buildpackage; fails on errors of lintian
		  quick     makes Debian packages of the build in build/, or $BUILD, for tests
		  rpm       builds RPMs by rpmbuild
		  static    builds sctrace-VERSION-ARCH.tar.zst: the command as one file for any distribution; ARCH=arm64: crosswise
		  same      builds the Debian packages in DIR once more, in another directory, and compares them
		  try ROOT  installs the packages in ROOT, a directory that debootstrap made, uses, upgrades and purges them
		  sums      writes SHA256SUMS and sctrace-VERSION.spdx.json for the packages in DIR
		  sign      signs SHA256SUMS by gpg, with the key $SIGN_KEY if it is set
		Packages are written to DIR, build/packages by default. Their sources are the files that git tracks.
	HELP
}

die() {
	echo "package: $*" >&2
	exit 1
}

note() {
	echo "package: $*" >&2
}

# shellcheck source=scripts/deps.sh
. "$TOP/scripts/deps.sh"

version() {
	sed -n "s/^  version: '\(.*\)',$/\1/p" "$TOP/meson.build"
}

# Prints the time of the last commit. Files and changelogs get it, so that two builds are the same.
source_date() {
	git -C "$TOP" log -1 --format=%ct
}

# stage DIR: copies the sources to DIR/sctrace-VERSION, with the directory debian/, and prints that path.
stage() {
	local dir
	dir=$1/sctrace-$(version)
	rm -rf "$dir"
	mkdir -p "$dir"
	git -C "$TOP" ls-files -z | tar -C "$TOP" --null -T - -cf - | tar -C "$dir" -xf -
	cp -r "$PACKAGING/debian" "$dir/debian"
	changelog > "$dir/debian/changelog"
	symbols > "$dir/debian/libsctrace0.symbols"
	sed -e 's/^$/./' -e 's/^/ /' "$TOP/LICENSES/BSD-2-Clause.txt" > "$dir/debian/bsd"
	sed -i -e "/^@BSD@$/{
		r $dir/debian/bsd
		d
	}" "$dir/debian/copyright"
	rm "$dir/debian/bsd"
	echo "$dir"
}

# Prints debian/changelog.
changelog() {
	cat <<-CHANGES
		sctrace ($(version)) unstable; urgency=medium

		  * The changes of this version are in changelog.md of the documentation.

		 -- sctrace maintainers <maintainers@sctrace.example>  $(date -uR -d "@$(source_date)")
	CHANGES
}

# Prints the symbols file of Debian, from the version script: programs that use a symbol of SCTRACE_0.2 need 0.2.0.
symbols() {
	echo "libsctrace.so.0 libsctrace0 #MINVER#"
	awk '/^SCTRACE_[0-9.]+ *{/ { node = $1; sub(/SCTRACE_/, "", $1); since = $1 ".0"; print " " node "@" node " " since }
		/^\t\tsctrace_[a-z_0-9]+;/ { sub(/;/, "", $1); print " " $1 "@" node " " since }' "$TOP/libsctrace/libsctrace.map"
}

# build_deb DIR OUT [NAME=VALUE...]: builds the packages below DIR, with these variables, and moves them to OUT.
build_deb() {
	local dir tmp=$1 out=$2
	dir=$(stage "$tmp")
	shift 2
	mkdir -p "$out"
	(cd "$dir" && env SOURCE_DATE_EPOCH="$(source_date)" DEB_BUILD_OPTIONS="parallel=${JOBS:-2}" LC_ALL=C "$@" \
		dpkg-buildpackage -b -us -uc) > "$tmp/build.log" 2>&1 || {
		tail -20 "$tmp/build.log" >&2
		die "dpkg-buildpackage failed"
	}
	mv "$tmp"/*.deb "$tmp"/*.buildinfo "$tmp"/*.changes "$out/"
}

make_deb() {
	local tmp
	deps_install build package release
	tmp=$(mktemp -d)
	build_deb "$tmp" "$OUT"
	rm -rf "$tmp"
	lintian --fail-on error --tag-display-limit 0 "$OUT/sctrace_$(version)"_*.changes > "$OUT/lintian.log" 2>&1 ||
		die "lintian: see $OUT/lintian.log"
}

make_quick() {
	local tmp build=${BUILD:-$TOP/build}
	deps_install package
	[ -f "$build/build.ninja" ] || die "no build in $build: meson setup, and ninja, first"
	tmp=$(mktemp -d)
	build_deb "$tmp" "$OUT" SCTRACE_BUILD="$build" DEB_BUILD_OPTIONS=noautodbgsym
	rm -rf "$tmp"
}

# Builds the Debian packages once more, with another directory, time zone and umask, and compares them with those in $OUT.
check_same() {
	local tmp deb
	deps_install build package release
	ls "$OUT/sctrace_$(version)"_*.deb > /dev/null 2>&1 || die "no packages in $OUT: scripts/package.sh deb first"
	tmp=$(mktemp -d)
	mkdir "$tmp/another"
	(umask 027 && build_deb "$tmp/another" "$tmp/again" TZ=Asia/Kathmandu)
	for deb in "$tmp"/again/*.deb; do
		cmp "$OUT/${deb##*/}" "$deb" || die "two builds of ${deb##*/} differ: $tmp/again is kept"
		note "two builds are the same: ${deb##*/}"
	done
	rm -rf "$tmp"
}

# --nodeps: the build's dependencies are packages of this system, which rpmbuild need not know.
make_rpm() {
	local tmp
	deps_install build release
	tmp=$(mktemp -d)
	mkdir -p "$tmp/SOURCES" "$OUT"
	git -C "$TOP" ls-files -z | tar -C "$TOP" --null -T - --sort=name --owner=0 --group=0 --numeric-owner \
		--mtime="@$(source_date)" --transform "s,^,sctrace-$(version)/," -czf "$tmp/SOURCES/sctrace-$(version).tar.gz"
	SOURCE_DATE_EPOCH=$(source_date) rpmbuild -bb --nodeps --define "_topdir $tmp" --define "sct_version $(version)" \
		--define "_smp_mflags -j${JOBS:-2}" --define "debug_package %{nil}" "$PACKAGING/sctrace.spec" > "$tmp/log" 2>&1 || {
		tail -20 "$tmp/log" >&2
		die "rpmbuild failed"
	}
	mv "$tmp"/RPMS/*/*.rpm "$OUT/"
	rm -rf "$tmp"
}

# ---- one file for any distribution ----

# static_build BUILD [OPTION...]: builds the command, linked with all libraries, the C library, too. What loads libraries
# at run time is left out: libdw, libselinux, and --openmetrics over HTTP.
static_build() {
	local build=$1
	shift
	meson setup -Ddefault_library=static -Dlibdw=disabled -Dselinux=disabled -Ddocs=disabled -Dopenmetrics=disabled \
		-Dprefer_static=true -Dc_link_args=-static -Dprefix=/usr -Dbuildtype=release "$@" "$build" "$TOP" &&
		ninja -j "${JOBS:-2}" -C "$build" cli/sctrace cli/sctrace.1 cli/sctrace.bash cli/_sctrace cli/sctrace.fish
}

# static_files BUILD DIR: copies the files of the archive to DIR.
static_files() {
	mkdir -p "$2/bin" "$2/man" "$2/completions" "$2/docs"
	"${STRIP:-strip}" -o "$2/bin/sctrace" "$1/cli/sctrace"
	cp "$1/cli/sctrace.1" "$2/man/"
	cp "$1/cli/sctrace.bash" "$1/cli/_sctrace" "$1/cli/sctrace.fish" "$2/completions/"
	cp -r "$TOP/LICENSES" "$TOP/README.md" "$TOP/SECURITY.md" "$2/"
	cp -r "$TOP"/docs/*.md "$TOP"/docs/*.schema.json "$TOP/docs/examples" "$2/docs/"
}

make_static() {
	local tmp name arch cross=()
	deps_install build release
	arch=${ARCH:-$(uname -m)}
	name=sctrace-$(version)-$arch
	tmp=$(mktemp -d)
	if [ "$arch" != "$(uname -m)" ]; then
		"$TOP/scripts/build-cross.sh" --file "$arch" "$tmp/cross.ini" > "$tmp/log" 2>&1 || {
			tail -20 "$tmp/log" >&2
			die "no cross file for $arch"
		}
		cross=(--cross-file "$tmp/cross.ini")
		STRIP=llvm-strip
	fi
	static_build "$tmp/build" "${cross[@]}" > "$tmp/log" 2>&1 || {
		tail -20 "$tmp/log" >&2
		die "the static build failed"
	}
	static_files "$tmp/build" "$tmp/$name"
	mkdir -p "$OUT"
	tar -C "$tmp" --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw,a-s --mtime="@$(source_date)" -cf - "$name" |
		zstd -q -19 -f -o "$OUT/$name.tar.zst"
	rm -rf "$tmp"
	note "$OUT/$name.tar.zst"
}

# ---- checksums, bill of materials, signature ----

make_sums() {
	local file
	[ -d "$OUT" ] || die "no packages in $OUT"
	python3 "$PACKAGING/spdx.py" "$TOP" "$(version)" "$(source_date)" "$OUT" > "$OUT/sctrace-$(version).spdx.json"
	(cd "$OUT" && for file in *.deb *.rpm *.tar.zst *.spdx.json; do
		[ ! -f "$file" ] || sha256sum "$file"
	done > SHA256SUMS)
}

make_signature() {
	[ -f "$OUT/SHA256SUMS" ] || die "no $OUT/SHA256SUMS: scripts/package.sh sums first"
	command -v gpg > /dev/null || die "gpg is missing: apt-get install gnupg"
	gpg --batch --yes --armor --detach-sign ${SIGN_KEY:+--local-user "$SIGN_KEY"} -o "$OUT/SHA256SUMS.asc" "$OUT/SHA256SUMS"
}

main() {
	[ $# -gt 0 ] || {
		usage >&2
		exit 1
	}
	while [ $# -gt 0 ]; do
		case $1 in
		-h | --help) usage ;;
		--out)
			[ $# -gt 1 ] || die "--out DIR"
			mkdir -p "$2"
			OUT=$(realpath "$2")
			shift
			;;
		deb) make_deb ;;
		quick) make_quick ;;
		rpm) make_rpm ;;
		static) make_static ;;
		same) check_same ;;
		try)
			[ $# -gt 1 ] || die "try ROOT"
			sh "$PACKAGING/try.sh" "$OUT" "$2"
			shift
			;;
		sums) make_sums ;;
		sign) make_signature ;;
		*) die "unknown word '$1': deb, quick, rpm, static, same, try, sums, sign" ;;
		esac
		shift
	done
}

main "$@"
