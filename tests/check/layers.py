#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Checks that includes go one way: a folder of LAYERS includes itself and folders of lower levels.

docs/design.md has the table of LAYERS; the check compares it, and `layers.py --write` writes it anew.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent

# Each line is a level, the lowest first: its folders, and what they have. Folders of one level do not include each
# other, but for those in TOGETHER.
LAYERS = [
    {"util": "memory, texts, JSON, clocks, /proc; nothing in it knows of system calls"},
    {"tables": "data only: a row per system call, its number per ABI, names of constants, structs, netlink attributes",
     "lookup": "look-ups over the tables"},
    {"event": "checked records, paired per thread; the interface of what gives records (`source.h`)",
     "plan": "the capture plan of a call, from its row and the options",
     "probe": "what people type of a probe, and the functions and USDT probes of a program; a probe's prototype becomes "
              "a row as a call has (`types.h`)"},
    {"load": "loading of BPF objects: the kernel's types, its features, what it refuses, what programs cost",
     "recording": "capture files, a source of records",
     "decode": "typed values from captured memory, by area of the kernel, never text; `core/` has what the areas share",
     "stack": "the frames of a call, from its registers, its stack and what the records say is mapped"},
    {"live": "the kernel's rings, a source of records, and how handles share them"},
    {"probe_bpf": "programs attached to the functions and tracepoints that probes name",
     "attach": "tasks that run already: which there are, what call each is in, and the memory of that call"},
    {"counts": "statistics that the kernel keeps: their maps, and how they are read",
     "enrich": "what records do not say: names of tasks, interfaces and security contexts, mappings, late strings"},
    {"sink": "strace's lines, JSON, values for agents; strace's peculiarities are in `quirks.c`",
     "stats": "statistics and their tables"},
    {"api": "the handles: their life, scope, targets, sharing and health; joins all that is below"},
]
TOGETHER = {"tables", "lookup", "common", "arch"}

# The same of bpf/.
PROGRAMS = [
    {"abi": "records and maps that userspace knows, too"},
    {"common": "the kernel's structs, which task is traced, scope, preemption",
     "arch": "registers of each architecture"},
    {"record": "records: memory by the plan, descriptors, stacks; maps of the programs that send them",
     "stats": "statistics by row and key"},
    {"events": "programs of system calls and task events",
     "probe": "programs of probes, which send hits or count them"},
]


def levels(layers):
    """The level of each folder."""
    return {folder: n for n, row in enumerate(layers) for folder in row}


LEVEL = levels(LAYERS)
PROGRAM_LEVEL = levels(PROGRAMS)

# Headers without functions of the library, that anything may include.
DATA = {"tables/keys.def", "util/number.h", "abi/sctrace_abi.h", "abi/kstats_abi.h"}
# The interpreter of capture plans, which is compiled into the programs and into the library.
INTERPRETER = {"abi/capture_limits.h", "record/capture.h", "record/fdmem.h"}
INTERPRETER_USERS = {"libsctrace/plan/plan.c", "libsctrace/attach/capture_user.c"}
SKELETON_USERS = {"load", "live", "probe_bpf", "attach", "counts"}
PUBLIC_USERS = {"api", "sink", "stats", "examples"}

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]*)"', re.M)


def library(path, header):
    """The reason why a file of the library must not include the header, or None."""
    folder, area = path.parts[1], path.parts[2] if len(path.parts) > 2 else ""
    target = header.split("/")
    if header in INTERPRETER:
        return None if str(path) in INTERPRETER_USERS else "only the interpreter of plans and its limits' users do"
    if header.endswith(".skel.h"):
        return None if folder in SKELETON_USERS else "only %s load programs" % ", ".join(sorted(SKELETON_USERS))
    if header == "sctrace.h":
        return None if folder in PUBLIC_USERS or path.name == "sctrace.h" else "the public header is for sinks and api/"
    if target[0] == "decode" and target[1] != "core" and not (folder == "decode" and area == target[1]):
        return "an area of decode/ is included by itself only"
    return direction(LEVEL, folder, target[0])


def direction(level, folder, target):
    """The reason why a file of a folder must not include one of the target folder, or None."""
    for name in folder, target:
        if name not in level:
            return "%s is in no layer" % name
    if level[target] > level[folder]:
        return "%s/ is below %s/" % (folder, target)
    if level[target] == level[folder] and target != folder and not {folder, target} <= TOGETHER:
        return "%s/ and %s/ are beside each other" % (folder, target)
    return None


def why_not(path, header):
    """The reason why the file must not include the header, or None."""
    if header in DATA:
        return None
    if path.parts[0] == "bpf":
        return direction(PROGRAM_LEVEL, path.parts[1], header.split("/")[0])
    if path.parts[0] == "cli":
        if header != "sctrace.h" and not (TOP / "cli" / header).exists():
            return "the command includes sctrace.h and nothing else of the library"
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
        print("docs/design.md: the table of layers is not that of the check; tests/check/layers.py --write")
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
