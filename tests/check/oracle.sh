#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Tests scripts/compare-strace.sh with fake tracers, which write given logs of one execution.
set -u

compare=$(dirname "$0")/../../scripts/compare-strace.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# Each tracer writes the text of a file to the name after -o, and says that it has attached.
cat > "$dir/sctrace" <<'EOF'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
cp "$OF_SCTRACE" "$2"
echo "sctrace: Process $4 attached" >&2
EOF
sed 's/OF_SCTRACE/OF_STRACE/; s/sctrace/strace/' "$dir/sctrace" > "$dir/strace"
chmod +x "$dir/sctrace" "$dir/strace"
export SCTRACE="$dir/sctrace" STRACE="$dir/strace" OF_SCTRACE="$dir/ours" OF_STRACE="$dir/theirs"

# expect STATUS TEXT WHAT: compares the two logs, and checks the status and the text.
expect() {
	"$compare" -- true > "$dir/printed" 2>&1
	status=$?
	if [ $status -ne "$1" ] || ! grep -q "$2" "$dir/printed"; then
		echo "$3: exit status $status, not $1; or no \"$2\" in:"
		cat "$dir/printed"
		failed=1
	fi
}

printf '%s\n' '7 close(3) = 0' '7 +++ exited with 0 +++' > "$dir/theirs"
cp "$dir/theirs" "$dir/ours"
expect 0 'same: 2 lines' "equal logs"

printf '%s\n' '7 close(3)           = 0' '7 +++ exited with 0 +++' > "$dir/ours"
expect 0 'same: 2 lines' "other blanks"

printf '%s\n' '6 read(0, "", 1) = 0' '7 close(3) = 0' '7 +++ exited with 0 +++' > "$dir/ours"
expect 1 'surplus: 1 lines that strace has not' "a line of a task that strace has not"

printf '%s\n' '7 close(4) = 0' '7 +++ exited with 0 +++' > "$dir/ours"
expect 1 'missing: 1 of 2' "another argument"

printf '%s\n' '7 close(3) = 0' '7 close(3) = 0' > "$dir/theirs"
printf '%s\n' '7 close(3) = 0' > "$dir/ours"
expect 1 'missing: 1 of 2' "a line that is there once instead of twice"

# lines that only sctrace has
printf '%s\n' '7 close(3) = 0' '7 +++ exited with 0 +++' > "$dir/theirs"
printf '%s\n' '7 close(3) = 0' '7 close(4) = 0' '7 +++ exited with 0 +++' > "$dir/ours"
expect 1 'surplus: 1 lines that strace has not' "a line that strace has not"

printf '%s\n' '7 close(3) = 0' '7 close(3) = 0' '7 +++ exited with 0 +++' > "$dir/ours"
expect 1 'surplus: 1 lines that strace has not' "a doubled line"

printf '%s\n' '7 close(3) = 0' '7 --- SIGINT {si_signo=SIGINT} ---' '7 --- SIGINT {si_signo=SIGINT} ---' > "$dir/ours"
printf '%s\n' '7 close(3) = 0' '7 --- SIGINT {si_signo=SIGINT} ---' > "$dir/theirs"
expect 1 'surplus: 1 lines that strace has not' "a doubled signal"

sys='7 --- SIGSYS {si_signo=SIGSYS, si_code=SYS_SECCOMP, si_call_addr=0x1} ---'
printf '%s\n' '7 close(3) = 0' "$sys" '7 +++ killed by SIGSYS +++' > "$dir/ours"
printf '%s\n' '7 close(3) = 0' '7 +++ killed by SIGSYS +++' > "$dir/theirs"
expect 0 'surplus: 1 lines: a tracer is not told' "a line with a reason"

printf '%s\n' '7 close(3) = 0' "$sys" "$sys" '7 +++ killed by SIGSYS +++' > "$dir/ours"
printf '%s\n' '7 close(3) = 0' "$sys" '7 +++ killed by SIGSYS +++' > "$dir/theirs"
expect 1 'surplus: 1 lines that strace has not' "a doubled line with a reason"

printf '%s\n' '7 read(0, "g", 1) = 1' '7 execve("/bin/true", [], []) = 0' '7 close(3) = 0' > "$dir/ours"
printf '%s\n' '7 execve("/bin/true", [], []) = 0' '7 close(3) = 0' > "$dir/theirs"
expect 0 'same: 2 lines' "the shell before it becomes the command"

cp "$dir/strace" "$dir/strace.whole"
printf '%s\n' '#!/bin/sh' 'echo "strace: no such option" >&2' > "$dir/strace"
expect 2 'strace: no such option' "a tracer that does not attach"
cp "$dir/strace.whole" "$dir/strace"

printf '%s\n' '7 close(3) = 0' '8 close(3) = 0' '7 close(5) = 0' > "$dir/ours"
printf '%s\n' '7 close(4) = 0' '8 close(3) = 0' > "$dir/theirs"
expect 1 'surplus: 1 lines' "a line in another form, and one that strace has not"

printf '%s\n' '7 read(0,  <unfinished ...>' '8 close(3) = 0' '7 <... read resumed>"", 1) = 0' > "$dir/theirs"
printf '%s\n' '7 read(0, "", 1) = 0' '8 close(3) = 0' > "$dir/ours"
expect 0 'same: 2 lines' "a split line"

printf '%s\n' '7 read(0,  <unfinished ...>' '7 +++ killed by SIGKILL +++' > "$dir/theirs"
printf '%s\n' '7 +++ killed by SIGKILL +++' > "$dir/ours"
expect 0 'excused: 1 that strace alone saw begin.*: 1 read' "a call that never began"

printf '%s\n' '7 read(1,  <unfinished ...>' '7 +++ killed by SIGKILL +++' > "$dir/ours"
expect 1 'missing: 1 of 2' "a call without an end whose arguments differ"

printf '%s\n' '6 +++ killed by SIGKILL +++' > "$dir/ours"
expect 1 'missing: 2 of 2' "a call that never began, of a thread whose end is missing"

printf '%s\n' '7 read(0,  <unfinished ...>' '7 write(1,  <unfinished ...>' '7 +++ killed by SIGKILL +++' > "$dir/theirs"
printf '%s\n' '7 +++ killed by SIGKILL +++' > "$dir/ours"
expect 1 'missing: 1 of 3' "two calls without an end: only the last one never began"

printf '%s\n' '7 read(0,  <unfinished ...>' '7 write(1,  <unfinished ...>' '7 <... write resumed>"", 0) = 0' > "$dir/theirs"
printf '%s\n' '7 write(1, "", 0) = 0' > "$dir/ours"
expect 1 'missing: 1 of 2' "a call without an end, and another one after it"

printf '%s\n' '7 pause( <unfinished ...>' '7 <... execve resumed>) = 0' > "$dir/theirs"
printf '%s\n' '7 <... execve resumed>) = 0' > "$dir/ours"
expect 1 'missing: 1 of 2' "a call without an end, and the end of another one"

printf '%s\n' '7 exit_group(0) = ?' '7 +++ exited with 0 +++' > "$dir/theirs"
printf '%s\n' '7 exit_group(0 <unfinished ...>' '7 +++ exited with 0 +++' > "$dir/ours"
expect 0 'excused: 1 without an end' "a call without an end in two forms"

printf '%s\n' '7 read(0,  <unfinished ...>' '7 +++ killed by SIGKILL +++' > "$dir/theirs"
printf '%s\n' '7 +++ killed by SIGKILL +++' > "$dir/ours"

printf '%s\n' '7 read(0,  <unfinished ...>' '7 close(3) = 0' '7 +++ killed by SIGKILL +++' > "$dir/theirs"
expect 1 'missing: ' "a call that never began, and another that is missing"

printf '%s\n' '7 close(3) = 0' '7 +++ lost 3 events +++' > "$dir/ours"
expect 2 'events were lost' "lost events"

: > "$dir/ours"
expect 2 'no trace' "an empty log"
exit $failed
