#!/bin/sh
# Runs last: no test may have made the kernel complain. "traps: NAME[PID] general protection fault" is allowed, because
# programs such as attack.c jump to random addresses.
if dmesg | grep -v ' traps: ' |
	grep -E 'BUG:|WARNING:|Oops|Call Trace|general protection|hung_task|blocked for more than'; then
	dmesg | tail -60
	exit 1
fi
