#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""The constants of tables/flags/ and tables/errno.def against kernel headers.

Their values are literal, so that the output never depends on the build host. Here each name that a kernel
header (or, failing that, a libc header) knows must have the very value. Names that no header knows are
counted: they are older than these headers, or newer.
"""
import re
import sys

sys.dont_write_bytecode = True  # the tree stays as it is
from headers import FULL, KERNEL, NEWEST, PLAIN, TOP, errors_of, includes, known, usable

TABLES = TOP / "libsctrace" / "tables"
ROW = re.compile(r"\b(?:F|E|NLA|NLA_OF|NLA_FN|NLA_LIST)\((\w+),\s*([^,)]+?)\s*[,)]")

SOCKET = re.compile(r"\b(?:SOL\((\w+)|(?:SOCKOPT\w*|CMSG)\(\w+, (\w+)), (\d+)\b")
REQUEST = re.compile(r"\b(?:REQUEST|IOCTL|IOCTL_FD|IOCTL_AUX)\((\w+),\s*(?:[A-Z0-9]+\()*(0x[0-9a-f]+)")

# Constants that are not of this machine.
OTHER_MACHINES = {"arm.def", "ioctl_32.def"}

# Constants that a later kernel has numbered anew; the lines have the older numbers.
RENUMBERED = re.compile(r"IPSTATS_MIB_\w+")

# Constants whose value in a header is not that in calls: pattern -> expression that converts it.
CHANGED = {
    r"IPV4_DEVCONF_\w+": "{} - 1",  # the index in an array that leaves out 0
    r"KEXEC_ARCH_\w+": "{} >> 16",  # printed apart from the flags below it
    r"F_(GET|SET)LKW?64": "{} + 7",  # libc hides that these are calls of 32-bit programs
}


def rows():
    """(file, name, value) of each row whose value is a literal."""
    for path in sorted([*TABLES.glob("flags/*.def"), *TABLES.glob("netlink/*.def"), TABLES / "errno.def"]):
        if path.name in OTHER_MACHINES or path.name == "names.def":
            continue
        for name, value in ROW.findall(path.read_text()):
            if not RENUMBERED.fullmatch(name):
                yield path.name, name, value
    for path in sorted(TABLES.glob("net/*.def")):
        for level, option, value in SOCKET.findall(path.read_text()):
            yield path.name, level or option, value
    for path in sorted(TABLES.glob("ioctl/*.def")):
        for name, value in REQUEST.findall(path.read_text()):
            yield path.name, name, value


def seen(name):
    """The header's constant, as the table has it."""
    for pattern, change in CHANGED.items():
        if re.fullmatch(pattern, name):
            return change.format(name)
    return name


def wrong(include, pairs):
    """The pairs (name, value) whose value differs from the header's."""
    source = include + "".join(
        # a value may be meant as 32 bits without a sign
        f"_Static_assert((unsigned long)({seen(n)}) == (unsigned long)({v}) || "
        f"(unsigned)({seen(n)}) == (unsigned long)({v}), \"\");\n" for n, v in pairs)
    line0 = include.count("\n") + 1
    bad = {int(m) - line0 for m in re.findall(r"^[^:\n]+:(\d+):\d+: error", errors_of(source), re.M)}
    return [p for i, p in enumerate(pairs) if i in bad]


LIBC = """fcntl.h sys/stat.h signal.h sched.h sys/mman.h sys/prctl.h sys/socket.h netinet/in.h netinet/tcp.h netinet/udp.h
 arpa/inet.h sys/un.h net/if.h net/if_arp.h sys/ioctl.h termios.h sys/epoll.h sys/eventfd.h sys/signalfd.h sys/timerfd.h
 sys/inotify.h sys/fanotify.h sys/ipc.h sys/sem.h sys/shm.h sys/msg.h mqueue.h sys/mount.h sys/ptrace.h sys/personality.h
 sys/quota.h sys/random.h sys/reboot.h sys/resource.h sys/sendfile.h sys/statfs.h sys/statvfs.h sys/swap.h sys/syscall.h
 sys/sysinfo.h sys/time.h sys/timex.h sys/times.h sys/uio.h sys/utsname.h sys/vfs.h sys/wait.h sys/xattr.h sys/fsuid.h
 sys/klog.h sys/syslog.h poll.h time.h utime.h unistd.h linux/sctp.h netpacket/packet.h netinet/ip.h netinet/ip6.h
 netinet/icmp6.h sys/io.h sys/vm86.h elf.h sys/acct.h sys/file.h sys/rseq.h""".split()


def check(title, include, table, report):
    """Checks the constants of table (name -> set of values) that these includes define, and removes them from table."""
    names = known(include, sorted(table))
    report += [(n, v, title) for n, v in wrong(include, [(n, v) for n in names for v in table[n]])]
    for n in names:
        del table[n]
    return len(names)


def main():
    table, places, report = {}, {}, []
    for place, name, value in rows():
        table.setdefault(name, set()).add(value)
        places.setdefault((name, value), place)
    total = len(table)
    if total < 2000:
        print(f"only {total} constants found: is the check still right?")
        return 1
    together = usable(KERNEL, PLAIN)
    kernel = check("kernel header", PLAIN + includes(together), table, report)
    libc = check("libc header", FULL + includes(usable(LIBC, FULL)), table, report)
    # constants that collide with others are checked one by one
    for header in set(KERNEL) - set(together):
        kernel += check(header, FULL + includes(usable([header], FULL)), table, report)
    for name, value, title in report:
        print(f"{places[name, value]}: {name} is {value} in the table, but the {title} has another value")
    print(f"{total} constants: {kernel} known to kernel headers, {libc} to libc's, {len(table)} to neither; "
          f"{len(report)} wrong{'' if NEWEST else '; not the newest headers'}")
    return 1 if report or len(table) > total // 3 else 0


sys.exit(main())
