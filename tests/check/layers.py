#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Checks that includes go one way: a folder includes itself and folders of lower levels.

docs/design.md has the table of LAYERS; the check compares it, and `layers.py --write` writes it anew.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent

# A row per level, the lowest first: its folders and their descriptions. Folders of one level do not include each
# other, except those in TOGETHER.
LAYERS = [
    {"util": "memory, texts, JSON, clocks, /proc; independent of system calls"},
    {"tables": "data only: a row per system call, its number per ABI, names of constants, structs, netlink attributes",
     "lookup": "look-ups over the tables"},
    {"event": "checked records, paired per thread; the interface of sources of records (`source.h`)",
     "plan": "the capture plan of a call, from its row and the options",
     "probe": "specifications of probes, and the functions and USDT probes of a program; a probe's prototype becomes "
              "a row like that of a call (`types.h`)"},
    {"load": "loading of BPF objects: the kernel's BTF and features, why it refuses a program, the cost of programs",
     "recording": "capture files, a source of records",
     "decode": "typed values from captured memory, by area of the kernel, never text; `core/` has what the areas share",
     "stack": "the frames of a call, from its registers, its stack and the mappings in the records"},
    {"live": "the kernel's rings, a source of records, and how handles share them"},
    {"probe_bpf": "programs attached to the functions and tracepoints that probes name",
     "attach": "tasks that exist at the start: the list of them, the call that each is in, and the memory of that call",
     "why": "one look at all tasks: who waits for whom"},
    {"counts": "the reader's side of the statistics that the kernel keeps",
     "enrich": "data from outside of the records: names of tasks, interfaces and security contexts, containers, mappings, late strings"},
    {"sink": "strace's lines, JSON, values for agents; strace's peculiarities are in `quirks.c`",
     "stats": "statistics and their tables"},
    {"api": "the handles: their life, scope, targets, sharing and health; joins all that is below"},
]
TOGETHER = {"tables", "lookup", "common", "arch"}

# The levels of bpf/.
PROGRAMS = [
    {"abi": "layouts of records and maps, shared with the library"},
    {"common": "the kernel's structs, the state of tasks, scope, preemption",
     "arch": "registers of each architecture"},
    {"record": "writes records: memory by the capture plan, descriptors, stacks; the maps that this needs",
     "stats": "statistics by row and key"},
    {"events": "programs of system calls and task events",
     "probe": "programs of probes, which send hits or count them",
     "why": "iterators that look at all tasks, and at who has the files that they wait for"},
]


def levels(layers):
    """The level of each folder."""
    return {folder: n for n, row in enumerate(layers) for folder in row}


LEVEL = levels(LAYERS)
PROGRAM_LEVEL = levels(PROGRAMS)

# Headers that declare no functions of the library: every file may include them.
DATA = {"tables/keys.def", "util/number.h", "abi/sctrace_abi.h", "abi/kstats_abi.h", "abi/why_abi.h"}
# The interpreter of capture plans is compiled into the programs and into the library.
INTERPRETER = {"abi/capture_limits.h", "record/capture.h", "record/fdmem.h"}
INTERPRETER_USERS = {"libsctrace/plan/plan.c", "libsctrace/attach/capture_user.c"}
SKELETON_USERS = {"load", "live", "probe_bpf", "attach", "counts", "why"}
PUBLIC_USERS = {"api", "sink", "stats", "examples"}

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]*)"', re.M)


def library(path, header):
    """The reason why a file of the library must not include the header, or None."""
    folder, area = path.parts[1], path.parts[2] if len(path.parts) > 2 else ""
    target = header.split("/")
    if header in INTERPRETER:
        return None if str(path) in INTERPRETER_USERS else "only plan/plan.c and attach/capture_user.c may: they share the interpreter of capture plans"
    if header.endswith(".skel.h"):
        return None if folder in SKELETON_USERS else "only %s may load programs" % ", ".join(sorted(SKELETON_USERS))
    if header == "sctrace.h":
        if folder in PUBLIC_USERS or path.name == "sctrace.h":
            return None
        return "only %s may include the public header" % ", ".join(sorted(PUBLIC_USERS))
    if target[0] == "decode" and target[1] != "core" and not (folder == "decode" and area == target[1]):
        return "only the area itself may include its headers; others call it by rows of tables/"
    return direction(LEVEL, folder, target[0])


def direction(level, folder, target):
    """The reason why a file of a folder must not include one of the target folder, or None."""
    for name in folder, target:
        if name not in level:
            return "%s/ is in no layer: add it to LAYERS or PROGRAMS of this check" % name
    if level[target] > level[folder]:
        return "%s/ is below %s/, and may not include it" % (folder, target)
    if level[target] == level[folder] and target != folder and not {folder, target} <= TOGETHER:
        return "%s/ and %s/ are on one level, and may not include each other" % (folder, target)
    return None


def why_not(path, header):
    """The reason why the file must not include the header, or None."""
    if header in DATA:
        return None
    if path.parts[0] == "bpf":
        return direction(PROGRAM_LEVEL, path.parts[1], header.split("/")[0])
    if path.parts[0] == "cli":
        if header != "sctrace.h" and not (TOP / "cli" / header).exists():
            return "the command may include no other header of the library than sctrace.h"
        return None
    return library(path, header)


def table():
    """The lines of the table of layers in docs/design.md, the top layer last."""
    lines = ["| level | folder | what it has |", "|---|---|---|"]
    for top, layers in ("bpf", PROGRAMS), ("libsctrace", LAYERS):
        lines += ["| %d | `%s/%s/` | %s |" % (n, top, folder, text)
                  for n, row in enumerate(layers) for folder, text in row.items()]
    return lines


def design(write):
    """Compares the table in docs/design.md with LAYERS; returns whether they are the same."""
    path = TOP / "docs/design.md"
    old = path.read_text()
    new = re.sub(r"(<!-- layers: tests/check/layers.py --write -->\n).*?(\n<!-- end -->)",
                 lambda m: m[1] + "\n".join(table()) + m[2], old, flags=re.S)
    if "<!-- layers:" not in old:
        print("docs/design.md: no table of layers")
        return False
    if write:
        path.write_text(new)
    elif new != old:
        print("docs/design.md: the table of layers is out of date; run tests/check/layers.py --write")
        return False
    return True


def main():
    good = design("--write" in sys.argv)
    count = 0
    for top in ("bpf", "libsctrace", "cli"):
        for file in sorted((TOP / top).rglob("*")):
            if file.suffix not in (".c", ".h", ".def"):
                continue
            path = file.relative_to(TOP)
            for header in INCLUDE.findall(file.read_text()):
                count += 1
                reason = why_not(path, header)
                if reason:
                    print('%s: includes "%s": %s' % (path, header, reason))
                    good = False
    if count < 500:
        print("only %d includes found: is the check still right?" % count)
        good = False
    return 0 if good else 1


sys.exit(main())
