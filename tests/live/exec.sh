#!/bin/sh
# If a thread other than the leader calls execve, it goes on with the leader's id.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" -f -o out "$HELPERS/thread_exec" /bin/sh -c 'exit 3'
is "status" $? 3
leader=$(awk 'NR == 1 { print $1 }' out)
execer=$(sed -n 's/^\([0-9]*\) .*execve("\/bin\/sh".*/\1/p' out | head -1)
true_ "another thread calls it" test -n "$execer" -a "$execer" != "$leader"
has "it is left" out "^$execer +execve\\(\"/bin/sh\", \\[\"/bin/sh\", \"-c\", \"exit 3\"\\], 0x[0-9a-f]+ /\\* [0-9]+ vars \\*/ <unfinished \\.\\.\\.>\$"
has "the leader ends" out "^$leader +\\+\\+\\+ superseded by execve in pid $execer \\+\\+\\+\$"
has "its end is the leader's" out "^$leader +<\\.\\.\\. execve resumed>\\) += 0\$"
has "the end" out "^$leader +\\+\\+\\+ exited with 3 \\+\\+\\+\$"
is "nothing of the old thread afterwards" \
	"$(awk -v old="$execer" '/superseded/ { on = 1; next } on && $1 == old' out)" ""

# Without -f, nothing of the new program is printed except its end, for which sctrace waits.
"$SCTRACE" -t -o out "$HELPERS/thread_exec" /bin/sh -c 'sleep 1.5; exit 3'
is "its status, not followed" $? 3
is "the end of what is not traced" "$(tail -1 out | cut -c10-)" "+++ exited with 3 +++"
is "one end" "$(count out '\+\+\+')" 1
hasnt "no call of it" out 'exit_group|wait4'
"$SCTRACE" --format=json -o out "$HELPERS/thread_exec" /bin/sh -c 'kill -9 $$'
is "as JSON" "$(grep -c '^{"type":"exit"' out) $(grep -c KILL out)" "1 1"

# the leader calls execve: the other threads end
"$SCTRACE" -f -o out sh -c 'exec /bin/sh -c "exit 4"'
is "an ordinary one" $? 4
has "its line" out '^[0-9]+ +execve\("/bin/sh", \["/bin/sh", "-c", "exit 4"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) += 0$'

# ---- memory that is not resident: sctrace prints the caller's memory, although the execve replaces it ----

cp /bin/true prog
printf '#!/bin/sh\nexit 0\n' > script
chmod 755 prog script
kernel=$(uname -r)
# Linux 6.10 has a tracepoint before the memory of the old program goes; in earlier ones a script's arguments are not
# known
vector='\["called", "one", "two words"\]'
anyhow=$vector
case $kernel in
[0-5].* | 6.[0-9].*) anyhow="($vector|0x[0-9a-f]+)" ;;
esac
# cold PROGRAM HOW LINE OPTION...: checks the line of an execve whose memory is not resident.
cold() {
	prog=$1
	how=$2
	line=$3
	shift 3
	"$SCTRACE" --without=sleepable -e trace=execve,execveat -o out "$@" "$HELPERS/cold_exec" pages "$how" "$T/$prog"
	sed 1d out > second
	has "cold: $prog, $how $*" second "^$line\$"
	hasnt "... of which nothing is said to be lost" second '^\+\+\+ lost'
}
count='0x[0-9a-f]+( /\* 3 vars \*/)?'
for options in '' '-z'; do
	# shellcheck disable=SC2086 # options are words
	cold prog path "execve\\(\"$T/prog\", $vector, $count\\) += 0" $options
	# shellcheck disable=SC2086
	cold prog empty "execveat\\(9, \"\", $vector, $count, AT_EMPTY_PATH\\) += 0" $options
	# shellcheck disable=SC2086
	cold prog relative "execveat\\(9, \"prog\", $vector, $count, 0\\) += 0" $options
	# shellcheck disable=SC2086
	cold script relative "execveat\\(9, \"script\", $anyhow, $count, 0\\) += 0" $options
done
cold prog absolute "execveat\\(9, \"$T/prog\", $vector, \\[\"A=1\", \"B=second\", \"C=\"\\], 0\\) += 0" -v
cold script empty "execveat\\(9, \"\", $anyhow, \\[\"A=1\", \"B=second\", \"C=\"\\], AT_EMPTY_PATH\\) += 0" -v
cold script path "execve\\(\"$T/script\", $anyhow, \\[\"A=1\", \"B=second\", \"C=\"\\]\\) += 0" -v -z
"$SCTRACE" --without=sleepable -v -e trace=execve --record c.cap -o out "$HELPERS/cold_exec" pages path "$T/script"
"$SCTRACE" --replay c.cap -v -o again
same "cold: a recording has it" again out
finish
