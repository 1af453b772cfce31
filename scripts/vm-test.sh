#!/bin/bash
# Boots Debian's own kernels under qemu's software emulation and runs the live tests in them.
set -euo pipefail

TOP=$(cd "$(dirname "$0")/.." && pwd)
VM=$TOP/tests/vm
CACHE=${SCTRACE_VM_CACHE:-$TOP/build/vm}
BUILD=${SCTRACE_BUILD:-$TOP/build}
BUILD_ARM64=${SCTRACE_BUILD_ARM64:-$TOP/build-arm64}
BUILD_RISCV64=${SCTRACE_BUILD_RISCV64:-$TOP/build-riscv64}
LOGS=$TOP/build/vm/logs
# the slowest guests start first
X86_KERNELS="5.10 sid 6.1 6.12"
# these guests have more processors, which can change the order of events
MORE_CPUS="6.12@8 sid@4"
MORE_CPUS_GROUPS=smoke,forks,order,secontext,threads,kernel-log
ARM_KERNELS="arm64-6.1 arm64-6.12"
RISCV_KERNELS="riscv64-6.12"
# Groups that depend on the command, not on the kernel, run on the machine itself only; so do those whose subject is the
# end of a program, waiting, sharing, control, filters of rows or the format of the output.
MACHINE_GROUPS="api_control api_data api_health api_pull api_scope api_share api_share_stats dumps dying ending errors \
event_keys namespaces outputs own quiet replay secontext span startup stats_filter stats_tables status stopped when wishes"
# Every guest runs these groups, except those of riscv64 and with more processors. The other groups run with the oldest
# kernel, on one of the guests of arm64, and on the machine itself, that is, with an old, a middle and a new kernel.
EVERYWHERE_GROUPS="smoke arm i386 lines exec signals stacks stats verified kernel-log"
OLDEST_KERNEL=5.10
# The newest kernel runs these, too: it reads memory, switches tasks and skips programs in ways of its own.
NEWEST_GROUPS="attack capture cold order skips split stats_by strace threads tracepoint"
# riscv64 runs few groups, because it is emulated several times slower than the others
RISCV_GROUPS=smoke,exec,lines,stats,kernel-log

CPUS=2 JOBS=1 TIMEOUT=900 MEMORY=1024 APPEND="" KEEP=0 REFRESH=0 MODE=test CMD="" ONLY=""
ADD=() KERNELS=()

usage() {
	cat <<-'HELP'
		usage: scripts/vm-test.sh [options] [KERNEL...]
		Boots each KERNEL under qemu and runs the test groups: tests/vm/smoke.sh and tests/live/*.sh.
		Kernels: 5.10 6.1 6.12 sid (x86_64), arm64-6.1 arm64-6.12, riscv64-6.12; the default is all of
		x86_64, and the others where build-arm64/cli/sctrace, build-riscv64/cli/sctrace are there.
		--list says more. Where a kernel runs some groups only, --only NAME runs any other.
		KERNEL@N: with N processors, and only the groups for which their number matters.

		  --cmd 'CMD' KERNEL  boot, run one shell command, print its output, exit with its status
		                      (125: the guest did not get to its end)
		  --shell KERNEL      boot to a shell on the serial line (leave with exit, or ctrl-a x)
		  --add FILE          put FILE, with its libraries, into the guest's /extra (repeatable)
		  --only GROUP        run this group only (repeatable)
		  --cpus N            guest processors (2)
		  --memory MB         guest memory (1024)
		  --append 'WORDS'    more words of the kernel's command line
		  --timeout SECS      kill a guest after so long (900)
		  -j N                guests at the same time (1)
		  --keep              keep the guest's directory tree in the cache
		  --refresh           fetch the newest kernel of the suite again
		  --fetch             fetch what the guests need, and no more
		  --list              kernels, and what is in the cache
		Environment: SCTRACE_BUILD, SCTRACE_BUILD_ARM64, SCTRACE_BUILD_RISCV64 (build directories),
		SCTRACE_VM_CACHE, SCTRACE_VM_MIRROR (the address above debian/ and debian-security/, if not those
		that this machine's apt uses).
	HELP
}

die() {
	echo "vm-test: $*" >&2
	exit 1
}

note() {
	echo "vm-test: $*" >&2
}

# shellcheck source=scripts/apt.sh
. "$TOP/scripts/apt.sh"
# shellcheck source=tests/vm/fetch.sh
. "$VM/fetch.sh"
# shellcheck source=tests/vm/initramfs.sh
. "$VM/initramfs.sh"
# shellcheck source=tests/vm/report.sh
. "$VM/report.sh"

parse_options() {
	while [ $# -gt 0 ]; do
		case "$1" in
		--cpus | --memory | --append | --timeout | --cmd | --add | --only | --shell | -j)
			[ $# -gt 1 ] || die "$1 needs a value; --help shows the options"
			;;
		esac
		case "$1" in
		--cpus) CPUS=$2 && shift ;;
		--memory) MEMORY=$2 && shift ;;
		--append) APPEND=$2 && shift ;;
		--timeout) TIMEOUT=$2 && shift ;;
		-j) JOBS=$2 && shift ;;
		-j*) JOBS=${1#-j} ;;
		--cmd) MODE=cmd CMD=$2 && shift ;;
		--shell) MODE=shell KERNELS+=("$2") && shift ;;
		--add) ADD+=("$2") && shift ;;
		--only) ONLY=${ONLY:+$ONLY,}$2 && shift ;;
		--keep) KEEP=1 ;;
		--refresh) REFRESH=1 ;;
		--fetch) MODE=fetch ;;
		--list) MODE=list ;;
		-h | --help) usage && exit 0 ;;
		-*) die "unknown option '$1'; --help shows the options" ;;
		*) KERNELS+=("$1") ;;
		esac
		shift
	done
	check_options
}

check_options() {
	local name value file
	for value in "$CPUS" "$MEMORY" "$TIMEOUT" "$JOBS"; do
		[[ $value =~ ^[1-9][0-9]*$ ]] || die "'$value' is not a number above 0"
	done
	for file in "${ADD[@]}"; do
		[ -e "$file" ] || die "--add $file: no such file"
	done
	for name in "${KERNELS[@]}"; do
		suite_of "$name" >/dev/null
		[[ $name != *@* || $name =~ @[1-9][0-9]*$ ]] || die "'$name': KERNEL@CPUS"
	done
	case "$MODE" in
	cmd | shell) [ ${#KERNELS[@]} = 1 ] || die "--$MODE takes exactly one kernel" ;;
	fetch) [ ${#KERNELS[@]} -gt 0 ] || read -ra KERNELS <<<"$X86_KERNELS $ARM_KERNELS $RISCV_KERNELS" ;;
	test) [ ${#KERNELS[@]} -gt 0 ] || default_kernels ;;
	esac
}

default_kernels() {
	local names=$X86_KERNELS
	[ ! -x "$BUILD_ARM64/cli/sctrace" ] || names="$names $ARM_KERNELS"
	names="$names $MORE_CPUS"
	[ ! -x "$BUILD_RISCV64/cli/sctrace" ] || names="$RISCV_KERNELS $names"
	read -ra KERNELS <<<"$names"
}

list_kernels() {
	local name release
	for name in $X86_KERNELS $ARM_KERNELS $RISCV_KERNELS; do
		release="not fetched yet"
		[ ! -s "$CACHE/kernel/$name/release" ] || release=$(cat "$CACHE/kernel/$name/release")
		printf '%-12s %-9s %-6s %s\n' "$name" "$(suite_of "$name")" "$(arch_of "$name")" "$release"
	done
}

need_tools() {
	local name tool
	for tool in cpio readelf secilc; do
		command -v "$tool" >/dev/null || die "$tool is missing: apt-get install cpio dpkg apt binutils secilc util-linux"
	done
	for name in "$@"; do
		tool=$(qemu_of "$name")
		command -v "$tool" >/dev/null ||
			die "$tool is missing: apt-get install qemu-system-x86 qemu-system-arm qemu-system-misc"
	done
}

# Fills the array QEMU with the command line. Options of the kernel and of qemu, and the reasons:
# tsc=reliable: the guest's TSC is the host's, in step on all CPUs. Without the option, the watchdog rejects it when the
# host pauses, but the ordering tests need it. no_timer_check and mitigations=off save time; panic=-1 ends qemu.
# init_on_alloc, rcu_expedited, randomize_kstack_offset: these features take time, and the tests do not depend on them.
# thread=single: one thread emulates all processors. With a thread for each, an x86 guest now and then runs into an int3
# that the kernel has already removed from its code (it changes its code whenever a tracepoint is switched on or off).
# The guests that test the order of events have a thread for each all the same, and also SELinux.
# -erms: the kernel clears and copies by words. With ERMS it does so by bytes, which are emulated one by one.
# Features of the CPU that slow down each access, call or task switch, and that no test needs, are off: five levels of
# page tables, SMAP, protection keys, wide registers (a tenth of the time), pointer signatures, SVE (a quarter, arm64).
qemu_command() {
	local name=$1 dir=$2 mode=$3 kernel=$CACHE/kernel/${1%@*}/vmlinuz console args cpus=$CPUS threads=single
	[[ $1 != *@* ]] || cpus=${1#*@} threads=multi
	args="quiet loglevel=4 panic=-1 mitigations=off init_on_alloc=0 rcupdate.rcu_expedited=1 randomize_kstack_offset=off"
	args="$args rdinit=/init vmtest.mode=$mode vmtest.only=$(only_of "$name") $APPEND"
	[[ $1 != *@* ]] || args="$args security=selinux selinux=1 enforcing=0"
	QEMU=("$(qemu_of "$name")")
	console=ttyS0
	case "$(arch_of "$name")" in
	amd64)
		QEMU+=(-machine q35 -cpu "max,-erms,-la57,-smap,-smep,-pku,-avx,-xsave")
		args="$args tsc=reliable no_timer_check"
		;;
	arm64)
		console=ttyAMA0
		QEMU+=(-machine "virt,gic-version=3" -cpu "max,pauth=off,sve=off,sme=off,lpa2=off")
		;;
	riscv64) QEMU+=(-machine virt -cpu rv64) ;;
	esac
	args="console=$console vmtest.console=$console $args"
	QEMU+=(-accel "tcg,thread=$threads" -smp "$cpus" -m "$MEMORY" -nodefaults -no-user-config -display none)
	QEMU+=(-no-reboot -net none -pidfile "$dir/pid" -kernel "$kernel" -initrd "$dir/initramfs" -append "$args")
	if [ "$mode" = shell ]; then
		QEMU+=(-serial mon:stdio)
	else
		QEMU+=(-serial stdio -monitor none)
	fi
}

# boot NAME DIR MODE LOG: runs the guest until it ends, and copies its serial line to stdout and to LOG. Returns 124 if
# the guest had to be killed.
boot() {
	local status=0
	qemu_command "$1" "$2" "$3"
	if [ "$3" = shell ]; then
		"${QEMU[@]}"
		return
	fi
	timeout --foreground -k 5 "$TIMEOUT" "${QEMU[@]}" </dev/null 2>"$2/stderr" | tee "$4" || status=${PIPESTATUS[0]}
	sed 's/^/vmtest: qemu: /' "$2/stderr" >>"$4"
	[ "$status" = 0 ] || echo "vmtest: qemu status $status" >>"$4"
	return "$status"
}

run_cmd() {
	local name=${KERNELS[0]} log=$LOGS/${KERNELS[0]}-cmd.log status
	rm -f "$log"
	make_initramfs "$name" "$RUN/$name" cmd
	# init ends the output with a newline, so a newline is printed only when another line follows
	boot "$name" "$RUN/$name" cmd "$log" | awk '
		/^vmtest: exit [0-9]+\r?$/ { on = 0 }
		on { printf "%s%s", sep, $0; sep = "\n"; fflush() }
		/^vmtest: begin\r?$/ { on = 1 }' &
	# bash runs the trap of a signal at once only while it is in wait
	wait $! || true
	status=$(sed -n 's/^vmtest: exit \([0-9]*\).*/\1/p' "$log" | tail -1)
	[ -n "$status" ] || {
		note "$name: the guest did not finish: $(why_unfinished "$log"); see $log"
		exit 125
	}
	exit "$status"
}

run_tests() {
	local name running=0
	for name in "${KERNELS[@]}"; do
		if [ "$running" -ge "$JOBS" ]; then
			wait -n || true
			running=$((running - 1))
		fi
		test_kernel "$name" &
		running=$((running + 1))
	done
	wait
	print_table
}

cleanup() {
	local pid
	for pid in "$RUN"/*/pid; do
		[ ! -f "$pid" ] || kill "$(cat "$pid")" 2>/dev/null || true
	done
	if [ "$KEEP" = 1 ]; then
		note "the guests' trees are in $RUN"
	else
		rm -rf "$RUN"
	fi
}

main() {
	parse_options "$@"
	if [ "$MODE" = list ]; then
		list_kernels
		return
	fi
	mkdir -p "$CACHE" "$LOGS"
	if [ "$MODE" = fetch ]; then
		fetch_all "${KERNELS[@]}"
		return
	fi
	need_tools "${KERNELS[@]}"
	fetch_all "${KERNELS[@]}"
	RUN=$(mktemp -d "$CACHE/run.XXXXXX")
	trap cleanup EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	mkdir -p "${KERNELS[@]/#/$RUN/}"
	case "$MODE" in
	shell)
		make_initramfs "${KERNELS[0]}" "$RUN/${KERNELS[0]}" shell
		boot "${KERNELS[0]}" "$RUN/${KERNELS[0]}" shell ""
		;;
	cmd) run_cmd ;;
	*) run_tests ;;
	esac
}

main "$@"
