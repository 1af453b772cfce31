#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Probes of programs' functions; their lines are in order with those of calls.
. ./lib.sh
need_root

PROBED=$HELPERS/probed
HANDLE='ufunc=handle(fd:fd, path:str, n:size_t, flags:hex) -> int'
NAME='ufunc=name_of(n:int, b:bytes(len), len:size_t, small:i8) -> str'
cd "$T" || exit

if ! "$SCTRACE" --doctor | grep -q '^uprobes  *ok '; then
	cannot_run "this kernel has no uprobes"
fi

# ---- lines ----

"$SCTRACE" -o out -e trace=write -e "$HANDLE" -e "$NAME" "$PROBED" calls > /dev/null
cat > want <<'E2'
handle(5, "GET / HTTP/1.1", 14, 0x2)    = 19
handle(1, "GET / HTTP/1.1", 5, 0x10 <unfinished ...>
write(1, "GET /", 5)                    = 5
<... handle resumed>)                   = 6
name_of(1, "\1\2x\377", 4, -2)          = "some name"
name_of(0, "", 0, 2)                    = NULL
+++ exited with 0 +++
E2
same "entry and return are a call, with the calls that are made in it" out want
cp out lines

"$SCTRACE" -o out -e trace=none -e "uprobe=$PROBED:handle(fd:int, s:str)" -e "uretprobe=$PROBED:handle -> uint" \
	"$PROBED" calls > /dev/null
cat > want <<'E2'
handle(5, "GET / HTTP/1.1")
handle(...)                             = 19
handle(1, "GET / HTTP/1.1")
handle(...)                             = 6
+++ exited with 0 +++
E2
same "a place in a program, and a return by itself" out want

"$SCTRACE" -o out -e trace=none -e 'ufunc=tail_*(n:int) -> int' "$PROBED" tail
cat > want <<'E2'
tail_caller(1 <unfinished ...>
tail_callee(2)                          = 3
<... tail_caller resumed>)              = 3
+++ exited with 0 +++
E2
same "a pattern; a function that ends by calling another" out want

"$SCTRACE" -T -o out -e trace=none -e ufunc=handle "$PROBED" calls > /dev/null
is "-T has the time that a function took" "$(grep -cE '^handle\(\) += 0x[0-9a-f]+ <0\.[0-9]{6}>$' out)" 2

# ---- probes that are named more than once ----

cat > want <<'E2'
handle(5, "GET / HTTP/1.1", 14, 0x2)    = 19
handle(1, "GET / HTTP/1.1", 5, 0x10)    = 6
+++ exited with 0 +++
E2
for twice in "$HANDLE" ufunc=handle "ufunc=$PROBED:handle" 'ufunc=handl*'; do
	"$SCTRACE" -o out -e trace=none -e "$HANDLE" -e "$twice" "$PROBED" calls > /dev/null
	same "a function twice is one: $twice" out want
	"$SCTRACE" -o out -e trace=none -e "$twice" -e "$HANDLE" "$PROBED" calls > /dev/null
	same "with the prototype, wherever it is: $twice" out want
	"$SCTRACE" -s --by=func -o out -e trace=none -e "$twice" -e "$HANDLE" "$PROBED" calls > /dev/null
	is "and one row: $twice" "$(awk '$1 == "handle" { print $2 }' out)" 2
done
"$SCTRACE" -o out -e trace=none -e 'uprobe=handle(fd:int)' -e uprobe=handle -e uretprobe=handle -e uretprobe=handle \
	"$PROBED" calls > /dev/null
is "places are different from returns" "$(sed -E 's/ += 0x[0-9a-f]+$/ = X/' out | tr '\n' '|')" \
	"handle(5)|handle(...) = X|handle(1)|handle(...) = X|+++ exited with 0 +++|"
"$SCTRACE" -o out -e trace=none -e 'uprobe=handle(fd:int)' -e 'uprobe=handle(fd:hex)' "$PROBED" calls > /dev/null
is "a place with two prototypes has a line for each" "$(sort out | tr '\n' '|')" \
	"+++ exited with 0 +++|handle(0x1)|handle(0x5)|handle(1)|handle(5)|"
"$SCTRACE" -e trace=none -e 'ufunc=handle(fd:int)' -e 'ufunc=handle(fd:hex)' "$PROBED" calls > out 2>&1
is "a function with two prototypes" "$? $(sed "s|$SCTRACE: ||" out)" \
	"1 'handle' has two prototypes (give all its ufunc= the same one)"

# ---- pairing ----

"$SCTRACE" -o out -e trace=none -e 'ufunc=deep(n:long) -> long' "$PROBED" deep 6
is "recursion: each return has its own entry" \
	"$(sed -nE 's/.* = ([0-9]+)$/\1/p' out | tr '\n' ' ')" "$(sed -nE 's/.* = ([0-9]+)$/\1/p' out | sort -n | tr '\n' ' ')"
is "recursion: the outermost one returns the sum" "$(sed -nE 's/.* = ([0-9]+)$/\1/p' out | tail -n 1)" 21

"$SCTRACE" -o out -e trace=none -e 'ufunc=outer(n:int) -> int' -e ufunc=jumps -e ufunc=handle "$PROBED" jumps 50
is "longjmp: what it left never returned" "$(grep -c '^<... jumps resumed>).*= ? (never returned)$' out)" 50
is "longjmp: what is around it did" "$(grep -c '^<... outer resumed>).*= 40$' out)" 50

"$SCTRACE" -o out -e trace=exit_group -e ufunc=never "$PROBED" never
is "a function in which the program ends" "$(head -n 2 out | tr '\n' '|')" \
	"never( <unfinished ...>|exit_group(3)                           = ?|"

"$SCTRACE" -o out -e trace=none -e "$HANDLE" "$PROBED" exec > /dev/null
is "probes stay through an execve" "$(grep -c '^handle' out)" 3
"$SCTRACE" -f -qq -o out -e trace=none -e signal=none -e "$HANDLE" "$PROBED" fork
is "a child is probed, with -f" "$(sed -E 's/^[0-9]+ +//' out)" 'handle(5, "GET / HTTP/1.1", 3, 0) = 8'
"$SCTRACE" -qq -o out -e trace=none -e signal=none -e "$HANDLE" "$PROBED" fork
is "and is not without" "$(cat out)" ""

# ---- which processes ----

start "$PROBED" loop
other=$pid
start "$PROBED" loop
looping=$pid
start "$SCTRACE" -o out -e trace=none -e "$HANDLE" -p "$looping" 2> /dev/null
tracer=$!
wait_trace out
sleep 0.3
kill -INT "$tracer"
wait "$tracer"
has "-p: a running process, its own program" out '^handle\(5, "GET / HTTP/1.1", 3, 0\) += 8$'
true_ "another process of the same program goes on" alive "$other"
kill -9 "$other" "$looping"

# ---- each hit is printed once ----

N=$(often 500000 2000)
"$SCTRACE" -f -qq -o out -e trace=none --ring-size 64M -e 'ufunc=handle(fd:int) -> int' "$PROBED" threads "$N"
is "two threads: every entry has its return" "$(grep -cE '^[0-9]+ +(<... handle resumed>|handle\([23])\) += [67]$' out)" \
	"$((2 * N))"
hasnt "and none is lost" out 'lost|never'

# ---- recordings, JSON ----

"$SCTRACE" --record rec -o out -e trace=write -e "$HANDLE" -e "$NAME" "$PROBED" calls > /dev/null
"$SCTRACE" --replay rec -o again
same "a recording has the probes" again lines
"$SCTRACE" --format=json -o out -e trace=none -e "$HANDLE" "$PROBED" calls > /dev/null
has "JSON" out '"type":"probe",.*"kind":"ufunc","probe":"handle","args":\{"fd":5,"path":"GET / HTTP/1.1","n":14,"flags":2\},"ret":19,"duration_ns":[0-9]+'

# ---- tables ----

"$SCTRACE" -s -o out -e trace=write -e "$HANDLE" -e "$NAME" "$PROBED" calls > /dev/null
is "-s: functions have rows beside the calls" "$(awk '/^   [a-z_]+ +[0-9]/ { print $1, $2, $3 }' out | sort | tr '\n' ',')" \
	"handle 2 0,name_of 2 0,write 1 0,"
"$SCTRACE" -c -o out -e trace=none -e ufunc=deep "$PROBED" deep 20
is "-c" "$(awk '$NF == "deep" { print $4 }' out)" 21
"$SCTRACE" -s --format=json -o out -e trace=none -e ufunc=deep -e uprobe=outer -e ufunc=jumps "$PROBED" jumps 5
has "a place has no time" out '"probe":"outer",[^}]*"calls":5,"errors":0,"total":0,'
hasnt "what never returned is not counted" out '"probe":"jumps"'
"$SCTRACE" --replay rec -s -o out
is "of a recording" "$(awk '/^   [a-z_]+ +[0-9]/ { print $1, $2, $3 }' out | sort | tr '\n' ',')" \
	"handle 2 0,name_of 2 0,write 1 0,"

"$SCTRACE" -s --by=func,comm,arg2 -o out -e trace=write -e "$HANDLE" -e "$NAME" "$PROBED" calls > /dev/null
is "--by: of functions, beside calls, by an argument" \
	"$(awk '$1 == "handle" || $1 == "write" || $1 == "name_of" { print $1, $2, $3, $(NF - 6) }' out | sort | tr '\n' ',')" \
	'handle probed "GET 2,name_of probed "" 1,name_of probed "\1\2x\377" 1,write probed "GET 1,'
"$SCTRACE" -s --by=func --hist --format=json -o out -e trace=none -e 'ufunc=deep' "$PROBED" deep 30
is "--hist: each call is in a bucket" "$(grep -o '"hist":.*' out | grep -oE ',[0-9]+\]' | tr -d ',]' | awk '{ n += $1 } END { print n }')" 31
has "--by=func of JSON" out '\{"probe":"deep","calls":31,'
"$SCTRACE" -s --by=comm,errno -o out -e "trace=?access" "$PROBED" deep 1
"$SCTRACE" --record rec2 -o again -e "trace=?access" "$PROBED" deep 1
"$SCTRACE" --replay rec2 -s --by=comm,errno -o again
is "--by of a recording" "$(awk '{ print $1, $2, $3 }' again)" "$(awk '{ print $1, $2, $3 }' out)"
"$SCTRACE" -s --by=arg2 -o out -e "trace=?mkdir,mkdirat" -P /no -e ufunc=deep "$PROBED" deep 1
has "an argument that a function does not have" out '^ - +2 '
"$SCTRACE" -s -f -o out -e trace=none -e ufunc=handle "$PROBED" threads 10
is "threads that ended: their functions' names stay" \
	"$(awk '/lost/; /^   [a-z_?]+ +[0-9]/ { n[$1] += $2 } END { for (f in n) print f, n[f] }' out | tr '\n' ',')" 'handle 20,'
"$SCTRACE" -s --by=arg1,arg2,arg3,arg4,arg5,arg6,ret -e ufunc=deep "$PROBED" deep 1 > out 2>&1
is "--by: too many arguments" "$(sed "s|$SCTRACE: ||" out)" "--by: at most 6 arguments"

# ---- a file of probes ----

cat > app.probes <<E2
# The definitions of structs as the program's headers have them.
enum kind { GET=1, PUT }
struct point { x:short, y:short }
struct request {
	fd:fd, flags:hex, path:path, len:size_t, body:buf(len),
	tag:char[6], kind:enum(kind, u8), at:point, to:point*, ids:int[3],
	npoints:u16, points:array(point, npoints), next:request*	# the request of the call before
}

ufunc=$PROBED:serve(req:request*, n:int) -> int
ufunc=last_of(req:request*) -> request*
uprobe=handle(fd:fd, path:str, n:size_t, flags:hex) -> int
E2
path='"/etc/a rather long name of a file, not shortened"'
old="fd=4, flags=0, path=$path, len=0, body=NULL, tag=\"\", kind=GET, at={x=0, y=0}, to=NULL, ids=[0, 0, 0], npoints=0, points=NULL, next=NULL"
# the pointers of the struct that `next` refers to are followed, but not those of the structs after it
cat > want <<E2
serve({fd=3, flags=0x12, path=$path, len=4, body="body", tag="ab\\n", kind=PUT, at={x=5, y=6}, to={x=3, y=4}, ids=[7, 8, -9], npoints=2, points=[{x=1, y=-2}, {x=3, y=4}], next={$old}}, 1) = 2
serve(NULL, 2)                          = 3
+++ exited with 0 +++
E2
"$SCTRACE" -o out -e trace=none --probes app.probes -e ufunc=serve "$PROBED" structs
same "a struct of a file, with what it points to" out want
"$SCTRACE" -o out -e trace=none --probes app.probes -e "ufunc=$PROBED:serve" -e ufunc=nothing_else "$PROBED" structs 2> err
has "what is asked for has to be there" err "no function 'nothing_else'"
"$SCTRACE" --record rec -o out -e trace=none -e "ufunc=serve(req:request*, n:int) -> int" --probes=app.probes "$PROBED" structs
"$SCTRACE" --replay rec -o again
same "a struct in a prototype that is typed; of a recording, without the file" again want
"$SCTRACE" -o out -e trace=none --probes app.probes "$PROBED" structs
is "without any that are asked for, all of the file: of a struct that is returned" \
	"$(sed -nE 's/^last_of.* = (\{.*)/\1/p; s/^(serve|handle).*/\1/p' out | tr '\n' '|')" "serve|serve|{$old}|"
"$SCTRACE" --format=json -o out -e trace=none --probes app.probes -e ufunc=serve "$PROBED" structs
has "JSON: an object" out '"args":\{"req":\{"fd":3,"flags":18,.*"kind":\{"value":2,"name":"PUT"\},"at":\{"x":5,"y":6\},.*"points":\[\{"x":1,"y":-2\},.*"next":\{"fd":4,'
for without in $(often "uprobe_multi probe_cookies task_storage" "probe_cookies"); do
	"$SCTRACE" --without="$without" -o out -e trace=none --probes app.probes -e ufunc=serve "$PROBED" structs
	same "without $without: the same lines" out want
done
"$HELPERS/api_probes" app.probes ufunc=serve "$PROBED" structs > out
cat > want <<E2
serve
req=
  fd=3
  flags=18
  path=$path
  len=4
  body="body"
E2
is "the library: an argument and its members as values" "$(head -n 7 out)" "$(cat want)"
has "members of a struct in it" out '^    y=6$'
has "constants" out '^  kind=PUT$'
has "what a pointer leads to" out '^    kind=GET$'
is "NULL" "$(sed -n '/^serve/,$p' out | tail -n 3 | tr '\n' ' ')" "serve req=0 n=2 "
printf 'ufunc=f(\n' > bad.probes
is "the library: what is wrong with the file" "$("$HELPERS/api_probes" bad.probes ufunc=serve "$PROBED" structs)" \
	"bad.probes:1: an argument is 'NAME:TYPE', not ''"
printf 'struct a { b:int }\n\nufunc=handle(a:b*)\n' > bad.probes
"$SCTRACE" --probes bad.probes -e ufunc=handle "$PROBED" > out 2>&1
is "a file that means nothing: its line" "$?, $(sed "s|$SCTRACE: ||" out)" "1, bad.probes:3: there is no type 'b'"
"$SCTRACE" --probes /nowhere "$PROBED" > out 2>&1
is "a file that is not there" "$?, $(sed "s|$SCTRACE: ||" out)" "1, cannot read '/nowhere': No such file or directory"

# ---- tables that the kernel counts ----

N=$(often 500000 2000)
"$SCTRACE" -s --by=func,comm --for 60 --format json -o out -e trace=none -e uprobe=handle -e uretprobe=handle "$PROBED" threads "$N"
is "every hit is counted, none is lost" "$(grep -oE '"calls":[0-9]+|"lost":[0-9]+' out | tr '\n' ' ')" \
	"\"calls\":$((2 * N)) \"calls\":$((2 * N)) \"lost\":0 "
"$SCTRACE" -s --by=func,arg1,ret --hist --format json -o out -e trace=none -e 'ufunc=handle(fd:int) -> int' "$PROBED" threads 500
is "by numbers, and what is returned; each call has its time" \
	"$(grep -oE '"arg1":[^}]*"calls":[0-9]+' out | sort | tr '\n' ' ')$(grep -oE ',[0-9]+\]' out | tr -d ',]' | awk '{ n += $1 } END { print n }')" \
	'"arg1":"2","ret":"6","calls":500 "arg1":"3","ret":"7","calls":500 1000'
"$SCTRACE" -s --by=arg1 -o out -e trace=none -e 'ufunc=handle(fd:int)' "$PROBED" threads 500
is "by an argument alone" "$(awk '/^ [23] / { print $1, $2 }' out | sort | tr '\n' ',')" "2 500,3 500,"
"$SCTRACE" -s --by=tid -o out -e trace=none -e uprobe=handle "$PROBED" threads 500
is "by thread" "$(awk '$2 == 500 { n++ } END { print n }' out)" 2
"$SCTRACE" -s --by=func --interval 0.2 -o out -e trace=none -e uprobe=handle "$PROBED" threads "$N"
is "--interval: what the tables have together" "$(awk '$1 == "handle" { n += $2 } END { print n }' out)" "$((2 * N))"
"$SCTRACE" -s --by=func --format json -o out -e trace=none -e uprobe=deep -e "ufunc=deep" "$PROBED" deep 40
is "a function in itself" "$(grep -o '"calls":[0-9]*' out | tr '\n' ' ')" '"calls":41 "calls":41 '
"$SCTRACE" -s --by=func --format json -o out -e trace=none -e ufunc=outer -e ufunc=jumps "$PROBED" jumps 50
is "what longjmp(3) leaves has not returned" "$(grep -oE '"probe":"[a-z]*","calls":[0-9]+' out | tr '\n' ' ')" \
	'"probe":"outer","calls":50 '
"$SCTRACE" -s --by=func,arg1 --max-rows 1024 --format json -o out -e trace=none -e 'uprobe=deep(n:int)' "$PROBED" deep 3000 2> err
is "more rows than there is room for: every hit is in one" \
	"$(grep -o '"calls":[0-9]*' out | tr -dc '0-9\n' | awk '{ n += $1 } END { print n }')" 3001
has "as other" out '"other":true'
has "and it is said" err 'hits found no row of their own|calls (found no row of their own|are counted as "other")'
"$SCTRACE" -s --by=func,arg2 --ring-size 64K --format json -o out -e trace=none -e 'uprobe=handle(fd:int, path:str)' \
	"$PROBED" threads "$N" 2> err
lost=$(grep -oE '"lost":[0-9]+' out | tr -dc 0-9)
all=$((lost + $(grep -o '"calls":[0-9]*' out | tr -dc '0-9\n' | awk '{ n += $1 } END { print n }')))
true_ "by strings, from events: what is lost is in the table ($lost)" test "$all" -ge $((2 * N)) -a "$all" -le $((2 * N + 9))

start "$PROBED" loop
looping=$pid
"$SCTRACE" -s --by=func,comm --comm probed --for 0.5 --format json -o out -e trace=none -e "uprobe=$PROBED:handle" 2> /dev/null
has "a name, of the whole machine" out '"probe":"handle","comm":"probed","calls":[1-9]'
kill -9 "$looping"

api_program api_probe_rows

# ---- programs that start during the trace ----

cp "$PROBED" later
# first_hit: returns 0 if a program that starts now is traced. wait_for calls these functions.
# shellcheck disable=SC2317
first_hit() {
	./later fork
	sleep 0.1
	grep -q 'handle(' out
}
# shellcheck disable=SC2317
hits_are() {
	[ "$(grep -c 'handle(' out)" -ge "$1" ]
}
for what in $(often "--comm=later --all-cpus" --comm=later); do
	start "$SCTRACE" "$what" -o out -e trace=none -e signal=none -e uprobe=./later:handle
	tracer=$pid
	wait_for 30 first_hit
	before=$(grep -c 'handle(' out)
	for _ in 1 2 3 4 5 6 7 8; do ./later fork; done
	wait_for 10 hits_are "$((before + 8))" || true
	kill -INT "$tracer"
	wait "$tracer"
	is "$what, and no call is traced: all hits" "$(grep -c 'handle(' out)" "$((before + 8))"
done

# ---- other ways of attaching ----

for without in $(often "uprobe_multi probe_cookies task_storage" "probe_cookies task_storage"); do
	"$SCTRACE" --without="$without" -o out -e trace=write -e "$HANDLE" -e "$NAME" "$PROBED" calls > /dev/null
	same "the same lines without $without" out lines
done

# ---- functions that cannot be probed ----

refused() {
	want=$1
	shift
	"$SCTRACE" "$@" > out 2>&1
	is "exits with 1: $want" "$?" 1
	is "and says so: $want" "$(sed "s|$SCTRACE: ||; s|$PROBED|PROBED|" out)" "$want"
}
"$SCTRACE" -s --by=arg2 --interval 1 -e trace=none -e "$HANDLE" -o out "$PROBED" > /dev/null 2>&1
has "a string is a key with --interval, too" out '^ arg2 +calls'
hasnt "and has no address" out '^ 0x'
refused "the key 'exe' is one of system calls that the kernel counts: not of probes, recordings and what -P chooses" \
	-s --by=exe -P /tmp "$PROBED"
refused "no function 'handl' in 'PROBED' (did you mean 'handle'?)" -e ufunc=handl "$PROBED"
refused "cannot read '/nowhere': No such file or directory" -e ufunc=/nowhere:x true
refused "'/etc/passwd' is neither a program nor a library (ELF)" -e ufunc=/etc/passwd:x true
# elf CLASS MACHINE: prints the beginning of a little-endian program's file.
elf() {
	printf '%b' "\\0177ELF\\0$1\\01\\01\\0\\0\\0\\0\\0\\0\\0\\0\\0\\02\\0\\0$2\\0\\01\\0\\0\\0"
	head -c 64 /dev/zero
}
elf 1 3 > i386
elf 2 26 > s390
for name in x x:y; do
	kind=$([ $name = x ] && echo ufunc || echo usdt)
	refused "'i386' is 32-bit: only 64-bit programs can be probed (kfunc= and tracepoint= work for all)" -e "$kind=i386:$name" true
	refused "'s390' is for another machine: it cannot be probed here" -e "$kind=s390:$name" true
done
refused "there is no type 'sting' (did you mean 'sig'?)" -e 'ufunc=handle(a:sting)' true
if ! in_guest; then
	cp "$PROBED" stripped
	strip stripped
	refused "'./stripped' has no symbols (it is stripped, and there is no debug file)" -e ufunc=handle ./stripped
	"$SCTRACE" -e 'ufunc=libc.so.6:*' true > out 2>&1
	has "more functions than there may be: one line" out \
		"^$SCTRACE: '\*' matches more than 2048 functions of '/.*/libc.so.6' \(use a narrower pattern, or several\)$"
	is "and no other" "$(wc -l < out)" 1
fi
true_ "a function that a library has" "$SCTRACE" -o out -e trace=none -e 'ufunc=libc.so.6:getenv(name:str) -> str' \
	"$PROBED" calls

# ---- nothing is left after the end ----

# with -f, lines have the process id of the program
start "$SCTRACE" -f -o out -e trace=none -e "$HANDLE" "$PROBED" loop
tracer=$!
wait_trace out
kill -9 "$tracer"
wait "$tracer" 2> /dev/null
kill -9 "$(awk 'NR == 1 { print $1 }' out)"
true_ "killed, sctrace leaves no probe" "$SCTRACE" -o out -e trace=none -e "$HANDLE" "$PROBED" calls

finish
