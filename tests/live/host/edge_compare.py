#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""edge_compare.py STRACE-LOG SCTRACE-LOG: the lines of tests/live/edge.c, call by call.

A group begins with close(-N): one call with whole memory, then with memory that ends
early. Where the whole one is printed in another way already (a format that strace has
and sctrace not yet, or the other way round) the group says nothing about memory, and
is counted only. Exit 1 if a line of strace's is missing that KNOWN does not explain.
"""
import collections
import re
import sys

# Known differences: strace reads more or fewer bytes than the struct has, or prints only a part of it.
KNOWN = {
    'rt_sigaction': 'strace wants 88 bytes, the struct has 32',
    'quotactl': 'strace wants 4 bytes less, or 64 more, than the struct has',
    'quotactl_fd': 'as quotactl',
    'prctl': 'strace looks for the NUL in what there is of a name that comes out',
    'keyctl': 'strace prints data of no length where nothing is mapped',
    'futex_requeue': 'strace prints the first of the two waiters where the second cannot be read',
    'statmount': 'strace prints the size of the request alone where the rest cannot be read',
    'listmount': 'likewise',
    'lsm_set_self_attr': 'likewise, its head',
    'lsm_list_modules': 'strace prints no list where its length cannot be read',
}
# Requests whose struct strace prints in part.
KNOWN_IOCTLS = re.compile(
    r'ioctl\(\d+, ([A-Z_0-9]* or )?(HDIO|KD[GS]K|[GP]IO_|RNDADDENTROPY|PERF_EVENT_IOC_QUERY_BPF|SIOCBR|UFFDIO|'
    r'FIDEDUPERANGE|BTRFS_IOC_FILE_EXTENT_SAME)')


def why_known(line):
    if KNOWN_IOCTLS.match(line):
        return 'ioctl', 'strace prints what there is of the requests in KNOWN_IOCTLS'
    name = line.split('(')[0]
    return name, KNOWN.get(name)


def groups(path):
    """pid -> lists of lines, one list per group."""
    tasks = collections.OrderedDict()
    with open(path, errors='surrogateescape') as log:
        for line in log:
            pid, _, call = line.rstrip('\n').partition(' ')
            call = re.sub(r'\) += ', ') = ', call.lstrip())
            task = tasks.setdefault(pid, [])
            if call.startswith('close(-'):
                task.append([])
            elif task and not call.startswith(('exit_group(', '+++ ')):
                task[-1].append(call)
    return tasks


def main():
    ours = groups(sys.argv[2])
    lines = whole = missing = 0
    other = collections.Counter()
    known = collections.Counter()
    for pid, theirs in groups(sys.argv[1]).items():
        mine = ours.get(pid, [])
        if len(mine) != len(theirs):
            print(f'{len(theirs)} groups of strace, {len(mine)} of sctrace')
            missing += 1
        for a, b in zip(theirs, mine):
            name = a[0].split('(')[0] if a else ''
            whole += 1
            if len(a) != len(b) or not a or a[0] != b[0]:
                other[name] += 1
                continue
            for x, y in zip(a, b):
                lines += 1
                if x == y:
                    continue
                why = why_known(x)
                if why[1]:
                    known[why] += 1
                    continue
                missing += 1
                if missing <= 20:
                    print(f'strace:  {x}\nsctrace: {y}')
    if not lines:
        print('no lines')
        return 1
    print(f'compared: {lines} lines of {whole} groups, {missing} missing; '
          f'{sum(other.values())} groups of {len(other)} calls have another format')
    for (name, why), n in known.items():
        print(f'excused: {n} of {name}: {why}')
    return missing != 0


sys.exit(main())
