#!/bin/sh
# Runs the commands of README.md and docs/, and checks that the program in README.md is the example.
. ./lib.sh
need_root
top=$LIVE/../..
unset STRACE # a reader's shell does not have this variable
cd "$T" || exit

cat /dev/zero > /dev/null &
busy=$!
# the README traces redis-server; this process takes its place, as it reads a lot
# shellcheck disable=SC2317 # by eval
pidof() {
	echo "$busy"
}
# shellcheck disable=SC2317 # by eval
sctrace() {
	timeout 20 "$SCTRACE" "$@"
}

# Prints the commands in code blocks: lines that begin with a prompt, or run a script. It leaves out a live --top, which
# needs a terminal (host/top.sh), and test.sh, which runs this test.
# shellcheck disable=SC2016 # fences of a code block
sed -n '/^```/,/^```/p' "$top/README.md" "$top"/docs/*.md |
	sed -nE 's/^# (sctrace .*)/\1/p; s/^(scripts\/[a-z-]+\.sh [^#]*).*/\1/p' |
	grep -v -e '^sctrace --top' -e '^scripts/test.sh' > commands
true_ "README.md and docs/ have commands" test "$(wc -l < commands)" -ge 8
for script in run compare-strace; do
	has "and scripts: $script.sh" commands "^scripts/$script.sh "
done
while IFS= read -r command; do
	case $command in
	scripts/*) command="timeout 100 $top/$command" ;;
	esac
	eval "$command" > out 2>&1 < /dev/null
	is "$command: status" $? 0
	true_ "$command: output" test -s out
	hasnt "$command: no complaint" out '^[^ ]*sctrace: '
done < commands
kill "$busy"

# the example in README.md is the end of the file
# shellcheck disable=SC2016
sed -n '/^```c$/,/^```$/p' "$top/README.md" | sed '/^```/d' > shown
tail -n "$(wc -l < shown)" "$top/libsctrace/examples/opens.c" > example
true_ "README.md has a program" grep -q '^int main' shown
same "and it is examples/opens.c" shown example

# the pages and files that it refers to exist
for page in "$top/README.md" "$top"/docs/*.md; do
	grep -oE '\]\([A-Za-z][A-Za-z0-9_./-]*\)' "$page" | sed 's/^](//; s/)$//' > links
	while IFS= read -r link; do
		true_ "$(basename "$page") refers to $link" test -e "$(dirname "$page")/$link"
	done < links
done
finish
