#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Names of programs, files, functions, tasks and arguments that contain newlines or sequences for a terminal. In every
# output an event must be one line without a control byte.
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
PROGRAM="$T/$dir/p$forged$esc]0;x"
program=$PROGRAM
export PROGRAM # for a shell of its own
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

# check.py lines|json|text FILE prints what is wrong with the file, if anything.
cat > check.py << 'CHECK'
import json, re, sys, unicodedata
kind, data = sys.argv[1], open(sys.argv[2], "rb").read()
text = data.decode("utf-8")  # decoding fails here for bytes that are not UTF-8, such as C1 controls alone
bad = {c for c in text if c != "\n" and c != "\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}
if bad:
    print("controls:", sorted(map(ascii, bad)))
event = re.compile(r"(\d+(<.*?>)? +)?([\d:.]+ )?(\(\+ +[\d.]+\) )?([a-z_0-9]+\(|<\.\.\. [a-z_0-9]+ resumed|--- |\+\+\+ (exited|killed|superseded|lost) |\[ | > )")
for line in text.splitlines() if kind != "text" else ():
    if kind == "json":
        json.loads(line)
    elif not event.match(line):
        print("no event:", ascii(line)[:200])
if re.search("^\\+\\+\\+ forged", text, re.M):
    print("a forged line")
CHECK

# clean WHAT FILE [lines|json]: checks that the file is not empty and has no control bytes; of lines or JSON, also that
# each event is one line.
clean() {
	true_ "$1: there is output" test -s "$2"
	is "$1: clean" "$(python3 check.py "${3:-text}" "$2" 2>&1)" ""
}

# out WHAT OPTIONS: traces the program with hostile names.
out() {
	what=$1
	shift
	rm -f out
	(cd "$dir" && exec "$SCTRACE" "$@" -o "$T/out" "$program") > /dev/null 2> err
	case "$what" in
	lines*) clean "$what" out lines ;;
	JSON*) clean "$what" out json ;;
	*) clean "$what" out ;;
	esac
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
# keys have such names, too: those of cgroups (which cannot have a newline) and of peers
cg=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
group=$cg/sctrace-$$-$(printf 'g\033[31m\302\233\342\200\256')
mkdir "$group" && echo $$ > "$group/cgroup.procs"
for by in comm file cgroup peer host errno,uid comm,file,syscall; do
	out "--by $by" -s --by="$by"
	out "--by $by, JSON" -s --by="$by" --format=json
done
echo $$ > "$cg/cgroup.procs"
rmdir "$group"
out "lines, -yy" -f -yy
out "lines, -tt -T -r" -f -tt -T -r
out "-s --hist" -s --hist --by=comm,file
out "probes by argument" -s --by=comm,func -e trace=none -e "ufunc=f?+++*"
# without sctrace's own escape sequences for colors, no control byte may remain
(cd "$dir" && exec "$SCTRACE" --color=always -f -o "$T/out" "$program") > /dev/null 2>&1
sed "s/$esc\\[[0-9;]*m//g" out > plain
clean "lines, --color" plain lines
# ncurses writes its own escape sequences to the screen; the names between them must be escaped
(cd "$dir" && TERM=xterm timeout 20 script -qec "stty rows 40 cols 200; exec \"$SCTRACE\" --top --by=comm,file,peer --for 2 \
	\"\$PROGRAM\"" "$T/screen") > /dev/null 2>&1 < /dev/null
true_ "--top: there is output" test -s screen
is "--top: a name's own sequences" "$(LC_ALL=C grep -ac "$esc"'\(\[31m\|]0;x\)' screen)" 0
out "ufunc" -f -e trace=none -e "ufunc=f?+++*"
(cd "$dir" && exec "$SCTRACE" -f --record "$T/cap" -o /dev/null "$program") > /dev/null 2>&1
for opts in "" -y --format=json -c; do
	# shellcheck disable=SC2086 # words
	"$SCTRACE" $opts --replay cap -o out 2> err
	clean "--replay $opts" out
done

# message ARGUMENTS: checks that the error about these arguments is one line.
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
message --container "$bad"
message --errno "$bad" true
message -p "$bad"
message -u "$bad" true
message --columns "$bad" true
message -S "$bad" -c true
finish
