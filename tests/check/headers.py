# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Constants of the kernel's headers: of the newest, which scripts/newest.sh fetches, else of this machine's."""
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
SYSTEM = pathlib.Path("/usr/include")
PLAIN = "#include <stddef.h>\n#include <stdint.h>\n"
FULL = "#define _GNU_SOURCE\n" + PLAIN + "#include <sys/types.h>\n#include <sys/time.h>\n#include <sys/socket.h>\n"
KERNEL_DIRS = ("linux", "asm-generic", "sound", "drm", "mtd", "misc", "scsi", "video", "rdma", "xen")


def find():
    run = subprocess.run([TOP / "scripts" / "newest.sh", "include"], capture_output=True, text=True)
    if run.returncode == 0:
        return pathlib.Path(run.stdout.strip())
    if os.environ.get("CI") == "true":
        sys.exit("the newest headers are not there: scripts/newest.sh fetches them")
    return SYSTEM


INCLUDE = find()
NEWEST = INCLUDE != SYSTEM
ARGS = ["-isystem", str(INCLUDE), "-isystem", str(INCLUDE / f"{platform.machine()}-linux-gnu")] if NEWEST else []
KERNEL = [str(p.relative_to(INCLUDE)) for d in KERNEL_DIRS for p in sorted((INCLUDE / d).rglob("*.h"))]


def clang(source, *args):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write(source)
        f.flush()
        return subprocess.run(["clang", *ARGS, "-w", "-ferror-limit=0", "-fno-spell-checking", *args, f.name],
                              capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})


def errors_of(source):
    return clang(source, "-fsyntax-only").stderr


def includes(headers):
    return "".join(f"#include <{h}>\n" for h in headers)


def usable(headers, first):
    """Returns those headers that can be included one after the other."""
    line0 = first.count("\n") + 1
    while True:
        errors = errors_of(first + includes(headers))
        # "from probe.c:12:" leads from an error back to the line that included it
        bad = {int(m) - line0 for m in re.findall(r"\.c:(\d+)[:,]", errors)}
        if not bad:
            return headers
        headers = [h for i, h in enumerate(headers) if i not in bad]


def known(include, names):
    """Returns the names that are constants after these includes."""
    source = include + "".join(f"enum {{ probe_{i} = ({n}) != 0 }};\n" for i, n in enumerate(names))
    line0 = include.count("\n") + 1
    bad = {int(m) - line0 for m in re.findall(r"^[^:\n]+:(\d+):\d+: error", errors_of(source), re.M)}
    return [n for i, n in enumerate(names) if i not in bad]


def values(include, names):
    """Returns name -> value (unsigned, 64 bits) of the names that are constants."""
    names = known(include, names)
    source = include + "".join(f"unsigned long long probe_{i} = (unsigned long long)({n});\n"
                               for i, n in enumerate(names))
    text = clang(source, "-S", "-emit-llvm", "-o", "-").stdout
    found = re.findall(r"^@probe_(\d+) = .*global i64 (-?\d+),", text, re.M)
    return {names[int(i)]: int(v) & 0xffffffffffffffff for i, v in found}
