#!/bin/sh
# Follows children from their first call on, whatever their number.
. ./lib.sh
need_root
cd "$T" || exit
n=$(often 500 200)

# sctrace ends by itself, unless it misses the end of a child
timeout 60 "$SCTRACE" -f -o out "$HELPERS/storm" "$n"
is "status" $? 0
hasnt "no event is lost" out 'lost [0-9]+ events'
i=0
while [ $i -lt "$n" ]; do
	echo "close($((100000 + i)))"
	i=$((i + 1))
done > wanted
# the first line of each thread; that of a child is its close()
awk '!seen[$1]++ { print $2 }' out | grep '^close' | sed 's|)*$|)|' | sort > first
sort wanted > sorted
same "the first call of each of $n children" first sorted
is "the end of each process is printed" "$(count out '^[0-9]+ +\+\+\+ exited with 0 \+\+\+$')" $((n + 1))

"$SCTRACE" -o out "$HELPERS/storm" 20
is "without -f: no call of a child is printed" "$(count out '^close\(1000')" 0
is "without -f: the clone of the process is printed" "$(count out '^clone\(.*flags=SIGCHLD')" 20

# two generations of children, and the programs that they execute
"$SCTRACE" -f -o out -e trace=execve sh -c 'sh -c "/bin/true; /bin/true" & /bin/true; wait'
is "status of a shell" $? 0
is "programs of grandchildren" "$(count out 'execve\("/bin/true", \["/bin/true"\], 0x[0-9a-f]+ /\* [0-9]+ vars \*/(\)| <unf)')" 3
finish
