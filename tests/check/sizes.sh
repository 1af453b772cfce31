#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# No file over 800 lines; no function over 60, but in tests. The tables are data and may be longer; so may sctrace.h,
# which documents every name (documented.py).
cd "$(dirname "$0")/../.." || exit

# shellcheck disable=SC2016 # awk's
find bpf libsctrace cli tests -name '*.[ch]' -print0 | xargs -0 awk '
	FNR == 1 { begin = 0 }
	{ lines[FILENAME] = FNR }
	/^[A-Za-z_].*\(/ && !/;$/ { name = $0 }
	/^\{/ { begin = FNR }
	/^\}/ && begin {
		if (FNR - begin + 1 > 60 && FILENAME !~ /^tests/) {
			printf "%s:%d: a function of %d lines: %s\n", FILENAME, begin, FNR - begin + 1, name
			failed = 1
		}
		begin = 0
		functions++
	}
	END {
		for (f in lines)
			if (lines[f] > 800 && f != "libsctrace/sctrace.h") {
				printf "%s: %d lines\n", f, lines[f]
				failed = 1
			}
		if (functions < 300) {
			print "only " functions " functions found: is the check still right?"
			failed = 1
		}
		exit failed
	}'
