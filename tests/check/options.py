#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Each member of the public option structs has a rule in opts_rules.def, in the header's order, and nothing else has.

Of the command's options: each word that cli/options.def names as an argument is taken by the parser, and words that it
does not name are not. SCTRACE: the binary.
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # the tree stays as it is
tree = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
top = os.path.join(tree, "libsctrace")
sys.path.insert(0, os.path.join(tree, "cli"))
import options_doc  # noqa: E402


def read(name):
    with open(os.path.join(top, name), encoding="utf-8") as f:
        text = f.read()
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def members(body):
    """The names of the members in a struct's body, but for sz."""
    names = []
    for decl in body.split(";"):
        function = re.search(r"\(\*(\w+)\)\(", decl)
        plain = re.search(r"(\w+)\s*$", decl)
        name = (function or plain).group(1) if decl.strip() else None
        if name and name != "sz":
            names.append(name)
    return names


def rules(body):
    """The first row of each member: further rows are about two members."""
    names = []
    for name in re.findall(r"^\t[A-Z]+\((\w+)", body, flags=re.M):
        if name not in names:
            names.append(name)
    return names


header = {n: members(b) for n, b in re.findall(r"^struct (\w+_opts) \{(.*?)^\};", read("sctrace.h"), re.S | re.M)}
table = {n: rules(b) for n, b in re.findall(r"^OPTS\((\w+)\)(.*?)^OPTS_END", read("api/opts_rules.def"), re.S | re.M)}
failed = len(header) < 5
if failed:
    print("sctrace.h: the option structs were not found")
for struct in sorted(header.keys() | table.keys()):
    want, have = header.get(struct, []), table.get(struct, [])
    if want != have:
        failed = True
        print(f"struct {struct}: without a rule: {[m for m in want if m not in have]}, not in sctrace.h: "
              f"{[m for m in have if m not in want]}" if set(want) != set(have) else f"struct {struct}: other order")

# Options whose words are only some of their arguments: any call or number, names of errors and signals, keys
OPEN = {"EXPR", "TRACE", "TRACE_FDS", "READ", "WRITE", "ABBREV", "DEREF", "RAW", "ERRNO", "SIGNAL", "BY", "INTERRUPTIBLE",
        "TIPS"}


def taken(option, word):
    """Whether the parser takes the word: after it, -V only prints the version."""
    got = subprocess.run([os.environ["SCTRACE"], "--%s=%s" % (option.names()[0], word), "-V"], stdin=subprocess.DEVNULL,
                         capture_output=True, check=False)
    return got.returncode == 0


tried = 0
for option in options_doc.options(options_doc.read_rows(os.path.join(tree, "cli", "options.def"))):
    if not option.words or not option.names() or option.words == "@keys":
        continue
    for word in option.words.split() + ["bogus"] * (option.id not in OPEN):
        tried += 1
        if taken(option, word) != (word != "bogus"):
            failed = True
            print(f"--{option.names()[0]}={word}: options.def and the parser differ")
if tried < 100:
    failed = True
    print(f"only {tried} words of options tried: is the check still right?")
sys.exit(failed)
