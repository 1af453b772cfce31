#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""stack.py OBJDUMP OBJECT...: what the verifier of old kernels counts. The stacks of all functions that are in each
other may not take more than 512 bytes together, each rounded up to 32, and not more than 8 may be in each other. New
kernels take more, so that what is too much would be noticed in a guest only.
"""
import re
import subprocess
import sys

STACK = 512
FRAMES = 8
FUNCTION = re.compile(r'[0-9a-f]+ <((?!LBB)\w+)>:')
DIRECT = re.compile(r'\(r10 - (0x[0-9a-f]+|\d+)\)')
BASE = re.compile(r'\b(r\d) = r10$')
OFFSET = re.compile(r'\b(r\d) \+= -(0x[0-9a-f]+|\d+)')
CALL = re.compile(r'R_BPF_64_32\s+(\w+)')


def functions(objdump, path):
    """name -> [bytes of its stack, names that it calls]"""
    found = {}
    here = pointer = None
    dump = subprocess.run([objdump, '-dr', '--no-show-raw-insn', path], check=True, stdout=subprocess.PIPE, text=True)
    for line in dump.stdout.splitlines():
        begins = FUNCTION.match(line)
        if begins:
            here = found.setdefault(begins[1], [0, set()])
            continue
        if here is None:
            continue
        for off in DIRECT.findall(line):
            here[0] = max(here[0], int(off, 0))
        off = OFFSET.search(line)
        if off and off[1] == pointer:
            here[0] = max(here[0], int(off[2], 0))
        base = BASE.search(line.rstrip())
        pointer = base[1] if base else None
        here[1].update(CALL.findall(line))
    return found


def deepest(found, name, measure):
    """The chain of calls from name on that measures most."""
    chains = [deepest(found, callee, measure) for callee in found[name][1] if callee in found]
    return [name] + max(chains, key=lambda chain: sum(map(measure, chain)), default=[])


def main():
    failed = False
    count = 0
    for path in sys.argv[2:]:
        found = functions(sys.argv[1], path)
        count += len(found)
        if not found:
            sys.exit(f'{path}: no functions: is the check still right?')

        def stack(name):
            return max(32, (found[name][0] + 31) // 32 * 32)

        for measure, most, what in ((stack, STACK, 'bytes of stack'), (lambda name: 1, FRAMES, 'calls in each other')):
            worst = max((deepest(found, name, measure) for name in found), key=lambda chain: sum(map(measure, chain)))
            total = sum(map(measure, worst))
            print(f'{path}: {total} {what}:', ' '.join(f'{name} {found[name][0]}' for name in worst))
            failed = failed or total > most
    if count < 10 * (len(sys.argv) - 2):
        sys.exit(f'only {count} functions: is the check still right?')
    sys.exit(failed)


main()
