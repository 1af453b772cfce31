#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Compares event/kinds.def with what is written by hand: sctrace.h, docs/event.schema.json and docs/json.md.

The public enumerators are those of the rows, in the same order. The types of JSON objects are those of the rows, and
those that a function writes under another name. Code compares kinds for equality, or asks for a flag: their order is
that of the public header, and says nothing about them.
"""
import json
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
LIBRARY = TOP / "libsctrace"

# Types of objects that are not a kind of event, or that are a variant of one, and the file that writes them.
OTHER_TYPES = {"stopped": "libsctrace/sink/json.c", "table": "libsctrace/stats/json.c", "health": "cli/health.c",
               "left_out": "cli/left_out.c"}


def code(path):
    """The text of a C file without its comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)


def differ(what, want, got):
    """Prints what is missing in got, what it has beyond want, or that the order is another; returns whether any is."""
    for name in want:
        if name not in got:
            print("%s: %s is missing" % (what, name))
    for name in got:
        if name not in want:
            print("%s: event/kinds.def has no %s" % (what, name))
    if sorted(want) == sorted(got) and want != got:
        print("%s: the order is not that of event/kinds.def" % what)
    return want != got


def main():
    rows = re.findall(r'^KIND\((\w+), (\w+), [^,]+, \w+, \w+, (?:NULL|"(\w+)")\)$', code(LIBRARY / "event/kinds.def"), re.M)
    if len(rows) != code(LIBRARY / "event/kinds.def").count("KIND("):
        print("event/kinds.def: only %d rows are as the check knows them" % len(rows))
        return 1
    public = [row[1] for row in rows]
    enum = re.search(r"enum sctrace_event_type \{(.*?)\};", code(LIBRARY / "sctrace.h"), re.S)[1]
    bad = differ("sctrace.h: enum sctrace_event_type", public, re.findall(r"SCTRACE_\w+", enum))

    for name, path in OTHER_TYPES.items():
        if not re.search(r'\\"%s\\"|"%s"' % (name, name), (TOP / path).read_text()):
            print("%s: writes no object of type %s" % (path, name))
            bad = True
    types = sorted({row[2] for row in rows if row[2]} | set(OTHER_TYPES))
    schema = json.loads((TOP / "docs/event.schema.json").read_text())
    bad |= differ("docs/event.schema.json", types, sorted(schema["properties"]["type"]["enum"]))
    listed = re.search(r"^\| `type` \|[^|]*\|([^|]*)\|$", (TOP / "docs/json.md").read_text(), re.M)[1]
    bad |= differ("docs/json.md", types, sorted(re.findall(r"`(\w+)`", listed)))

    for path in sorted(LIBRARY.rglob("*.[ch]")):
        for line in re.findall(r".*[<>]=? EV_[A-Z].*", code(path)):
            print("%s: orders kinds of events, which KIND_* of event/pair.h are for: %s" % (path.relative_to(TOP), line.strip()))
            bad = True
    return 1 if bad else 0


sys.exit(main())
