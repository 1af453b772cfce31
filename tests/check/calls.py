#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Checks which files of the library call which, by the symbols of their objects: calls.py LIBSCTRACE-INTERNAL.A

An area of decode/ calls itself and decode/core; core calls areas through tables/functions.def only; no two files need
each other, not even in a circle of several.
"""
import collections
import re
import subprocess
import sys

# functions with these prefixes are called only through tables/functions.def and tables/structs/
BY_TABLE = re.compile(r"(argfn|auxfn|datafn|field|cond|type)_")


def symbols(archive):
    defined, needed = {}, collections.defaultdict(set)
    objects = subprocess.run(["ar", "t", archive], check=True, capture_output=True, text=True).stdout.split()
    out = subprocess.run(["nm", "-A", archive], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        where, _, rest = line.partition(".o:")
        name = re.sub(r"\.c$", "", re.split(r"[/:]", where)[-1])
        field = rest.split()
        if len(field) == 2 and field[0] in "Uw":
            needed[name].add(field[1])
        elif len(field) == 3 and field[1] in "TDRBV":
            defined[field[2]] = name
    return defined, needed, len(objects)


def area(name):
    m = re.match(r"decode_(core|[a-z]+)_", name)
    return m.group(1) if m else None


def circles(graph):
    """Strongly connected components of more than one file."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in sorted(graph[v]):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            at = stack.index(v)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for v in sorted(graph):
        if v not in index:
            visit(v)
    return found


def main():
    defined, needed, objects = symbols(sys.argv[1])
    graph, why, bad = collections.defaultdict(set), collections.defaultdict(set), []
    for name in list(needed):
        graph[name] |= set()
        for symbol in needed[name]:
            to = defined.get(symbol)
            if to is None or to == name:
                continue
            a, b = area(name), area(to)
            # the decoders in core/ call functions that rows name, through tables
            if a == "core" and BY_TABLE.match(symbol):
                continue
            if a and b and a != b and b != "core":
                bad.append(f"{name} calls {symbol}() of {to}")
            graph[name].add(to)
            why[name, to].add(symbol)
    for circle in circles(graph):
        bad.append("a circle of calls: " + ", ".join(circle))
        bad += [f"\t{a} needs {b}: " + " ".join(sorted(why[a, b])) for a in circle for b in circle if (a, b) in why]
    if len(needed) < 60 or len(defined) < 500:
        bad.append(f"only {len(needed)} objects of {objects} and {len(defined)} symbols: is the check still right?")
    print("\n".join(bad) or f"{len(needed)} objects, {len(defined)} symbols: no calls against the direction")
    return bool(bad)


sys.exit(main())
