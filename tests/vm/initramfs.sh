# shellcheck shell=bash
# Makes the guest's initramfs. scripts/vm-test.sh sources this file.

elf_field() { # elf_field FILE FLAG SED: prints a value from readelf's output, nothing if the file is not ELF
	LC_ALL=C readelf "-$2" "$1" 2>/dev/null | sed -n "$3" || true
}

elf_interp() {
	elf_field "$1" l 's/.*program interpreter: \(.*\)\]/\1/p'
}

# Prints the directory of libraries of this machine type, on Debian's host and in its guest.
lib_triplet() {
	case "$(elf_field "$1" h 's/^ *Machine: *//p')" in
	*X86-64*) echo x86_64-linux-gnu ;;
	*80386*) echo i386-linux-gnu ;;
	AArch64) echo aarch64-linux-gnu ;;
	ARM) echo arm-linux-gnueabihf ;;
	RISC-V) echo riscv64-linux-gnu ;;
	esac
}

# find_lib NAME TRIPLET RUNPATH: searches the trees of LIB_ROOTS ("" is the host) for a library.
find_lib() {
	local dir root
	for dir in ${3//:/ }; do
		[ ! -e "$dir/$1" ] || { echo "$dir/$1"; return; }
	done
	for root in "${LIB_ROOTS[@]}"; do
		for dir in "/usr/lib/$2" "/lib/$2" "/usr/$2/lib"; do
			[ ! -e "$root$dir/$1" ] || { echo "$root$dir/$1"; return; }
		done
	done
}

# add_libs ROOT FILE: adds the libraries that FILE needs, and those that they need. ldd does not work for another
# machine.
add_libs() {
	local root=$1 file=$2 triplet interp runpath lib path
	triplet=$(lib_triplet "$file")
	[ -n "$triplet" ] || return 0
	interp=$(elf_interp "$file")
	if [ -n "$interp" ] && [ ! -e "$root$interp" ]; then
		path=$(find_lib "${interp##*/}" "$triplet" "")
		[ -n "$path" ] || die "$file: loader $interp not found; install libc6 for its architecture"
		install -D -m 755 "$path" "$root$interp"
	fi
	runpath=$(elf_field "$file" d 's/.*(R.*PATH).*\[\(.*\)\]/\1/p')
	runpath=${runpath//\$ORIGIN/$(dirname "$(readlink -f "$file")")}
	for lib in $(elf_field "$file" d 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
		[ ! -e "$root/lib/$triplet/$lib" ] || continue
		path=$(find_lib "$lib" "$triplet" "$runpath")
		[ -n "$path" ] || die "$file needs $lib ($triplet); install its package for that architecture"
		install -D -m 755 "$path" "$root/lib/$triplet/$lib"
		add_libs "$root" "$path"
	done
}

# add_file ROOT FILE DEST: adds a file with its libraries, or a whole directory.
add_file() {
	local root=$1 src=$2 dest=$3 file
	mkdir -p "$root${dest%/*}"
	cp -RL "$src" "$root$dest"
	while IFS= read -r -d '' file; do
		add_libs "$root" "$file"
	done < <(find -L "$src" -type f -print0)
}

# Adds bpftool, with a loader and libraries of its own, which a script runs.
add_bpftool() {
	local root=$1 tree=$2 loader libs LIB_ROOTS=("$2")
	add_file "$root/opt/bpftool" "$tree/usr/sbin/bpftool" /bpftool
	loader=/opt/bpftool$(elf_interp "$tree/usr/sbin/bpftool")
	libs=/opt/bpftool/lib/$(lib_triplet "$tree/usr/sbin/bpftool")
	cat >"$root/bin/bpftool" <<-SCRIPT
		#!/bin/sh
		exec $loader --library-path $libs /opt/bpftool/bpftool "\$@"
	SCRIPT
	chmod 755 "$root/bin/bpftool"
}

add_base() {
	local root=$1 arch=$2 tools=$CACHE/tools-$2 strace dir
	mkdir -p "$root"/{bin,sbin,dev,proc,sys,tmp,run,etc,root,extra,tests/live,tests/helpers}
	chmod 1777 "$root/tmp"
	cp "$tools/bin/busybox" "$root/bin/busybox"
	ln -s busybox "$root/bin/sh"
	add_bpftool "$root" "$CACHE/bpftool-$arch"
	strace=$tools/usr/bin/strace
	[ "$arch" != amd64 ] || [ ! -x /usr/bin/strace ] || strace=/usr/bin/strace
	add_file "$root" "$strace" /bin/strace
	printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n' >"$root/etc/passwd"
	printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
	printf '127.0.0.1 localhost vm\n::1 localhost\n' >"$root/etc/hosts"
	install -m 755 "$VM"/init "$root/init"
	install -m 755 "$VM"/guest.sh "$VM"/smoke.sh "$VM"/kernel-log.sh "$root/tests/"
	case "$arch" in
	amd64) dir=$BUILD ;;
	arm64) dir=$BUILD_ARM64 ;;
	riscv64) dir=$BUILD_RISCV64 ;;
	esac
	[ ! -x "$dir/cli/sctrace" ] || add_file "$root" "$dir/cli/sctrace" /bin/sctrace
	add_tests "$root" "$arch" "$dir"
}

# Adds the programs of the tests: the executables in BUILD/tests/live. meson keeps object files in directories beside
# them.
add_tests() {
	local root=$1 arch=$2 dir=$3 file
	if [ -d "$TOP/tests/live" ]; then
		cp -RL "$TOP/tests/live/." "$VM/live/." "$root/tests/live/"
		install -D -m 755 "$TOP/scripts/compare-strace.sh" "$root/scripts/compare-strace.sh"
	fi
	[ -d "$dir/tests/live" ] || return 0
	for file in "$dir"/tests/live/*; do
		if [ ! -f "$file" ] || [ ! -x "$file" ]; then
			continue
		fi
		add_file "$root" "$file" "/tests/helpers/${file##*/}"
	done
}

# Adds the BPF programs of the smoke group, one per object file, because bpftool loads the first program of an object.
add_smoke_objects() {
	local part
	command -v clang >/dev/null || die "clang is missing: apt-get install clang"
	for part in ENTER ITER; do
		clang -O2 -g -target bpf -D"$part" -c "$VM/smoke.bpf.c" -o "$1/tests/smoke-$part.o"
	done
}

# The policy that tests/live/secontext.sh gives to a kernel with SELinux, in a form that Linux 5.10 knows.
add_policy() {
	command -v secilc >/dev/null || die "secilc is missing: apt-get install secilc"
	secilc -c 31 -o "$1/tests/selinux.policy" -f /dev/null "$VM/selinux.cil"
}

# make_initramfs NAME DIR MODE: makes DIR/initramfs for kernel NAME. MODE says what /init does: test, cmd or shell.
make_initramfs() {
	local name=$1 dir=$2 mode=$3 root=$2/root arch file
	arch=$(arch_of "$name")
	# the libraries that the build was linked with come first
	LIB_ROOTS=("" "$CACHE/tools-$arch")
	[ "$arch" = amd64 ] || LIB_ROOTS=("$CACHE/sysroot-$arch" "$CACHE/tools-$arch")
	rm -rf "$root" && mkdir -p "$root"
	add_base "$root" "$arch"
	add_smoke_objects "$root"
	add_policy "$root"
	for file in "${ADD[@]}"; do
		add_file "$root" "$file" "/extra/$(basename "$file")"
	done
	[ "$mode" != cmd ] || printf '%s\n' "$CMD" >"$root/tests/cmd"
	# not compressed, because unpacking takes longer under emulation than reading
	(cd "$root" && find . -print0 | cpio --null -o -H newc --quiet -R 0:0) >"$dir/initramfs"
	[ "$KEEP" = 1 ] || rm -rf "$root"
}
