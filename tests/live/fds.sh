#!/bin/sh
# Tests -y: the file of a descriptor is the one at the moment of the call. The program asks the kernel for it by
# readlink().
. ./lib.sh
need_root

mkdir "$T/d" "$T/p"
exec 9< /etc/passwd
"$SCTRACE" -f -y -e trace=fdatasync,faccessat -o "$T/lines" --record "$T/capture" "$HELPERS/fds" "$T/d" "$T/wanted"
is "its status" $? 0
exec 9<&-
# keeps the line up to the end of its arguments, without the pid; where there is no access(), the loader calls
# faccessat(), too
printed() {
	sed -n '/ld\.so\.preload/d; s/^[0-9]* *\(f[a-z]*(.*)\) *= .*/\1/p' "$1"
}
printed "$T/lines" > "$T/got"
same "every descriptor, as the kernel has it ($(wc -l < "$T/wanted") of them)" "$T/got" "$T/wanted"
"$SCTRACE" -f -y --replay "$T/capture" -o "$T/again"
same "a replay is the same" "$T/again" "$T/lines"
"$SCTRACE" -f --replay "$T/capture" -o "$T/plain"
hasnt "a replay without -y has numbers only" "$T/plain" '<'
"$SCTRACE" -f -o "$T/plain" "$HELPERS/fds" "$T/p" "$T/wanted"
hasnt "so have lines without -y" "$T/plain" '^[0-9]* *fdatasync\([0-9]*<'

# -yy: other properties of the descriptors
"$SCTRACE" -f -yy -e trace=fdatasync -o "$T/more" "$HELPERS/fds" "$T/p" "$T/wanted"
has "-yy: a device" "$T/more" 'fdatasync\([0-9]*</dev/null<char 1:3>>\)'
has "... an eventfd's counter" "$T/more" 'fdatasync\([0-9]*<\{eventfd-count=0(x0)?, eventfd-id=[0-9]+, eventfd-semaphore=0\}>\)'
has "... sockets: of a file system" "$T/more" 'fdatasync\([0-9]*<UNIX(-STREAM)?:\[[0-9]+\]>\)'
has "... of the network" "$T/more" 'fdatasync\([0-9]*<TCP:\[[0-9]+\]>\)'
has "... of the kernel" "$T/more" 'fdatasync\([0-9]*<NETLINK:\[[0-9]+\]>\)'
"$SCTRACE" -f --decode-fds=dev -e trace=fdatasync -o "$T/more" "$HELPERS/fds" "$T/p" "$T/wanted"
is "devices alone" "$(sed -n 's/.*fdatasync([0-9]*\(<.*>\)).*/\1/p' "$T/more" | sort -u)" "</dev/null<char 1:3>>"

# descriptors in memory
"$SCTRACE" -y -o "$T/memory" --record "$T/capture" "$HELPERS/fds" "$T" memory
has "in each of a vector's structs" "$T/memory" '^io_submit\(.*aio_fildes=[0-9]+</dev/null>.*aio_fildes=[0-9]+</dev/zero>'
has "behind a pointer of a struct" "$T/memory" '^io_uring_register\(.*data=\[[0-9]+</dev/null>, -1, [0-9]+</dev/zero>\]'
has "in a member of 64 bits" "$T/memory" '^mount_setattr\(.*userns_fd=[0-9]+</dev/null>'
has "beyond what the call gives of a struct" "$T/memory" '^bpf\(.*prog_fd=[0-9]+</dev/zero>, target_fd=0</dev/null>'
has "what comes out behind a pointer" "$T/memory" '^clone3\(.*=> \{pidfd=\[[0-9]+<anon_inode:\[pidfd\]>\]\}|^clone3\(.*=> \{pidfd=\[[0-9]+<(pidfd|pid):\[?[0-9]+\]?>'
has "what a request of ioctl() returns" "$T/memory" '^ioctl\(.*NS_GET_USERNS\) *= [0-9]+<user:\[[0-9]+\]>'
is "what a signal tells of, both times" "$(grep -cE '^--- SIGIO .*si_fd=[0-9]+<pipe:\[[0-9]+\]>' "$T/memory")" 2
"$SCTRACE" -y --replay "$T/capture" -o "$T/again"
same "a replay is the same" "$T/again" "$T/memory"

# descriptors that were open before the attach, and a call that is in progress
mkfifo "$T/fifo"
start "$HELPERS/fds" "$T" wait > "$T/ready"
waiting=$pid
until [ -s "$T/ready" ]; do
	sleep 0.1
done
"$SCTRACE" -f -y -p "$waiting" -o "$T/attached" &
until grep -qs read "$T/attached" || ! kill -0 "$waiting"; do
	sleep 0.1
done
echo > "$T/fifo"
wait $!
has "the call that was in progress at the attach" "$T/attached" "^[0-9]* *read\([0-9]*<$T/fifo>, "

# ... a call in progress has the files of its descriptors, because users attach to see what a process waits for
tcp='<TCP:\[127\.0\.0\.1:[0-9]+->127\.0\.0\.1:[0-9]+\]>'
listens='<TCP:\[127\.0\.0\.1:[0-9]+\]>'
unix='<UNIX(-STREAM)?:\[[0-9]+->[0-9]+\]>'
# in_call HOW LINE: checks the line of a call in progress.
in_call() {
	rm -f "$T/ready" "$T/attached"
	start "$HELPERS/waits" "$1" "$T/ready"
	waiting=$pid
	wait_for 10 test -e "$T/ready"
	wait_for 10 grep -q '^[0-9]' "/proc/$waiting/syscall"
	sleep 0.1
	start "$SCTRACE" -q -yy -e trace=network,desc -o "$T/attached" -p "$waiting"
	tracer=$pid
	wait_trace "$T/attached"
	kill -USR1 "$waiting"
	wait "$tracer"
	has "in progress at the attach: $1" "$T/attached" "^$2"
}
if "$SCTRACE" --doctor | grep -q '^iter  *ok'; then
	in_call recv "recvfrom\\([0-9]+$tcp, "
	in_call unix "recvfrom\\([0-9]+$unix, "
	in_call accept "accept4?\\([0-9]+$listens, "
	in_call poll "p?poll\\(\\[\\{fd=[0-9]+$listens, events=0\\}, \\{fd=[0-9]+$tcp, events=POLLIN\\}, \\{fd=[0-9]+$unix, "
	in_call select "p?select6?\\([0-9]+, \\[[0-9]+$tcp [0-9]+$unix\\], "
	in_call event "read\\([0-9]+<\\{eventfd-count=0, eventfd-id=[0-9]+.*\\}>, "
	in_call msg "recvmsg\\([0-9]+$tcp, "
	in_call file "read\\([0-9]+<$T/ready\\.fifo>, "
fi

"$SCTRACE" -yy -e trace=read -o "$T/names" "$HELPERS/keys" unix "$T"
has "a unix socket's abstract name" "$T/names" '^read\([0-9]+<UNIX:\[[0-9]+,@"key\\0one"\]>, '
has "... and a path of all 108 bytes" "$T/names" "^read\\([0-9]+<UNIX:\\[[0-9]+,\"$T/n{$((107 - ${#T}))}\"\\]>, "
rm -f "$T"/nnn*

"$SCTRACE" -y -e trace=openat,close --format=json -o "$T/json" "$HELPERS/fds" "$T/d" "$T/wanted" > /dev/null 2>&1
has "JSON: the path of the descriptor that a call returns" "$T/json" '"ret_file":\{"path":"[^"]*"\}'
has "... of an argument" "$T/json" '"fd":\{"fd":[0-9]*,"path":"'
has "... and of the working directory" "$T/json" '"dfd":\{"value":-100,"name":"AT_FDCWD","path":"'
finish
