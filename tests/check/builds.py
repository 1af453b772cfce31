#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""builds.py BUILD OBJCOPY: libsctrace.a as others build it: with -O3, and with link-time optimization by gcc and by clang.

The library's files are compiled by the commands of the build directory with other options, so that its generated
sources are used as they are, and ccache, if it is in those commands, has most of them the next time. Then the archive
is made as the build makes it; its symbols must be those of the header, and a program that is linked with it, with the
same options, must run.
A warning is an error with -O3 only, on which warnings depend. Link-time optimization has -O1, which takes half the time:
a minute of CPU for all three, less where ccache has the files.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent

BUILDS = [
    ('gcc -O3', 'gcc', ['-O3', '-Werror']),
    ('gcc -flto', 'gcc', ['-O1', '-flto']),
    ('clang -flto', 'clang', ['-O1', '-flto']),
]

PROGRAM = '''#include <stdio.h>
#include <sctrace.h>
int main(void)
{
	char text[256] = "";
	/* every part that is linked: rows of tables, the parser, a handle */
	return sctrace_trace_check("openat,%file", text, sizeof(text)) || !sctrace_trace_check("no_such", text, sizeof(text)) ||
	       !*text || puts(sctrace_version()) < 0;
}
'''


def run(what, command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    if done.returncode:
        raise SystemExit(f'{what}: {shlex.join(map(str, command))[:400]}\n{done.stdout[-4000:]}')
    return done.stdout


def compiler(command, name):
    """The command's words before its options, with this compiler: ["ccache", "gcc"]"""
    ccache = [command[0]] if os.path.basename(command[0]) == 'ccache' else []
    return ccache + [name]


def compile_one(build, entry, what, name, options, to):
    words = shlex.split(entry['command'])
    rest = [w for w in words if w.startswith(('-I', '-D', '-std=', '-f')) or w == '-pthread']
    rest = [w for w in rest if not w.startswith(('-fsanitize', '-fdiagnostics', '-fno-sanitize', '-fprofile'))]
    rest += [w for w in words if w.startswith('-W') and not w.startswith(('-Werror', '-Wl,'))]
    out = to / (entry['output'].rsplit('/', 1)[-1])
    run(what, compiler(words, name) + rest + options + ['-c', entry['file'], '-o', str(out)], cwd=build)
    return out


def libraries(build):
    """The libraries that a program links besides the archive, from the pkg-config file of the build."""
    text = (build / 'meson-private' / 'libsctrace.pc').read_text()
    needed = ' '.join(line.split(':', 1)[1] for line in text.splitlines() if line.startswith('Requires'))
    names = [w.rstrip(',') for w in needed.split() if w[0].isalpha()]
    return shlex.split(run('pkg-config', ['pkg-config', '--libs', '--static', *names])) + ['-lm', '-pthread']


def one_build(build, objcopy, entries, what, name, options):
    with tempfile.TemporaryDirectory() as tmp:
        tmp = pathlib.Path(tmp)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(lambda e: compile_one(build, e, what, name, options, tmp), entries))
        run(what, ['gcc-ar' if name == 'gcc' else 'llvm-ar', 'crs', tmp / 'internal.a', *objects])
        archive = tmp / 'libsctrace.a'
        run(what, ['sh', TOP / 'libsctrace' / 'static.sh', objcopy, tmp / 'internal.a', archive, tmp / 'all', name,
                   *(w for w in options if w.startswith('-O'))])
        run(what, ['sh', HERE / 'static.sh', archive])
        (tmp / 'program.c').write_text(PROGRAM)
        run(what, [name, *options, f'-I{TOP}/libsctrace', tmp / 'program.c', archive, *libraries(build), '-o',
                   tmp / 'program'])
        print(f'ok    {what}: {run(what, [tmp / "program"]).strip()}, {archive.stat().st_size >> 10} KiB')


def main():
    build, objcopy = pathlib.Path(sys.argv[1]), sys.argv[2]
    entries = [e for e in json.loads((build / 'compile_commands.json').read_text())
               if e.get('output', '').startswith('libsctrace/libsctrace-internal.a.p/')]
    if len(entries) < 100:
        sys.exit(f'only {len(entries)} files of the library: is the check still right?')
    for what, name, options in BUILDS:
        if not shutil.which(name):
            print(f'skip  {what}: there is no {name}')
            continue
        one_build(build, objcopy, entries, what, name, options)


main()
