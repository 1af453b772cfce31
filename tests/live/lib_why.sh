# shellcheck shell=sh
# For groups that test --why: they source this file after lib.sh.

# The kernel's functions differ from version to version, so the tests do not look at them.
# look FAULT: lines of the waiter, in out; its number and that of the culprit in $waiter and $culprit
look() {
	fault=$1
	rm -f ids in
	mkfifo in
	"$HELPERS/stuck" "$fault" < in > ids 2> /dev/null &
	stuck=$!
	started="$started $stuck"
	exec 9> in
	wait_for 20 grep -q ready ids || fail "$fault: it is not ready"
	read -r _ waiter culprit < ids
	"$SCTRACE" --why -p "$waiter" -o out
	is "$fault: status" $? 0
}

done_with() {
	exec 9>&-
	wait "$stuck" 2> /dev/null
}

# names FAULT ROLE STATE CALL: the waiter is in CALL, and the culprit has this role and state
names() {
	look "$1"
	has "$1: the waiter" out "^stuck $waiter(/[0-9]+)?   (DEADLOCK )?BLOCKED .*   $4"
	has "$1: the culprit" out "^ +$2: stuck $culprit(/[0-9]+)? .*$3"
	done_with
}

# says FAULT ERE
says() {
	look "$1"
	has "$1" out "$2"
	done_with
}
