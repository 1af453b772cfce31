#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# try.sh PACKAGES ROOT: installs the packages in ROOT, uses them, upgrades them while sctrace runs, and purges them. ROOT is
# a directory with a Debian in it, which has the libraries that the packages depend on; "/" stands for this system's files,
# with an overlay that keeps the changes away from them. Needs root.
if [ "${3:-}" != inside ]; then
	exec unshare -m sh "$0" "$1" "$2" inside
fi
set -eu
packages=$(realpath "$1") root=$2
smoke=$(realpath "$(dirname "$0")/debian/tests/smoke")
tmp=$(mktemp -d)
running=
trap '[ -z "$running" ] || kill $running 2> /dev/null || true; umount -R "$tmp/root" 2> /dev/null || true; umount "$tmp" 2> /dev/null || true; rmdir "$tmp" 2> /dev/null || true' EXIT

die() {
	echo "try: $*" >&2
	exit 1
}

# The upper layer is in memory, because an overlay refuses directories that are on an overlay themselves.
mount -t tmpfs tmpfs "$tmp"
mkdir "$tmp/up" "$tmp/work" "$tmp/root"
mount -t overlay -o "lowerdir=$root,upperdir=$tmp/up,workdir=$tmp/work" overlay "$tmp/root" || die "cannot mount an overlay"
root=$tmp/root
for dir in proc sys dev; do
	mkdir -p "$root/$dir"
	mount --rbind "/$dir" "$root/$dir"
done
mount -t tmpfs tmpfs "$root/tmp"
mkdir "$root/tmp/packages"
# Without this file, man-db does not build its index of all pages after each change.
rm -f "$root/var/lib/man-db/auto-update"
cp "$packages"/*.deb "$root/tmp/packages/"
cp "$smoke" "$root/tmp/smoke"

in_root() {
	chroot "$root" env -i LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

# dpkg_ OPTION...: runs dpkg, and prints its output if it fails.
dpkg_() {
	in_root sh -c 'dpkg "$@"' dpkg "$@" > "$tmp/log" 2>&1 || {
		tail -20 "$tmp/log" >&2
		die "dpkg $1 failed"
	}
}

names="sctrace libsctrace0 libsctrace-doc"
debs=
for name in $names; do
	deb=$(cd "$root" && ls "tmp/packages/$name"_*.deb) || die "no package of $name in $packages"
	debs="$debs /$deb"
done
# A small root lacks the libraries that the development files depend on.
if in_root dpkg -s libbpf-dev libelf-dev libdw-dev > /dev/null 2>&1; then
	names="$names libsctrace-dev"
	debs="$debs /$(cd "$root" && ls tmp/packages/libsctrace-dev_*.deb)"
fi
in_root sh -c 'find /etc /usr /var -xdev -name "*sctrace*" | sort' > "$tmp/before"
# shellcheck disable=SC2086 # words
dpkg_ -i $debs
in_root sh /tmp/smoke
echo "installed and used: $names"

# An upgrade replaces the files of a running sctrace, which goes on with the old ones. It is started by a simple command,
# so that $! is its id, and is ended by SIGTERM, because the shell lets background jobs ignore SIGINT.
chroot "$root" /usr/bin/sctrace --all-cpus -e trace=/mkdir -o /tmp/running &
running=$!
tries=0
until in_root sh -c 'mkdir /tmp/made; rmdir /tmp/made; sleep 0.3; grep -qs tmp/made /tmp/running'; do
	tries=$((tries + 1))
	[ $tries -lt 30 ] || die "sctrace does not run"
done
# shellcheck disable=SC2086 # words
dpkg_ -i --force-confnew $debs
lines=$(grep -c tmp/made "$root/tmp/running")
in_root sh -c 'mkdir /tmp/made; rmdir /tmp/made; sleep 1'
[ "$(grep -c tmp/made "$root/tmp/running")" -gt "$lines" ] || die "sctrace stopped at the upgrade"
kill -TERM $running
wait $running 2> /dev/null || true
running=
echo "upgraded while it ran"

# shellcheck disable=SC2086 # words
dpkg_ -P $names
in_root sh -c 'find /etc /usr /var -xdev -name "*sctrace*" | sort' > "$tmp/after"
cmp -s "$tmp/before" "$tmp/after" || die "left behind: $(diff "$tmp/before" "$tmp/after" | sed -n 's/^> //p' | tr '\n' ' ')"
echo "purged, and nothing left"
