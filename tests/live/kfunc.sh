#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Probes of kernel functions; their lines are in order with those of calls.
. ./lib.sh
need_root
cd "$T" || exit
KFUNCS=$HELPERS/kfuncs

# refused WANTED ARGS...: checks that the probe is refused with this message.
refused() {
	want=$1
	shift
	"$SCTRACE" "$@" > out 2>&1
	is "exits with 1: $want" "$?" 1
	is "and says so: $want" "$(sed "s|$SCTRACE: ||" out)" "$want"
}

has_feature() {
	"$SCTRACE" --doctor | grep -q "^$1  *ok "
}

refused "a kfunc is FUNCTION[(NAME:TYPE, ...)][ -> TYPE]" -e kfunc=vmlinux:vfs_read true
if ! has_feature kprobes; then
	refused "this kernel cannot probe its own functions (needs CONFIG_KPROBE_EVENTS, and /sys; see --doctor)" \
		-e kfunc=vfs_read true
	finish
fi
root=/sys/kernel/tracing
[ -d $root/events ] || root=/sys/kernel/debug/tracing
list=$root/available_filter_functions
refused "no function 'vfs_reed' of the kernel can be probed (did you mean 'vfs_read'?) (valid: see $list)" \
	-e kfunc=vfs_reed true
"$SCTRACE" -e 'kfunc=*' true > out 2>&1
is "more than there may be" "$?, $(sed -E "s|$SCTRACE: ||; s/ matches [0-9]+/ matches N/" out)" \
	"1, '*' matches N functions of the kernel, but at most 2048 can be probed (use a narrower pattern, or several)"
twice=$(sort $list | uniq -d | grep -v ' \[' | head -n 1)
"$SCTRACE" -e "kfunc=$twice" true > out 2>&1
has "a name of several functions" out "the kernel has [0-9]+ functions '$twice': it is not known which is meant\$"

# sctrace reads the list once, however many functions are named, because the kernel makes the list for each read
"$SCTRACE" -o opens -e trace=openat "$SCTRACE" -o out -e trace=none -e kfunc=vfs_read -e kfunc=vfs_write true
is "the list is read once" "$(grep -c 'available_filter_functions".* = [0-9]' opens)" 1

# ---- lines ----

cat > want <<E2
openat(AT_FDCWD, "$T/file", O_RDWR|O_CREAT, 0600 <unfinished ...>
do_open(-100, "$T/file", {open_flag=0x..., mode=S_IFREG|0600, acc_mode=6, intent=N, lookup_flags=N}) = 0x...
<... openat resumed>) = 3
write(3, "content", 7 <unfinished ...>
vfs_write("$T/file", "content", 7, 0x...) = 7
<... write resumed>) = 7
read(3 <unfinished ...>
vfs_read("$T/file", 0x..., 8, 0x...) = 7
<... read resumed>, "content", 8) = 7
E2
# do_filp_open() is do_file_open() from Linux 7 on
functions="-e kfunc=do_fil[pe]_open -e kfunc=vfs_write -e kfunc=vfs_read"
shown() {
	sed -nE '/"?'"$(echo "$T" | sed 's|/|\\/|g')"'\/file"?/,$p' "$1" | grep -E "do_fil._open|openat|write|read" |
		sed -E 's/0x[0-9a-f]+/0x.../g; s/ +=/ =/; s/do_fil._open/do_open/; s/(intent|lookup_flags)=[^,}]*/\1=N/g' | grep -vE 'close'
}
inner=${T#"$(df -P "$T" | awk 'NR == 2 { print ($NF == "/" ? "" : $NF) }')"}

# structs of a file; path has its dentry at 8, and a dentry its name at 40, in all these kernels
case $(uname -m) in
aarch64) writev=__arm64_sys_writev iov=8 ;;
riscv64) writev=__riscv_sys_writev iov=88 ;;
*) writev=__x64_sys_writev iov=104 ;;
esac
cat > probes <<E2
struct named { name:str }
struct vec { base:buf(len), len:size_t }
struct entry { name:str@40 }
struct where { mnt:ptr, entry:entry* }
struct regs { iov:vec*@$iov }
kfunc=do_fil[pe]_open(dfd:int, name:named*) -> ptr
kfunc=vfs_open(at:where*)
kfunc=$writev(regs:regs*) -> long
E2

# shellcheck disable=SC2086 # several options
"$SCTRACE" -o out -e trace=openat,write,read $functions "$KFUNCS" files "$T/file"
shown out > lines
same "arguments by the kernel's types, in line with the calls" lines want
# shellcheck disable=SC2086
"$SCTRACE" --record rec -o live -e trace=openat,write,read $functions "$KFUNCS" files "$T/file"
"$SCTRACE" --replay rec -o out
shown out > lines
same "a recording has them" lines want

"$SCTRACE" -o out -e trace=none -e kfunc=d_delete -e kfunc=vfs_open "$KFUNCS" files "$T/file"
has "struct dentry: a path in its file system" out "^d_delete\\(\"$inner/file\"\\) += \\?$"
has "struct path" out "^vfs_open\\(\"$T/file\", (\"/\"|0x[0-9a-f]+)\\) += 0$"
"$SCTRACE" -o out -e trace=none -e kfunc=anon_inode_getfile "$KFUNCS" epoll x
has "a string of the kernel, and a struct" out '^anon_inode_getfile\("\[eventpoll\]", \{owner=NULL, .*, \.\.\.\}, 0x'
"$SCTRACE" -o out -e trace=none -e 'kfunc=do_sys_open*(dfd:dirfd, name:str) -> fd' "$KFUNCS" files "$T/file"
has "a string of the user; a prototype of one's own" out "^do_sys_openat2\\(AT_FDCWD, \"$T/file\"\\) += 3"
"$SCTRACE" --probes=probes -s 200 -o out -e trace=none "$KFUNCS" files "$T/file"
has "a pointer in a struct, to the kernel's memory" out "^do_fil._open\\(-100, \{name=\"$T/file\"\} <unfinished"
has "a pointer that a pointer in a struct leads to" out '^vfs_open\(\{mnt=0x[0-9a-f]+, entry=\{name="file"\}\}\) += 0$'
"$SCTRACE" --probes=probes -o out -e trace=none "$KFUNCS" vector content
has "the user's memory by a struct of the kernel" out "^$writev\\(\{iov=\{base=\"content\", len=7\}\}\\) += 7$"
"$SCTRACE" --format=json -o out -e trace=none -e 'kfunc=do_fil[pe]_open' "$KFUNCS" files "$T/file"
has "JSON: a struct" out '"args":\{.*"op":\{"open_flag":[0-9]+,"mode":.*,"acc_mode":6,'
"$SCTRACE" --format=json -o out -e trace=none -e kfunc=vfs_read "$KFUNCS" files "$T/file"
has "JSON" out "\"kind\":\"kfunc\",\"probe\":\"vfs_read\",\"args\":\\{\"file\":\"$T/file\",.*\"ret\":7,\"duration_ns\":[0-9]+"
"$SCTRACE" -s --by=func,arg1 -o out -e trace=none -e 'kfunc=vfs_read' "$KFUNCS" threads 100
is "--by: which files the kernel reads" "$(awk '$2 == "\"/dev/zero\"" { print $1, $3 }' out)" "vfs_read 200"
"$SCTRACE" -s -o out -e trace=read -e 'kfunc=vfs_read' "$KFUNCS" threads 100
is "-s" "$(awk '$1 == "vfs_read" { n += $2 } END { print (n > 200) }' out)" 1

# ---- other ways of attaching ----

for without in kprobe_multi probe_cookies; do
	# shellcheck disable=SC2086
	"$SCTRACE" --without="$without" -o out -e trace=openat,write,read $functions "$KFUNCS" files "$T/file"
	shown out > lines
	same "the same lines without $without" lines want
done
"$SCTRACE" --without=kprobe_multi -e 'kfunc=vfs_*' true > out 2>&1
is "too many, one by one" "$?, $(sed -E "s|$SCTRACE: ||; s/[0-9]+ functions/N functions/" out)" \
	"1, N functions of the kernel match, but without kprobe_multi (see --doctor) at most 64 can be probed"
if has_feature kprobe_multi; then
	"$SCTRACE" -o out -e trace=none -e 'kfunc=vfs_*' "$KFUNCS" files "$T/file"
	has "many at once" out '^vfs_read\('
	hasnt "and each is in the others" out 'never returned'
fi

# ---- each hit is printed once ----

N=$(often 200000 3000)
"$SCTRACE" -f -qq -o out -e trace=none --ring-size 64M -e 'kfunc=vfs_read(file:kfile, buf:ptr, n:size_t) -> int' \
	"$KFUNCS" threads "$N"
is "two threads: every entry has its return" \
	"$(grep -cE '^[0-9]+ +(vfs_read\("/dev/zero", 0x[0-9a-f]+, 1\)|<... vfs_read resumed>\)) += 1$' out)" "$((2 * N))"
hasnt "and none is lost" out 'lost|never'

# Functions in interrupts have stacks of their own. Losses are counted, and the other hits are in order.
"$SCTRACE" --ring-size 64M -ttt -qq -o out -e trace=getppid -e kfunc=update_process_times -e 'kfunc=*_sys_getppid' \
	"$KFUNCS" busy 1000
is "in order, with interrupts" "$(awk '/^[0-9]/ { n += $1 < last; last = $1 } END { print n + 0 }' out)" 0
has "functions in interrupts" out '^[0-9.]+ update_process_times\('
grep -q '^+++ lost' out || hasnt "all of them return" out 'never'

# ---- nothing is left after the end ----

start "$KFUNCS" busy 600000
busy=$pid
# shellcheck disable=SC2317 # by wait_for
no_probe() {
	! grep -q '^update_process_times' "$root/enabled_functions"
}
start "$SCTRACE" -o out -e trace=none -e kfunc=update_process_times -p "$busy" 2> /dev/null
true_ "-p: functions that a running process is in" wait_for 30 grep -q '^update_process_times(.*= ?$' out
kill -9 "$pid"
wait "$pid" 2> /dev/null
true_ "killed, sctrace leaves no probe" wait_for 30 no_probe
kill -9 "$busy"

# ---- what the kernel skips ----

# The program calls this function itself. Kernels count skipped hits since 6.7.
case "$(uname -r)" in
5.* | 6.[0-6][.-]*) ;;
*)
	"$SCTRACE" -o out -e trace=none -e 'kfunc=bpf_task_storage_get*' "$KFUNCS" files "$T/file" 2> err
	has "what the kernel skips is a loss" out '^\+\+\+ lost [0-9]+ events \+\+\+$'
	;;
esac
finish
