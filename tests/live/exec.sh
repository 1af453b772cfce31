#!/bin/sh
# execve by a thread that does not lead: it goes on under the leader's id.
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

# Not followed: nothing of the new program, but its end, which is waited for.
"$SCTRACE" -t -o out "$HELPERS/thread_exec" /bin/sh -c 'sleep 1.5; exit 3'
is "its status, not followed" $? 3
is "the end of what is not traced" "$(tail -1 out | cut -c10-)" "+++ exited with 3 +++"
is "one end" "$(count out '\+\+\+')" 1
hasnt "no call of it" out 'exit_group|wait4'
"$SCTRACE" --format=json -o out "$HELPERS/thread_exec" /bin/sh -c 'kill -9 $$'
is "as JSON" "$(grep -c '^{"type":"exit"' out) $(grep -c KILL out)" "1 1"

# from the leader: the others end
"$SCTRACE" -f -o out sh -c 'exec /bin/sh -c "exit 4"'
is "an ordinary one" $? 4
has "its line" out '^[0-9]+ +execve\("/bin/sh", \["/bin/sh", "-c", "exit 4"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) += 0$'
finish
