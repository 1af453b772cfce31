#!/bin/sh
# Tests -e span=: tables show two probes as one row with a duration.
. ./lib.sh
need_root
cd "$T" || exit
USDTS=$HELPERS/usdts

"$SCTRACE" -s -e trace=none -e usdt=app:step -o out "$USDTS" queries > /dev/null 2> err ||
	cannot_run "no USDT probes here: $(cat err)"
"$SCTRACE" -s -e trace=none -e span=app:query__start..app:query__done -o out "$USDTS" queries > /dev/null
is "status" $? 0
has "by thread: a row with a duration" out '^ +app:query__start\.\.app:query__done +1 +0 +(0\.[0-9]*[1-9]|[1-9])[0-9.]* '
hasnt "no row of the hits" out '^ +app:query__(start|done) '
"$SCTRACE" --by=func,comm --hist --format=json -e trace=none -e 'span=query__start(query:str, id:int)..query__done' \
	-o out "$USDTS" queries > /dev/null
has "without a provider, with a prototype, as JSON" out \
	'"probe":"query__start\(query:str, id:int\)\.\.query__done".*"comm":"usdts",.*"calls":1,.*"hist":\[\[[0-9]+,1\]\]'
"$SCTRACE" --by=arg1 -e trace=none -e 'span=app:query__start(query:str, id:int)..app:query__done' -o out \
	"$USDTS" queries > /dev/null
has "a key of the beginning's arguments" out '^ "SELECT 1" +1 +0 '
"$SCTRACE" --record rec -e trace=none -e span=app:query__start..app:query__done "$USDTS" queries > /dev/null
"$SCTRACE" --replay rec --by=func -e span=query__start..query__done -o out 2> err
has "in a replay: a row with a duration" out '^ query__start\.\.query__done +1 +0 +(0\.[0-9]*[1-9]|[1-9])[0-9.]* '
hasnt "in a replay: no row of the hits" out '^ app:query__(start|done) '
is "in a replay: no message" "$(cat err)" ""
"$SCTRACE" --replay rec --by=func -e span=query__start..query__nope -o out 2> err
has "in a replay: probes that it does not have" err 'span=query__start\.\.query__nope: the recording does not have both'

# ---- probes that are named more than once ----

# rows FILE: the names and the numbers of calls of a table's rows.
rows() {
	awk '/^ +app:|^ +raw_syscalls:/ { print $1, $2 }' "$1" | sort | tr '\n' ','
}

"$SCTRACE" -o out -e trace=none -e usdt=app:query__start -e "span=app:query__start(query:str)..app:query__done" \
	"$USDTS" queries > /dev/null
is "a USDT probe that is an end, too: a line for a hit, with the prototype" "$(grep -c '^app:query__start("\{0,1\}[NS]' out)" 2
is "and no other lines of it" "$(grep -c '^app:query__start' out)" 2
"$SCTRACE" --by=func -o out -e trace=none -e usdt=app:query__start -e span=app:query__start..app:query__done \
	-e span=app:query__start..app:step "$USDTS" queries > /dev/null
is "and it has a row beside those of two spans that begin with it" "$(rows out)" \
	"app:query__start 2,app:query__start..app:query__done 1,app:query__start..app:step 1,"
"$SCTRACE" --by=func -o out -e trace=none -e span=app:query__start..app:query__done -e span=app:query__start..app:step \
	"$USDTS" queries > /dev/null
is "and none, if only the spans name it" "$(rows out)" \
	"app:query__start..app:query__done 1,app:query__start..app:step 1,"

if "$SCTRACE" -e trace=none -e tracepoint=raw_syscalls:sys_enter -o out true 2> err; then
	enter=raw_syscalls:sys_enter exit=raw_syscalls:sys_exit
	for by in "-s" "-s --by=func"; do
		# shellcheck disable=SC2086 # $by is several words
		"$SCTRACE" $by -e trace=none -e tracepoint=$enter -e span=$enter..$exit@id -o out "$HELPERS/loop" 300 \
			> /dev/null 2> err
		is "$by: a tracepoint that is an end, too: status" "$? $(cat err)" "0 "
		is "$by: rows of the tracepoint and of the span" "$(rows out | sed -E 's/ [0-9]{3}\>/ 3XX/g')" \
			"$enter 3XX,$enter..$exit 3XX,"
		# shellcheck disable=SC2086
		"$SCTRACE" $by -e trace=none -e span=$enter..$exit@id -e span=$exit..$enter -o out "$HELPERS/loop" 300 \
			> /dev/null 2> err
		is "$by: two spans with the same ends: status" "$? $(cat err)" "0 "
		is "$by: a row of each of the two" "$(rows out | sed -E 's/ [0-9]{3}\>/ 3XX/g')" \
			"$enter..$exit 3XX,$exit..$enter 3XX,"
	done
	"$SCTRACE" --by=func -e trace=none -e span=raw_syscalls:sys_enter..raw_syscalls:sys_exit@id -o out \
		"$HELPERS/loop" 300 > /dev/null
	true_ "matched by an argument" test "$(awk '/^ raw_syscalls/ { print $2 }' out)" -ge 300
	"$SCTRACE" --by=func -e trace=none -e span=raw_syscalls:sys_enter..raw_syscalls:sys_exit@ret -o out true 2> err
	is "an argument that one end has not: status" $? 1
	has "an argument that one end has not" err "'raw_syscalls:sys_enter' has no argument 'ret' \\(valid: .*id.*\\)\$"
fi
for bad in x ..b a.. a..b@ ..; do
	"$SCTRACE" -s -e "span=$bad" true 2> err
	is "no span, $bad: status" $? 1
	has "no span, $bad: what is valid" err 'valid: BEGIN\.\.END'
done
finish
