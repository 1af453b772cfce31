# shellcheck shell=sh
# Sourced by each group: . ./lib.sh. A group is POSIX sh, and runs under busybox in tests/vm's guests too.
# SCTRACE: the binary. HELPERS: where the programs of tests/live are. Every check prints one line.
SCTRACE=${SCTRACE:-$PWD/../../build/cli/sctrace}
HELPERS=${HELPERS:-$PWD/../../build/tests/live}
export LIVE="$PWD"
# The strace that sctrace is compared with: the newest (scripts/newest.sh fetches it); in a guest its own Debian's.
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

# True in a guest of tests/vm. An emulated machine is about thirty times slower.
in_guest() {
	[ "$HELPERS" = /tests/helpers ]
}

# often HERE GUEST: how often something is done. What the sanitizers look at is not how fast it goes.
often() {
	if in_guest || [ "${SANITIZED:-false}" = true ]; then
		echo "$2"
	else
		echo "$1"
	fi
}

# api_program PROGRAM: a user of the library, in API, finds all as it should be. What it prints are its checks.
api_program() {
	"${API:-$HELPERS}/$1" > "$T/api.out" 2> "$T/api.err"
	api_status=$?
	cat "$T/api.out"
	is "$1: status" $api_status 0
	is "$1: nothing on stderr" "$(cat "$T/api.err")" ""
}

# ---- what was started in the background ----

started=
# start COMMAND: in the background, and not deaf to SIGINT; its id is in $pid
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

# Kills only children that were not waited for: the id of another one may belong to any process by now, and is soon where a test
# sets the kernel's last number (host/strace_options.py).
kill_started() {
	for id in $started; do
		[ "$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$id/status" 2> /dev/null)" = $$ ] && kill -9 "$id" 2> /dev/null
	done
}

# ---- checks ----

ok() {
	echo "ok    $*"
}

# fail WHAT [FILE]: with the beginning of FILE
fail() {
	echo "FAIL  $1"
	[ $# -lt 2 ] || tail -n "${SHOW:-12}" "$2" | cut -c1-250 | sed 's/^/      | /'
	failed=1
}

# is WHAT GOT WANTED
is() {
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		fail "$1: '$2' where '$3' was expected"
	fi
}

# has WHAT FILE ERE: a line of FILE matches
has() {
	if grep -qE -e "$3" "$2"; then
		ok "$1"
	else
		fail "$1: no line like $3" "$2"
	fi
}

# hasnt WHAT FILE ERE
hasnt() {
	if grep -E -e "$3" "$2" > "$T/.hits"; then
		fail "$1" "$T/.hits"
	else
		ok "$1"
	fi
}

# same WHAT FILE WANTED-FILE
same() {
	if diff "$3" "$2" > "$T/.diff"; then
		ok "$1"
	else
		fail "$1: differs from what is expected" "$T/.diff"
	fi
}

# true_ WHAT COMMAND: it succeeds
true_() {
	what=$1
	shift
	if "$@" > "$T/.out" 2>&1; then
		ok "$what"
	else
		fail "$what: $*" "$T/.out"
	fi
}

# wait_for SECONDS COMMAND: until it succeeds
wait_for() {
	tries=$(($1 * $(often 20 5)))
	shift
	while ! "$@" > /dev/null 2>&1; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep "$(often 0.05 0.2)"
	done
}

# Until the trace in file $1 has its first line: sctrace is at work (it takes a second in an emulated machine)
wait_trace() {
	wait_for 30 test -s "$1" || fail "no line in $1 after 30 s"
}

# True if thread or process $1 exists and is not a zombie.
alive() {
	[ -d "/proc/$1" ] && ! grep -q '^State:.*[ZX] ' "/proc/$1/status" 2> /dev/null
}

# The children of process $1
children_of() {
	for stat in /proc/[0-9]*/stat; do
		read -r id _ _ parent _ < "$stat" && [ "$parent" = "$1" ] && echo "$id"
	done 2> /dev/null
}

# Addresses differ from run to run.
plain() {
	sed -E 's/0x[0-9a-f]{9,16}/ADDR/g' "$@"
}

count() {
	grep -cE -e "$2" "$1"
}

finish() {
	exit $failed
}
