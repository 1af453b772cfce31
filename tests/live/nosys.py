#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""nosys.py TABLE OUTPUT: a header with SYS_NAME for each call of a table of numbers, where the C library has none."""
import re
import sys

# No kernel has a call of this number, so it fails with ENOSYS.
NOSYS = 1000

table, output = sys.argv[1:]
with open(table, encoding="ascii") as f:
    calls = re.findall(r"^NR\((\d+), (\w+)\)$", f.read(), re.M)
if len(calls) < 300 or any(int(number) >= NOSYS for number, _ in calls):
    sys.exit(f"nosys.py: {table}: {len(calls)} calls; expected are at least 300, with numbers below {NOSYS}")
with open(output, "w", encoding="ascii") as f:
    f.write("#include <sys/syscall.h>\n")
    for name in sorted(name for _, name in calls):
        f.write(f"#ifndef SYS_{name}\n#define SYS_{name} {NOSYS}\n#endif\n")
