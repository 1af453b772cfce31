#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""strace_names.py NAMES.DEF: every beginning of strace's long names means the same to sctrace.

Each is given alone and with "=x", before a word that is no option: both complain of
something, and in what they name of it is what the beginning stands for.
"""
import os
import re
import subprocess
import sys

STRACE, SCTRACE = os.environ['STRACE'], os.environ['SCTRACE']

# sctrace's own help, version and tips; strace's refusal of what it was built without
OWN = ('help', 'version', 'tips', 'secontext')


def said(tracer, *words):
    got = subprocess.run([tracer, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
    text = (got.stdout + got.stderr).decode().replace(tracer, 'TRACER')
    return got.returncode, re.sub(r" \((did you mean '.*'\?|valid: .*)\)$", '', text, flags=re.M)


def main():
    with open(sys.argv[1], encoding='utf-8') as f:
        names = re.findall(r'^NAME\(\w+, "([a-z0-9-]+)", STRACE\)', f.read(), re.M)
    beginnings = sorted({name[:n] for name in names for n in range(1, len(name) + 1)})
    tried = failed = 0
    for word in beginnings:
        if any(name.startswith(word) for name in OWN) and sum(name.startswith(word) for name in names) == 1:
            continue
        for form in ('--' + word, '--%s=x' % word):
            tried += 1
            both = [said(tracer, form, '--zzz', '--zzz') for tracer in (STRACE, SCTRACE)]
            # a signal's name is looked at later
            if both[0] != both[1] and 'invalid signal' not in both[0][1]:
                failed += 1
                print('FAIL  %s: strace %r, sctrace %r' % (form, *both))
    print('%d beginnings, %d failed' % (tried, failed))
    return 1 if failed or tried < 500 else 0


if __name__ == '__main__':
    sys.exit(main())
