#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""opens.py PID: opens.c in Python: the files that a process, and all that it starts, opens.

What cffi needs is the header as it is installed, a C compiler's preprocessor and the shared library."""
import os
import re
import subprocess
import sys

from cffi import FFI


def output(*command, given=""):
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def declarations():
    """What sctrace.h declares, without the system's headers: cffi knows the types of those."""
    with open(output("pkg-config", "--variable=includedir", "libsctrace").strip() + "/sctrace.h") as file:
        header = file.read()
    code = output("cc", "-E", "-P", "-D__attribute__(x)=", "-", given=re.sub(r"(?m)^#include.*", "", header))
    numbers = re.findall(r"(?m)^#define SCTRACE_\w+ (?:0x)?[0-9a-f]+$", header)
    return "\n".join(["typedef int pid_t;", code, *numbers])


ffi = FFI()
ffi.cdef(declarations())
lib = ffi.dlopen("libsctrace.so.0")


class Opens:
    def __init__(self, pid):
        # cffi frees what nothing refers to: the callback has to live as long as the handle
        self.callback = ffi.callback("sctrace_event_fn", self.on_event, error=-1)
        self.value = ffi.new("struct sctrace_value *")
        calls = ffi.new("char[]", b"?open,openat")
        opts = ffi.new("struct sctrace_opts *", {"trace": calls, "event": self.callback})
        opts.sz = ffi.sizeof("struct sctrace_opts")
        trace = ffi.new("struct sctrace **")
        self.trace = ffi.NULL
        self.check(lib.sctrace_open(trace, opts))
        self.trace = trace[0]
        self.check(lib.sctrace_target(self.trace, pid, lib.SCTRACE_FOLLOW | lib.SCTRACE_THREADS))
        self.check(lib.sctrace_start(self.trace))

    def check(self, result):
        if result < 0:
            why = ffi.string(lib.sctrace_error(self.trace)).decode() or os.strerror(-result)
            sys.exit("opens.py: " + why)

    def on_event(self, _, event):
        if event.type == lib.SCTRACE_LOST:
            print(f"{event.lost} events are missing here", file=sys.stderr)
        if event.type == lib.SCTRACE_EXIT and lib.sctrace_arg(self.trace, event, b"filename", self.value) == 0:
            if self.value.kind == lib.SCTRACE_KIND_STRING:
                path = ffi.buffer(self.value.bytes, self.value.len)[:]  # a copy: the event's memory goes
                sys.stdout.buffer.write(b"%d %d %s\n" % (event.tid, event.ret, path))
        return 0

    def run(self):
        while lib.sctrace_tasks(self.trace):
            self.check(lib.sctrace_poll(self.trace, -1))
        lib.sctrace_close(self.trace)


if __name__ == "__main__":
    Opens(int(sys.argv[1])).run()
