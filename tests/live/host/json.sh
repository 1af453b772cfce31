#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# --format=json: every event of the programs that make every call is valid, and has the values that a program used.
. ./lib.sh
need_root
cd "$T" || exit
check=$LIVE/host/json_check.py
schema=$LIVE/../../docs/event.schema.json

"$SCTRACE" --format=json -f -q -o values.json "$HELPERS/values" > expected
is "its status" $? 0
true_ "values of 30 calls" python3 "$check" values expected < values.json
true_ "and their shape" python3 "$check" schema "$schema" < values.json

for program in real_bpf real_fs real_net real_netlink real_process real_uring sweep_fs sweep_ioctl sweep_net \
	sweep_netlink sweep_process calls signals threads; do
	"$SCTRACE" --ring-size 16M -f -v --record "$program.cap" -o /dev/null "$HELPERS/$program" > /dev/null 2>&1
	"$SCTRACE" --replay "$program.cap" --format=json 2> err > "$program.json"
	true_ "$program: $(wc -l < "$program.json") events" test -s "$program.json"
	awk -f "$LIVE/host/json_outline.awk" "$program.json" > "$program.outlines"
	rm -f "$program.cap" "$program.json"
done
true_ "they are valid" python3 "$check" schema "$schema" ./*.outlines

# tables: the members that say when and where they were made and what was lost, and each kind of table
for table in -c '-c -f' '-s --errno-summary' '-s --hist --percentiles' '-s --time' '--by=syscall,comm --time' '-s --by=syscall,comm,file,errno' '-s --by=cgroup,host,peer,uid' \
	'-s --by=tid,pid --all-cpus --for 1' '-s --interval 0.1' '-s --summary-mode cgroup --all-cpus --for 1' '-s --by=func,arg1,ret -e ufunc=main'; do
	case $table in
	*--all-cpus*) set -- ;;
	*) set -- "$HELPERS/naps" 150 ;;
	esac
	# shellcheck disable=SC2086 # several options
	"$SCTRACE" $table --format=json -o table.json "$@" > /dev/null 2> err
	true_ "$table: valid" python3 "$check" schema "$schema" < table.json
	has "... with time, host and loss" table.json \
		"^\{\"type\":\"table\",\"time\":\"20[^\"]*Z\",\"host\":\"$(uname -n)\",\"events\":.*\"lost\":[0-9]+\}"
done
"$SCTRACE" --record table.cap -o /dev/null true
"$SCTRACE" --replay table.cap -s --format=json > table.json
true_ "of a replay: valid" python3 "$check" schema "$schema" < table.json
hasnt "... without a host" table.json '"host"'

# each object of calls, signals and ends has the id of its task, live and in a recording, also of tasks that no option
# names
"$HELPERS/naps" $(seq 300 330) > naps & # begins before the trace
naps=$!
"$SCTRACE" --format=json --record whole.cap --all-cpus -e trace=execve,clock_nanosleep,kill -e signal=USR1 -o whole.json \
	2> err &
tracer=$!
wait_trace whole.json
for _ in 1 2 3; do
	sh -c 'kill -USR1 $$' 2> /dev/null
done
sleep 0.5
kill "$tracer"
wait "$tracer"
kill "$naps"
is "the machine's objects without a name" "$(grep -vcE '"type":"(lost|clock)"|"comm":"[^"]' whole.json)" 0
has "a task that was there before" whole.json '"comm":"naps","abi"'
has "a signal" whole.json '"type":"signal".*"comm":"sh"'
true_ "they are valid" python3 "$check" schema "$schema" < whole.json
"$SCTRACE" --replay whole.cap --format=json > whole.json 2> err
is "those of a replay without a name" "$(grep -E '"type":"syscall"' whole.json | grep -vc '"comm":"[^"]')" 0

"$SCTRACE" --health --format=json -o health true
true_ "--health is valid" python3 "$check" schema "$schema" < health
has "and is there" health '"type":"health"'

# sctrace reads only the number of strings of the environment, as execve() without -v prints it
"$SCTRACE" --format=json -e trace=execve -o env env -i A=1 true
has "envp without -v" env '"envp":\{"address":"0x[0-9a-f]+","unread":true\}'
"$SCTRACE" --format=json -v -e trace=execve -o env env -i A=1 true
has "envp with -v" env '"envp":\["A=1"\]'
"$SCTRACE" --format=json -v -s 8 -e trace=execve -o env env -i $(seq -f A=%g 3000) true
has "more strings than are kept" env '"A=20[0-9]*",\{"more":true\}\]'

# JSON goes where the options say, and a filtered output has complete objects
"$SCTRACE" --format=json -e trace=openat cat /dev/null 2> err > out
is "a command's output is its own" "$(wc -c < out)" 0
true_ "events go to standard error then" python3 "$check" schema "$schema" < err
sleep 2 &
"$SCTRACE" --format=json -p $! > out 2> err
true_ "without a command, to standard output" python3 "$check" schema "$schema" < out
has "the call in progress when it began" out '"syscall":"(clock_nanosleep|restart_syscall)"'
"$SCTRACE" --format=json -f -Z -e trace=openat -o failed sh -c 'cat /nonexistent; cat /dev/null' 2> /dev/null
has "-Z: failed calls" failed '"error":"ENOENT"'
hasnt "and no others" failed '"syscall".*"ret":[0-9]'
finish
