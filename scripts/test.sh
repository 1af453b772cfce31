#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Installs what is missing, builds (gcc, clang, sanitizers), runs all tests.
#
#	scripts/test.sh [unit|golden|check|live|asan|tsan|fuzz|vm]...
#
# Without a word: all of them. vm: the other kernels, under qemu.
# Last line: "N passed, N failed, N skipped". Exit status 1 if anything failed.
# With CI=true what cannot run here is a failure.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build
asan=$top/build-asan
tsan=$top/build-tsan
passed=0 failed=0 skipped=0
failures=() again=()
ahead='' ahead_pid='' # see ahead_start

# shellcheck source=scripts/deps.sh
. "$top/scripts/deps.sh"

# Sanitizer settings of all tests: a leak or an overflow fails the test in which it happens.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1:abort_on_error=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}

note() {
	printf '\n== %s\n' "$*"
}

# count NAME STATUS: counts a result: 0 passed, 77 skipped, other numbers failed.
count() {
	case $2 in
	0) passed=$((passed + 1)) ;;
	77) skipped=$((skipped + 1)) ;;
	*) failed=$((failed + 1)) && failures+=("$1") ;;
	esac
}

# configure DIR [MESON OPTIONS]: sets up DIR with these options, or changes the options if DIR is set up already.
configure() {
	local dir=$1
	shift
	if [ -f "$dir/build.ninja" ]; then
		meson configure "$dir" -Dtests=true -Dwerror=true -Ddefault_library=both "$@"
	else
		meson setup -Dtests=true -Dwerror=true "$@" "$dir" "$top"
	fi
}

# compile DIR [MESON OPTIONS]: sets up and builds DIR.
compile() {
	configure "$@" && ninja -C "$1"
}

# result NAME STATUS SECONDS LOG: counts and prints a result, with the log if it is a failure.
result() {
	count "$1" "$2"
	if [ "$2" = 0 ]; then
		echo "ok    $1 ($3 s)"
		return
	fi
	cat "$4"
	echo "FAIL  $1"
	return 1
}

# ahead_start NAME...: runs the functions ahead_NAME in the background, one after the other and with the lowest
# priority, while the first parts run. They build what later parts need, in the order in which it is needed.
ahead_start() {
	set -m # makes a process group, which finish_ahead kills as a whole
	(
		set +m
		renice -n 19 -p "$BASHPID" > /dev/null
		for name in "$@"; do
			start=$SECONDS
			"ahead_$name" > "$ahead/$name.log" 2>&1 < /dev/null
			echo "$? $((SECONDS - start))" > "$ahead/$name.new"
			mv "$ahead/$name.new" "$ahead/$name"
		done
	) &
	ahead_pid=$!
	set +m
}

# arrive NAME: waits until ahead_NAME has ended.
arrive() {
	while [ ! -f "$ahead/$1" ] && kill -0 "$ahead_pid" 2> /dev/null; do
		sleep 0.2
	done
}

# await NAME WHAT: waits until ahead_NAME has ended, and counts its result.
await() {
	local status=1 secs=0
	arrive "$1"
	[ ! -f "$ahead/$1" ] || read -r status secs < "$ahead/$1"
	result "$2" "$status" "$secs" "$ahead/$1.log"
}

# Builds with clang for its warnings, which hardly depend on the optimization.
ahead_clang() {
	CC=clang compile "$top/build-clang" -Doptimization=1
}

# Builds with -O3, and with the link-time optimization of gcc and of clang.
ahead_optimized() {
	python3 "$top/tests/check/builds.py" "$build" objcopy
}

ahead_asan() {
	compile "$asan" -Db_sanitize=address,undefined "-Dhelpers=$build/tests/live"
}

# Builds only the programs of part_tsan, which use the library in several threads.
ahead_tsan() {
	configure "$tsan" -Db_sanitize=thread -Dc_args=-Wno-tsan "-Dhelpers=$build/tests/live" &&
		ninja -C "$tsan" tests/live/api tests/live/api_control tests/live/api_share
}

ahead_fetch() {
	"$top/scripts/vm-test.sh" --fetch
}

ahead_agents() {
	"$top/scripts/agents.sh"
}

ahead_cross() {
	"$top/scripts/build-cross.sh" arm64 riscv64
}

ahead_fuzz() {
	"$top/scripts/fuzz.sh" --build
}

ahead_fuzzing() {
	"$top/scripts/fuzz.sh" 30
}

# Builds 32-bit programs, for the live tests of x86_64.
ahead_i386() {
	"$top/scripts/build-cross.sh" i386
}

needs_i386() {
	[ "$(uname -m)" = x86_64 ]
}

finish_ahead() {
	[ -z "$ahead_pid" ] || kill -- "-$ahead_pid" 2> /dev/null
	rm -rf "$ahead"
}

# builds PART...: builds for the first parts, and starts the builds that later ones of these parts need.
builds() {
	local start=$SECONDS todo="clang optimized" status=0

	note "build, warnings are errors"
	ahead=$(mktemp -d)
	trap finish_ahead EXIT
	compile "$build" > "$ahead/gcc.log" 2>&1 || status=$?
	result "build with gcc" $status $((SECONDS - start)) "$ahead/gcc.log" || return
	case " $* " in
	*" fuzz "*) todo="fuzz $todo" ;;
	esac
	case " $* " in
	*" tsan "*) todo="tsan $todo" ;;
	esac
	case " $* " in
	*" asan "*) todo="asan $todo" ;;
	esac
	case " $* " in
	*" vm "*) ! have_qemu || todo="$todo fetch cross" ;;
	esac
	case " $* " in
	*" live "*)
		todo="agents $todo"
		! needs_i386 || todo="i386 $todo"
		;;
	esac
	case " $* " in
	*" fuzz "*) todo="$todo fuzzing" ;; # the last one, as no other part waits for it
	esac
	# shellcheck disable=SC2086 # words
	ahead_start $todo
}

# meson_failed LOG: prints the names of the tests that failed.
meson_failed() {
	sed -nE 's,^ *[0-9]+/[0-9]+ .* / ([^ ]+) +(FAIL|TIMEOUT|ERROR) .*,\1,p' "$1" | sort -u
}

# suite NAME DIR SUITE [MESON TEST OPTIONS]: runs a suite of the build in DIR, and counts its results.
suite() {
	local name=$1 dir=$2 suite=$3 log word n bad=0
	shift 3
	note "$name"
	if [ ! -f "$dir/build.ninja" ]; then
		echo "FAIL  $name: not built"
		count "$name" 1
		return
	fi
	log=$(mktemp)
	meson test -C "$dir" --no-rebuild --suite "$suite" --print-errorlogs "$@" 2>&1 | tee "$log"
	while read -r word n; do
		case $word in
		Ok: | "Expected Fail:") passed=$((passed + n)) ;;
		Skipped:) skipped=$((skipped + n)) ;;
		Fail: | Timeout: | "Unexpected Pass:") bad=$((bad + n)) ;;
		esac
	done < <(sed -nE 's/^(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): +([0-9]+) *$/\1: \2/p' "$log" |
		sed 's/Expected Fail/Ok/; s/Unexpected Pass/Fail/')
	grep -qE '^Ok: +[0-9]+' "$log" || count "$name: meson test did not run" 1
	[ "$bad" = 0 ] || second_try "$name" "$dir" "$suite" "$bad" "$log"
	rm -f "$log"
}

# second_try NAME DIR SUITE N LOG: counts the N failed tests of a suite. Live tests run once more, as they do in guests,
# because a busy machine can make them fail; those that pass then are listed at the end, because they have to be fixed.
# If more than three tests fail, none runs again, because the load is not the cause.
second_try() {
	local name=$1 dir=$2 suite=$3 bad=$4 tests test still=()
	# meson prints only the end of a long log
	grep -E '^FAIL ' "$dir/meson-logs/testlog.txt" | head -20
	mapfile -t tests < <(meson_failed "$5")
	if [[ $suite = live || $suite = sanitized ]] && [ "${#tests[@]}" = "$bad" ] && [ "$bad" -le 3 ]; then
		for test in "${tests[@]}"; do
			note "$name: $test once more"
			meson test -C "$dir" --no-rebuild --suite "$suite" --print-errorlogs "$test" || {
				still+=("$test")
				continue
			}
			passed=$((passed + 1)) bad=$((bad - 1))
			again+=("$name: $test")
		done
		tests=("${still[@]}")
	fi
	[ "$bad" = 0 ] || failures+=("$name: $bad: ${tests[*]}")
	failed=$((failed + bad))
}

mount_tracefs() {
	[ "$(id -u)" = 0 ] || return 0
	[ -e /sys/kernel/tracing/events ] || mount -t tracefs tracefs /sys/kernel/tracing || true
}

part_unit() {
	suite "unit tests" "$build" unit
}

part_golden() {
	suite "golden replays" "$build" golden
}

part_check() {
	suite "static checks" "$build" check
}

part_live() {
	! needs_i386 || await i386 "build for i386"
	await agents "collectd and Prometheus"
	# more tests than there are CPUs, because most of them wait for most of their time
	suite "live tests" "$build" live --num-processes $(($(nproc) + 1))
}

part_asan() {
	note "AddressSanitizer and UndefinedBehaviorSanitizer"
	await asan "build with sanitizers" || return
	suite "unit tests, sanitized" "$asan" unit
	suite "golden replays, sanitized" "$asan" golden
	suite "live tests, sanitized" "$asan" sanitized --num-processes $(($(nproc) + 1))
}

# Runs tests that use handles in several threads, under setarch -R, because the sanitizer does not know the memory
# layout of newer kernels.
part_tsan() {
	local test log start
	note "ThreadSanitizer"
	await tsan "build with ThreadSanitizer" || return
	for test in "api wanders" "api host_libbpf" "api nested" "api forks" "api_control wake" "api_control selects" \
		"api_share waiting" "api_share wrong"; do
		log=$(mktemp)
		start=$SECONDS
		# shellcheck disable=SC2086 # words
		TSAN_OPTIONS=exitcode=66 timeout 120 setarch -R "$tsan"/tests/live/$test > "$log" 2>&1
		result "ThreadSanitizer: $test" $? $((SECONDS - start)) "$log"
		rm -f "$log"
	done
}

# tally NAME LOG: counts the results of a script. Its last line is "N passed, N failed[, N skipped]"; its lines "failed:
# NAME" and "FAIL NAME" name the failures.
tally() {
	local words
	tail -1 "$2" | grep -qE '^[0-9]+ passed, [0-9]+ failed' || {
		count "$1: it did not finish" 1
		return
	}
	read -r -a words < <(tail -1 "$2" | tr -d ,)
	passed=$((passed + words[0]))
	failed=$((failed + words[2]))
	[ "${words[2]}" = 0 ] || failures+=("$1: ${words[2]}: $(sed -nE 's/^(failed: |FAIL +)//p' "$2" | paste -sd, | sed 's/,/, /g')")
	skipped=$((skipped + ${words[4]:-0}))
}

# Prints the results of fuzzing, which runs in the background with the CPU time that the live tests leave.
part_fuzz() {
	note "fuzzing, 30 seconds for each target"
	await fuzz "build for fuzzing" || return
	arrive fuzzing
	cat "$ahead/fuzzing.log"
	tally "fuzz: scripts/fuzz.sh" "$ahead/fuzzing.log"
}

have_qemu() {
	command -v qemu-system-x86_64 > /dev/null
}

part_vm() {
	local log
	note "other kernels under qemu"
	if ! have_qemu; then
		echo "skip  no qemu-system-x86_64 here: other kernels were left out"
		if [ "${CI:-}" = true ]; then
			count "vm: no qemu" 1
		else
			count vm 77
		fi
		return
	fi
	await fetch "kernels and tools"
	await cross "builds for arm64 and riscv64"
	if [ ! -x "$top/build-riscv64/cli/sctrace" ]; then
		echo "skip  riscv64: the mirror does not have its packages at the moment (scripts/apt.sh, apt_has)"
		count riscv64 77
	fi
	log=$(mktemp)
	"$top/scripts/vm-test.sh" -j 2 --timeout 2400 2>&1 | tee "$log"
	tally "vm: scripts/vm-test.sh" "$log"
	rm -f "$log"
}

# changes: prints the files that are new or changed since the last commit, nothing outside of a clone.
changes() {
	git -C "$top" status --porcelain --untracked-files=all 2> /dev/null
}

# same_tree BEFORE: fails if the output of changes is not BEFORE, that is, if the tests changed the source tree.
same_tree() {
	local now
	now=$(changes)
	[ "$now" = "$1" ] && count "the tests leave the tree as it was" 0 && return
	echo "FAIL  the tests changed the tree:"
	diff <(echo "$1") <(echo "$now")
	count "the tests leave the tree as it was" 1
}

main() {
	local parts="unit golden check live asan tsan fuzz vm" part start times='' tree

	[ $# -eq 0 ] || parts="$*"
	for part in $parts; do
		declare -F "part_$part" > /dev/null || {
			echo "usage: scripts/test.sh [unit|golden|check|live|asan|tsan|fuzz|vm]..." >&2
			exit 2
		}
	done
	deps_install build test newest || exit 1
	"$top/scripts/newest.sh" || count "the newest strace and headers" 1
	case " $parts " in
	*" live "*) deps_install cross package || true ;;
	esac
	case " $parts " in
	*" vm "*) deps_install cross vm || true ;;
	esac
	mount_tracefs
	tree=$(changes)
	# shellcheck disable=SC2086 # words
	if builds $parts; then
		for part in $parts; do
			start=$SECONDS
			"part_$part"
			times="$times, $part $((SECONDS - start))"
		done
		note "other compilers and options"
		await clang "build with clang"
		await optimized "builds with -O3 and with link-time optimization"
	fi
	same_tree "$tree"
	printf '\nseconds: %s%s\n' $SECONDS "$times"
	for part in "${again[@]}"; do
		echo "passed in its second try: $part"
	done
	for part in "${failures[@]}"; do
		echo "failed: $part"
	done
	if [ "$skipped" -gt 0 ]; then
		echo "$passed passed, $failed failed, $skipped skipped"
	else
		echo "$passed passed, $failed failed"
	fi
	[ "$failed" = 0 ]
}

main "$@"
