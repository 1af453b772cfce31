# shellcheck shell=sh
# Each group sources this file: . ./lib.sh. A group is a script for POSIX sh, which runs under busybox in tests/vm's
# guests, too. SCTRACE is the binary, and HELPERS the directory of the programs of tests/live. Each check prints one
# line.
SCTRACE=${SCTRACE:-$PWD/../../build/cli/sctrace}
HELPERS=${HELPERS:-$PWD/../../build/tests/live}
export LIVE="$PWD"
# STRACE is the strace that sctrace is compared with: the newest one (scripts/newest.sh fetches it), in a guest that of
# its Debian.
if [ -z "${STRACE:-}" ]; then
	STRACE=strace
	[ ! -x ../../scripts/newest.sh ] || STRACE=$(../../scripts/newest.sh strace)
fi
LC_ALL=C TZ=UTC0
export SCTRACE HELPERS STRACE LC_ALL TZ

T=$(mktemp -d)
chmod 755 "$T"
failed=0
# shellcheck disable=SC2154 # set where the trap runs
trap 'status=$?; kill_started; rm -rf "$T"; exit $status' EXIT
trap 'exit 1' INT TERM

cannot_run() {
	if [ "${CI:-}" = true ]; then
		echo "FAIL  $*"
		exit 1
	fi
	echo "skip  $*"
	exit 77
}

need_root() {
	[ "$(id -u)" = 0 ] || cannot_run "needs root"
}

need_strace() {
	command -v "$STRACE" > /dev/null || cannot_run "needs strace: scripts/newest.sh fetches the newest"
}

# Returns 0 in a guest of tests/vm. Emulated machines are about thirty times slower.
in_guest() {
	[ "$HELPERS" = /tests/helpers ]
}

# often HERE GUEST: prints how often something is done here or in a guest. With sanitizers, it is the number for guests,
# because they check the code, not its speed.
often() {
	if in_guest || [ "${SANITIZED:-false}" = true ]; then
		echo "$2"
	else
		echo "$1"
	fi
}

# api_program PROGRAM: runs a program that uses the library, which is in $API and prints a line for each of its checks.
api_program() {
	"${API:-$HELPERS}/$1" > "$T/api.out" 2> "$T/api.err"
	api_status=$?
	cat "$T/api.out"
	is "$1: status" $api_status 0
	is "$1: nothing on stderr" "$(cat "$T/api.err")" ""
}

# ---- programs in the background ----

started=
# start COMMAND: runs the command in the background, without the ignored SIGINT of background jobs. Its id is in $pid.
start() {
	# A wait for lines of this program must not find those of an earlier one, so the file after -o is removed.
	start_word=
	for start_next; do
		[ "$start_word" != -o ] || [ ! -f "$start_next" ] || rm -f "$start_next"
		start_word=$start_next
	done
	"$HELPERS/fresh" "$@" &
	pid=$!
	started="$started $pid"
}

# Kills the children that no test has waited for. The id of one that was waited for may belong to another process by
# now; this happens soon where a test sets the kernel's last number (host/strace_options.py).
kill_started() {
	for id in $started; do
		[ "$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$id/status" 2> /dev/null)" = $$ ] && kill -9 "$id" 2> /dev/null
	done
}

# ---- checks ----

ok() {
	echo "ok    $*"
}

# fail WHAT [FILE]: prints that a check failed, with the last lines of FILE.
fail() {
	echo "FAIL  $1"
	[ $# -lt 2 ] || tail -n "${SHOW:-12}" "$2" | cut -c1-250 | sed 's/^/      | /'
	failed=1
}

# is WHAT GOT WANTED: checks that both texts are the same.
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		fail "$1: '$2' where '$3' was expected"
	fi
}

# has WHAT FILE ERE: checks that a line of FILE matches.
has() {
	if grep -qE -e "$3" "$2"; then
		ok "$1"
	else
		fail "$1: no line like $3" "$2"
	fi
}

# hasnt WHAT FILE ERE: checks that no line of FILE matches.
hasnt() {
	if grep -E -e "$3" "$2" > "$T/.hits"; then
		fail "$1" "$T/.hits"
	else
		ok "$1"
	fi
}

# same WHAT FILE WANTED-FILE: checks that both files are the same.
same() {
	if diff "$3" "$2" > "$T/.diff"; then
		ok "$1"
	else
		fail "$1: differs from what is expected" "$T/.diff"
	fi
}

# true_ WHAT COMMAND: checks that the command succeeds.
true_() {
	what=$1
	shift
	if "$@" > "$T/.out" 2>&1; then
		ok "$what"
	else
		fail "$what: $*" "$T/.out"
	fi
}

# wait_for SECONDS COMMAND: runs the command until it succeeds. Returns 1 if it does not in this time.
wait_for() {
	tries=$(($1 * $(often 20 5)))
	shift
	while ! "$@" > /dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep "$(often 0.05 0.2)"
	done
}

# wait_trace FILE: waits for the first line of a trace, which shows that sctrace has attached. In an emulated machine it
# takes about a second.
wait_trace() {
	wait_for 30 test -s "$1" || fail "no line in $1 after 30 s"
}

# alive ID: returns 0 if the thread or process exists and is not a zombie.
alive() {
	[ -d "/proc/$1" ] && ! grep -q '^State:.*[ZX] ' "/proc/$1/status" 2> /dev/null
}

# children_of PID: prints the children of a process.
children_of() {
	for stat in /proc/[0-9]*/stat; do
		read -r id _ _ parent _ < "$stat" && [ "$parent" = "$1" ] && echo "$id"
	done 2> /dev/null
}

# plain: replaces addresses, since they differ from run to run.
plain() {
	sed -E 's/0x[0-9a-f]{9,16}/ADDR/g' "$@"
}

count() {
	grep -cE -e "$2" "$1"
}

finish() {
	exit $failed
}
