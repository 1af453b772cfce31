#!/bin/sh
# The commands that README.md shows do what it says they do.
. ./lib.sh
need_root
top=$LIVE/../..
cd "$T" || exit

cat /dev/zero > /dev/null &
busy=$!
# the README asks for redis-server's; here is another process that reads a lot
# shellcheck disable=SC2317 # by eval
pidof() {
	echo "$busy"
}
# shellcheck disable=SC2317 # by eval
sctrace() {
	timeout 20 "$SCTRACE" "$@"
}

# What stands behind the prompt, or is a script. A live --top needs a terminal (host/top.sh); test.sh runs this.
sed -nE 's/^# (sctrace .*)/\1/p; s/^(scripts\/[a-z-]+\.sh [^#]*).*/\1/p' "$top/README.md" |
	grep -v -e '^sctrace --top' -e '^scripts/test.sh' > commands
true_ "README.md has commands" test "$(wc -l < commands)" -ge 6
while IFS= read -r command; do
	case $command in
	scripts/*) command="timeout 100 $top/$command" ;;
	esac
	eval "$command" > out 2>&1 < /dev/null
	is "$command: status" $? 0
	true_ "$command: output" test -s out
	hasnt "$command: no complaint" out '^sctrace: '
done < commands
kill "$busy"
finish
