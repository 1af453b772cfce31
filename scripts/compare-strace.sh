#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Compares strace and sctrace over one execution of CMD. sctrace must have every line of strace's, as often as strace, and
# no others except those that reasons() allows. Exits with 0 if so; otherwise prints the lines that only one of them has,
# and exits with 1.
#
#	scripts/compare-strace.sh [-q] [--strace PATH] [OPTIONS] -- CMD [ARGS]
#
# OPTIONS go to both (-v, -s 100, -x, -e trace=...). SCTRACE: the binary. PATH, or STRACE: the strace to compare with;
# without either it is the newest (scripts/newest.sh), else the one of this machine. sctrace's lines are those of the
# newest strace; formats() has the differences of older versions, and the script counts each use of these.
# -q: prints nothing if no line is missing. MISSING: a file that gets all missing lines, unless sctrace has additional
# lines, too.
set -u

here=$(dirname "$0")
sctrace=${SCTRACE:-$here/../build/cli/sctrace}
strace=${STRACE:-}
keep=${KEEP:-}
quiet=0

usage() {
	echo "usage: compare-strace.sh [-q] [--strace PATH] [OPTIONS] -- CMD [ARGS]" >&2
	exit 2
}

options=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	case $1 in
	-q)
		quiet=1
		shift
		continue
		;;
	--strace)
		strace=${2:-}
		case $strace in
		'' | --) usage ;;
		esac
		shift 2
		continue
		;;
	-qq* | *quiet*) usage ;; # the script waits for the messages
	*[!A-Za-z0-9_=%,.!?/-]*) usage ;;
	esac
	options="$options $1"
	shift
done
if [ "${1:-}" != -- ] || [ $# -lt 2 ]; then
	usage
fi
shift
[ -n "$strace" ] || strace=$("$here/newest.sh" strace 2> /dev/null) || strace=strace
command -v "$1" > /dev/null || { echo "compare-strace.sh: no program '$1'" >&2; exit 2; }
command -v "$strace" > /dev/null || { echo "compare-strace.sh: no strace here (apt-get install strace)" >&2; exit 2; }

dir=$(mktemp -d)
trap '[ -n "$keep" ] || rm -rf "$dir"' EXIT
[ -z "$keep" ] || echo "logs: $dir" >&2

# join LOG OPEN: prints LOG with the two parts of a split call as one line, and one blank in place of padding. A call
# without an end gets "= ?", as the other log may have its end; the file OPEN gets these calls. What the waiting shell did
# before it became the command is left out.
join() {
	awk -v list="$2" '
	function name(call) {
		sub(/\(.*/, "", call)
		return call
	}
	function resumed(line) {
		sub(/^<\.\.\. /, "", line)
		sub(/ resumed>.*/, "", line)
		return line
	}
	# prints a line, or keeps it until an execve shows whether the line is one of the waiting shell
	function say(line) {
		if (begun) {
			print line
			return
		}
		early[++n] = line
		if (line ~ /^[0-9]+ .*execve\(.* = 0$/) {
			print line
			begun = 1
		}
	}
	function leave(pid) {
		say(pid " " lead[pid] open[pid] ") = ?")
		print pid, lead[pid] open[pid] > list
		delete open[pid]
	}
	BEGIN { printf "" > list }
	{
		# $1 is the number and, with -Y, the name, which an execve changes; the instruction pointer of -i or -n
		# follows
		pid = $1
		sub(/<.*/, "", pid)
		line = $0
		sub(/^[0-9]+/, "", line)
		match(line, /^(<[^>]*>)? +(\[[ 0-9a-f?]+\] )*/)
		before = substr(line, 1, RLENGTH)
		sub(/^ +/, "", before)
		line = substr(line, RLENGTH + 1)
	}
	# "resumed" of another call than the one that is open stays a line of its own
	pid in open && line ~ /^<\.\.\. [a-z0-9_?]+ resumed>/ && (resumed(line) == name(open[pid]) || resumed(line) == "???") {
		sub(/^<\.\.\. [a-z0-9_?]+ resumed>/, "", line)
		line = open[pid] line
		delete open[pid]
		# a line that is not split has the instruction pointer from the beginning of the call
		match(before, /^(<[^>]*> )?/)
		name_now = substr(before, 1, RLENGTH)
		before = lead[pid]
		sub(/^<[^>]*> /, "", before)
		before = name_now before
	}
	line ~ / <unfinished \.\.\.>$/ {
		if (pid in open)
			leave(pid)
		sub(/ <unfinished \.\.\.>$/, "", line)
		open[pid] = line
		lead[pid] = before
		next
	}
	# the call changes the name of its task: whether the line is split decides which of the two names is printed
	line ~ /^(execve(at)?\(|prctl\(PR_SET_NAME)/ {
		sub(/^<[^>]*> /, "", before)
	}
	{
		gsub(/\) +=/, ") =", line)
		say(pid " " before line)
	}
	END {
		for (pid in open)
			leave(pid)
		for (i = 1; i <= n && !begun; i++)
			print early[i]
	}' "$1" | sort
}

# minus A B: prints the lines of A that are not in B; a line that A has more often than B is printed that many times
# (comm is not everywhere). The name of the file is compared, because NR == FNR holds for A if B is empty.
minus() {
	awk 'FILENAME == ARGV[1] { n[$0]++; next } n[$0] > 0 { n[$0]--; next } { print }' "$2" "$1"
}

# attached PID LOG: waits until the tracer PID has written to LOG that it has attached. Returns 1 if it has ended before.
attached() {
	until grep -q ' attached$' "$2"; do
		if ! kill -0 "$1" 2> /dev/null; then
			grep -q ' attached$' "$2"
			return
		fi
		sleep 0.02
	done
}

# Attaches both tracers to the process of the command, and then lets it go on. Neither tracer traces the other one.
# strace attaches first, because it interrupts the call in which the process waits, which sctrace must not see.
# shellcheck disable=SC2086 # options are words
trace() {
	until [ -s "$dir/pid" ]; do
		sleep 0.02
	done
	pid=$(cat "$dir/pid")
	"$strace" -f $options -o "$dir/A" -p "$pid" 2> "$dir/err-a" &
	if attached $! "$dir/err-a"; then
		"$sctrace" --ring-size "${RING:-64M}" -f $options -o "$dir/B" -p "$pid" 2> "$dir/err-b" &
		if attached $! "$dir/err-b"; then
			echo go > "$dir/go"
			wait
			return
		fi
	fi
	echo stop > "$dir/go"
	wait
}

mkfifo "$dir/go" || exit 2
: > "$dir/err-a"
: > "$dir/err-b"
trace &
# With -Y, strace goes on printing the name that the process had when strace attached: the shell has the command's name.
shell='sh'
case " $options " in
*" -Y "*)
	shell=$dir/bin/${1##*/}
	mkdir "$dir/bin"
	ln -s "$(command -v sh)" "$shell"
	;;
esac
# The command runs in the foreground, because a shell makes its background processes ignore signals.
# shellcheck disable=SC2016 # the inner shell expands them
"$shell" -c 'echo $$ > "$0/pid"; read -r word < "$0/go"; [ "$word" = go ] || exit 125; exec "$@"' "$dir" "$@" \
	> "$dir/out" 2> "$dir/err" < /dev/null
status=$?
wait
if [ ! -s "$dir/A" ] || [ ! -s "$dir/B" ]; then
	echo "compare-strace.sh: no trace (exit status $status):" >&2
	cat "$dir/err-a" "$dir/err-b" "$dir/err" | head -5 >&2
	exit 2
fi
if grep -qE '^([0-9]+ )?\+\+\+ lost [0-9]+ events \+\+\+' "$dir/B"; then
	echo "compare-strace.sh: events were lost; RING=512M gives more room" >&2
	exit 2
fi

join "$dir/A" "$dir/open-a" > "$dir/a"
join "$dir/B" "$dir/open-b" > "$dir/b"
minus "$dir/a" "$dir/b" > "$dir/lacking"
minus "$dir/b" "$dir/a" > "$dir/surplus"

# Prints calls that began for strace only: ptrace stops a thread before the tracepoint at a call's beginning, and there
# the thread was killed. Such a call is the last one of its thread, whose end sctrace has printed, and which has no
# other call without an end.
never_began() {
	awk '
	function name(call) {
		sub(/^[0-9]+ +/, "", call)
		sub(/^<\.\.\. /, "", call)
		sub(/ resumed>.*|\(.*/, "", call)
		return call
	}
	FILENAME == ARGV[1] { before[$1] = last[$1]; last[$1] = $0; next }
	FILENAME == ARGV[2] { if (/\+\+\+ (killed by|exited with)/) ended[$1] = 1; next }
	FILENAME == ARGV[3] { if (/\) = \?$/) other[$1] = 1; next }
	/\) = \?$/ && name($0) !~ /^exit(_group)?$/ && last[$1] ~ /\+\+\+ (killed by .*|exited with [0-9]+ )\+\+\+$/ &&
	before[$1] ~ /( <unfinished \.\.\.>|\) += \?)$/ && name(before[$1]) == name($0) &&
	$1 in ended && !($1 in other) && !used[$1]++' "$dir/A" "$dir/B" "$dir/surplus" "$dir/lacking"
}

# Prints calls that strace could not read because their thread was killed in a stop: the name is "???" or the result
# "<unavailable>". One call of such a thread may differ; a call without a result must be in B with its result.
unread() {
	awk '
	function call(line) {
		sub(/ = [^=]*$/, "", line)
		return line
	}
	FILENAME == ARGV[1] { if (/\+\+\+ (killed by|exited with)/) ended[$1] = 1; next }
	FILENAME == ARGV[2] { whole[call($0)]; next }
	!($1 in ended) { next }
	/^[0-9]+ (\?\?\?\(|<\.\.\. \?\?\? resumed>)\) = \?$/ && !used[$1]++
	/ = \?( <unavailable>)?$/ && call($0) in whole && !used[$1]++' "$dir/B" "$dir/surplus" "$dir/lacking"
}

# Prints changes of strace's output, one per line: VERSION WHAT SED. The sed command turns both the old and the new
# output into the same text.
formats() {
	cat <<-'TABLE'
		6.10 rseq-struct s/ rseq\((0x[0-9a-f]+|\{.*\}), (0x20|32), / rseq(..., 32, /
		6.10 sched_param s/(\[|\{sched_priority=)([0-9]+)(\]|\})\) = /[\2]) = /
		6.10 sendfile-offset s/ (sendfile(64)?\(.*, \[[0-9]+)(\]) => \[| (sendfile(64)?\(.*, \[[0-9]+) => / \1\4 => /
		6.10 epoll-data s/data=(\{u32=[0-9]+, u64=[0-9]+\}|0x[0-9a-f]+|0|NULL)/data=.../g
		6.10 unfinished-separator s/, \) = \?$/) = ?/; s/,  <unfinished \.\.\.>\) = \?$/ <unfinished ...>) = ?/
	TABLE
}

# Prints strace's version as a number: 601 for 6.1.
version() {
	"$strace" -V | sed -n 's/^strace -- version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | awk '{ print $1 * 100 + $2 }'
}

# Writes the lines of "lacking" that equal one of "surplus" in the older format to the file "older", and how many have
# which format to "older.log". Each of them equals a whole line of sctrace's, so nothing escapes the comparison.
older_forms() {
	: > "$dir/older"
	: > "$dir/older.log"
	[ -s "$dir/lacking" ] && [ -s "$dir/surplus" ] || return 0
	formats | awk -v have="$(version)" '{ split($1, v, "."); if (have && have < v[1] * 100 + v[2]) print }' > "$dir/formats"
	[ -s "$dir/formats" ] || return 0
	cut -d' ' -f3- "$dir/formats" > "$dir/rules"
	sed -E -f "$dir/rules" "$dir/surplus" > "$dir/surplus.old"
	sed -E -f "$dir/rules" "$dir/lacking" > "$dir/lacking.old"
	# pairs a line of sctrace's with one of strace's, both in the older format
	awk -v older="$dir/older" 'FILENAME == ARGV[1] { n[$0]++; next }
	FILENAME == ARGV[2] { line[FNR] = $0; next }
	n[$0] > 0 { n[$0]--; print line[FNR] > older; print line[FNR] }' \
		"$dir/surplus.old" "$dir/lacking" "$dir/lacking.old" > "$dir/newer"
	while read -r since what rule; do
		n=$(sed -E "$rule" "$dir/newer" | differing "$dir/newer")
		[ "$n" -eq 0 ] || echo "older: $n lines have the format of before strace $since: $what" >> "$dir/older.log"
	done < "$dir/formats"
}

# Prints the reasons why sctrace may have a line that strace does not have, one per line: an ERE that matches the line,
# " # ", and the reason. They do not excuse a line that strace has, but fewer times.
reasons() {
	cat <<-'TABLE'
		^[0-9]+ --- SIGSYS \{si_signo=SIGSYS, si_code=SYS_SECCOMP, # a tracer is not told of a signal by which seccomp ends a task
	TABLE
}

# Prints the lines of "surplus" that no line of strace's corresponds to. Lines of the same task and the same call or
# signal correspond, if the one of strace's is missing or excused.
unpaired() {
	awk '
	function name(line) {
		sub(/\(.*/, "", line)
		sub(/ \{.*/, "", line)
		return line
	}
	FILENAME == ARGV[1] {
		n[name($0)]++
		if (/^[0-9]+ \?\?\?\(/)
			any[$1]++
		next
	}
	n[name($0)] > 0 { n[name($0)]--; next }
	any[$1] > 0 { any[$1]--; next }
	{ print }' "$dir/lacking" "$dir/surplus"
}

# differing FILE: prints how many lines of the input differ from the line of FILE with the same number.
differing() {
	awk 'FILENAME == ARGV[1] { line[FNR] = $0; next } $0 != line[FNR] { n++ } END { print n + 0 }' "$1" -
}

# excused WHAT FILE: prints how many lines FILE has, and the number for each call.
excused() {
	[ -s "$2" ] || return 0
	echo "excused: $(wc -l < "$2") $1: $(sed -E 's/^[0-9]+ //; s/\(.*//' "$2" | sort | uniq -c | awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }')"
}

# otherwise OPEN OTHER-OPEN OTHER: prints the calls that one log has left open and the other one has ended with "= ?".
otherwise() {
	minus "$1" "$2" | awk 'FILENAME == ARGV[1] { other[$0]; next } ($0 ") = ?") in other' "$3" -
}

never_began > "$dir/never"
unread > "$dir/unread"
older_forms
cat "$dir/never" "$dir/unread" "$dir/older" > "$dir/excused"
minus "$dir/lacking" "$dir/excused" > "$dir/missing"
otherwise "$dir/open-a" "$dir/open-b" "$dir/b" > "$dir/forms"
otherwise "$dir/open-b" "$dir/open-a" "$dir/a" >> "$dir/forms"
unpaired > "$dir/unpaired"
reasons > "$dir/reasons"
sed 's/ # .*//' "$dir/reasons" > "$dir/reasons.ere"
grep -vE -f "$dir/reasons.ere" "$dir/unpaired" > "$dir/alone"
grep -E -f "$dir/reasons.ere" "$dir/unpaired" | grep -xF -f "$dir/a" >> "$dir/alone"
total=$(wc -l < "$dir/a")
missing=$(wc -l < "$dir/missing")
alone=$(wc -l < "$dir/alone")
if [ "$alone" -ne 0 ]; then
	echo "surplus: $alone lines that strace has not, next to $total, of: $*"
	head -"${SHOW:-20}" "$dir/alone" | sed 's/^/sctrace: /'
fi
if [ "$missing" -eq 0 ] && [ "$alone" -eq 0 ]; then
	[ $quiet = 0 ] || exit 0
	echo "same: $total lines of: $*"
	excused "that strace alone saw begin, its thread was killed there" "$dir/never"
	excused "that strace could not read, its thread was killed" "$dir/unread"
	cat "$dir/older.log"
	while IFS= read -r reason; do
		n=$(grep -cE "${reason% # *}" "$dir/unpaired")
		[ "$n" = 0 ] || echo "surplus: $n lines: ${reason#* # }"
	done < "$dir/reasons"
	excused "without an end, \"<unfinished ...>\" in one log and \"= ?\" in the other" "$dir/forms"
	exit 0
fi
[ "$missing" -ne 0 ] || exit 1
[ -z "${MISSING:-}" ] || [ "$alone" -ne 0 ] || cp "$dir/missing" "$MISSING"
echo "missing: $missing of $total lines of: $*"
# prints the most similar line of the same thread and call next to each
head -"${SHOW:-20}" "$dir/missing" | while IFS= read -r line; do
	printf 'strace:  %s\n' "$line"
	call=${line%%\(*}
	grep -F -- "$call(" "$dir/surplus" | head -1 | sed 's/^/sctrace: /'
done
exit 1
