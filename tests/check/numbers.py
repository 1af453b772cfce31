#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Compares the numbers of system calls in tables/nr/ with the kernel's headers on this machine."""
import pathlib
import re
import subprocess
import sys

NR = pathlib.Path(__file__).resolve().parents[2] / "libsctrace" / "tables" / "nr"

# The kernel header that has each ABI's numbers, and the compiler's options for it.
HEADERS = {
    "x86_64": ("asm/unistd_64.h", []),
    "i386": ("asm/unistd_32.h", []),
    "arm64": ("asm-generic/unistd.h", ["-D__BITS_PER_LONG=64", "-D__ARCH_WANT_NEW_STAT", "-D__ARCH_WANT_RENAMEAT",
                                       "-D__ARCH_WANT_SET_GET_RLIMIT", "-D__ARCH_WANT_TIME32_SYSCALLS",
                                       "-D__ARCH_WANT_MEMFD_SECRET"]),
    "riscv64": ("asm-generic/unistd.h", ["-D__BITS_PER_LONG=64", "-D__ARCH_WANT_NEW_STAT",
                                         "-D__ARCH_WANT_SET_GET_RLIMIT", "-D__ARCH_WANT_MEMFD_SECRET"]),
}
# Header's name -> the one that strace prints.
ALIASES = {
    "_sysctl": "sysctl", "fadvise64_64": "fadvise64_64", "umount": "oldumount", "sync_file_range2": "sync_file_range",
}


def header_numbers(header, flags):
    run = subprocess.run(["clang", "-E", "-dM", "-include", header, "-xc", *flags, "/dev/null"],
                         capture_output=True, text=True, check=True)
    macros = dict(re.findall(r"^#define (__NR\w+) (\S+)$", run.stdout, re.M))
    numbers = {}
    for name, value in macros.items():
        while value in macros:
            value = macros[value]
        short = re.sub(r"^__NR(3264)?_", "", name)
        if value.isdigit() and not re.search(r"syscalls$|^arch_specific_syscall$", short):
            numbers.setdefault(int(value), set()).add(short)
    return numbers


def main():
    status = 0
    for abi, (header, flags) in HEADERS.items():
        path = NR / f"{abi}.def"
        if not path.exists():
            continue
        text = path.read_text().replace('#include "tables/nr/common.def"', (NR / "common.def").read_text())
        rows = {int(n): name for n, name in re.findall(r"^NR\((\d+), (\w+)\)", text, re.M)}
        numbers = header_numbers(header, flags)
        if len(numbers) < 250 or len(rows) < 250:
            print(f"{abi}: {len(numbers)} numbers in {header}, {len(rows)} in {path.name}: is the check still right?")
            status = 1
        for nr, names in sorted(numbers.items()):
            row = rows.get(nr)
            if row is None:
                print(f"{path.name}: {nr} ({', '.join(sorted(names))}) has no row")
                status = 1
            elif not any(row == n or ALIASES.get(n) == row or similar(row, n) for n in names):
                print(f"{path.name}: {nr} is {row}, in {header} {', '.join(sorted(names))}")
                status = 1
        print(f"{abi}: {len(numbers)} numbers in {header}, {len(rows)} rows")
    return status


def similar(row, name):
    """Rows of another prototype carry a suffix, as mmap_i386 for i386's mmap."""
    return re.fullmatch(rf"(old|new)?{re.escape(name)}(_\w+|32|16|64)?", row) is not None


sys.exit(main())
