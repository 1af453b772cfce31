#!/bin/sh
# Tests -P and -e trace-fds=, which choose calls that operate on a path or on a descriptor.
. ./lib.sh
need_root
mkdir "$T/d"
d=$(readlink -f "$T/d")
cd "$d" || exit

# traced WHAT OPTIONS...: traces with these options; the file "names" gets the names of the calls, in order.
traced() {
	touch a b
	"$SCTRACE" -o "$T/lines" "$@" "$HELPERS/paths" "$d" 2> "$T/err"
	sed -n 's/^\([a-z0-9_]*\)(.*/\1/p' "$T/lines" | tr '\n' ' ' | sed 's/ $//' > "$T/names"
}

BY_NAME="faccessat renameat2 renameat2 linkat symlinkat mount mount readlinkat truncate"
traced -P a -e quiet=path-resolution -e 'trace=!open,openat,dup2,dup3,rename,renameat,unlink,unlinkat,close'
is "a path, and the descriptors that refer to it" "$(cat "$T/names")" \
	"$BY_NAME read ppoll pselect6 epoll_ctl fcntl splice copy_file_range fsync"
is "quiet about what it is" "$(cat "$T/err")" ""
hasnt "nothing else" "$T/lines" "^(memfd_create|ioctl|mmap)|\"b\", F_OK"
has "the first of two links is enough" "$T/lines" '^renameat2\(AT_FDCWD, "a", AT_FDCWD, "no/dir", 0\)'
has "the second is" "$T/lines" '^renameat2\(AT_FDCWD, "no/dir", AT_FDCWD, "a", 0\)'
has "of epoll_ctl what is watched" "$T/lines" '^epoll_ctl\([0-9]+, EPOLL_CTL_ADD, 50, '
hasnt "... not the set" "$T/lines" '^epoll_ctl\(50'
traced -P "$d/a" -e trace=faccessat,read
is "the whole path: of descriptors only, as the program names it otherwise" "$(cat "$T/names")" "read"
traced -P a -e trace=read
is "what it resolves to is printed" "$(cat "$T/err")" "$SCTRACE: Requested path \"a\" resolved into \"$d/a\""
traced -P a -P b -e trace=faccessat -q
is "two paths" "$(cat "$T/names")" "faccessat faccessat"
traced -P none/such
is "a path that nothing uses" "$(cat "$T/names")" ""
has "what is no call is printed" "$T/lines" '^\+\+\+ exited with 0 \+\+\+$'

BY_FD='trace=!dup2,dup3,fsync,mmap'
traced -e trace-fds=50 -e "$BY_FD"
is "a descriptor" "$(cat "$T/names")" \
	"read ppoll pselect6 epoll_ctl fcntl splice copy_file_range openat"
traced -e fd=51,70 -e "$BY_FD"
is "another one" "$(cat "$T/names")" "ppoll ppoll ioctl splice copy_file_range"
traced -e 'fd=!50' -e trace=read,fsync,ioctl,ppoll
hasnt "all but one" "$T/lines" '^(read|fsync)\(50'
has "..." "$T/lines" '^ioctl\(51'
traced -e fd=50 -P b -e quiet=path-resolution -e trace=faccessat,read,mmap
is "a descriptor or a path" "$(cat "$T/names")" "faccessat read"
traced --trace-fds=none
is "no descriptor" "$(cat "$T/names")" ""

touch a
"$SCTRACE" -P a -e quiet=all -c -o "$T/table" "$HELPERS/paths" "$d"
has "-c counts only these" "$T/table" ' 1 .*faccessat$'
hasnt "..." "$T/table" 'mmap|memfd'
touch a
"$SCTRACE" -P a -e quiet=all --record "$T/capture" -o "$T/live" "$HELPERS/paths" "$d"
touch a
"$SCTRACE" -P a -e quiet=all --replay "$T/capture" -o "$T/again"
same "a replay is the same" "$T/again" "$T/live"
"$SCTRACE" --replay "$T/capture" -e trace-fds=50 -o "$T/again"
has "a replay can choose among them" "$T/again" '^read\(50'
hasnt "..." "$T/again" '^faccessat'
"$SCTRACE" --format=json -e fd=50 -o "$T/json" "$HELPERS/paths" "$d"
hasnt "JSON has these only" "$T/json" '"syscall":"(mmap|brk|memfd_create)"'
has "..." "$T/json" "\"syscall\":\"read\""
"$SCTRACE" -P /cold/path -o "$T/lines" "$HELPERS/cold" "$T/file"
has "a path that cannot be read when the call begins" "$T/lines" '^openat\(AT_FDCWD, "/cold/path", O_RDONLY\) += -1'
hasnt "..." "$T/lines" 'nanosleep'

"$SCTRACE" -e fd=1x true 2> "$T/err"
is "no number: its status" $? 1
is "... one line" "$(cat "$T/err")" "$SCTRACE: invalid descriptor '1x'"
"$SCTRACE" -s -P "$d/a" --by syscall -e quiet=path-resolution "$HELPERS/paths" "$d" 2> "$T/err"
has "--by: rows of these calls" "$T/err" '^ read +1 '
hasnt "... only" "$T/err" '^ (mmap|memfd_create) '

# ---- strings about as long as the kernel accepts, and directories whose paths are longer ----

# lengths CALL: prints for each line of the call how many a's each of its strings has, and a dot if the string is cut.
lengths() {
	sed -n "s/^$1(//p" "$T/lines" | awk '{
		out = ""
		while (match($0, /"a+"(\.\.\.)?/)) {
			more = substr($0, RSTART + RLENGTH - 1, 1) == "."
			out = out (out == "" ? "" : "+") (RLENGTH - 2 - 3 * more) (more ? "." : "")
			$0 = substr($0, RSTART + RLENGTH)
		}
		if (out != "")
			printf "%s ", out
	}'
}

mkdir "$T/deep"
"$SCTRACE" -y -s 5000 -o "$T/lines" "$HELPERS/long" "$T/deep"
is "directories of any depth: status" $? 0
for call in chdir openat open_tree fspick mount_setattr; do
	is "$call: a path of 4095 bytes is whole" "$(lengths $call)" "4094 4095 4095. 4095. "
done
is "move_mount: both paths, up to 4095 bytes of each" "$(lengths move_mount)" "4094+4094 4095+4095 4095.+4095. 4095.+4095. "
is "fsconfig: paths, and a key of 255 bytes" "$(lengths fsconfig)" \
	"4094 4095 4095. 4095. 249 250 251 252 253 254 255 256. 256. "
is "memfd_create: a name of 249 bytes" "$(lengths memfd_create)" "249 250. 250. 250. 250. 250. 250. 250. 250. "
is "reboot: 254 bytes" "$(lengths reboot)" "249 250 251 252 253 254 255. 255. 255. "
is "-y: a path of 4095 bytes" "$(awk '/"fits"/ && match($0, /<\/[^>]*>/) { print RLENGTH - 2 }' "$T/lines")" 4095
has "-y: what is deeper has no name" "$T/lines" '^unlinkat\(AT_FDCWD, "deeper", 0\)'
many=$T/deep/$(printf 'a/b/c/%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30)
mkdir -p "$many"
( cd "$many" && "$SCTRACE" -y -e trace=openat -o "$T/lines" sh -c ': < no-file' ) 2> "$T/err"
true_ "-y: ninety directories" grep -q "^openat(AT_FDCWD<${many%/}>, \"no-file\"" "$T/lines"
finish
