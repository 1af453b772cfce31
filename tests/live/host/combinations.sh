#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Runs each pair of options that answer two questions and that the parser accepts (docs/combinations.md).
. ./lib.sh
need_root
cd "$T" || exit

# a process with calls that succeed, that fail, and that take long
cat > ticker << 'END'
while :; do
	cd /nonexistent 2> /dev/null
	cd /
	sleep 0.01
	read -r line < /etc/hostname
done
END
start sh ./ticker
if python3 -B "$LIVE/host/combinations.py" "$(dirname "$SCTRACE")/../tests/unit/option_pairs" "$pid" > report 2>&1; then
	ok "$(tail -1 report)"
else
	SHOW=40 fail "pairs of options" report
fi
kill "$pid"

finish
