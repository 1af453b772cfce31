#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The verifier's work for each set of options. It is most of what a start costs, each kernel does it in its own way, and
# a program at which it has to look a million times is refused. Linux 6.18 needs about two thirds of each bound.
. ./lib.sh
need_root
cd "$T" || exit

# verified MOST OPTIONS...: of all programs together, at most MOST instructions are looked at
verified() {
	most=$1
	shift
	"$SCTRACE" "$@" -o lines "$HELPERS/verified" > programs 2> err
	is "'$*': status" $? 0
	# shellcheck disable=SC2046 # words
	set -- "$*" $(awk '{ n += $2; if ($2 > large) { large = $2; name = $1 } } END { print n + 0, NR, large + 0, name }' programs)
	true_ "'$1': $3 programs" test "$3" -ge 4
	if [ "$2" = 0 ]; then
		ok "'$1': this kernel does not count"
		return
	fi
	true_ "'$1': $2 instructions of $most, of which $5 has $4" test "$2" -le "$most"
}

verified 62000
verified 20000 -s
verified 167000 -y
verified 78000 -k
verified 175000 -f -y -k --decode-pids=comm --record=capture
finish
