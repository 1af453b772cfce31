#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Runs the fuzz targets of tests/fuzz/ (libFuzzer, with ASan and UBSan) and prints what they came to.
#
#	scripts/fuzz.sh [-j JOBS] [SECONDS] [TARGET]...	60 seconds each, as many at a time as there are CPUs
#	scripts/fuzz.sh --build				the targets only
#	scripts/fuzz.sh --minimise [TARGET]...		the corpus in the tree anew, from what runs have found
#	scripts/fuzz.sh --again FILE TARGET		one input, such as a finding
#
# Findings of a run are in build-fuzz/findings/TARGET-*, with their logs. Exit status 1 if there are any.
# It begins with tests/fuzz/corpus/TARGET.tar.xz; what it learns stays in build-fuzz/corpus/ for the next run.
# Last line: "N passed, N failed".
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/build-fuzz
bin=$build/tests/fuzz
corpus=$top/tests/fuzz/corpus
learnt=$build/corpus
findings=$build/findings
all="records capture tables options btf calls container predicate probe elf"
jobs=$(nproc)
most=10 # findings after which a target is not run again

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:abort_on_error=1:quarantine_size_mb=64:allocator_release_to_os_interval_ms=200
export FUZZ_CAPTURE=$top/tests/golden/calls.cap
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

usage() {
	sed -n '4,13s/^# \{0,1\}//p' "$0" >&2
	exit 2
}

compile() {
	local log
	log=$(mktemp)
	if { [ -f "$build/build.ninja" ] ||
		CC=clang meson setup -Dtests=false -Dfuzz=true --buildtype=debugoptimized "$build" "$top"; } > "$log" 2>&1 &&
		ninja -C "$build" fuzz >> "$log" 2>&1; then
		rm -f "$log"
		return 0
	fi
	cat "$log"
	rm -f "$log"
	return 1
}

# Prints the size limit of a target's inputs. Mutations fill all the room that there is, and larger inputs are slower.
max_len() {
	case $1 in
	records) echo 16384 ;;
	capture) echo 32768 ;;
	options) echo 512 ;;
	*) echo 4096 ;;
	esac
}

# unpack TARGET: adds the corpus of the tree to what earlier runs have learnt.
unpack() {
	mkdir -p "$learnt/$1"
	[ ! -f "$corpus/$1.tar.xz" ] || tar -xJf "$corpus/$1.tar.xz" -C "$learnt/$1"
}

flags() {
	printf '%s\n' -max_len="$(max_len "$1")" -rss_limit_mb=2048 -timeout=60 -print_final_stats=1
	[ ! -f "$top/tests/fuzz/$1.dict" ] || printf '%s\n' -dict="$top/tests/fuzz/$1.dict"
}

# sum LOG PATTERN: prints the sum of the numbers that the pattern's group matches.
sum() {
	sed -nE "s/$2/\\1/p" "$1" | awk '{ n += $1 } END { printf "%d", n }'
}

# run_one TARGET SECONDS: runs the target, again after each finding, until the time is over.
run_one() {
	local target=$1 end=$((SECONDS + $2)) log=$findings/$1.log cpu=$findings/$1.cpu before found=0
	local -a opts
	mapfile -t opts < <(flags "$target")
	unpack "$target"
	: > "$log"
	: > "$cpu"
	while [ $SECONDS -lt $end ] && [ $found -lt $most ]; do
		before=$found
		TIMEFORMAT='%U %S'
		{ time "$bin/fuzz-$target" "${opts[@]}" -max_total_time=$((end - SECONDS)) \
			-artifact_prefix="$findings/$target-" "$learnt/$target" >> "$log" 2>&1; } 2>> "$cpu" ||
			found=$((found + 1))
		[ $found != $before ] || break
	done
	echo $found > "$findings/$target.found"
}

# row TARGET: prints the number of inputs, records, edges, CPU seconds and findings.
row() {
	local log=$findings/$1.log edges of
	edges=$(sed -nE 's/.* cov: ([0-9]+) .*/\1/p' "$log" | sort -n | tail -1)
	of=$(sed -nE 's/.*Loaded 1 modules +\(([0-9]+) inline.*/\1/p' "$log" | head -1)
	printf '%-9s %12s %12s %8s of %-8s %8s %9s\n' "$1" "$(sum "$log" 'stat::number_of_executed_units: +([0-9]+)')" \
		"$(sum "$log" 'records: ([0-9]+)' | sed 's/^0$/-/')" "${edges:-0}" "${of:-?}" \
		"$(awk '{ n += $1 + $2 } END { printf "%d", n }' "$findings/$1.cpu")" "$(cat "$findings/$1.found")"
}

run_all() {
	local seconds=$1 target passed=0 failed=0
	shift
	rm -rf "$findings"
	mkdir -p "$findings"
	for target in "$@"; do
		while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
			wait -n
		done
		run_one "$target" "$seconds" &
	done
	wait
	printf '%-9s %12s %12s %11s %-8s %8s %9s\n' target inputs records edges "" "CPU s" findings
	for target in "$@"; do
		row "$target"
		if [ "$(cat "$findings/$target.found")" = 0 ] && grep -q 'stat::number_of_executed_units' "$findings/$target.log"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "failed: $target $(grep -hoE 'SUMMARY: .*' "$findings/$target.log" | sort -u | head -3 | paste -sd ' ')"
			grep -hE 'ERROR: |runtime error: |not so: |not JSON|SUMMARY: ' "$findings/$target.log" | sort -u | head -20
			ls "$findings/$target-"* 2> /dev/null
		fi
	done
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
}

# Keeps the smallest inputs that together reach as much as all inputs do, in the tree's corpus.
minimise() {
	local target few=$build/minimal
	mkdir -p "$corpus"
	for target in "$@"; do
		rm -rf "$few"
		mkdir -p "$few"
		unpack "$target"
		# shellcheck disable=SC2046 # words
		"$bin/fuzz-$target" -set_cover_merge=1 $(flags "$target") "$few" "$learnt/$target" > "$build/minimise.log" 2>&1 || {
			tail -20 "$build/minimise.log"
			return 1
		}
		tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$few" -cf - . | xz -9e > "$corpus/$target.tar.xz"
		rm -rf "${learnt:?}/$target"
		mv "$few" "$learnt/$target"
		echo "$target: $(find "$learnt/$target" -type f | wc -l) inputs, $(stat -c %s "$corpus/$target.tar.xz") bytes packed"
	done
}

main() {
	local seconds=60 targets=() word mode=run file=

	while [ $# -gt 0 ]; do
		word=$1
		shift
		case $word in
		-j) jobs=${1:?} && shift ;;
		--build) mode=build ;;
		--minimise) mode=minimise ;;
		--again) mode=again && file=$(realpath "${1:?}") && shift ;;
		[0-9]*) seconds=$word ;;
		-*) usage ;;
		*) case " $all " in
			*" $word "*) targets+=("$word") ;;
			*) usage ;;
			esac ;;
		esac
	done
	[ ${#targets[@]} -gt 0 ] || read -r -a targets <<< "$all"
	compile || {
		echo "fuzz.sh: the build failed"
		echo "0 passed, 1 failed"
		exit 1
	}
	case $mode in
	build) ;;
	run) run_all "$seconds" "${targets[@]}" ;;
	minimise) minimise "${targets[@]}" ;;
	again) "$bin/fuzz-${targets[0]}" "$file" ;;
	esac
}

main "$@"
