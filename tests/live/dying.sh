#!/bin/sh
# Attaching to processes that are zombies, or end during the attach: sctrace does not wait forever, and each attach ends
# with a line.
. ./lib.sh
need_root
cd "$T" || exit

# within SECONDS COMMAND: runs the command. The status is the command's, or 124 if it takes longer.
# shellcheck disable=SC2317 # by true_
within() {
	limit=$(($1 * $(often 1 6)))
	shift
	timeout "$limit" "$@"
}

# ---- a zombie, because its parent does not wait for it ----

cat > parent << 'EOF'
sh -c 'sleep 0.3; exit 3' &
echo $! > zombie
exec sleep 1000
EOF
start sh ./parent
parent=$pid
# shellcheck disable=SC2317 # by wait_for
is_zombie() {
	[ -s zombie ] && grep -q '^State:.*Z' "/proc/$(cat zombie)/status"
}
true_ "a zombie" wait_for 10 is_zombie
zombie=$(cat zombie)
name=$SCTRACE # as it is called
for options in '' -f '-o out' '-f -o out' '-ff -o each' -c -s '-f -s' -C '--by syscall' --hist '-s --interval 1' \
	'--record rec' '-c --record rec' '-s --top 5'; do
	# an emulated machine takes some seconds for each
	case $(often every "$options") in -f | -?*' '*) continue ;; esac
	# shellcheck disable=SC2086
	within 10 "$SCTRACE" $options -p "$zombie" > err 2>&1
	is "zombie, '$options': status" $? 1
	has "zombie, '$options': says so" err "^$name: attach: process $zombie: .*zombie"
	is "zombie, '$options': nothing else" "$(wc -l < err)" 1
done
true_ "no file for it" test ! -e "each.$zombie"
within 10 "$SCTRACE" -p "$zombie" -p 4000000 2> err
is "none of two: status" $? 1
is "none of two: both are reported" "$(count err "^$name: attach: process ")" 2
for options in '' '-f -o out' -c -s; do
	sleep "$(often 2 10)" &
	# shellcheck disable=SC2086
	within 20 "$SCTRACE" $options -p "$zombie" -p $! 2> err
	is "one of two, '$options': status" $? 0
	is "one of two, '$options': the other is reported" "$(count err "^$name: attach: process $zombie: ")" 1
done
kill -9 "$parent"

# ---- processes that live about as long as a start takes ----

# dies OPTIONS NUMBER LINE: attaches to NUMBER processes. Each attach must end with a line that matches LINE, or with a
# message that the process does not exist.
dies() {
	i=0
	bad=0
	while [ $i -lt "$2" ]; do
		i=$((i + 1))
		sleep "$(awk "BEGIN { print $i * $(often 0.2 4) / $2 }")" &
		# shellcheck disable=SC2086
		within 10 "$SCTRACE" $1 -p $! > err 2>&1
		got=$?
		cat "each.$!" >> err 2> /dev/null
		# if sctrace has seen only the end of the process, strace's table is empty
		[ "$1" = -c ] && [ $got = 0 ] && continue
		if [ $got = 124 ] || ! grep -qE "$3|attach: process $!: |Process $! attached" err; then
			bad=$((bad + 1))
			{ echo "life $i: status $got"; cat err; } >> bad
		fi
	done
	if [ $bad = 0 ]; then
		ok "dies while it is attached to, '$1': $2 times"
	else
		fail "dies while it is attached to, '$1': $bad of $2" bad
	fi
}
dies '' "$(often 30 4)" 'exited with'
dies -f "$(often 15 2)" 'exited with'
dies '-c' "$(often 15 2)" '% time'
dies '-s' "$(often 25 4)" 'Summary of events'
dies '-C' "$(often 10 1)" 'exited with'
dies '-ff -o each' "$(often 10 1)" 'exited with'
dies '--record rec' "$(often 10 1)" 'exited with'
dies '--by syscall' "$(often 10 1)" 'syscall'

# ---- processes that live very shortly, traced by the library ----

true_ "short lives, lines" within 60 "$HELPERS/dying" lines "$(often 400 40)"
true_ "short lives, stats" within 60 "$HELPERS/dying" stats "$(often 800 80)"
finish
