#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# USDT probes; their lines are in order with those of calls.
. ./lib.sh
need_root

USDTS=$HELPERS/usdts
cd "$T" || exit

# ---- --list=usdt, which needs no privileges and no kernel feature ----

"$SCTRACE" --list=usdt "$USDTS" | sed "s|^$USDTS:||" > out
cat > want <<'E2'
app:costly(arg1:u32)
app:many(arg1:hex, arg2:hex, arg3:u16, arg4:u8, arg5:i64, arg6:i32) and 2 more
app:query(arg1:hex)
app:query__done(arg1:i32, arg2:i8, arg3:hex)
app:query__start(arg1:hex, arg2:i32)
app:step(arg1:i32)
E2
same "--list=usdt FILE" out want
start "$USDTS" semaphore "$T/wanted"
looping=$pid
wait_for 30 test -s wanted
"$SCTRACE" --list=usdt -p "$looping" > listed
true_ "--list=usdt -p has those of the program" grep -q "/usdts:app:query__start(arg1:hex, arg2:i32)" listed
"$SCTRACE" --list=usdt /etc/passwd > out 2>&1
is "--list=usdt of what is no program" "$? $(cat out)" "1 $SCTRACE: '/etc/passwd' is neither a program nor a library (ELF)"

# refused WANTED ARGS...: checks that the probe is refused with this message.
refused() {
	want=$1
	shift
	"$SCTRACE" "$@" > out 2>&1
	is "exits with 1: $want" "$?" 1
	is "the message says why: $want" "$(sed "s|$SCTRACE: ||; s|$USDTS|USDTS|" out)" "$want"
}

if ! "$SCTRACE" --doctor | grep -q '^probe_cookies  *ok '; then
	if "$SCTRACE" --doctor | grep -q '^uprobes  *ok '; then
		refused "USDT probes need a kernel with probe_cookies (Linux 5.15; see --doctor)" \
			-e 'usdt=app:*' "$USDTS" queries
	fi
	finish
fi

# ---- lines ----

"$SCTRACE" -o out -e trace=write -e 'usdt=app:query__start(query:str, id:int)' -e 'usdt=app:query__done' \
	-e 'usdt=app:[ms]*' -e usdt=app:costly "$USDTS" queries > /dev/null
cat > want <<'E2'
app:query__start("SELECT 1", 7)
write(1, "rows\n", 5)                   = 5
app:query__done(-3, -2, 0xfa)
app:query__start(NULL, -1)
app:many(0xffffffffffffffff, 0xffffffffffffffff, 65535, 255, -1, -1)
app:step(1)
app:step(2)
app:costly(5)
+++ exited with 0 +++
E2
same "arguments in registers, in memory, constant; two places; a semaphore" out want
cp out lines
"$SCTRACE" --record rec -o out -e trace=write -e 'usdt=app:query__start(query:str, id:int)' -e 'usdt=app:query__done' \
	-e 'usdt=app:[ms]*' -e usdt=app:costly "$USDTS" queries > /dev/null
"$SCTRACE" --replay rec -o again
same "a recording has them" again lines
"$SCTRACE" --format=json -o out -e trace=none -e "usdt=$USDTS:app:query__start(query:str, id:int)" "$USDTS" queries \
	> /dev/null
has "JSON" out '"type":"probe",.*"kind":"usdt","probe":"app:query__start","args":\{"query":"SELECT 1","id":7\}'

cat > app.probes <<'E2'
struct query { text:str, id:int }
usdt=app:query(q:query*)
usdt=app:query__*(query:str, id:int)
E2
"$SCTRACE" -o out -e trace=none --probes=app.probes -e 'usdt=app:query' "$USDTS" struct
is "a file of probes: a struct" "$(head -n 1 out)" 'app:query({text="SELECT 1", id=7})'
"$SCTRACE" -o out -e trace=none --probes=app.probes -e 'usdt=app:query__s*' -e usdt=app:step "$USDTS" queries > /dev/null
is "a prototype of the file is of the probes that its pattern matches" "$(head -n 3 out | tr '\n' '|')" \
	'app:query__start("SELECT 1", 7)|app:query__start(NULL, -1)|app:step(1)|'
"$SCTRACE" -o out -e trace=none --probes=app.probes -e 'usdt=app:query__start(q:hex)' "$USDTS" queries > /dev/null
has "one that is typed counts more" out '^app:query__start\(0x[0-9a-f]+\)$'

# ---- semaphores ----

is "nobody wants it" "$(cat wanted)" 0
start "$SCTRACE" -o out -e trace=none -e usdt=app:costly -p "$looping" 2> /dev/null
tracer=$!
true_ "-p: the kernel raises the semaphore" wait_for 30 grep -qx 1 wanted
true_ "-p: hits of a running process" wait_for 30 grep -qx 'app:costly(5)' out
kill -9 "$tracer"
wait "$tracer" 2> /dev/null
true_ "killed, sctrace leaves no semaphore raised" wait_for 30 grep -qx 0 wanted
kill -9 "$looping"

# ---- each hit is printed once ----

N=$(often 500000 2000)
"$SCTRACE" -f -qq -o out -e trace=none --ring-size 64M -e usdt=app:step "$USDTS" threads "$N"
is "two threads, two places: every hit" "$(grep -cE '^[0-9]+ +app:step\([0-9]+\)$' out)" "$((2 * N))"
hasnt "no hit is lost" out lost

# ---- probes that cannot be attached ----

refused "no USDT probe 'app:quer' in 'USDTS' (--list=usdt FILE has those that there are)" -e usdt=app:quer "$USDTS"
refused "a usdt is [FILE:]PROVIDER:NAME[(NAME:TYPE, ...)]" -e usdt=start "$USDTS"
refused "a usdt has no return value (ufunc and uretprobe have)" -e 'usdt=app:step -> int' "$USDTS"
finish
