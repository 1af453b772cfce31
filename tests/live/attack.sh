#!/bin/sh
# Runs programs that attack their tracer (attack.c): sctrace must not crash or hang, each line is complete, and every
# call is printed or counted as lost. ATTACK_SECONDS says how long to run. In a guest, with CPUs that come and go:
#
#	scripts/vm-test.sh --timeout 4500 --memory 2048 --cmd \
#		'cd /tests/live && ATTACK_SECONDS=3600 ./attack.sh && /tests/kernel-log.sh' sid
#
# SCTRACE_BUILD=DIR takes a build with sanitizers into the guest.
. ./lib.sh
need_root
# only the newest guest runs this test, as it takes a minute
case $(uname -rm) in
[789].*x86_64) ;;
*)
	if in_guest && [ -z "${ATTACK_SECONDS:-}" ]; then
		echo "skip  only in the guest of the newest kernel"
		exit 77
	fi
	;;
esac
cd "$T" || exit
seconds=${ATTACK_SECONDS:-40}
[ "${SANITIZED:-false}" = false ] || seconds=${ATTACK_SECONDS:-20}
topics="memory uffd random signals execs reuse tracers"
per=$(often 3 5)
cpu=/sys/devices/system/cpu/cpu1/online
now() {
	cut -d. -f1 /proc/uptime
}

# attack ROUND SCTRACE-OPTIONS...: runs one round, and sets $n to the number of getppid() calls that the program made. A
# round takes $per seconds, and then some time to print the calls.
attack() {
	label="round $round: $*"
	# shellcheck disable=SC2086 # words
	timeout -s KILL $((per * 10 + 150)) "$SCTRACE" "$@" "$HELPERS/attack" "$per" $topics > stdout 2> err
	status=$?
	if [ $status = 0 ]; then
		ok "$label: status"
	else
		fail "$label: status $status" err
	fi
	hasnt "$label: sanitizers" err 'Sanitizer|runtime error'
	n=$(sed -n 's/^counted \([0-9]*\)$/\1/p' stdout)
	true_ "$label: it made calls ($n)" test "${n:-0}" -gt 0
}

# Lines have one of these forms: a call, one of the two parts of a call, a signal, an end. All bytes are below 128.
whole_lines() {
	grep -vE -e '^[0-9]+ +[a-z_][a-z0-9_]*\(.*\) += (-?[0-9]+|0x[0-9a-f]+|\?)( .*)?$' \
		-e '^[0-9]+ +[a-z_][a-z0-9_]*\(.*<(unfinished|detached) \.\.\.>$' \
		-e '^[0-9]+ +<\.\.\. [a-z_][a-z0-9_]* resumed>.*\) += (-?[0-9]+|0x[0-9a-f]+|\?)( .*)?$' \
		-e '^[0-9]+ +<\.\.\. [a-z_][a-z0-9_]* resumed> ?<unfinished \.\.\.>\) += \?$' \
		-e '^[0-9]+ +[a-z_][a-z0-9_]*\(.*<pid changed to [0-9]+ \.\.\.>$' \
		-e '^[0-9]+ +--- (SIG[A-Z0-9_]+|stopped by SIG[A-Z]+)( \{.*\})? ---$' \
		-e '^[0-9]+ +\+\+\+ (exited with [0-9]+|killed by SIG[A-Z0-9_]+( \(core dumped\))?|superseded by execve in pid [0-9]+) \+\+\+$' \
		-e '^([0-9]+ +)?\+\+\+ lost [0-9]+ events? \+\+\+$' \
		-e "^$name: " "$1" > odd
	LC_ALL=C grep -v '^[ -~]*$' "$1" >> odd
	is "$label: lines that are not whole" "$(wc -l < odd)" 0
	[ ! -s odd ] || head -3 odd | cut -c1-300 | sed 's/^/      | /'
}

lost_in() {
	awk '/\+\+\+ lost [0-9]+ events? \+\+\+$/ { for (i = 1; i < NF; i++) if ($i == "lost") n += $(i + 1) } END { print n + 0 }' "$1"
}

# accounted FILE: checks that every getppid() is either printed once or counted as lost.
accounted() {
	shown=$(count "$1" '^[0-9]+ +getppid\(')
	lost=$(lost_in "$1")
	if [ "$lost" = 0 ]; then
		is "$label: calls shown" "$shown" "$n"
	else
		true_ "$label: shown and lost make all ($shown, $lost lost)" \
			test "$shown" -le "$n" -a $((shown + lost)) -ge "$n"
	fi
}

# in_table FILE: prints the number of getppid() calls in strace's table.
in_table() {
	is "$label: calls counted" "$(awk '$NF == "getppid" { print $4 }' "$1")" "$n"
}

lines() {
	attack -f "$@" -o out
	whole_lines out
	accounted out
}

recorded() {
	attack -f --record cap -o out
	whole_lines out
	accounted out
	"$SCTRACE" -f --replay cap -o again 2> err
	is "$label: replay" $? 0
	same "$label: replay's lines" again out
}

table() {
	attack -f -c -o out
	in_table out
}

json() {
	attack -s --by=pid,comm,syscall,file,peer --format=json -o out
	! command -v python3 > /dev/null || true_ "$label: JSON" python3 -m json.tool out
}

plain_summary() {
	attack -s --hist --percentiles -o out
	is "$label: calls counted" "$(awk '$1 == "getppid" { n += $2 } END { print n + 0 }' out)" "$n"
}

one_round() {
	case $(($1 % 8)) in
	0) lines ;;
	1) table ;;
	2) lines -e trace=getppid --ring-size 16M ;;
	3) recorded ;;
	4) json ;;
	5) lines --ring-size 4k ;;
	6) plain_summary ;;
	7) lines -v -x -T ;;
	esac
}

# in a guest, CPUs go offline and online during the test
hotplug() {
	while :; do
		echo 0 > $cpu
		sleep 1.3
		echo 1 > $cpu
		sleep 0.9
	done
}

name=$SCTRACE # as it is called
if in_guest && [ -w $cpu ]; then
	hotplug &
	plugger=$!
fi
end=$(($(now) + seconds))
round=0
while [ "$(now)" -lt $end ] || [ $round -lt "$(often 8 2)" ]; do
	one_round $round
	round=$((round + 1))
done
if [ -n "${plugger:-}" ]; then
	kill "$plugger"
	wait "$plugger" 2> /dev/null
	echo 1 > $cpu
fi
finish
