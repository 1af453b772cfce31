#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Limits the CPU time of a start. Nearly all of it is spent in the verifier, which once took ten times as long because
# it followed each path through a loop. The unit is the CPU time of the helper verify in the same rounds, so that the
# bounds hold on machines of any speed. Each bound is about 1.6 times what a start takes on Linux 6.18;
# the group verified has narrower ones, of instructions.
. ./lib.sh
need_root
python3 - "$SCTRACE" "$HELPERS/verify" > "$T/starts" << 'E2'
import resource, subprocess, sys

# percent of the unit, options
BOUNDS = (
    (280, ""),
    (280, "-f"),
    (120, "-s"),
    (160, "--by=peer,file -s"),
    (520, "-y"),
    (400, "-k"),
)
ROUNDS = 5


def cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


sctrace, unit = sys.argv[1:]
commands = [[unit]] + [[sctrace, *options.split(), "-o", "/dev/null", "true"] for _, options in BOUNDS]
least = [min(times) for times in zip(*([cpu(c) for c in commands] for _ in range(ROUNDS)))]
for (bound, options), took in zip(BOUNDS, least[1:]):
    print(round(100 * took / least[0]), bound, options)
E2
is "status of the measurement" $? 0
while read -r percent bound options; do
	true_ "a start with '$options': $percent % of the unit, at most $bound" test "$percent" -le "$bound"
done < "$T/starts"
true_ "every set of options was measured" test "$(wc -l < "$T/starts")" = 6
finish
