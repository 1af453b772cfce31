#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""strace_names.py OPTIONS.DEF: every beginning of strace's long names means the same to sctrace.

Each is given alone and with "=x", before a word that is no option: both complain of
something, and in what they name of it is what the beginning stands for.
"""
import os
import re
import subprocess
import sys

STRACE, SCTRACE = os.environ['STRACE'], os.environ['SCTRACE']

# Options that print sctrace's own help, version and tips; that this strace was built without; and that sctrace refuses.
OWN = ('help', 'version', 'tips', 'secontext', 'inject', 'fault')


def said(tracer, first, *words):
    """The status, and what is printed: with an option's first name for all of its names, and possibilities in order."""
    got = subprocess.run([tracer, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
    text = (got.stdout + got.stderr).decode().replace(tracer, 'TRACER')
    text = re.sub(r" \((did you mean '.*'\?|valid: .*)\)$", '', text, flags=re.M)
    return got.returncode, re.sub(r"possibilities:(.*)", lambda m: ' '.join(sorted({
        first.get(name, name) for name in re.findall(r"--([a-z0-9-]+)", m.group(1))})), text)


def main():
    with open(sys.argv[1], encoding='utf-8') as f:
        options = [names.split() for names in re.findall(r'\.strace = "([a-z0-9 -]+)"', f.read())]
    names = [name for option in options for name in option]
    first = {name: option[0] for option in options for name in option}
    beginnings = sorted({name[:n] for name in names for n in range(1, len(name) + 1)})
    tried = failed = 0
    for word in beginnings:
        if any(name.startswith(word) for name in OWN) and sum(name.startswith(word) for name in names) == 1:
            continue
        for form in ('--' + word, '--%s=x' % word):
            tried += 1
            both = [said(tracer, first, form, '--zzz', '--zzz') for tracer in (STRACE, SCTRACE)]
            # strace checks the name of a signal only later
            if both[0] != both[1] and 'invalid signal' not in both[0][1]:
                failed += 1
                print('FAIL  %s: strace %r, sctrace %r' % (form, *both))
    print('%d beginnings, %d failed' % (tried, failed))
    return 1 if failed or tried < 500 else 0


if __name__ == '__main__':
    sys.exit(main())
