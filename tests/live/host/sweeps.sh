#!/bin/sh
# Programs that make every call with many arguments, compared with strace like those of oracle.sh.
. ./host/lib_oracle.sh

found=0
for program in "$HELPERS"/sweep_* "$HELPERS"/real_*; do
	if [ ! -f "$program" ] || [ ! -x "$program" ]; then
		continue
	fi
	found=$((found + 1))
	alike "$(basename "$program")" -- "$program"
	alike "$(basename "$program") with -v -s 100" -v -s 100 -- "$program"
done
true_ "there are such programs ($found)" test $found -ge 6
finish
