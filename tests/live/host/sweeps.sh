#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Programs that make every call with many arguments, compared with strace like those of oracle.sh.
. ./host/lib_oracle.sh

# at_most N WHAT: differences that are known, and no more: unreadable addresses of length 0, netlink payloads,
# negative option lengths (README.md, Limits)
at_most() {
	most=$1
	"$compare" -- "$HELPERS/$2" > report 2>&1
	missing=$(sed -n 's/^missing: \([0-9]*\) of .*/\1/p' report)
	grep -q '^same: ' report && missing=0
	true_ "$2: ${missing:-?} lines missing, $most are known" test "${missing:-999999}" -le "$most"
}

alike sweep_fs -- "$HELPERS/sweep_fs"
alike real_fs -- "$HELPERS/real_fs"
alike real_process -- "$HELPERS/real_process"
at_most 30 sweep_process
alike real_net -- "$HELPERS/real_net"
alike sweep_net -- "$HELPERS/sweep_net"
finish
