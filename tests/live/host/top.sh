#!/bin/sh
# Runs --top on a terminal of tmux: keys, filter, sizes.
# shellcheck disable=SC2317 # called by wait_for
. ./lib.sh
need_root
command -v tmux > /dev/null || cannot_run "needs tmux"
cd "$T" || exit

socket=$T/tmux
tm() {
	tmux -f /dev/null -S "$socket" "$@"
}
trap 'status=$?; tm kill-server 2> /dev/null; kill_started; rm -rf "$T"; exit $status' EXIT

screen() {
	tm capture-pane -p > screen
}
# shows ERE: returns 0 if a line of the screen matches, within some time.
shows() {
	screen
	grep -qE -e "$1" screen
}
# sees WHAT ERE: checks that a line of the screen matches, within some time.
sees() {
	if wait_for 10 shows "$2"; then
		ok "$1"
	else
		SHOW=40 fail "$1: no line like $2" screen
	fi
}
# first ERE: returns 0 if the first row matches, within some time. In the half second of an interval, a sleeping call
# need not end.
first_is() {
	screen
	sed -n 5p screen | grep -qE "$1"
}
first() {
	if wait_for 10 first_is "$2"; then
		ok "$1"
	else
		SHOW=40 fail "$1: the first row is not like $2" screen
	fi
}
gone() {
	! tm has-session 2> /dev/null
}
# session OPTIONS COMMAND: starts a new session of tmux. The server of the last one may still exist, and end during the
# request.
session() {
	wait_for 5 tm new-session -d "$@" || fail "tmux has no new session"
}
# open COLUMNS LINES ARGS...: runs sctrace --top on a terminal of this size.
open() {
	columns=$1
	lines=$2
	shift 2
	session -x "$columns" -y "$lines" "'$SCTRACE' $* 2> '$T/err'"
}

# A process that makes many calls, and one that makes long ones.
start sh -c 'while :; do sleep 0.3; done'
long=$pid
start sh -c "while :; do '$HELPERS/loop' 2000 > /dev/null; done"
often=$pid

open 100 20 --top --interval 0.5 --by syscall,comm -f -p "$long,$often"
sees "titles are the keys, in their order" '^ *syscall +comm +calls/s +errors +total +%time +avg +max +waiting *$'
sees "rows" '^ *getppid +loop +[0-9.]+ +0 +[0-9.]+[mu]?s +[0-9.]+ +[0-9.]+[nu]s +[0-9.]+[mu]s +[0-9.munis-]+ *$'
sees "the sum of all rows" '^total: [0-9]+ rows +[0-9.]+ +[0-9]+ +[0-9.]+[mu]?s +100.0 '
sees "sorted by time, unless asked" 'sorted by time'
sees "the help line is there to its end" '/\) filter  \?\) help  q\)uit$'
tm send-keys c
sees "sorted by calls" 'sorted by calls'
first "by calls: the one with most is first" 'getppid +loop'
tm send-keys a
sees "sorted by average" 'sorted by avg'
first "by average: what sleeps is first" '^ *(wait4|clock_nanosleep|nanosleep) '
tm send-keys Space n
sees "sorted by name, and paused" 'sorted by name  paused$'
screen
sed -n '5,$p' screen | grep . | awk '{ print $1 }' > names
sort names > sorted
same "by name" names sorted
sed -n '5,$p' screen > before
tm resize-window -x 100 -y 6
tm send-keys Down Down Down Down
# the screen has room for three rows, the last of which is the selected fifth row
scrolled() {
	screen
	[ "$(sed -n 6p screen | tr -s ' ')" = "$(sed -n 5p before | tr -s ' ')" ]
}
true_ "scrolled by two" wait_for 10 scrolled
tm resize-window -x 100 -y 20
tm send-keys Space
tm send-keys Home c / loop
sees "a filter is typed" '^filter: loop_$'
tm send-keys Enter
sees "filtered" '^filter: loop$'
screen
hasnt "nothing else" screen ' sleep '
tm send-keys Escape
sees "and taken away" '^sort: c'
tm resize-window -x 30 -y 4
sees "a small terminal: cut, not wrapped" '^[0-9]+ calls/s  by sysc'
screen
is "four lines" "$(grep -c . screen)" 4
tm resize-window -x 9 -y 1
sleep 0.7
tm resize-window -x 120 -y 10
sees "and back" '^ *syscall +comm +calls/s +errors '
tm send-keys q
true_ "q quits" wait_for 10 gone
is "without a complaint" "$(cat err)" ""

open 100 10 --top --interval 0.3 "$HELPERS/naps" 2500
sees "a call in progress has its age" '^ *naps +[0-9]+ clock_nanosleep .* [0-9.]+s *$'
tm send-keys w
sees "sorted by age" 'sorted by waiting'
true_ "ends with the command" wait_for 10 gone

# Terminals of all sizes, with an address of 47 bytes and keys of more than 60 columns: no number is cut, no key is
# dropped, and columns without room are marked and listed.
cat > talks.py <<'P'
import itertools, socket, time
open("/proc/self/comm", "w").write("a-name-of-15-by")
s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
for size in itertools.cycle((1, 100000)):  # the second size is too large for a datagram: EMSGSIZE
    try:
        s.sendto(b"x" * size, socket.MSG_DONTWAIT, ("1111:2222:3333:4444:5555:6666:7777:8888", 54321))
    except OSError:
        pass
    time.sleep(0.002)
P
start python3 -IS talks.py
talks=$pid
# whole: checks the titles and the rows of the screen. Each row must have as many words as the titles have, and complete
# numbers.
whole() {
	sed -n '3,$p' screen | grep -vE '^ *(total|more|other|idle)(: | )' | sed 's/[<>]/ /g' | grep . > rows
	awk -v nkeys="$1" 'NR == 1 { n = NF; for (i = 1; i <= n; i++) title[i] = $i; next }
	NF != n { print "words: " NF " of " n ": " $0; bad = 1 }
	{
		for (i = 1; i <= n; i++) {
			if (title[i] == "tid" && $i !~ /^[0-9]+$/) { print "tid: " $0; bad = 1 }
			if (title[i] ~ /^(total|avg|max)$/ && $i !~ /^([0-9.]+(ns|us|ms|s|min|h|d)|-)$/) { print title[i] ": " $0; bad = 1 }
			if (title[i] == "peer" && $i ~ /^[0-9\[]/ && $i !~ /:[0-9]+$/) { print "peer: " $0; bad = 1 }
		}
		rows++
	}
	END { exit bad || !rows || n < nkeys }' rows
}
shown_whole() {
	screen
	whole "$1"
}
for size in 80x24 60x24 132x40; do
	open "${size%x*}" "${size#*x}" --top --interval 0.3 -f -p "$talks"
	sees "$size: titles" '^comm +tid syscall +calls/s .*total.*waiting *>?$|^comm +tid syscall +calls/s +total +>$'
	true_ "$size: numbers are whole, keys are there" wait_for 10 shown_whole 4
	sees "$size: the number of a thread is whole" "^a-name-of-15-by +$talks sendto "
	tm send-keys '?'
	case $size in
	80x24) sees "$size: what is hidden" '^hidden: %time; avg;$' ;;
	60x24) sees "$size: what is hidden" '^hidden: errors; %time; avg; max;' ;;
	*) sees "$size: nothing is hidden" '^hidden: nothing$' ;;
	esac
	tm send-keys x
	sees "$size: back to the rows" '^comm +tid syscall '
	if [ "$size" != 132x40 ]; then
		sees "$size: a mark" '^comm +tid syscall .* >$'
		tm send-keys Right Right
		sees "$size: two columns on, there is more room" '^< syscall +calls/s +errors +total .*waiting'
		true_ "$size: and numbers are whole" wait_for 10 shown_whole 5
		tm send-keys '?'
		sees "$size: what is scrolled away" '^scrolled away: comm; tid;$'
		tm send-keys x Left Left
		sees "$size: and back" '^comm +tid syscall '
	fi
	tm send-keys q
	true_ "$size: q quits" wait_for 10 gone
	is "$size: without a complaint" "$(cat err)" ""

	# the keys of the manual's example, and keys for which together there is no room
	open "${size%x*}" "${size#*x}" --top --interval 0.3 --by peer,syscall -f -p "$talks"
	sees "$size: an address is whole" '^ *\[[0-9a-f:]{39}\]:[0-9]+ +sendto( |$)'
	sees "$size: the key after it is there" '^peer +syscall '
	true_ "$size: by peer: all is whole" wait_for 10 shown_whole 2
	tm send-keys q
	wait_for 10 gone
done
open 54 24 --top --interval 0.3 --by comm,tid,file,peer,syscall -f -p "$talks"
sees "keys without room: those that are there, and a mark" '^comm +tid file +>$'
tm send-keys '?'
sees "keys without room are listed" '^( |hidden:).* syscall;'
tm send-keys x Right Right Right Right
sees "keys without room are reached" '^< syscall +calls/s'
tm resize-window -x 26 -y 12
tm send-keys '?'
sees "in 26 columns the list goes on in the next line" '^ +(syscall|calls/s|file|errors|total);'
tm send-keys x q
wait_for 10 gone

# The statistics of an opened row are of this row alone, and have other keys.
open 110 24 --top --interval 0.3 --by comm,syscall -f -p "$talks,$often"
sees "a row to open" '^a-name-of-15-by +sendto '
tm send-keys c / getppid Enter
first "the row to open is the first" '^loop +getppid '
tm send-keys Enter
sees "an opened row has its keys" '^comm=loop syscall=getppid$'
sees "and its numbers" '^[0-9.]+ calls/s  [0-9]+ calls, 0 errors in [0-9.]+m?s  avg [0-9.]+[nu]s  p50 '
tm send-keys 3
sees "by thread" '^loop +[0-9]+ +[0-9.]+ +0 '
tm send-keys h
sees "its histogram" '^ +[0-9.]+(ns|us) \.\. +[0-9.]+(ns|us) +[0-9]+ +[0-9.]+ #+$'
tm send-keys Tab
sees "over time" '^ +[0-9.]+(ns|us) \|.*@'
tm send-keys Tab
sees "its slowest calls" '^ *[0-9.]+[nu]s  [0-9:.]+  [0-9]+  getppid\(\) += [0-9]+$'
sees "with stacks" '^  > .*\(.*\) \[0x'
tm send-keys Escape
sees "and back" '^filter: getppid$'
tm send-keys Escape / sendto Enter
first "another row" '^a-name-of-15-by +sendto '
tm send-keys Enter 2
sees "by peer" '^\[1111:2222:3333:4444:5555:6666:7777:8888\]:54321 '
tm send-keys 4
sees "by errno" '^E[A-Z]+ +[0-9.]+ +[0-9]+ '
tm send-keys Escape b
sees "keys are chosen from a list" '^\[2\] +syscall '
tm send-keys Down Down Space Enter
sees "counted by other keys" '^[0-9]+ calls/s  by comm,syscall,tid '
tm send-keys / sendto Enter
sees "with their rows" "^a-name-of-15-by +sendto +$talks "
tm send-keys q
true_ "opened rows: q quits" wait_for 10 gone
is "opened rows: without a complaint" "$(cat err)" ""

# Tables that are made from events, because they have arguments as keys, or because lines are printed beside them.
open 110 24 --top --interval 0.3 --by comm,flags -e trace=sendto --lines=lines -p "$talks"
sees "by an argument" '^comm +flags +calls/s +errors +total +%time +avg +max *$'
sees "by an argument: a row" '^a-name-of-15-by +MSG_DONTWAIT +[0-9.]+ +[0-9]+ +[0-9.]+[mu]s +100.0 '
tm send-keys b
sees "by an argument: the keys stay" '^this table is made from events'
tm send-keys Enter 2
sees "by an argument: the opened row by thread" "^a-name-of-15-by +$talks +[0-9.]+ "
tm send-keys h
sees "by an argument: its histogram" '^ +[0-9.]+(ns|us|ms) \.\. +[0-9.]+(ns|us|ms) +[0-9]+ +[0-9.]+ #+$'
tm send-keys Escape
sees "by an argument: back" '^a-name-of-15-by +MSG_DONTWAIT '
tm send-keys q
true_ "by an argument: q quits" wait_for 10 gone
has "by an argument: lines beside the table" lines '^[0-9]+ +sendto\(.*MSG_DONTWAIT'
open 110 24 --top --interval 0.3 -P /etc/passwd -f sh -c "'while :; do read -r x < /etc/passwd; sleep 0.05; done'"
sees "of a path: a row" '^sh +[0-9]+ openat +[0-9.]+ '
tm send-keys q
true_ "of a path: q quits" wait_for 10 gone
open 110 24 --top --interval 0.3 -P /etc/passwd "$HELPERS/naps" 1500
true_ "of a path: ends with the command" wait_for 10 gone
"$SCTRACE" --top --replay lines > out 2> err
has "no live table of a recording" err 'mutually exclusive: a recording is read at once: --top N'

# A child that began before the row was opened is in its statistics.
cat > parent.sh <<'E'
"$HELPERS/loop" 2000000000 > /dev/null &
wait
E
open 100 24 --top --interval 0.3 --by comm,syscall -f -E HELPERS="$HELPERS" sh parent.sh
tm send-keys c / getppid Enter
first "the child's row" '^loop +getppid '
tm send-keys Enter
sees "the child's row is opened" '^[0-9.]+ calls/s  [0-9]+ calls, 0 errors in '
tm send-keys q
wait_for 10 gone
child=$(pgrep -x -f "$HELPERS/loop 2000000000")
[ -z "$child" ] || kill "$child"

# The terminal has its old settings again, whatever ends or stops sctrace.
echo "PS1='ready: '" > shell.sh
terminal() {
	tm send-keys "stty -a > '$T/$1'; clear" Enter
	wait_for 10 test -s "$1"
	sees "$1: a prompt" '^ready:'
}
session -x 100 -y 24 "ENV='$T/shell.sh' sh -i"
sees "a shell" '^ready:'
terminal before
run_top() {
	tm send-keys "'$SCTRACE' --top --interval 0.3 $* 2> '$T/err'" Enter
	sees "$1: runs" 'calls/s  by comm,tid,syscall '
}
# ends WHAT: checks that the terminal has its old settings.
ends() {
	sees "$1: the shell goes on" '^ready:'
	terminal "$1"
	same "$1: the terminal is as before" before "$1"
}
run_top -p "$often"
tm send-keys C-c
ends interrupt
run_top -p "$often"
tm send-keys C-z
ends stop
tm send-keys fg Enter
sees "fg: goes on" 'calls/s  by comm,tid,syscall '
tm send-keys '?'
sees "fg: keys work" '^c t a m e w n  sort'
kill "$(pgrep -f "^$SCTRACE --top --interval 0.3 -p $often")"
ends SIGTERM
run_top "$HELPERS/naps" 1500
ends command
start sh -c 'while :; do sleep 0.1; done'
run_top -p "$pid"
kill -9 "$pid"
ends target
tm send-keys exit Enter
wait_for 10 gone

# in a pid namespace, the rows have the numbers of that namespace
cat > inside.sh <<'E'
sh -c "while :; do '$HELPERS/loop' 2000 > /dev/null; done" &
echo $! > inside
exec "$SCTRACE" --top --interval 0.3 --by=syscall,pid,comm -f -p $!
E
session -x 100 -y 10 "unshare -pf --mount-proc env SCTRACE='$SCTRACE' HELPERS='$HELPERS' sh inside.sh 2> '$T/err'"
sees "in a pid namespace: there are rows" '^total: '
tm send-keys / getppid Enter
sees "in a pid namespace: numbers of its own" '^ *getppid +[1-9][0-9]* +loop '
screen
hasnt "in a pid namespace: none of the host's" screen 'getppid +[0-9]{5,} +loop '
true_ "in a pid namespace: its target's is small" test "$(cat inside)" -lt 10
tm send-keys q
true_ "in a pid namespace: q quits" wait_for 10 gone
is "in a pid namespace: without a complaint" "$(cat err)" ""

session -x 80 -y 10 "TERM=nonsense '$SCTRACE' --top -p $long 2> '$T/err'"
wait_for 10 gone
has "a terminal that is none" err 'cannot use this terminal \(TERM=nonsense\)'
"$SCTRACE" --top -p "$long" > out 2> err
is "not a terminal: status" $? 1
has "not a terminal: what to do" err 'redraws a terminal, but the output is not one: give a number of rows'
# a terminal that terminfo does not know: one message (script provides the terminal)
script -qec "env -u TERM \"$SCTRACE\" --top" /dev/null > out 2>&1 < /dev/null
is "no TERM: one line" "$(tr -d '\r' < out | grep -c .)" 1
has "no TERM: what is wrong" out 'TERM'
finish
