#!/bin/sh
# Tests of summaries that need a whole machine: comparisons with strace and perf, 120 000 processes, more processes than
# rows.
. ./lib.sh
need_root
cd "$T" || exit
command -v python3 > /dev/null || cannot_run "needs python3"

calls() {
	python3 - "$1" <<-'PY'
		import json, sys, collections
		n = collections.Counter()
		for row in json.load(open(sys.argv[1]))["rows"]:
		    n[row["syscall"]] += row["calls"]
		for name in sorted(n):
		    if n[name]:
		        print(name, n[name])
	PY
}

"$SCTRACE" -s -f --format=json -o s.json ls -R /etc > /dev/null 2>&1
calls s.json > ours
if command -v "$STRACE" > /dev/null; then
	"$STRACE" -c -f -U name,calls -S name -o theirs ls -R /etc > /dev/null 2>&1
	awk '/^[a-z]/ && $1 != "total" && $1 != "syscall" { print $1, $2 }' theirs | sort > wanted
	same "counts are strace -c -f's" ours wanted
fi

if perf stat -e 'syscalls:sys_enter_getppid' true > /dev/null 2>&1; then
	mkfifo go
	# shellcheck disable=SC2016 # the inner shell's
	start sh -c 'read -r x < go; for i in 1 2 3 4 5; do ls -l /etc > /dev/null; done; exec "$0" 50000' "$HELPERS/loop"
	target=$pid
	start perf stat -x, -e 'syscalls:sys_enter_*' -p "$target" -o perf.out
	perf=$pid
	start "$SCTRACE" -s --format=json -o s.json -p "$target"
	ours=$pid
	sleep 3
	echo go > go
	wait "$ours"
	kill -INT "$perf"
	wait "$perf"
	python3 - <<-'PY' > differ
		import json, collections
		perf = {}
		for line in open("perf.out"):
		    f = line.split(",")
		    if len(f) > 2 and f[0].isdigit() and int(f[0]):
		        name = f[2].replace("syscalls:sys_enter_", "")
		        perf[{"newstat": "stat", "newlstat": "lstat", "newfstat": "fstat", "newuname": "uname"}.get(name, name)] = int(f[0])
		ours = collections.Counter()
		for row in json.load(open("s.json"))["rows"]:
		    # perf counts beginnings of calls, and misses a call that was in progress at the attach
		    ours[row["syscall"]] += row["calls"] - row.get("begun_before", 0) + row.get("never_returned", 0)
		for name in sorted(set(perf) | set(ours)):
		    if perf.get(name, 0) != ours[name]:
		        print(name, perf.get(name, 0), ours[name])
		if sum(perf.values()) < 50000:
		    print("perf saw too little:", sum(perf.values()))
	PY
	is "counts are perf stat's, call by call" "$(cat differ)" ""
fi

# A kernel that lacks what the key "file" needs: its types do not have one of the members of a mount.
python3 - <<-'PY'
	types = open("/sys/kernel/btf/vmlinux", "rb").read()
	open("types", "wb").write(types.replace(b"\0mnt_parent\0", b"\0mnt_xxxxxx\0"))
PY
"$SCTRACE" -s --without=btf --btf types --by=comm,file -o out true 2> err
is "--by=file without what it needs: status and message" "$? $(cat err)" \
	"1 $SCTRACE: this kernel lacks what the key 'file' needs (use '?file' to drop it on such kernels)"
"$SCTRACE" -s --without=btf --btf types --by='comm,?file,syscall' -o out "$HELPERS/loop" 100 > /dev/null
has "--by=?file: without it" out '^ loop +getppid +100 '
hasnt "no such column" out 'file'
"$SCTRACE" -s --by='comm,?file' -e openat -o out cat /etc/passwd > /dev/null
has "--by=?file: with it where the kernel can" out '^ cat +/etc/passwd +1 '

# close() lasts from one interval into the next: the name of the peer is looked up in the first one.
cat > linger.py <<-'PY'
	import socket, struct, time
	server = socket.create_server(("127.0.0.1", 0))
	client = socket.create_connection(server.getsockname())
	client.setblocking(False)
	try:
	    while True:
	        client.send(b"x" * 65536)
	except BlockingIOError:
	    pass
	client.setblocking(True)
	client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 1))
	print(server.getsockname()[1])
	time.sleep(1.2)
	client.close()
PY
"$SCTRACE" -s --by=syscall,peer -e close --interval 1.8 -o out python3 linger.py > port
has "a close() across intervals keeps its peer" out "^ close +127\\.0\\.0\\.1:$(cat port) +1 +0 +[1-9][0-9]{3}\\."

# traces perf trace, so that both see the same naps, and compares their times
if perf trace -s -o theirs true 2> /dev/null; then
	"$SCTRACE" -s -o ours perf trace -s -o theirs "$HELPERS/naps" 20 30 40 50 > /dev/null
	for file in ours theirs; do
		awk '$1 ~ /nanosleep$/ { print $2, $3, $4, $5, $6, $7, $8 + 0 }' $file > $file.nap
	done
	paste -d ' ' ours.nap theirs.nap > naps
	# shellcheck disable=SC2016 # awk's
	true_ "times are perf trace's ($(cat naps))" awk 'NF == 14 && $1 == 4 {
		for (i = 3; i <= 6; i++)
			if ($i > $(i + 7) + 0.001 || $(i + 7) - $i > 1)
				exit 1
		d = $7 - $14
		exit !(d < 1 && d > -1)
	}
	NF != 14 || $1 != 4 { exit 1 }' naps
fi

"$SCTRACE" -s --format=json -o s.json "$HELPERS/forks_short" 120000
calls s.json > ours
has "120 000 processes: calls" ours '^getppid 360000$'
has "and processes" ours '^clone 120000$'
true_ "in a bounded number of rows" test "$(grep -o '"syscall"' s.json | wc -l)" -le 100001
finish
