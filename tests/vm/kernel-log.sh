#!/bin/sh
# Runs last: nothing that the tests did may have made the kernel complain.
if dmesg | grep -E 'BUG:|WARNING:|Oops|Call Trace|general protection|hung_task|blocked for more than'; then
	dmesg | tail -60
	exit 1
fi
