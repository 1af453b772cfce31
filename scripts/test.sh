#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Installs what is missing, builds (gcc, clang, sanitizers), runs all tests.
#
#	scripts/test.sh [unit|golden|check|live|asan|vm]...
#
# Without a word: all of them. vm: the other kernels, under qemu.
# Last line: "N passed, N failed, N skipped". Exit status 1 if anything failed.
# With CI=true what cannot run here is a failure.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build
asan=$top/build-asan
passed=0 failed=0 skipped=0
failures=()

# shellcheck source=scripts/deps.sh
. "$top/scripts/deps.sh"

# The whole run's sanitizer settings. A leak or an overflow fails the test that has it.
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1:allocator_may_return_null=1:abort_on_error=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}

note() {
	printf '\n== %s\n' "$*"
}

# count NAME STATUS: one result
count() {
	case $2 in
	0) passed=$((passed + 1)) ;;
	77) skipped=$((skipped + 1)) ;;
	*) failed=$((failed + 1)) && failures+=("$1") ;;
	esac
}

# configure DIR [MESON OPTIONS]: DIR as wanted, whatever it was
configure() {
	local dir=$1
	shift
	if [ -f "$dir/build.ninja" ]; then
		meson configure "$dir" -Dtests=true -Dwerror=true "$@"
	else
		meson setup -Dtests=true "$@" "$dir" "$top"
	fi
}

# build NAME DIR [MESON OPTIONS]: one result; the output is shown when it fails
build() {
	local name=$1 dir=$2 log start=$SECONDS
	shift 2
	log=$(mktemp)
	if configure "$dir" "$@" > "$log" 2>&1 && ninja -C "$dir" >> "$log" 2>&1; then
		echo "ok    $name ($((SECONDS - start)) s)"
		count "$name" 0
		rm -f "$log"
		return 0
	fi
	cat "$log"
	echo "FAIL  $name"
	count "$name" 1
	rm -f "$log"
	return 1
}

builds() {
	note "builds, warnings are errors"
	build "build with gcc" "$build" || return
	CC=clang build "build with clang" "$top/build-clang"
}

# suite NAME DIR SUITE [MESON TEST OPTIONS]
suite() {
	local name=$1 dir=$2 suite=$3 log word n
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
		Fail: | Timeout: | "Unexpected Pass:")
			failed=$((failed + n))
			[ "$n" = 0 ] || failures+=("$name: $n (see above)")
			;;
		esac
	done < <(sed -nE 's/^(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): +([0-9]+) *$/\1: \2/p' "$log" |
		sed 's/Expected Fail/Ok/; s/Unexpected Pass/Fail/')
	grep -qE '^Ok: +[0-9]+' "$log" || count "$name: meson test did not run" 1
	rm -f "$log"
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
	suite "live tests" "$build" live
}

part_asan() {
	note "AddressSanitizer and UndefinedBehaviorSanitizer"
	build "build with sanitizers" "$asan" -Db_sanitize=address,undefined "-Dhelpers=$build/tests/live" || return
	suite "unit tests, sanitized" "$asan" unit
	suite "golden replays, sanitized" "$asan" golden
	suite "live tests, sanitized" "$asan" sanitized
}

part_vm() {
	local log
	note "other kernels under qemu"
	if ! command -v qemu-system-x86_64 > /dev/null; then
		echo "skip  no qemu-system-x86_64 here: other kernels were left out"
		if [ "${CI:-}" = true ]; then
			count "vm: no qemu" 1
		else
			count vm 77
		fi
		return
	fi
	log=$(mktemp)
	if "$top/scripts/build-arm64.sh" > "$log" 2>&1; then
		echo "ok    build for arm64"
		count "build for arm64" 0
	else
		tail -30 "$log"
		echo "FAIL  build for arm64"
		count "build for arm64" 1
	fi
	"$top/scripts/vm-test.sh" -j 2 2>&1 | tee "$log"
	if tail -1 "$log" | grep -qE '^[0-9]+ passed, [0-9]+ failed'; then
		read -r -a words < <(tail -1 "$log" | tr -d ,)
		passed=$((passed + words[0]))
		failed=$((failed + words[2]))
		[ "${words[2]}" = 0 ] || failures+=("vm: ${words[2]} (see above)")
		skipped=$((skipped + ${words[4]:-0}))
	else
		count "vm: scripts/vm-test.sh did not finish" 1
	fi
	rm -f "$log"
}

main() {
	local parts="unit golden check live asan vm" part

	[ $# -eq 0 ] || parts="$*"
	for part in $parts; do
		declare -F "part_$part" > /dev/null || {
			echo "usage: scripts/test.sh [unit|golden|check|live|asan|vm]..." >&2
			exit 2
		}
	done
	deps_install build test || exit 1
	case " $parts " in
	*" vm "*) deps_install vm || true ;;
	esac
	mount_tracefs
	if builds; then
		for part in $parts; do
			"part_$part"
		done
	fi
	printf '\n'
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
