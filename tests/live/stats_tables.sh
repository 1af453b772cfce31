#!/bin/sh
# Summaries: counts, times, intervals, the whole machine. host/tables.sh tests the options of tables.
. ./lib.sh
need_root
cd "$T" || exit

# ---- times ----
# The program prints how long its naps took; a table has a little less, never more. On a busy machine the program may
# read both of its clocks late, so it runs again until its naps took about as long as they should.
tries=20
until
	"$SCTRACE" -s -o out "$HELPERS/naps" 20 30 40 50 > took
	tries=$((tries - 1))
	[ $tries = 0 ] || in_guest || awk '{ n += $1 / 1e6 } END { exit n >= 142 }' took
do
	:
done
# shellcheck disable=SC2046 # words
set -- $(awk '$1 ~ /nanosleep$/ { print $2, $4, $5, $6, $7, $8 }' out)
is "four naps" "${1:-}" 4
# (busybox's awk has no sqrt())
awk 'function root(x, r, i) { r = x + 1; for (i = 0; i < 60; i++) r = (r + x / r) / 2; return r }
	{ ms = $1 / 1e6; total += ms; sq += ms * ms; if (NR == 1 || ms < min) min = ms; if (ms > max) max = ms }
	END { avg = total / NR; dev = root((sq - NR * avg * avg) / (NR - 1) / NR) / avg * 100
		printf "%.3f %.3f %.3f %.3f %.2f\n", total, min, avg, max, dev }' took > wanted
# near NAME OURS PROGRAM'S LEAST TOLERANCE: checks that our time is at least LEAST, at most the program's, and shorter
# than that by less than TOLERANCE.
near() {
	true_ "$1 ($2, by the program $3)" awk -v ours="$2" -v its="$3" -v least="$4" -v room="$5" \
		'BEGIN { exit !(ours >= least && ours <= its + 0.011 && its - ours < room) }'
}
read -r total min avg max dev < wanted
# (a guest may stand still between the call and the program's clock)
near "total" "$2" "$total" 140 "$(often 8 80)"
near "min" "$3" "$min" 20 "$(often 4 40)"
near "avg" "$4" "$avg" 35 "$(often 2 20)"
near "max" "$5" "$max" 50 "$(often 4 40)"
in_guest || true_ "stddev (${6%\%}, of the program's times $dev)" awk -v a="${6%\%}" -v b="$dev" 'BEGIN { exit !(a - b < 2 && b - a < 2) }'

# ---- strace's table ----
"$SCTRACE" -c -o out "$HELPERS/loop" 1000 > /dev/null
has "-c: head" out '^% time     seconds  usecs/call     calls    errors syscall$'
has "-c: a call" out '^ *[0-9.]+ +[0-9.]+ +[0-9]+ +1000 +getppid$'
has "-c: total" out '^100\.00 +[0-9.]+ +[0-9]+ +[0-9]+ +[0-9]* *total$'
"$SCTRACE" -c -o out "$HELPERS/naps" 100 > /dev/null
has "-c: CPU time" out ' 0\.0[0-4][0-9]+ +[0-9]+ +1 +(clock_)?nanosleep$'
reads() {
	awk '$NF == "read" { print $(NF - 1) }' "$1"
}
"$SCTRACE" -c -f -e read -o out "$HELPERS/threads" 5
"$SCTRACE" -c -e read -o first "$HELPERS/threads" 5
is "-c -f: the threads' reads too" $(($(reads out) - $(reads first))) 5
# Counts a call that is in progress at the attach, and with -f the calls of children.
mkfifo wakes
# shellcheck disable=SC2016 # the inner shell's
start sh -c 'read -r x < wakes; (:); (:); :'
target=$pid
sleep 0.3
: > err
"$SCTRACE" -c -f -e openat,open,wait4 -U name,calls -S name -o out -p "$target" 2> err &
tracer=$!
wait_for 10 grep -q attached err
echo go > wakes
wait $tracer
is "-c -p: the call in progress" "$(awk '$1 ~ /^open/ && $2 > 0 { print "counts" }' out)" counts
is "-c -f: who is attached" "$(grep -c ': Process [0-9]* attached$' err)" 3
"$SCTRACE" -c -f -q -e wait4 -o out sh -c '(:); (:)' 2> err
is "-c -f -q: nobody is named" "$(cat err)" ""
# an execve takes longer than the overhead, most other calls do not
"$SCTRACE" -c -O 20us -U time-percent,name -o out true
is "-O: shares are of what is left" "$(awk '$2 !~ /^(total|time|-*)$/ { sum += $1 } END { print (sum > 99 && sum < 101) }' out)" 1
"$SCTRACE" -c -O 100s -U name,calls -o out true
awk 'NR > 2 && !/^-/ && $1 != "total" { print $1 }' out > tied
"$SCTRACE" -c -S none -U name,calls -o out true
awk 'NR > 2 && !/^-/ && $1 != "total" { print $1 }' out > numbered
same "... rows of the same time are in the order of their numbers" tied numbered
"$SCTRACE" -C -e getppid -o out "$HELPERS/loop" 20 > /dev/null
is "-C: the lines" "$(count out '^getppid\(\)')" 20
has "-C: and the table" out ' 20 +getppid$'

# ---- perf trace's ----
"$SCTRACE" -s --errno-summary -o out cat /nonexistent 2> /dev/null
has "--errno-summary" out "^$(printf '\t\t\t\t')ENOENT: [0-9]+\$"
"$SCTRACE" -s --summary-mode=total -o out "$HELPERS/threads" 5
is "total: one table" "$(count out 'events$')" 1
is "total: all threads" "$(awk '$1 == "read" { print $2 }' out)" $(($(reads first) + 5))
"$SCTRACE" -s --summary-mode=cgroup -o out "$HELPERS/loop" 100 > /dev/null
has "cgroup" out '^ cgroup /.*, [0-9]+ events, 100\.0%$'
"$SCTRACE" -s --hist --percentiles -o out "$HELPERS/loop" 1000 > /dev/null
has "--percentiles" out ' stddev +p50 +p90 +p99 +p99\.9$'
has "--hist: bars" out '^ +[0-9.]+[nmu]?s \.\. +[0-9.]+[nmu]?s +[0-9]+ \|#+ *\|$'

# ---- the number of rows is limited, and no call is lost ----
calls() {
	grep -oE "\"syscall\":\"$1\"[^{}]*\"calls\":[0-9]+" "$2" | sed 's/.*"calls"://' | awk '{ n += $1 } END { print n + 0 }'
}
# Where tracepoints can be preempted, the kernel skips some programs, and reports their number.
all_of() {
	skipped=$(sed -n 's/.*: \([0-9]*\) events were skipped.*/\1/p' err)
	n=$(calls getppid out)
	true_ "$1: every call ($n${skipped:+, $skipped events skipped})" test "$n" -le "$2" -a "$n" -ge $(($2 - ${skipped:-0}))
}
many=$(often 5000 200)
"$SCTRACE" -s --format=json -o out "$HELPERS/forks_short" "$many" 2> err
all_of "$many short-lived processes" $((many * 3))
"$SCTRACE" -s --format=json --max-rows 1024 -o out "$HELPERS/forks_short" "$many" 2> err
all_of "in few rows" $((many * 3))

# ---- in progress, intervals, the machine ----
start sleep 60
sleeper=$pid
sleep 1.2
"$SCTRACE" -s --for 0.3 -p "$sleeper" -o out
has "a call that began before" out 'nanosleep +for at least [1-9][0-9]*\.[0-9]+ s +sleep'
age=$(sed -n 's/.*at least \([0-9]*\)\..*/\1/p' out)
true_ "and its age ($age s)" test "${age:-0}" -ge 1 -a "${age:-0}" -lt 40
start "$SCTRACE" -s --for 1 -o out "$HELPERS/naps" 3000
wait "$pid"
has "a call in progress has its age" out 'nanosleep +for [0-9.]+ s|in progress for [0-9.]+ s'
start sh -c 'while :; do sleep 0.02; done'
ticker=$pid
"$SCTRACE" -s --interval 0.3 --count 3 -p "$ticker" -o out
is "--interval --count" "$(count out 'Summary of events')" 3

has "rates" out ' calls/s$'
start "$SCTRACE" -s --for 0.5 --format=json -o out
wait "$pid"
has "whole machine" out "\"tid\":$ticker,"
hasnt "but not itself" out "\"tid\":$pid,"
kill "$ticker" "$sleeper"


# ---- the order of rows ----

# order WHAT COLUMN SORT-OPTIONS: checks that the column is in the order in which sort(1) sorts it with these options.
order() {
	what=$1 column=$2
	shift 2
	awk -v c="$column" '/%( +[0-9.]+)*$/ && !/events/ { print $c }' out > order.got
	sort "$@" order.got > order.want
	true_ "$what: rows" test "$(grep -c . order.got)" -gt 5
	same "$what" order.got order.want
}
for sort in calls:2 errors:3 total:4 min:5 avg:6 max:7 p50:9 p90:10 p99:11 p99.9:12; do
	"$SCTRACE" --by=syscall -S "${sort%:*}" -o out ls / > /dev/null
	order "--by -S ${sort%:*}" "${sort#*:}" -rn
done
"$SCTRACE" --by=syscall -S stddev -o out ls / > /dev/null
order "--by -S stddev" 8 -rn
"$SCTRACE" --by=syscall,pid -S syscall -o out ls / > /dev/null
order "--by -S KEY" 1
"$SCTRACE" --by=syscall -S name -o out ls / > /dev/null
order "--by -S name" 1
"$SCTRACE" -s -S calls -o out ls / > /dev/null
order "-s -S calls" 2 -rn
"$SCTRACE" -s -S p99 -o out ls / > /dev/null
order "-s -S p99: the percentiles are measured" 11 -rn
"$SCTRACE" -s --by=pid -S file -o out true 2> err
is "-S of a key that --by has not: status" $? 1
has "-S of a key that --by has not" err "invalid sortby: 'file' \(valid: total, min, .*, p99\.9, .*nothing\)"
"$SCTRACE" -c -S stddev -o out true 2> err
has "-c -S stddev" err "invalid sortby: 'stddev' \(valid: time, "

# ---- intervals of tables that are made from events ----

# sum FILE CALL: prints the sum of the calls in all tables.
sum() {
	awk -v call="$2" '$1 == call { n += $2 } END { print n + 0 }' "$1"
}

"$SCTRACE" --record rec -o live sh -c 'for i in 1 2 3 4 5; do sleep 0.1; done' 2> /dev/null
"$SCTRACE" --replay rec --by=syscall -o whole
"$SCTRACE" --replay rec --by=syscall --interval 0.2 -o parts
true_ "--replay --interval: tables, with the time of day" \
	test "$(grep -cE '^[0-9]{2}:[0-9]{2}:[0-9]{2}$' parts)" -ge 2 -a "$(grep -c 'calls/s$' parts)" -ge 3
for name in vfork clone execve mmap; do
	sum whole $name > sum.want
	sum parts $name > sum.got
	same "--replay --interval: every $name is in one table" sum.got sum.want
done
"$SCTRACE" --replay rec --by=syscall --interval 0.2 --count 1 --format=json -o parts
is "--replay --count: one table" "$(grep -c '"type":"table".*"seconds":0\.200' parts)" 1
"$SCTRACE" -P /nonexistent --by=func --interval 0.1 --count 2 -o parts \
	sh -c 'for i in 1 2 3 4 5 6 7 8 9; do cat /nonexistent 2> /dev/null; sleep 0.1; done'
is "-P --interval --count: so many tables" "$(grep -c 'calls/s$' parts)" 2
has "-P --interval: the calls" parts '^ open(at)? +[1-9][0-9]* +[1-9]'
"$SCTRACE" --replay rec --by=syscall,pid --max-rows 3 -o out 2> err
has "--replay --max-rows" out '^ [a-z0-9_]+ +other +[0-9]+ '
has "--replay --max-rows: the message" err 'calls are counted as "other"'
"$SCTRACE" -C --format=json -e trace=getppid -o out "$HELPERS/loop" 3 > /dev/null
is "-C --format=json: the calls" "$(grep -c '"type":"syscall"' out)" 3
has "-C --format=json: then the table" out '^\{"type":"table",.*"syscall":"getppid",.*"calls":3,'
finish
