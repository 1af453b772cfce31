#!/bin/sh
# Compares -P, -e trace-fds=, -e read= and -e write= with the newest strace: sctrace has every line of strace's, and no
# other calls.
. ./lib.sh
need_root
need_strace
compare=$LIVE/../../scripts/compare-strace.sh
mkdir "$T/d" "$T/logs"
d=$(readlink -f "$T/d")

# chosen OPTIONS -- COMMAND: compares the lines of both programs over one execution.
chosen() {
	cd "$d" || exit
	touch a b
	if "$compare" "$@" > "$T/report" 2>&1; then
		ok "$* ($(sed -n 's/^same: \([0-9]* lines\).*/\1/p' "$T/report"))"
	else
		fail "$*" "$T/report"
	fi
}

# calls FILE: prints how often a log has each call of the threads that strace's log has, too.
calls() {
	awk 'FILENAME == ARGV[1] { has[$1]; next }
	$1 in has && $2 ~ /^[a-z0-9_]+\(/ { sub(/\(.*/, "", $2); n[$2]++ }
	END { for (name in n) print name, n[name] }' "$T/logs/pids" "$1" | sort
}

# count OPTIONS -- COMMAND: compares how often each call is chosen. close() is left out, since strace's child closes a
# descriptor before its execve, and so are getpmsg() and putpmsg(): only strace takes their first argument for a
# descriptor, and Linux has no such calls.
count() {
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	# shellcheck disable=SC2086 # options are words
	"$SCTRACE" --ring-size 64M -f $options -e trace=!close,getpmsg,putpmsg -o "$T/logs/B" \
		"$STRACE" -f $options -e trace=!close,getpmsg,putpmsg -o "$T/logs/A" "$@" > /dev/null 2>&1 < /dev/null
	awk '{ print $1 }' "$T/logs/A" > "$T/logs/pids"
	calls "$T/logs/A" > "$T/logs/a"
	calls "$T/logs/B" > "$T/logs/b"
	same "$options, $(basename "$1"): as many of each call ($(wc -l < "$T/logs/A") lines)" "$T/logs/b" "$T/logs/a"
}

# Chooses each call alone, with strings that are resident and that are not: the strings must be those of the call
# itself, whatever the program does in between, an execve included. The two tracers run separately, as all memory is
# resident under strace.
for call in chdir openat faccessat unlinkat mkdirat memfd_create execve; do
	for memory in warm cold; do
		"$SCTRACE" -f -e trace=$call -e signal=none -o "$T/logs/B" "$HELPERS/sequence" $memory > /dev/null
		"$STRACE" -f -e trace=$call -e signal=none -o "$T/logs/A" "$HELPERS/sequence" $memory > /dev/null
		for log in A B; do
			# thread ids, and the places where a line is split in two, differ between runs
			awk '/ <unfinished \.\.\.>$/ { sub(/ <unfinished \.\.\.>$/, ""); begun[$1] = $0; next }
				/ resumed>/ { tid = $1; sub(/^.* resumed>/, ""); $0 = begun[tid] $0 }
				!/exited with|superseded|\/etc\/|\.so/' "$T/logs/$log" |
				sed -E 's/^[0-9]+ +//; s/ +=/ =/; s/0x[0-9a-f]+/ADDR/; s/= [0-9]+$/= N/
					s/changed to [0-9]+/changed to N/' | sort > "$T/logs/$log.calls"
		done
		same "$call, $memory strings ($(wc -l < "$T/logs/A.calls") calls)" "$T/logs/B.calls" "$T/logs/A.calls"
	done
done
chosen -P "$d/a" -- "$HELPERS/paths" "$d"
chosen -P a -- "$HELPERS/paths" "$d"
chosen -P b -P a -- "$HELPERS/paths" "$d"
chosen -e fd=50 -- "$HELPERS/paths" "$d"
chosen -e trace-fds=!50 -- "$HELPERS/paths" "$d"
chosen --trace-fds=51 -P a -- "$HELPERS/paths" "$d"
chosen -P /etc/hostname -y -- cat /etc/hostname /etc/passwd
for program in sweep_fs sweep_process real_fs real_net real_process; do
	count -P /some/path -- "$HELPERS/$program"
	count -e fd=3 -- "$HELPERS/$program"
done
for program in sweep_fs sweep_process real_fs real_net; do
	count -e fd=!3 -- "$HELPERS/$program"
done

# strace resumes a line with the instruction pointer of the time, sctrace with the call's own, so calls that are
# interrupted are left out
chosen -i -e 'trace=!rseq,execve,rt_sigreturn' -- sh -c 'ls / | wc -l'
chosen -i -n -e trace=!rseq -- ls /

# dumped LOG: prints the lines of the traced program from the first call on descriptor 51 on, and stops before calls
# with more bytes than a record holds.
dumped() {
	awk -v pid="$(awk '/execve\(.*dumps/ && / = 0$/ { print $1; exit }' "$T/logs/A")" '
	/^[0-9]/ { on = $1 == pid }
	/^[0-9]+ +write\(.*, 70000\)/ { exit }
	on && /^[0-9]+ +dup2?3?\(.*51/ { from = 1 }
	on && from' "$1"
}
"$SCTRACE" --ring-size 64M -f -e read=all -e write=all -o "$T/logs/B" \
	"$STRACE" -f -e read=all -e write=all -o "$T/logs/A" "$HELPERS/dumps" > /dev/null 2>&1
dumped "$T/logs/A" > "$T/logs/a"
dumped "$T/logs/B" > "$T/logs/b"
has "what is dumped" "$T/logs/a" '^ = 2 buffers in vector 0$'
same "... is the same ($(wc -l < "$T/logs/a") lines)" "$T/logs/b" "$T/logs/a"
finish
