#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Names that want to be lines of their own, or to act upon a terminal: of programs, files, functions, tasks, arguments. In
# every output an event is one line, and there is no control byte.
. ./lib.sh
need_root
cd "$T" || exit
esc=$(printf '\033')
forged='
+++ forged +++
'
dir="d$forged${esc}[31m"
mkdir "$dir"
cp "$HELPERS/hostile" "$dir/p$forged$esc]0;x"
program="$T/$dir/p$forged$esc]0;x"
# the function's name, at equal length
python3 - "$program" << 'PATCH'
import re, sys
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    old = re.search(rb"hostile_function_a+", data).group(0)
    new = (b"f\n+++ forged +++\n\x1b[31m\xc2\x9b" + b"b" * len(old))[:len(old)]
    f.seek(0)
    f.write(data.replace(old, new))
PATCH

# clean WHAT FILE: something is there, and it is clean
clean() {
	true_ "$1: there is output" test -s "$2"
	is "$1: control bytes" "$(LC_ALL=C grep -acP '[\x00-\x08\x0b-\x1f\x7f]' "$2")" 0
	is "$1: forged lines" "$(grep -c '^+++ forged' "$2")" 0
}

# out WHAT OPTIONS: the program under them
out() {
	what=$1
	shift
	(cd "$dir" && exec "$SCTRACE" "$@" -o "$T/out" "$program") > /dev/null 2> err
	clean "$what" out
	[ ! -s err ] || clean "$what: messages" err
}
out "lines" -f
out "lines, -y" -f -y
out "lines, -Y" -f -Y
out "lines, -k" -f -k
has "lines, -k: the name is there, escaped" out '\(f\\n\+\+\+ forged \+\+\+\\n\\33\[31m\\302\\233b'
out "lines, -v -x" -f -v -x
out "--mark-late" -f --mark-late
out "JSON" -f --format=json
out "JSON, -k" -f --format=json -k
out "-c" -f -c
out "-s" -s
for by in comm file cgroup comm,file,syscall; do
	out "--by $by" -s --by="$by"
	out "--by $by, JSON" -s --by="$by" --format=json
done
out "ufunc" -f -e trace=none -e "ufunc=$program:*function*"
(cd "$dir" && exec "$SCTRACE" -f --record "$T/cap" -o /dev/null "$program") > /dev/null 2>&1
for opts in "" -y --format=json -c; do
	# shellcheck disable=SC2086 # words
	"$SCTRACE" $opts --replay cap -o out 2> err
	clean "--replay $opts" out
done

# message ARGUMENTS: an error about them is one line
message() {
	"$SCTRACE" "$@" > err 2>&1 < /dev/null
	clean "message: $1" err
	is "message: $1: lines" "$(grep -vc '^Try ' err)" 1
}
bad="x$forged${esc}[31m"
message "$bad"
message -e trace="$bad" true
message -e "$bad=1" true
message --replay "$bad"
message --by="$bad" true
message --probes="$bad" true
message -e ufunc="$bad:f" true
message -P "$bad" -o "/nonexistent/$bad" true
message --cgroup "$bad"
message --errno "$bad" true
message -p "$bad"
message -u "$bad" true
message --columns "$bad" true
message -S "$bad" -c true
finish
