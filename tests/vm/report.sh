# shellcheck shell=bash
# Reads the guests' logs and prints the results. scripts/vm-test.sh sources this file.

# Prints the groups that a guest has to run; one that is missing from its log has failed.
groups() {
	if [ -n "$ONLY" ]; then
		tr , '\n' <<<"$ONLY"
	else
		{ all_groups && tr , '\n' <<<"$MORE_CPUS_GROUPS"; } | awk '!had[$0]++'
	fi
}

# Prints the groups of one guest, separated by commas, if it does not run all of them.
only_of() {
	case "${ONLY:+asked}:$1" in
	:*@*) echo "$MORE_CPUS_GROUPS" ;;
	:riscv64-*) echo "$RISCV_GROUPS" ;;
	:"$OLDEST_KERNEL") all_groups | paste -sd, ;;
	:sid) all_groups | among "$EVERYWHERE_GROUPS $NEWEST_GROUPS" ;;
	:arm64-*) shared "$1" | paste -sd, ;;
	:*) all_groups | among "$EVERYWHERE_GROUPS" ;;
	*) echo "$ONLY" ;;
	esac
}

# among NAMES: filters group names, and prints them in one line.
among() {
	grep -xF "${1// /$'\n'}" | paste -sd,
}

# Prints the groups of a guest of arm64. Each guest runs EVERYWHERE_GROUPS, and the guests take turns with the others.
shared() {
	all_groups | awk -v everywhere=" $EVERYWHERE_GROUPS " -v guests="$ARM_KERNELS" -v me="$1" '
		BEGIN { n = split(guests, guest) }
		index(everywhere, " " $0 " ") { print; next }
		{ if (guest[turn++ % n + 1] == me) print }'
}

# Returns 0 if guest $1 runs group $2.
runs() {
	local only
	only=$(only_of "$1")
	[[ -z $only || ,$only, == *,$2,* ]]
}

all_groups() {
	local file
	echo smoke
	for file in "$TOP"/tests/live/*.sh "$VM"/live/*.sh; do
		[ -f "$file" ] || continue
		case "${file##*/}" in
		lib*.sh) ;;
		*) basename "$file" .sh ;;
		esac
	done | grep -vxF "${MACHINE_GROUPS// /$'\n'}"
	echo kernel-log
}

why_unfinished() {
	local log=$1
	if grep -q 'vmtest: qemu status 124' "$log"; then
		echo "killed after $TIMEOUT s (--timeout)"
	elif grep -q 'Kernel panic' "$log"; then
		grep -m1 -o 'Kernel panic.*' "$log" | tr -d '\r'
	elif ! grep -q 'vmtest: ' "$log"; then
		echo "no sign of life from /init: $(tail -1 "$log" | tr -d '\r' | cut -c1-120)"
	else
		echo "it stopped early"
	fi
}

# result LOG GROUP: prints "ok 1.2", "again 2.3" (ok the second time), "FAIL 3.4", "skip 0.0", or "none" if the guest
# did not get to the group.
result() {
	local line=
	[ ! -f "$1" ] || line=$(sed -n "s/^vmtest: $2 \(ok\|again\|FAIL\|skip\) \([0-9.]*\).*/\1 \2/p" "$1" | tail -1)
	echo "${line:-none}"
}

test_kernel() {
	local name=$1 log=$LOGS/$1.log start=$EPOCHREALTIME secs
	rm -f "$log"
	make_initramfs "$name" "$RUN/$name" test
	boot "$name" "$RUN/$name" test "$log" >/dev/null || true
	if grep -q 'Oops: int3' "$log"; then
		note "$name: the emulator ran into an int3 of the past (see qemu_command); once more"
		boot "$name" "$RUN/$name" test "$log" >/dev/null || true
	fi
	secs=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
	echo "$secs" >"$RUN/$name/secs"
	if grep -q '^vmtest: done' "$log"; then
		note "$name: $(cat "$CACHE/kernel/${name%@*}/release"), $secs s"
	else
		note "$name: $(why_unfinished "$log"); see $log"
	fi
	sed -n 's/^! /    /p' "$log" >&2
}

print_table() {
	local name group word secs passed=0 failed=0 skipped=0 row failures=()
	printf '\n%-16s' group
	printf ' %12s' "${KERNELS[@]}"
	printf '\n'
	for group in $(groups); do
		row=$(printf '%-16s' "$group")
		for name in "${KERNELS[@]}"; do
			if ! runs "$name" "$group"; then
				row+=$(printf ' %12s' -)
				continue
			fi
			read -r word secs <<<"$(result "$LOGS/$name.log" "$group")"
			row+=$(printf ' %12s' "$word ${secs:-}")
			case "$word" in
			ok | again) passed=$((passed + 1)) ;;
			skip) skipped=$((skipped + 1)) ;;
			*)
				failed=$((failed + 1))
				failures+=("$group on $name")
				;;
			esac
		done
		echo "$row"
	done
	printf '%-16s' 'whole run, s'
	for name in "${KERNELS[@]}"; do
		printf ' %12s' "$(cat "$RUN/$name/secs" 2>/dev/null || echo -)"
	done
	printf '\n\n'
	[ "$failed" = 0 ] || printf 'failed: %s\n' "${failures[@]}"
	if [ "$skipped" -gt 0 ]; then
		echo "$passed passed, $failed failed, $skipped skipped"
	else
		echo "$passed passed, $failed failed"
	fi
	[ "$failed" = 0 ]
}
