#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""combinations.py OPTION_PAIRS [--write]: docs/combinations.md has what the command's parser says of each pair of options.

OPTION_PAIRS: the program of tests/unit that gives the pairs to the parser. --write writes the page instead of comparing.
"""
import collections
import os
import re
import subprocess
import sys

PAGE = os.path.join(os.path.dirname(__file__), '../../docs/combinations.md')
QUESTIONS = ['whose', 'which', 'when', 'how']
TITLES = {'whose': 'Whose calls', 'which': 'Which calls', 'when': 'When', 'how': 'How they are shown'}
INTRO = '''# Which options go together

A command line answers four questions: whose calls, which of them, when, and how they are shown. This page has each pair
of options that answer a question, as the command's parser decides; `tests/check/combinations.py --write` makes it from
`cli/options.def`, and `tests/live/host/combinations.sh` runs each pair of two questions that works.

`+` works; `o` works, but one of the two has no effect, and a warning says so; `n` needs a third option, which the
message names; a number: refused, for the reason below. Of %d pairs, %d work, %d have such a warning, %d need a third
option, and %d are refused.
'''


def read(program):
    out = subprocess.run([program, '--questions'], stdout=subprocess.PIPE, check=True).stdout.decode()
    names, pairs = collections.OrderedDict(), {}
    for line in out.splitlines():
        qa, a, qb, b, outcome, why = line.split('\t')
        names[a], names[b] = qa, qb
        if outcome == 'x' and ' must ' in why:
            outcome = 'n'
        pairs[a, b] = pairs[b, a] = (outcome, why)
    return names, pairs


def main():
    names, pairs = read(sys.argv[1])
    of = {q: [n for n in names if names[n] == q] for q in QUESTIONS}
    one_way = [v for (a, b), v in pairs.items() if a < b]
    count = collections.Counter(v[0] for v in one_way)
    reasons = []
    out = [INTRO % (len(one_way), count['.'], count['w'], count['n'], count['x'])]
    for i, rows in enumerate(QUESTIONS):
        for columns in QUESTIONS[i:]:
            out.append('\n## %s\n' % (TITLES[rows] if rows == columns else '%s, and %s' % (
                TITLES[rows], TITLES[columns][0].lower() + TITLES[columns][1:])))
            out.append('| | %s |' % ' | '.join('`%s`' % c.replace('|', '\\|') for c in of[columns]))
            out.append('|---' * (len(of[columns]) + 1) + '|')
            for row in of[rows]:
                cells = []
                for column in of[columns]:
                    outcome, why = pairs.get((row, column), (' ', ''))
                    if outcome == 'n':
                        cells.append('n')
                    elif outcome == 'x':
                        # shortens the message: without "sctrace: ", and without the two options if it goes on after
                        # them
                        why = re.sub(r'^\S+: (?:.* are mutually exclusive: )?', '', why)
                        if why not in reasons:
                            reasons.append(why)
                        cells.append(str(reasons.index(why) + 1))
                    else:
                        cells.append({'.': '+', 'w': 'o', ' ': ''}[outcome])
                out.append('| `%s` | %s |' % (row.replace('|', '\\|'), ' | '.join(cells)))
    out.append('\n## Why, and what to type instead\n')
    out += ['%d. %s' % (n + 1, why) for n, why in enumerate(reasons)]
    text = '\n'.join(out) + '\n'
    if '--write' in sys.argv:
        with open(PAGE, 'w', encoding='utf-8') as f:
            f.write(text)
        return 0
    with open(PAGE, encoding='utf-8') as f:
        if f.read() == text:
            return 0
    print('docs/combinations.md is not what the parser says: tests/check/combinations.py OPTION_PAIRS --write')
    return 1


if __name__ == '__main__':
    sys.dont_write_bytecode = True
    sys.exit(main())
