#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# A file has at most 800 lines, a function outside of tests at most 60. Tables are data and may be longer, and so may
# sctrace.h, which documents every name (documented.py).
cd "$(dirname "$0")/../.." || exit

# shellcheck disable=SC2016 # awk's
find bpf libsctrace cli tests -name '*.[ch]' -print0 | xargs -0 awk '
	FNR == 1 { begin = 0 }
	{ lines[FILENAME] = FNR }
	/^[A-Za-z_].*\(/ && !/;$/ { name = $0 }
	/^\{/ { begin = FNR }
	/^\}/ && begin {
		if (FNR - begin + 1 > 60 && FILENAME !~ /^tests/) {
			printf "%s:%d: the function has %d lines, more than 60: %s\n", FILENAME, begin, FNR - begin + 1, name
			failed = 1
		}
		begin = 0
		functions++
	}
	END {
		for (f in lines)
			if (lines[f] > 800 && f != "libsctrace/sctrace.h") {
				printf "%s: the file has %d lines, more than 800\n", f, lines[f]
				failed = 1
			}
		if (functions < 300) {
			print "only " functions " functions found: is the check still right?"
			failed = 1
		}
		exit failed
	}'
