#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Every public name of sctrace.h has a comment, also each member and enumerator. The comment of a function has the
# version of libsctrace.map and says in which state it may be called; the comment of a type or macro has its version.
# man(1) prints no warnings for libsctrace(3) and the generated pages, and each name has a page.
# documented.py LIBSCTRACE.3 [MAN3-DIR]
import os
import re
import subprocess
import sys

top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
header = open(os.path.join(top, "libsctrace/sctrace.h")).read()
version_map = open(os.path.join(top, "libsctrace/libsctrace.map")).read()
WHO = "handle callback anyone signal".split()
failed = False


def bad(name, why):
    global failed
    print(f"sctrace.h: {name}: {why}")
    failed = True


def versions():
    """The version of each function, by the map."""
    since = {}
    for node, body in re.findall(r"^SCTRACE_([0-9.]+) \{(.*?)^\}", version_map, re.M | re.S):
        for name in re.findall(r"^\s*(sctrace_\w+);", body, re.M):
            since[name] = node
    return since


def items(text, end):
    """(comment before, declaration, comment after) of each declaration in text, which end ends."""
    token = re.compile(r"/\*\*(?!<)(?P<doc>.*?)\*/|/\*\*<(?P<after>.*?)\*/|/\*.*?\*/|(?P<end>%s)|(?P<code>[^/%s]+|/)"
                       % (end, end), re.S)
    found, doc, code = [], "", ""
    for m in token.finditer(text):
        if m["doc"] is not None:
            doc = m["doc"]
        elif m["after"] is not None:
            if code.strip():  # the last enumerator
                found.append([doc, code.strip(), m["after"]])
                doc = code = ""
            elif found:
                found[-1][2] += m["after"]
        elif m["end"]:
            if code.strip():
                found.append([doc, code.strip(), ""])
            doc = code = ""
        elif m["code"]:
            code += m["code"]
    if code.strip():
        found.append([doc, code.strip(), ""])
    return found


def members(kind, name, body):
    names = []
    for before, declaration, after in items(body, "," if kind == "enum" else ";"):
        found = re.search(r"\(\*(\w+)\)|(\w+)\s*(\[\w+\])?\s*(=\s*\w+)?$", declaration)
        member = found[1] or found[2]
        if not (before + after).strip():
            bad(f"{kind} {name}", f"{member} has no comment: say what it is, and its unit")
        if re.search(r",(?![^()]*\))", declaration):
            bad(f"{kind} {name}", f"declare each member separately: {declaration}")
        names.append(member)
    return names


def types(text):
    names, inner = set(), set()
    pattern = r"(/\*\*(?!<)(?:(?!\*/).)*\*/\s*)?^(struct|enum) (sctrace\w*)(?: \{(.*?)^\})?;"
    for doc, kind, name, body in re.findall(pattern, text, re.M | re.S):
        names.add(name)
        if not re.search(r"@since [0-9]+\.[0-9]+", doc):
            bad(f"{kind} {name}", "its comment lacks @since VERSION")
        if body:
            found = members(kind, name, body)
            if kind == "enum":
                inner.update(found)
    return names, inner


def macros(text):
    names = set()
    for doc, name in re.findall(r"(/\*\*(?!<)(?:(?!\*/).)*\*/\n)?^#define (SCTRACE_\w+)", text, re.M | re.S):
        if name == "SCTRACE_H" or name in names and not doc:
            continue
        if not doc and name == "SCTRACE_INIT" and "@since" in text[: text.rindex("#define SCTRACE_INIT")]:
            continue  # of three comments, the one that Doxygen sees is here
        names.add(name)
        if not re.search(r"@since [0-9]+\.[0-9]+", doc):
            bad(name, "its comment lacks @since VERSION")
    return names


def functions(text):
    since, names = versions(), set()
    pattern = r"(/\*\*(?!<)(?:(?!\*/).)*\*/\n)?^(SCTRACE_API|typedef) ([^;]*?)\b(sctrace_\w+)\(([^;]*)\);"
    for doc, kind, _, name, _ in re.findall(pattern, text, re.M | re.S):
        names.add(name)
        found = re.search(r"@since ([0-9.]+[0-9])", doc)
        if not found:
            bad(name, "its comment lacks @since VERSION")
            continue
        if kind == "typedef":
            continue
        if found[1] != since.get(name):
            bad(name, f"@since {found[1]}, but libsctrace.map has {since.get(name)}")
        tags = re.findall(r"@(\w+)", doc)
        if sum(tags.count(who) for who in WHO) != 1:
            bad(name, "its comment does not say who may call it: add one of " + ", ".join("@" + who for who in WHO))
        text_of = re.sub(r"[\s*/]+|@since [0-9.]+|@\w+", " ", doc).strip()
        if len(text_of) < 10:
            bad(name, "its comment is too short: say what it does")
    return names


def warnings(page):
    done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
                          env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}, capture_output=True, text=True)
    if done.stderr or done.returncode:
        bad(page, done.stderr.strip())


def pages(directory, names):
    for name in sorted(names):
        if not os.path.isfile(os.path.join(directory, name + ".3")):
            bad(name, f"has no page in {directory}")
    files = [os.path.join(directory, page) for page in sorted(os.listdir(directory))]
    real = [page for page in files if not open(page).read(4).startswith(".so")]
    if len(real) < 10:
        bad(directory, f"only {len(real)} pages found: is the check still right?")
    for page in real:
        warnings(page)


def overview(page, names):
    """libsctrace(3) refers to every part of the header, and to nothing that is not there."""
    warnings(page)
    text = open(page).read()
    referred = set(re.findall(r"^\.BR \\?&?((?:lib)?sctrace_\w+) \((?:3\))?", text, re.M))
    groups = set(re.findall(r"@defgroup (\w+)", header))
    for name in sorted(groups - referred):
        bad(page, f"does not refer to {name}(3)")
    for name in sorted(referred - groups - names):
        bad(page, f"refers to {name}, which sctrace.h does not have")
    if len(referred) < 15:
        bad(page, f"{len(referred)} references found only: is the check still right?")


calls = functions(header)
kinds, enumerators = types(header)
constants = macros(header)
for what, found, least in ("functions", calls, 60), ("types", kinds, 20), ("enumerators", enumerators, 50), \
        ("macros", constants, 20):
    if len(found) < least:
        bad(what, f"only {len(found)} found: is the check still right?")
if set(versions()) - calls:
    bad("functions", f"in libsctrace.map, but not found in sctrace.h: {set(versions()) - calls}")
overview(sys.argv[1], calls)
if len(sys.argv) > 2:
    # opaque handles have no page of their own
    opaque = set(re.findall(r"^struct (sctrace\w*);", header, re.M))
    pages(sys.argv[2], calls | constants | enumerators | (kinds - opaque))
sys.exit(failed)
