#!/bin/sh
# Runs the test groups in the guest, and prints a line "vmtest: GROUP ok|again|FAIL|skip SECONDS" for each. "again"
# means that the second run succeeded. A group is a script that exits with 0 (ok), 77 (cannot run here) or another
# status (failed).
limit=${GROUP_TIMEOUT:-400}

uptime() {
	cut -d' ' -f1 /proc/uptime
}

# Runs a script in a session of its own, and kills what is left of the session at the end of the script or the time
# limit.
run_alone() {
	rm -f /tmp/group.timeout
	setsid sh "$1" </dev/null >/tmp/group.out 2>&1 &
	group=$!
	setsid sh -c "sleep $limit; : >/tmp/group.timeout; kill -9 -$group" >/dev/null 2>&1 &
	watch=$!
	wait $group
	status=$?
	kill -9 -$group -$watch 2>/dev/null
	[ ! -f /tmp/group.timeout ] || echo "killed after $limit s" >>/tmp/group.out
	return $status
}

# Returns 0 if the group $1 is to run.
wanted() {
	case "${ONLY:+,$ONLY,}" in
	'' | *",$1,"*) return 0 ;;
	esac
	return 1
}

# Sets $word to the result. The output of a group that failed is marked, so that the host prints it at the end.
try() {
	run_alone "$1" 2>/dev/null
	status=$?
	case $status in
	0) word=ok mark='|' ;;
	77) word=skip mark='|' ;;
	*) word=FAIL mark='!' ;;
	esac
	sed "s/^/$mark /" /tmp/group.out
	[ $word != FAIL ] || echo "! $name: exit status $status"
}

run_group() {
	name=$1
	wanted "$name" || return 0
	start=$(uptime)
	try "$2"
	# an emulated machine sometimes stands still; a failure by this does not happen twice
	if [ $word = FAIL ]; then
		try "$2"
		[ $word != ok ] || word=again
	fi
	echo "vmtest: $name $word $(echo "$start $(uptime)" | awk '{ printf "%.1f", $2 - $1 }')"
}

run_group smoke /tests/smoke.sh
cd /tests/live || exit
for script in *.sh; do
	case "$script" in
	lib*.sh | '*.sh') continue ;;
	esac
	run_group "${script%.sh}" "./$script"
done
run_group kernel-log /tests/kernel-log.sh
echo "vmtest: done"
