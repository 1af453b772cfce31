#!/bin/sh
# Tests --by=: each key, and what happens when there is no room for more rows.
. ./lib.sh
need_root
cd "$T" || exit

# by KEYS COMMAND...: writes the rows to "out".
by() {
	keys=$1
	shift
	"$SCTRACE" -s -o out --by "$keys" "$@" > stdout 2> err
	is "--by=$keys: status" $? 0
}

by file -e "trace=?open,openat,read,close" sed -n 1p /etc/passwd
has "file: path argument and descriptor" out '^ /etc/passwd +([3-9]|[0-9]{2,}) '
by file -e trace=execve env true
has "file: of a program" out '^ /[a-z/]*(true|busybox|coreutils) +[12] '
by syscall,peer -e trace=write "$HELPERS/peers" "$T/sock"
port=$(cat stdout)
has "peer: inet" out "^ write +127\\.0\\.0\\.1:$port +10 "
has "peer: unix" out "^ write +unix:$T/sock +3 "
by peer,syscall -e trace=connect "$HELPERS/peers" "$T/two"
port=$(cat stdout)
has "peer: of a connect()" out "^ 127\\.0\\.0\\.1:$port +connect +1 +0 "
has "peer: of a connect() to a unix socket" out "^ unix:$T/two +connect +1 +0 "
has "peer: of one that is refused" out "^ 127\\.0\\.0\\.1:1 +connect +1 +1 "
has "peer: of a unix socket that is not there" out "^ unix:$T/twox +connect +1 +1 "
by host -e trace=connect,write "$HELPERS/peers" "$T/three"
has "host: without the ports" out "^ 127\\.0\\.0\\.1 +12 +1 "
has "host: unix" out "^ unix:$T/three +4 +0 "
# names of sockets are bytes: a NUL does not end an abstract name, and a path may have none
by peer -e trace=write "$HELPERS/keys" unix "$T"
has "peer: an abstract name with a NUL" out '^ unix:@"key\\0one" +2 '
has "peer: another one, of the same beginning" out '^ unix:@"key\\0two" +2 '
has "peer: with a quotation mark" out '^ unix:@"\\"key\\"" +2 '
has "peer: 108 bytes" out "^ unix:$T/n{$((107 - ${#T}))} +2 "
# a path of more than 255 bytes has one row, with the end of the path
long=$T/$(printf '%0128d/%0128d' 0 0)
mkdir -p "$long"
by file -e "trace=?open,openat,write,close" "$HELPERS/keys" file "$long/$(printf '%0150d' 0)x"
has "file: a long path, opened and written" out '^ \.\.\.0{5}[0/]*x +3 '
is "file: in one row" "$(grep -c '00x ' out)" 1
by comm,file,errno,uid,pid,tid,cgroup,peer,host,exe,container,ret,size,syscall "$HELPERS/loop" 300
has "all of them" out ' getppid +300 '
by exe,ret -e trace=execve,close sh -c 'env true; true'
has "exe: after the execve, the new program" out '^ /[a-z/]*(env|busybox|coreutils) +0 +[1-9]'
by syscall,ret -e "trace=?open,openat" sh -c "cat /nonexistent; true"
has "ret: an error by its name" out '^ open(at)? +ENOENT +[1-9][0-9]* +[1-9]'
"$SCTRACE" --by=exe,ret,syscall -e trace=write -o out --format=json sh -c 'echo hello' > stdout
has "ret: as JSON" out '"exe":"/[^"]*","ret":6,"calls":1,'
by syscall,size -e trace=read,write dd if=/dev/zero of=/dev/null bs=4096 count=100
has "size: the sum of what was read" out '^ read +1[0-9]{2} +0 +.*% +4[0-9]{5} +[0-9]+\.[0-9]$'
has "size: and written" out '^ write +10[0-9] +0 +.*% +4[0-9]{5} +[0-9]+\.[0-9]$'
"$SCTRACE" --by=size -e trace=write -o out --format=json dd if=/dev/zero of=/dev/null bs=4096 count=100 2> /dev/null
has "size: as JSON" out '"bytes":4[0-9]{5},'
# another group has tested all keys together in guests
if ! in_guest; then
	by comm,syscall "$HELPERS/loop" 700
	has "comm" out '^ loop +getppid +700 '
	hasnt "no pid" out 'pid +tid'
	by pid,tid,syscall -e getppid "$HELPERS/loop" 700
	has "pid and tid" out '^ ([0-9]+) +\1 +getppid +700 '
	by tid -e read "$HELPERS/threads" 5
	is "tid: a row for each thread" "$(grep -cE '^ [0-9]+ +1 ' out)" 5
	by uid,cgroup -e getppid "$HELPERS/loop" 300
	has "uid and cgroup" out '^ 0 +/[^ ]* +300 '
	"$SCTRACE" -s -o out --by errno,syscall -e trace=%file cat /nonexistent 2> err
	has "errno" out '^ ENOENT +open(at)? +[1-9]'
	# a call that is in progress at the attach is counted from the attach on, and marked
	mkfifo waits
	for how in '-s' '--by=file,syscall' '-s --format=json' '--by=syscall --hist'; do
		start cat waits > cat.out
		cat=$pid
		wait_for 10 grep -q '^[0-9]' "/proc/$cat/syscall"
		sleep 0.1
		# shellcheck disable=SC2086 # options are words
		start "$SCTRACE" -s $how -o out -p "$cat"
		tracer=$pid
		sleep 0.5
		echo x > waits
		wait "$tracer"
		case $how in
		*json) has "in progress at the attach: $how" out '"syscall":"open(at)?",.*"calls":1,.*"begun_before":1' ;;
		*file*) has "in progress at the attach: $how" out "^ waits +open(at)? +1 +0 .*  1 begun before\$" ;;
		*) has "in progress at the attach: $how" out '^ +open(at)? +1 +0 .*  1 begun before$' ;;
		esac
	done
	if ! in_guest; then
		cat > waits.py <<-'PY'
			import os, socket, time
			s = socket.socket(socket.AF_UNIX)
			s.bind(b"\0a name")
			s.listen()
			c = socket.socket(socket.AF_UNIX)
			c.connect(b"\0a name")
			a, _ = s.accept()
			if os.fork() == 0:
			    while not os.path.exists("go"):
			        time.sleep(0.1)
			    a.send(b"x")
			    os._exit(0)
			c.recv(1)
		PY
		start python3 waits.py
		peer=$pid
		wait_for 10 grep -qE '^(45|207) ' "/proc/$peer/syscall"
		start "$SCTRACE" -s --by=peer,syscall -o out -p "$peer"
		tracer=$pid
		sleep 0.5
		touch go
		wait "$tracer"
		has "in progress at the attach: --by=peer" out '^ unix:@"a name" +recvfrom +1 +0 .*  1 begun before$'
	fi
	by file -e trace=close cat /etc/passwd
	has "file: of a close" out '^ /etc/passwd +1 '
	mkdir -p deep/er
	ln -s x "$T/deep/er/$(printf 'a\033[31mb')"
	by file -e trace=%file ls -l deep/er
	hasnt "names reach no terminal" out "$(printf '\033')"
	by comm,file --top 3 ls /
	is "--top 3: three rows and the head" "$(count out '^ ')" 5
fi

# the least used rows make room: no call is dropped
"$SCTRACE" -s -o out --by=tid,syscall --max-rows 10 --format=json -e getppid "$HELPERS/forks_short" 200 2> err
skipped=$(sed -n 's/.*: \([0-9]*\) events were skipped.*/\1/p' err)
n=$(grep -oE '"calls":[0-9]+' out | cut -d: -f2 | awk '{ n += $1 } END { print n }')
true_ "--max-rows: every call ($n)" test "$n" -le 600 -a "$n" -ge $((600 - ${skipped:-0}))
has "as other" out '"other":true'
has "and the message tells" err 'counted as "other" \(--max-rows allows more rows\)$'

"$SCTRACE" -s --by comm,nonsense true 2> err
is "unknown key: status" $? 1
has "unknown key: the valid ones" err "unknown key 'nonsense': valid are syscall, pid, .*, ret, size, stack, and the arguments [a-z_]+, .*, \\.\\.\\.\$"
"$SCTRACE" -s --by "" true 2> err
is "no key: status" $? 1
# if a cgroup is removed before its row is read, the row has its name
cg=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
group=$cg/sctrace-test-$$
if [ -n "$cg" ] && mkdir -p "$group/inner" 2> /dev/null; then
	cat > in_group.sh <<-'E'
		echo 0 > "$1/cgroup.procs" && exec "$HELPERS/loop" 321 > /dev/null
	E
	for mode in --by=cgroup,syscall --summary-mode=cgroup; do
		mkdir -p "$group/inner"
		# shellcheck disable=SC2016 # another shell's
		"$SCTRACE" -s "$mode" -o out sh -c 'sh in_group.sh "$0/inner"; rmdir "$0/inner" "$0"' "$group"
		true_ "$mode: the cgroup is gone" test ! -e "$group"
		has "$mode: a cgroup that was removed: its name" out "/sctrace-test-$$/inner"
	done
	box=$cg/docker-$(printf '%064d' 7).scope
	mkdir -p "$box/inner" "$cg/sctrace-test-$$.service"
	# shellcheck disable=SC2016 # another shell's
	"$SCTRACE" --by=container,syscall -o out sh -c 'sh in_group.sh "$0/inner"' "$box"
	has "container: its id, also of a cgroup below it" out '^ 000000000000 +getppid +321 '
	# shellcheck disable=SC2016 # another shell's
	"$SCTRACE" --by=container,cgroup,syscall -o out sh -c 'sh in_group.sh "$0"' "$cg/sctrace-test-$$.service"
	has "container: a service" out "^ sctrace-test-$$\\.service +/[^ ]*service +getppid +321 "
	rmdir "$box/inner" "$box" "$cg/sctrace-test-$$.service"
else
	echo "skip  a cgroup that is removed: no cgroup2 that can be written to"
fi
finish
