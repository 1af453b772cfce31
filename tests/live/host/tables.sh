#!/bin/sh
# Tests the parts of summaries that do not depend on the kernel: columns, order, numbers, and refused options.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -s -o out "$HELPERS/naps" 4400 4400 > /dev/null
has "squares of more than 4.3 s do not overflow" out '^ +(clock_)?nanosleep +2 +0 +[89][0-9]{3}\.[0-9]{3} .* [0-9]\.[0-9]{2}%$'

"$SCTRACE" -c -U wall-total,total-wall -o out "$HELPERS/loop" 50 > /dev/null 2>&1
true_ "-U: an alias is the same column" test $? = 1
"$SCTRACE" -c -U wall-total,wall-min,max-wall,avg-wall,calls,name -S wall-max -o out "$HELPERS/loop" 50 > /dev/null
has "-U wall-total: the titles" out '^ wall-total wall-min wall-max    wall-avg     calls syscall$'
has "-U wall-total: the rule" out '^----------- -------- -------- ----------- --------- ----------------$'
"$SCTRACE" -c -U wall-total,nothing -o out "$HELPERS/loop" 50 > /dev/null 2>&1
true_ "-U: an unknown column beside it" test $? = 1
"$SCTRACE" -c -O 1s -U total-time,calls -o out "$HELPERS/loop" 50 > /dev/null
has "-O: nothing is left of a time" out '^   0\.000000 +[0-9]+ total$'
"$SCTRACE" -c -U name,calls,errors -S name -o out "$HELPERS/loop" 50 > /dev/null
has "-U" out '^syscall +calls +errors$'
has "-U: a call" out '^getppid +50 +$'
sed '1,2d' out | grep -vE '^(-|total)' | awk '{ print $1 }' > names
sort names > sorted
same "-S name" names sorted

"$SCTRACE" -c -w -o out "$HELPERS/naps" 100 > /dev/null
has "-c -w: time passed" out ' 0\.1[0-9]+ +1[0-9]{5} +1 +(clock_)?nanosleep$'
"$SCTRACE" -s --max-summary 2 -o out "$HELPERS/loop" 100 > /dev/null
is "--max-summary" "$(count out '%$')" 3

start sleep 60
sleeper=$pid
for key in file comm,cgroup; do
	"$SCTRACE" -s --for 0.3 -p "$sleeper" --by=$key -o out
	has "--by=$key: a call in progress" out 'nanosleep +for at least [0-9.]+ s +sleep \([0-9]+\)$'
done
"$SCTRACE" -s --for 0.3 -p "$sleeper" --by=file --format=json -o out
has "--by: a call in progress, as JSON" out '"in_progress":\[\{"syscall":"[a-z_]*nanosleep","comm":"sleep","calls":1,"oldest":[0-9]+,"before_start":true'
kill "$sleeper"

start sh -c 'while :; do sleep 0.02; done'
ticker=$pid
# bpf_calls OPTIONS: prints how many bpf() calls a summary makes.
bpf_calls() {
	"$SCTRACE" -c -e bpf -o calls "$SCTRACE" -s -p "$ticker" -o /dev/null --interval 0.1 "$@"
	awk '$NF == "bpf" { print $4 }' calls
}
few=$(bpf_calls --count 1)
many=$(bpf_calls --count 5)
true_ "maps with nothing in them are left alone ($few calls for a table, $many for 5)" test "$((many - few))" -lt 400
kill "$ticker"

# ---- bad input ----
bad() {
	what=$1
	shift
	"$SCTRACE" "$@" true > /dev/null 2> err
	is "$what: status" $? 1
	is "$what: one line" "$(grep -vc "^Try '" err)" 1
}
bad "interval 0" -s --interval 0
bad "negative interval" -s --interval -1
bad "count without interval" -s --count 2
bad "unknown mode" -s --summary-mode=x
has "valid modes" err 'thread, total, cgroup'
bad "unknown column" -c -U calls,x
has "valid columns" err 'time-percent, total-time'
bad "unknown sort key" -c -S x
bad "unknown format" -s --format=xml
bad "no rows" -s --max-rows 0
finish
