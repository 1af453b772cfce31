#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Checks that each struct with a function of its own (END_HAND) has a comment that says why, and is in docs/structs.md."""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
HAND = re.compile(r'^END_HAND\((\w+)\)', re.M)
failed = False
found = {}

for path in sorted((TOP / 'libsctrace/tables/structs').glob('*.def')):
    text = path.read_text()
    for name in HAND.findall(text):
        begins = re.search(rf'^(?:STRUCT|STRUCT_PACKED)\({name}\)', text, re.M)
        # several structs may share the comment before the first one
        before = text[:begins.start()].rstrip()
        while before.endswith(')') and (last := HAND.findall(before)):
            before = before[:re.search(rf'^STRUCT\({last[-1]}\)', before, re.M).start()].rstrip()
        comment = before[before.rfind('/*'):]
        if not comment.startswith('/* By hand') or not comment.endswith('*/'):
            print(f'{path.name}: {name} ends with END_HAND: add a comment before it that says why')
            failed = True
        found[name] = path.name

listed = set(re.findall(r'^\| `(\w+)`', (TOP / 'docs/structs.md').read_text(), re.M))
for name in sorted(listed ^ set(found)):
    print(f'{name}: is in', 'docs/structs.md, but in no table' if name in listed else f'{found[name]}, but not in docs/structs.md')
    failed = True
if len(found) < 10:
    print(f'only {len(found)} found: is the check still right?')
    failed = True
sys.exit(failed)
