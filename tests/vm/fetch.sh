# shellcheck shell=bash
# Debian kernels and guest tools, fetched with apt into the cache. Sourced by scripts/vm-test.sh.
# apt runs with state of its own (lists, dpkg status, archives under $CACHE/apt): it checks signatures
# and resolves dependencies as always, and the host's apt and dpkg see nothing of it.

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

# Writes a private apt root for one suite and architecture; prints the path of its configuration.
apt_root() {
	local suite=$1 arch=$2 dir=$CACHE/apt/$1-$2 opts
	mkdir -p "$dir/lists/partial" "$dir/archives/partial"
	: >"$dir/status"
	# a suite in its last years stops renewing its Release file
	opts="[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg check-valid-until=no]"
	echo "deb $opts $MIRROR/debian $suite main" >"$dir/sources.list"
	[ "$suite" = sid ] ||
		echo "deb $opts $MIRROR/debian-security $suite-security main" >>"$dir/sources.list"
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

# Half of the sources may be gone (an old suite leaves the mirrors), so a failure is left for the download to tell.
apt_update() {
	local dir=${1%/*}
	if apt-get -c "$1" -q update >"$dir.log" 2>&1; then
		: >"$dir/updated"
	fi
}

# Downloads packages of a suite, with what they depend on if $3 is "deps", and unpacks them into $4.
apt_unpack() {
	local suite=$1 arch=$2 how=$3 dest=$4 conf dir log deb
	shift 4
	conf=$(apt_root "$suite" "$arch")
	dir=${conf%/*} log=$CACHE/apt/$suite-$arch.log
	[ -f "$dir/updated" ] || apt_update "$conf"
	rm -f "$dir"/archives/*.deb
	if [ "$how" = deps ]; then
		apt-get -c "$conf" -q -o Debug::NoLocking=1 -d install "$@" >>"$log" 2>&1
	else
		(cd "$dir/archives" && apt-get -c "$conf" -q download "$@") >>"$log" 2>&1
	fi || {
		rm -f "$dir/updated"
		die "cannot fetch $* ($suite, $arch) from $MIRROR; apt's words are in $log"
	}
	mkdir -p "$dest"
	for deb in "$dir"/archives/*.deb; do
		dpkg-deb -x "$deb" "$dest" || die "cannot unpack $deb"
	done
	rm -f "$dir"/archives/*.deb
}

# The field's first package name that starts with a prefix: depends_on CONF PACKAGE PREFIX
depends_on() {
	apt-cache -c "$1" show --no-all-versions "$2" 2>/dev/null |
		sed -n 's/^Depends: //p' | tr '|,' '\n' | sed 's/^ *//; s/[ :].*//' | grep -m1 "^$3" || true
}

# The suite's newest kernel (of those for clouds): its image, and in suites that split it, the package with the binary.
kernel_package() {
	local suite=$1 arch=$2 conf image binary flavour=cloud-$2
	[ "$arch" != riscv64 ] || flavour=riscv64 # there is but one
	conf=$(apt_root "$suite" "$arch")
	apt_update "$conf"
	image=$(depends_on "$conf" "linux-image-$flavour" "linux-image-[0-9]")
	[ -n "$image" ] || die "no kernel in $suite ($arch) at $MIRROR; apt's words are in $CACHE/apt/$suite-$arch.log"
	binary=$(depends_on "$conf" "$image" "linux-binary-")
	echo "${binary:-$image}"
}

# $CACHE/kernel/NAME/{vmlinuz,release,config}; under a lock, as two runs may want the same kernel.
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

# Packages of a suite with all that they need, unpacked in $CACHE/DIR: fetch_tree DIR SUITE ARCH PACKAGE...
fetch_tree() {
	local dir=$CACHE/$1 suite=$2 arch=$3 merged
	shift 3
	[ ! -d "$dir" ] || return 0
	note "fetching $* ($suite, $arch)"
	rm -rf "$dir.new"
	apt_unpack "$suite" "$arch" deps "$dir.new" "$@"
	rm -rf "$dir.new/usr/share"
	# as on the later suites' systems
	for merged in bin lib; do
		[ -e "$dir.new/$merged" ] || ln -s "usr/$merged" "$dir.new/$merged"
	done
	mv "$dir.new" "$dir"
}

# What the guest needs beside the kernel. bookworm's libraries are also those that the arm64 build is linked with;
# its bpftool cannot attach, so that one comes from trixie, in a tree of its own as it wants a newer libc.
# riscv64 is in no older suite; its build is linked with the libraries here, too (scripts/build-riscv64.sh).
fetch_tools() {
	if [ "$1" = riscv64 ]; then
		fetch_tree "tools-$1" trixie "$1" busybox-static strace libbpf-dev libelf-dev zlib1g-dev libncurses-dev
	else
		fetch_tree "tools-$1" bookworm "$1" busybox-static strace libbpf1 libelf1 zlib1g
	fi
	fetch_tree "bpftool-$1" trixie "$1" bpftool
}

fetch_all() {
	local name tool
	for tool in dpkg-deb apt-get flock; do
		command -v "$tool" >/dev/null || die "$tool is missing: apt-get install dpkg apt util-linux"
	done
	mkdir -p "$CACHE/apt"
	exec 9>"$CACHE/lock"
	flock 9
	for name in "$@"; do
		fetch_kernel "$name"
		fetch_tools "$(arch_of "$name")"
	done
	exec 9>&-
	rm -rf "$CACHE/apt"/*/
}
