#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Calls that are chosen by predicates (--if, --until): lines, JSON, recordings, replays, tables.
. ./lib.sh
need_root
cd "$T" || exit
printf 'text\n' > file
printf 'other\n' > file.log
opens='?open,openat'

# lines WHAT PREDICATE REGEX ARGS...: checks that the trace has lines, and that all of them match the regular
# expression.
lines() {
	what=$1 predicate=$2 regex=$3
	shift 3
	"$SCTRACE" -qqq -o out --if "$predicate" "$@" > /dev/null 2>&1
	has "$what" out "$regex"
	is "$what: nothing else" "$(grep -cvE "$regex" out)" 0
}

# ---- operators ----
lines "==" 'ret == -ENOENT' 'ENOENT' cat file missing
lines "!=" 'errno != 0 and errno != ENOENT' 'ENOTDIR' -e "$opens" cat file missing file/below
lines "<" 'ret < 0' '= -1 E' -e "$opens" cat file missing
lines "<=" 'count <= 5 and fd == 1' '^write\(1, "text.n", 5\)' -e write cat file
lines ">" 'ret > 0 and fd > 0' '= [1-9]' -e read cat file
lines ">=" 'size >= 64K' '(131072|[1-9][0-9]{5,}|6[5-9][0-9]{3}|[7-9][0-9]{4})[,)]' -e read,mmap,munmap cat file
lines "~" 'pathname ~ "*.log"' '"file.log"' -e "$opens" cat file file.log
lines "~ with a descriptor" 'fd ~ "*.log"' '^read\(3' -e read cat file file.log
lines "~ with a result" 'ret ~ "*.log"' '"file.log"' -e "$opens" cat file file.log
lines "&" 'flags & O_CLOEXEC' 'O_CLOEXEC' -e "$opens" cat file
lines "not" 'not flags & O_CLOEXEC' 'O_RDONLY\) ' -e "$opens" cat file
lines "and" 'call == read and ret == 5' 'read\(3, "text' cat file
lines "or" 'pathname == "file" or pathname == "file.log"' '"file(.log)?"' -e "$opens" cat file file.log
lines "a duration" 'duration >= 100ms' 'nanosleep' -e nanosleep,clock_nanosleep sleep 0.1
lines "a member of a struct" 'statbuf.st_size == 5 or buffer.stx_size == 5' '=5,' -e '%stat,%fstat,%lstat' stat file
lines "an element" 'argv ~ fil[a-e]' '^execve' cat file
lines "a call without a result" 'call == exit_group' '^exit_group' cat file
lines "comm, for the machine" 'comm == cat and pathname == "file"' '"file"' --all-cpus -e "$opens" cat file
"$SCTRACE" -qqq -e signal=none -f -o out --if 'call == write' sh -c 'echo x; (echo y) | cat; exit 3' > /dev/null
is "the command's status" $? 3
has "-f: processes" out '^[0-9]+ +write\(1, "y'
is "-f: only these" "$(grep -cv write out)" 0

# ---- outputs ----
"$SCTRACE" -qqq --format=json -o out --if 'ret == -ENOENT' -e "$opens" cat missing 2> /dev/null
has "JSON" out 'missing".*"errno":2'
is "JSON: nothing else" "$(grep '"syscall"' out | grep -cv '"errno":2')" 0
"$SCTRACE" --record cap -qqq -o lines -y --if 'pathname ~ "file*"' cat file file.log > /dev/null
"$SCTRACE" --replay cap -qqq -y -o again
has "--record" again '"file.log".*<'
same "--record: the same lines" again lines
"$SCTRACE" --record all -y -o out cat file file.log > /dev/null
"$SCTRACE" --replay all -qqq --if 'fd ~ "*.log" and call == read' -o out
has "--replay" out '^read\(3'
is "--replay: nothing else" "$(grep -cv '^read(3' out)" 0
"$SCTRACE" --replay all --failure --errno ENOENT --if 'call == openat or call == access' -o out
has "--replay --failure" out 'ENOENT'
is "--replay --failure: nothing else" "$(grep -cvE '^(openat|access)\(.*ENOENT' out)" 0
"$SCTRACE" --replay all --duration 0.000001 -qqq -o out
true_ "--replay --duration" test "$(wc -l < out)" -gt 10
"$SCTRACE" --replay all --errno ENOEN > out 2> err
is "--replay --errno: status" $? 1
has "--replay --errno: the reason" err "invalid error number 'ENOEN' .did you mean 'ENOENT'"
"$SCTRACE" --replay all --failure --if 'ret ==' 2> err
has "--replay --failure --if: the user's column" err 'column 7:'
"$SCTRACE" --replay all -s --by=syscall --if 'fd ~ "*.log"' -o out
has "--replay --by" out '^ read +2 '
hasnt "--replay --by: nothing else" out 'execve|mmap'
"$SCTRACE" -s --by=syscall --if 'fd ~ "*.log"' -o out cat file file.log > /dev/null
has "--by from events" out '^ read +2 '
hasnt "--by from events: nothing else" out 'execve|mmap'
"$SCTRACE" -c --if 'ret < 0' -o out cat missing 2> /dev/null
has "-c" out ' openat$'
hasnt "-c: nothing else" out 'mmap|close'

# ---- --until ----
"$SCTRACE" -o out --until 'if pathname == "file"' cat file file.log > shown 2> /dev/null
is "--until: its line is the last" "$(tail -n 1 out | grep -c '"file"')" 1
has "--until: lines before it" out '^execve'
is "--until: the command goes on" "$(cat shown)" "$(cat file file.log)"
"$SCTRACE" -qqq -o out --if 'call == mmap' --until 'pathname == "file"' cat file > /dev/null
is "--if --until: the last line" "$(tail -n 1 out | grep -c '"file"')" 1
is "--if --until: the others" "$(sed '$d' out | grep -cv '^mmap')" 0
"$SCTRACE" --record cap --until 'pathname == "file"' -o out cat file > /dev/null 2>&1
"$SCTRACE" --replay cap -qqq -o again
is "--until --record: the last call" "$(tail -n 1 again | grep -c '"file"')" 1
"$SCTRACE" --replay all -qqq --until 'pathname == "file.log"' -o out
is "--until --replay" "$(tail -n 1 out | grep -c '"file.log"')" 1
"$SCTRACE" -s --until 'pathname == "file"' -o out cat file > /dev/null 2>&1
has "--until with a table" out '^ +openat +[1-9]'
hasnt "--until with a table: nothing after it" out '^ +write '

# ---- --peer ----
# peer WHAT REGEX ARGS...: checks that all lines of a program with a TCP peer and a unix peer match.
peer() {
	what=$1 regex=$2
	shift 2
	"$SCTRACE" -qqq -o out "$@" "$HELPERS/peers" "$T/sock" > port
	rm -f "$T/sock"
	has "$what" out "$regex"
	is "$what: nothing else" "$(grep -cvE "$regex" out)" 0
}
peer "--peer ADDR" '^(write|connect)\(' --peer 127.0.0.1
is "--peer ADDR: writes" "$(grep -c '^write' out)" 10
peer "--peer ADDR/BITS" '^(write|connect)\(' --peer 127.0.0.0/8
peer "--peer :PORT" 'htons\(1\)' --peer :1
peer "--peer unix:PATH" 'sock"' --peer "unix:$T/sock" -e connect
peer "two peers" 'htons\(1\)|sockx"' --peer "unix:$T/sockx" --peer 127.0.0.1:1
peer "--peer --if" '^write' --peer 127.0.0.1 --if 'call == write'
"$SCTRACE" -qqq --format=json -o out --peer 127.0.0.1 "$HELPERS/peers" "$T/json" > port
is "--peer: JSON" "$(grep -c '"syscall":"write"' out)" 10
"$SCTRACE" -qqq --peer 10.0.0.0/8 --peer '[::1]:80' -o out "$HELPERS/peers" "$T/none" > port
is "--peer: none" "$(cat out)" ""
"$SCTRACE" -c -o out --peer 127.0.0.1 "$HELPERS/peers" "$T/table" > port
has "--peer -c" out ' 10 +write$'
"$SCTRACE" -yy --record peers.cap -o out "$HELPERS/peers" "$T/record" > port
"$SCTRACE" --replay peers.cap -qqq --peer 127.0.0.1 -o out
is "--peer: a replay" "$(grep -c '^write' out)" 10
"$SCTRACE" --peer 10.0.0.0/33 true 2> err
is "no peer: status" $? 1
has "no peer: the reason" err "invalid peer '10.0.0.0/33'"

# ---- whether the kernel or the reader decides ----
"$SCTRACE" -d -o out --if 'errno == ENOENT and pathname ~ "miss*"' -e "$opens" cat missing 2> err
has "the kernel by errno" err 'the kernel decides by errno, sctrace by all'
has "the call" out '"missing"'
# records PREDICATE: prints how many records the kernel has sent.
records() {
	"$SCTRACE" --health --format=json -o out --if "$1" cat file > /dev/null
	sed -n 's/.*"type":"health","records":\([0-9]*\).*/\1/p' out
}
few=$(records 'ret < 0')
all=$(records 'ret < 0 or ret >= 0')
true_ "the kernel sends less ($few of $all records)" test "$few" -lt "$all"
"$SCTRACE" -d -o out --if 'fd == 3' cat file 2> err > /dev/null
has "sctrace decides" err 'sctrace decides, the kernel sends all calls'

# ---- invalid predicates ----
refused() {
	what=$1
	shift
	"$SCTRACE" "$@" true 2> err
	is "$what: status" $? 1
	is "$what: one line" "$(wc -l < err)" 1
}
refused "no such name" --if 'flagz == 3' -e openat
has "the nearest name" err "column 1: .*'flagz' \\(did you mean 'flags'\\?\\)"
refused "a name of other calls" --if 'addr == 3' -e openat
has "the reason" err "no call that is traced has an argument 'addr'"
refused "no such constant" --if 'errno == ENOEN'
has "the nearest constant" err "column 10: .*did you mean 'ENOENT'"
refused "--until" --until 'if ret =='
has "--until: the reason" err 'a value is missing'

finish
