#!/bin/sh
# Runs both programs with every option of strace's manual on the same calls. The outputs must be the same, or differ for
# a reason in strace_options.txt.
. ./lib.sh
need_root
need_strace

# Several rows run at a time, since they mostly wait. Each worker has its own pid namespace, in which every run begins
# with the same process id. In a shared namespace, other processes would soon get the ids of processes that have just
# ended.
table=$LIVE/host/strace_options.txt
workers=3
i=0
while [ $i -lt $workers ]; do
	# shellcheck disable=SC2016
	# the inner shell expands it; it waits for orphans, which it inherits
	SHARE=$i/$workers unshare --pid --fork --kill-child --mount-proc sh -c 'python3 "$@"; exit $?' sh \
		"$LIVE/host/strace_options.py" "$table" > "$T/report.$i" &
	echo $! >> "$T/workers"
	i=$((i + 1))
done
i=0
while read -r worker; do
	wait "$worker"
	status=$?
	fail_lines=$(grep -c '^FAIL' "$T/report.$i")
	grep '^FAIL' -A 12 "$T/report.$i"
	is "$(tail -1 "$T/report.$i")" "$status $fail_lines" "0 0"
	i=$((i + 1))
done < "$T/workers"

python3 "$LIVE/host/strace_names.py" "$LIVE/../../cli/options.def" > "$T/names"
status=$?
grep '^FAIL' "$T/names"
is "long names by their beginning: $(tail -1 "$T/names")" "$status" 0

# The manual comes with the program.
manual=${STRACE%/usr/bin/strace}/usr/share/man/man1/strace.1.gz
[ -f "$manual" ] || manual=/usr/share/man/man1/strace.1.gz
if [ -f "$manual" ]; then
	zcat "$manual" | sed 's/\\-/-/g; s/\\,//g' | grep -oE '(^|[ "fBI])--[a-z][a-z0-9-]+' | grep -oE -e '--.*' | grep -vx -e --stack-traces |
		sort -u > "$T/long"
	true_ "the manual has long options ($(wc -l < "$T/long"))" test "$(wc -l < "$T/long")" -gt 50
	while read -r option; do
		grep -qE -e "(^|[ 	\"])$option($|[ =	\"])" "$table" || echo "$option"
	done < "$T/long" > "$T/untried"
	is "each of them is tried" "$(cat "$T/untried")" ""
fi
finish
