#!/bin/sh
# How sctrace and its command start and end together. The expected results are what strace 6.1 does.
. ./lib.sh
need_root
cd "$T" || exit

# ---- if sctrace is killed while it loads, the command does not run ----

# Prints the time in hundredths of a second.
now_cs() {
	cut -d' ' -f1 /proc/uptime | tr -d .
}
load=100000
for _ in 1 2 3; do
	before=$(now_cs)
	"$SCTRACE" -o out true
	took=$((($(now_cs) - before) * 10))
	[ $took -ge $load ] || load=$took
done

# killed_early SIGNAL NUMBER: sends the signal after times that are shorter than a start takes.
killed_early() {
	i=0
	while [ $i -lt "$2" ]; do
		start "$SCTRACE" sh -c "echo ran > ran.$1.$i" 2> "early.$1.$i"
		sleep "$(awk "BEGIN { print (2 + $i * $load * 0.25 / $2) / 1000 }")"
		kill "-$1" "$pid"
		wait "$pid" 2> /dev/null
		i=$((i + 1))
	done
	sleep 0.3
	# on a busy machine the signal may arrive after the start; then there must be a trace
	untraced=
	for ran in ran."$1".*; do
		[ ! -e "$ran" ] || grep -q 'echo ran\|write(' "early.${ran#ran.}" || untraced="$untraced $ran"
	done
	is "SIG$1 while it loads: the command never runs untraced" "$untraced" ""
}
killed_early KILL "$(often 20 5)"
killed_early TERM "$(often 20 5)"
killed_early INT "$(often 10 3)"

# ---- the status ----

"$HELPERS/ignoring" CHLD "$SCTRACE" -o out sh -c 'exit 7'
is "SIGCHLD ignored: status" $? 7
"$HELPERS/ignoring" CHLD "$SCTRACE" -s -o out sh -c 'exit 7'
is "SIGCHLD ignored: status of -s" $? 7

# the command inherits the ignored signals that sctrace was started with
for signals in INT PIPE CHLD 'HUP TERM' ''; do
	"$HELPERS/ignoring" "$signals" grep -E 'Sig(Blk|Ign)' /proc/self/status > wanted
	"$HELPERS/ignoring" "$signals" "$SCTRACE" -o out grep -E 'Sig(Blk|Ign)' /proc/self/status > got
	same "the command inherits the ignored signals '$signals'" got wanted
	"$HELPERS/ignoring" "$signals" "$SCTRACE" -s -o out grep -E 'Sig(Blk|Ign)' /proc/self/status > got
	same "-s: the command inherits the ignored signals '$signals'" got wanted
done

# ---- signals ----

# ended PID: returns 0 if the process ends within a second.
# shellcheck disable=SC2317 # by true_
ended() {
	wait_for 3 sh -c "! [ -d /proc/$1 ] || grep -q '^State:.*[ZX]' /proc/$1/status"
}

cat > works << 'EOF'
for s in INT TERM HUP QUIT; do trap "echo $s >> got" $s; done
echo up >> got
i=0
while [ $i -lt 2000 ] && ! [ -e stop ]; do sleep 0.05; i=$((i + 1)); done
exit 7
EOF

# to_command NUMBER SIGNAL IGNORED OPTIONS: ends sctrace by the signal. The status is in $?.
to_command() {
	signal=$2
	ignored=$3
	shift 3
	rm -f got stop
	start "$HELPERS/ignoring" "$ignored" "$SCTRACE" "$@" sh ./works
	wait_for 30 test -s got || fail "the command does not come up"
	sleep "$(often 0.2 1)"
	kill "-$signal" "$pid"
}

# Each combination takes an emulated machine some seconds.
signals=$(often 'INT TERM HUP QUIT' INT)
attached_by=$(often 'INT TERM HUP PIPE' TERM)
each=0
for signal in $signals; do
	each=$((each + 1))
	number=$(echo 2 15 1 3 | cut -d' ' -f$each)
	for options in '' -c -s; do
		# shellcheck disable=SC2086
		to_command "$number" "$signal" '' $options 2> err
		true_ "SIG$signal, '$options': sctrace ends" ended "$pid"
		wait "$pid"
		is "SIG$signal, '$options': status" $? $((128 + number))
		true_ "SIG$signal, '$options': the command gets it, too" wait_for 3 grep -q "$signal" got
		touch stop
	done
	# the signal is ignored at the start: it ends sctrace all the same, except SIGHUP under nohup; the command is
	# not killed
	to_command "$number" "$signal" "$signal" 2> err
	status=$((128 + number))
	if [ "$signal" = HUP ]; then
		sleep "$(often 0.5 2)"
		true_ "SIGHUP inherited ignored: sctrace goes on" alive "$pid"
		touch stop
		status=7
	else
		true_ "SIG$signal inherited ignored: sctrace ends" ended "$pid"
	fi
	wait "$pid"
	is "SIG$signal inherited ignored: status" $? "$status"
	is "SIG$signal inherited ignored: the command goes on" "$(cat got)" up
	touch stop
	# -o FILE PROG
	for options in '-o out' '-c -o out'; do
		# shellcheck disable=SC2086
		to_command "$number" "$signal" '' $options 2> err
		sleep "$(often 0.3 2)"
		true_ "SIG$signal, '$options': goes on" alive "$pid"
		touch stop
		wait "$pid"
		is "SIG$signal, '$options': status" $? 7
		is "SIG$signal, '$options': the command is not told" "$(cat got)" up
	done
done

# With -p, the signal ends sctrace even if it was ignored at the start, except SIGHUP under nohup; the process goes on.
rm -f stop
sh ./works &
target=$!
for options in '' '-o out' -c '-f -o out'; do
	for ignored in '' 'INT TERM HUP PIPE'; do
		for signal in $attached_by; do
			# SIGHUP opens the file again if there is one (wishes.sh)
			case $options:$signal in *out:HUP) continue ;; esac
			# when.sh tests nohup
			case $ignored:$signal in *HUP*:HUP) continue ;; esac
			number=$(case $signal in INT) echo 2 ;; TERM) echo 15 ;; HUP) echo 1 ;; PIPE) echo 13 ;; esac)
			: > trace
			# shellcheck disable=SC2086
			start "$HELPERS/ignoring" "$ignored" "$SCTRACE" $options -p $target 2> trace
			sleep "$(often 0.3 3)"
			kill -"$signal" "$pid"
			true_ "-p $options, SIG$signal, ignored '$ignored': it ends" ended "$pid"
			kill -9 "$pid" 2> /dev/null
			wait "$pid"
			is "-p $options, SIG$signal, ignored '$ignored': status" $? $((128 + number))
		done
	done
done
for signal in INT TERM; do
	start "$HELPERS/ignoring" "$signal" "$SCTRACE" -s -p $target 2> trace
	sleep "$(often 1.5 6)"
	kill -$signal "$pid"
	true_ "-s -p, SIG$signal ignored: it ends" ended "$pid"
	wait "$pid"
	is "-s -p, SIG$signal ignored: status" $? "$(case $signal in INT) echo 0 ;; TERM) echo 143 ;; esac)"
	has "-s -p, SIG$signal: the table" trace 'Summary of events'
done
true_ "-p: the process goes on after sctrace" alive $target
kill -9 $target

# ---- output that cannot be written ----

for options in '' -f -c -s; do
	# shellcheck disable=SC2086
	"$SCTRACE" $options -o /dev/full sh -c 'sleep 0.2; exit 7' 2> err
	is "full, '$options': status" $? 7
	is "full, '$options': one line says so" "$(count err '^[^ ]*: /dev/full: No space left on device')" 1
	# shellcheck disable=SC2086
	"$SCTRACE" $options sh -c 'exit 7' 2> /dev/full
	is "full stderr, '$options': status" $? 7
done
"$SCTRACE" --fail-on-loss -o /dev/full sh -c 'exit 7' 2> err
is "full, --fail-on-loss: status" $? 1
sleep "$(often 1 5)" &
"$SCTRACE" -o /dev/full -p $! 2> err
is "full, -p: status" $? 0
# the reader of a pipe has ended: SIGPIPE, also if it is ignored
for ignored in '' PIPE; do
	(
		"$HELPERS/ignoring" "$ignored" "$SCTRACE" sh -c 'sleep 0.2; sleep 0.2; exit 7'
		echo $? > status
	) 2>&1 | true
	wait_for 10 test -s status
	is "closed pipe, ignored '$ignored': status" "$(cat status)" 141
	rm status
done
mkfifo fifo
head -n 1 fifo > first &
"$SCTRACE" -o fifo sh -c 'sleep 0.2; exit 7' 2> err
is "closed fifo as -o: goes on, status" $? 7
# Every child is waited for at once, including a child that the command made for its parent.
for opts in "" -f -c -s; do
	# shellcheck disable=SC2086 # words
	timeout 20 "$SCTRACE" $opts -o out "$HELPERS/sibling" 2> err
	is "a child by CLONE_PARENT $opts: status" $? 42
done
timeout 20 "$SCTRACE" -o out "$HELPERS/sibling" 2> err
has "a child by CLONE_PARENT: strace's message" err '^[^ ]*sctrace: Exit of unknown pid [0-9]+ ignored$'
timeout 20 "$SCTRACE" -f -o out "$HELPERS/sibling" 2> err
is "a child by CLONE_PARENT, traced: no message" "$(cat err)" ""
has "a child by CLONE_PARENT, traced: its end" out '^[0-9]+ +\+\+\+ exited with 3 \+\+\+$'
# The command is not a zombie after its end, though another process is still traced.
start sleep 30
sleeper=$pid
timeout 20 "$SCTRACE" -o out -p "$sleeper" sh -c 'echo $$ > command' 2> err &
tracer=$!
true_ "-p PID CMD: the command ends" wait_for 10 test -s command
true_ "-p PID CMD: nothing is left of it" wait_for 10 sh -c "! kill -0 $(cat command) 2> /dev/null"
kill "$sleeper"
wait $tracer

# shellcheck disable=SC2317 # wait_for calls it
not_alive() {
	! alive "$1"
}
# the output is a pipe, and the command waits in vfork(): SIGTERM must end sctrace and the reader of the pipe
for ms in 1 20000; do
	rm -f piped
	start "$SCTRACE" -I 2 -f -o '|cat > piped' "$HELPERS/vforks" $ms
	traced=$pid
	wait_trace piped
	command=$(children_of "$traced")
	kill -TERM "$traced"
	true_ "a pipe, -I 2, vfork of $ms ms: it ends" wait_for 20 not_alive "$traced"
	wait "$traced"
	is "a pipe, -I 2, vfork of $ms ms: by the signal" $? 143
	has "a pipe, -I 2, vfork of $ms ms: what was traced is there" piped '^[0-9]+ +vfork\('
	# shellcheck disable=SC2086 # words
	kill -9 $command 2> /dev/null
done
finish
