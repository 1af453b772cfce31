#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""scripts/uapi-diff.sh: what the kernel headers have and no table of libsctrace/tables/ has.

A set is an enum, or #defines without a blank line between them that begin alike. What is left out has its reason in
uapi-diff.txt, by header or by name:

	why it is left out
		linux/can/* linux/nfs*.h
		linux/fs.h: SEEK_MAX|INR_OPEN_\\w+

A header alone stands for sets of which no table has a member: what is missing of a set that a table has, and requests
of ioctl(), are left out by name only. A reason that leaves out nothing is reported, too.
"""
import fnmatch
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the tree stays as it is
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "check"))
from headers import INCLUDE, KERNEL, NEWEST, TOP  # noqa: E402

MACHINES = ("x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu")
MACHINE = sorted(str(p.relative_to(INCLUDE)) for m in MACHINES for p in INCLUDE.glob(f"{m}/asm/*.h"))


def read_tables():
    """Every name that a row of a table has, or that a decoder emits."""
    names = set()
    for path in (TOP / "libsctrace" / "tables").rglob("*.def"):
        names.update(re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)))
    for path in (TOP / "libsctrace" / "decode").rglob("*.c"):
        names.update(re.findall(r'"(\w+)"', path.read_text()))
    return names


def constant(value):
    """Returns whether the value of a macro may be a number."""
    return not re.match(r'"|\{|struct\b|__attribute|do\b|sizeof\b|\(?\(?(const )?(struct|char|void)\b', value.strip())


def header_sets(text):
    """(is a request, names) of each set in a header."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"//.*", "", text).replace("\\\n", " ")
    listed = set()
    for body in re.findall(r"\benum\b[^{};()]*\{([^}]*)\}", re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)):
        parts = re.sub(r"\([^()]*\)", "", body).split(",")
        names = [m[1] for m in (re.match(r"\s*(\w+)", part) for part in parts) if m]
        listed.update(names)
        yield False, names
    names = []
    for line in [*text.splitlines(), ""]:
        m = re.match(r"[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S.*)", line)
        if m and re.search(r"\b(\w*_)?IOC?(R|W|WR|RW)?\(", m[2]) and not re.match(r"_IO", m[1]):
            yield True, [m[1]]
        elif m and constant(m[2]) and m[1] not in listed:
            if names and names[-1].split("_")[0] != m[1].split("_")[0]:
                yield False, names
                names = []
            names.append(m[1])
        elif not line.strip() and names:
            yield False, names
            names = []


class Reasons:
    def __init__(self, path):
        self.rows = []  # (reason, header pattern, name pattern or None)
        for line in path.read_text().splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            if not line[0].isspace():
                reason = line.strip()
            elif ": " in line:
                header, names = line.strip().split(": ", 1)
                self.rows.append((reason, header, names))
            else:
                self.rows += [(reason, word, None) for word in line.split()]
        self.used = [0] * len(self.rows)
        self.names = [re.compile(names) if names else None for _, _, names in self.rows]
        self.by_header = {}

    def of_header(self, header):
        if header not in self.by_header:
            short = re.sub(r"^[^/]*-linux-gnu/", "", header)
            self.by_header[header] = [i for i, row in enumerate(self.rows) if fnmatch.fnmatchcase(short, row[1])]
        return self.by_header[header]

    def explain(self, header, name, whole):
        """Counts the reason that leaves a name out; whole: so may one for the header."""
        for i in self.of_header(header):
            pattern = self.names[i]
            if (pattern is None and whole) or (pattern is not None and pattern.fullmatch(name)):
                self.used[i] += 1
                return True
        return False

    def unused(self):
        for i, (reason, header, names) in enumerate(self.rows):
            if not self.used[i]:
                yield f"{header}{': ' + names if names else ''} ({reason})"

    def totals(self):
        totals = {}
        for i, row in enumerate(self.rows):
            totals[row[0]] = totals.get(row[0], 0) + self.used[i]
        return totals


def main():
    if not NEWEST:
        print("uapi-diff: the newest headers are not there: scripts/newest.sh fetches them")
        return 77
    have = read_tables()
    reasons = Reasons(HERE / "uapi-diff.txt")
    seen, missing = 0, 0
    for header in KERNEL + MACHINE:
        lacking = []
        for request, names in header_sets((INCLUDE / header).read_text(errors="replace")):
            seen += len(names)
            whole = not request and not have.intersection(names)
            lacking += [n for n in names if n not in have and not reasons.explain(header, n, whole)]
        if lacking:
            print(f"{header}: {' '.join(dict.fromkeys(lacking))}")
            missing += len(lacking)
    stale = list(reasons.unused())
    for row in stale:
        print(f"uapi-diff.txt: leaves out nothing: {row}")
    if "-v" in sys.argv[1:]:
        for reason, n in reasons.totals().items():
            print(f"{n:6} {reason}")
        print(f"{seen:6} constants and requests in {len(KERNEL + MACHINE)} headers")
    if seen < 30000:
        print(f"only {seen} constants found: is the check still right?")
    return 1 if missing or stale or seen < 30000 else 0


sys.exit(main())
