#!/bin/sh
# sctrace ends with the command, and with its status.
. ./lib.sh
need_root
cd "$T" || exit

for n in $(often "0 1 3 127 255" 255); do
	"$SCTRACE" -o out sh -c "exit $n"
	is "exit $n" $? "$n"
	has "exit $n, its line" out "^\\+\\+\\+ exited with $n \\+\\+\\+\$"
done
# (in guests, signals.sh tests deaths)
for sig in $(often "TERM:15 KILL:9 INT:2 USR1:10 SEGV:11" ""); do
	name=${sig%:*}
	"$HELPERS/fresh" "$SCTRACE" -o out sh -c "kill -$name \$\$" 2> /dev/null
	is "killed by SIG$name" $? $((128 + ${sig#*:}))
	has "SIG$name, its line" out "^\\+\\+\\+ killed by SIG$name( \\(core dumped\\))? \\+\\+\\+\$"
done
# the status does not depend on when sctrace sees the end
i=0 wrong=0 most=$(often 50 2) end=$(($(date +%s) + 6))
while [ $i -lt "$most" ] && [ "$(date +%s)" -lt $end ]; do
	"$SCTRACE" -o out sh -c 'exit 3'
	[ $? = 3 ] || wrong=$((wrong + 1))
	i=$((i + 1))
done
is "exit 3, $i times: wrong ones" $wrong 0

# with -f, the end of the command counts, not that of its children
"$SCTRACE" -f -o out sh -c '(exit 9) & wait; exit 4'
is "a child's status does not matter" $? 4
# sctrace waits for children that outlive the command
"$SCTRACE" -f -o out sh -c '(sleep 0.5; exit 6) & exit 2'
is "status with a child left" $? 2
has "the child's end was seen" out '^[0-9]+ +\+\+\+ exited with 6 \+\+\+$'
finish
