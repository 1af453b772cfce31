#!/bin/sh
# Runs last: nothing that the tests did may have made the kernel complain. "traps: NAME[PID] general protection fault" is of
# a program that jumped to nowhere, as attack.c's do.
if dmesg | grep -v ' traps: ' |
	grep -E 'BUG:|WARNING:|Oops|Call Trace|general protection|hung_task|blocked for more than'; then
	dmesg | tail -60
	exit 1
fi
