#!/bin/sh
# Tests --flight, --on, --after and --keep: a recording has what came before a condition.
# shellcheck disable=SC2012 # names without blanks
. ./lib_replay.sh
mkdir none

# held NAME CONDITION PATTERN COMMAND...: runs the command with this condition, and checks that the recording has a line
# with the pattern.
held() {
	what=$1 on=$2 pattern=$3
	shift 3
	rm -rf dir
	"$SCTRACE" -f --record dir --keep 9 --flight 1m --on "$on" "$@" > /dev/null 2> err
	is "$what: number of captures" "$(ls dir | wc -l)" 1
	"$SCTRACE" -f -o lines --replay dir/* 2> err
	is "$what: a whole recording" "$?$(cat err)" 0
	has "$what" lines "$pattern"
}
held "errno" 'errno=EIO,EISDIR' 'read\(.*EISDIR' cat /
held "several conditions" 'call=kill | errno=EIO|errno=EISDIR' 'read\(.*EISDIR' cat /
held "slow" 'slow=300ms' 'nanosleep.* = 0$' sh -c 'sleep 0.1; exec sleep 0.4'
held "call" 'call=getppid,%clock' 'getppid\(\)' "$HELPERS/loop" 1
held "signal" 'signal=USR1' '--- SIGUSR1 ' sh -c 'kill -USR1 $$'
held "exit" 'exit!=0' 'exited with 3' sh -c 'sh -c "exit 3"; exit 0'
held "with a filter" 'call=unlinkat' 'unlink.*/nonexistent.*ENOENT' -P /nonexistent rm /nonexistent
hasnt "with a filter: no other call" lines 'execve\('

"$SCTRACE" -f -o lines --record none --flight 1m --on 'errno=EIO|signal=SEGV|slow=1h' sh -c 'kill -USR1 $$ 2> /dev/null; exit 3' > out 2> err
is "no condition holds: status" $? 138
is "no condition holds: no file" "$(ls none)" ""

# the recording has the end of what came before the condition, and what follows for --after
size() {
	rm -rf dir
	# shellcheck disable=SC2016 # for the other shell
	"$SCTRACE" -f --record dir --keep 9 --flight 2M "$@" sh -c '"$0" 100000; cat /; sleep 0.3; "$0" 5' "$HELPERS/loop" > /dev/null 2> err
	"$SCTRACE" -f -o lines --replay dir/* 2> err
	n=$(grep -c 'getppid()' lines)
}
size --on errno=EISDIR
has "the condition" lines 'read\(.*EISDIR'
true_ "the last ones before: $n of 100000" test "$n" -gt 5000 -a "$n" -lt 90000
hasnt "without --after: not what comes later" lines 'execve\(.*"5"\]'
size --on errno=EISDIR --after 10s
has "with --after: what comes later" lines 'execve\(.*"5"\]'
has "tasks that began before what is kept" lines '^[0-9]+ +wait4\(.*\) = [0-9]+|<\.\.\. wait4 resumed>'

rm -rf dir
"$SCTRACE" -f --record dir --keep 2 --flight 1M --on errno=EISDIR sh -c 'for i in 1 2 3 4 5; do cat /; sleep 0.2; done' > /dev/null 2> err
is "--keep" "$(ls dir | wc -l)" 2
has "how often" err 'a condition of --on held 5 times'

"$SCTRACE" -o lines --record usr1.cap --flight 1m --on usr1 sh -c 'sleep 1; sleep 0.2' > /dev/null 2> err &
flight=$!
sleep 0.7
kill -USR1 $flight
wait $flight
is "usr1: status" $? 0
"$SCTRACE" -o lines --replay usr1.cap 2> err
has "usr1" lines 'execve\('

for bad in 'errno=EFOO' 'slow=5' 'call=nosuch' 'signal=NOSIG' 'exit=1' '' 'usr1|' 'errno='; do
	"$SCTRACE" --record bad.cap --flight 1m --on "$bad" true 2> err
	is "--on '$bad': status, one line" "$? $(wc -l < err)" "1 1"
done
"$SCTRACE" --record bad.cap --flight 1 --on usr1 true 2> err
has "--flight without a unit" err 'a size or a time, with its unit'
for without in '--record a --flight 1s' '--record a --on usr1' '--flight 1s --on usr1' '--record a --after 1s' '--record a --keep 2'; do
	# shellcheck disable=SC2086
	"$SCTRACE" $without true 2> err
	has "$without" err 'must be given with'
done
finish
