# shellcheck shell=bash
# Fetches Debian kernels and tools of guests into the cache, by scripts/apt.sh. scripts/vm-test.sh sources this file.

suite_of() {
	local name=${1%@*}
	case "${name##*64-}" in
	5.10) echo bullseye ;;
	6.1) echo bookworm ;;
	6.12) echo trixie ;;
	sid) echo sid ;;
	*) die "unknown kernel '$1'; --list shows the names" ;;
	esac
}

arch_of() {
	case "$1" in
	arm64-*) echo arm64 ;;
	riscv64-*) echo riscv64 ;;
	*) echo amd64 ;;
	esac
}

qemu_of() {
	case "$(arch_of "$1")" in
	arm64) echo qemu-system-aarch64 ;;
	riscv64) echo qemu-system-riscv64 ;;
	*) echo qemu-system-x86_64 ;;
	esac
}

# depends_on CONF PACKAGE PREFIX: prints the first package in the package's dependencies whose name starts with the
# prefix.
depends_on() {
	apt-cache -c "$1" show --no-all-versions "$2" 2>/dev/null |
		sed -n 's/^Depends: //p' | tr '|,' '\n' | sed 's/^ *//; s/[ :].*//' | grep -m1 "^$3" || true
}

# Prints the suite's newest kernel for clouds: its image, and in suites that split it, the package with the binary.
kernel_package() {
	local suite=$1 arch=$2 conf image binary flavour=cloud-$2
	[ "$arch" != riscv64 ] || flavour=riscv64 # riscv64 has one flavour only
	conf=$(apt_root "$suite" "$arch")
	apt_update "$conf"
	image=$(depends_on "$conf" "linux-image-$flavour" "linux-image-[0-9]")
	[ -n "$image" ] || die "no kernel in $suite ($arch); apt's messages are in $CACHE/apt/$suite-$arch.log"
	binary=$(depends_on "$conf" "$image" "linux-binary-")
	echo "${binary:-$image}"
}

# Fetches $CACHE/kernel/NAME/{vmlinuz,release,config}, under a lock, because two runs may want the same kernel.
fetch_kernel() {
	local name=${1%@*} suite arch pkg dir tmp image
	dir=$CACHE/kernel/$name tmp=$CACHE/tmp-kernel-$name
	[ -s "$dir/release" ] && [ "$REFRESH" = 0 ] && return 0
	suite=$(suite_of "$name") arch=$(arch_of "$name")
	note "$name: fetching the newest kernel of $suite ($arch)"
	pkg=$(kernel_package "$suite" "$arch")
	rm -rf "$tmp" && mkdir -p "$tmp/out"
	apt_unpack "$suite" "$arch" alone "$tmp/deb" "$pkg"
	image=$(find "$tmp/deb" -name 'vmlinu[xz]*' -type f | head -1)
	[ -n "$image" ] || die "no kernel image in $pkg; has Debian moved it to another package?"
	cp "$image" "$tmp/out/vmlinuz"
	find "$tmp/deb" -name 'config-*' -exec cp {} "$tmp/out/config" \;
	echo "${pkg#linux-*-}" >"$tmp/out/release"
	rm -rf "$dir" && mkdir -p "$CACHE/kernel" && mv "$tmp/out" "$dir" && rm -rf "$tmp"
}

# Fetches the tools of a guest, from the suite that its sctrace was built with. bookworm's bpftool cannot attach, so
# trixie's is used, in a tree of its own because it needs a newer libc. The libraries of sctrace come from a sysroot, or
# from the host.
fetch_tools() {
	local suite=bookworm
	[ "$1" != riscv64 ] || suite=trixie
	fetch_tree "tools-$1" "$suite" "$1" busybox-static strace
	fetch_tree "bpftool-$1" trixie "$1" bpftool
}

fetch_all() {
	local name arch
	apt_begin
	for name in "$@"; do
		arch=$(arch_of "$name")
		[ "$arch" != riscv64 ] || [ -s "$CACHE/kernel/$name/release" ] || apt_has trixie riscv64 || continue
		fetch_kernel "$name"
		fetch_tools "$arch"
		[ "$arch" = amd64 ] || fetch_sysroot "$arch"
	done
	apt_end
}
