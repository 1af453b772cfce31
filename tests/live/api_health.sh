#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# sctrace_health() (api_health.c), and what --health prints of it; rows of statistics (api_rows.c).
. ./lib.sh
need_root
cd "$T" || exit
api_program api_health
api_program api_rows

"$SCTRACE" --health -o out -e trace=getppid "$HELPERS/loop" 1000 > /dev/null 2> err
has "--health: calls, the execve and the end" out '^   records        100[0-9], '
has "and nothing is lost" out '^   lost           0$'
is "the lines come first" "$(sed -n '/^ health:/q; /^getppid/p' out | wc -l)" 1000
is "nothing on stderr" "$(cat err)" ""
"$SCTRACE" --health --ring-size 4k -o out -e trace=getppid "$HELPERS/loop" 200000 > /dev/null 2> err
lost=$(sed -n 's/.*: \([0-9]*\) events lost.*/\1/p' err)
has "what is lost" out "^   lost           ${lost:-none} \(ring full "
"$SCTRACE" -s --health -o out "$HELPERS/loop" 1000 > /dev/null 2> err
has "of a summary" out '^   rows read      [1-9]'
"$SCTRACE" --health --format=json -o out -e trace=getppid "$HELPERS/loop" 1000 > /dev/null 2> err
has "as JSON" out '^\{"type":"health","records":100[0-9],"bytes":[0-9]+,"lost":0,'
is "once" "$(grep -c '"type":"health"' out)" 1
"$SCTRACE" --record cap -o out -e trace=getppid "$HELPERS/loop" 1000 > /dev/null 2> err
"$SCTRACE" --health --replay cap > out 2> err
has "of a capture file" err '^   records        10[0-9][0-9], '
hasnt "without rings" err '^   rings'
finish
