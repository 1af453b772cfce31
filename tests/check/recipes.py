#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""The units, the AppArmor profile and the recipes for containers have the capabilities of docs/threat-model.md.

Services have all capabilities of the table "Who may trace whom", except CAP_SYS_ADMIN, which is for a /proc that they
have. The recipes for containers leave out CAP_SYS_RESOURCE as well, which is for Linux 5.10. None of them mounts a
directory with the socket of a container runtime. apparmor_parser, where it is installed, reads the profile.
"""
import pathlib
import re
import shutil
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent.parent / 'docs'
EXAMPLES = DOCS / 'examples'
SOCKETS = re.compile(r'(-v |path: )(/|/run|/var/run|/run/(containerd|docker|podman|crio))/?(:|$)', re.M)
failed = False


def fail(text):
    global failed
    failed = True
    print(text)


def capabilities(name, pattern, prefix='CAP_'):
    """The set of capabilities in the example: the words of the first group of each match of the pattern"""
    found = re.findall(pattern, (EXAMPLES / name).read_text(encoding='utf-8'), re.M)
    return {prefix + word.upper() for text in found for word in re.findall(r'\w+', text)}


def check(name, got, wanted):
    if got != wanted:
        fail(f'docs/examples/{name} has {" ".join(sorted(got))}, but docs/threat-model.md asks for {" ".join(sorted(wanted))}')


def main():
    table = (DOCS / 'threat-model.md').read_text(encoding='utf-8').split('## Who may trace whom')[1].split('\n## ')[0]
    services = set(re.findall(r'CAP_\w+', table)) - {'CAP_SYS_ADMIN'}
    if len(services) < 5:
        fail('few capabilities in docs/threat-model.md: is the check still right?')
    containers = services - {'CAP_SYS_RESOURCE'}
    for name in 'sctrace.service', 'sctrace-metrics.service':
        check(name, capabilities(name, r'^CapabilityBoundingSet=(.*)$', ''), services)
    check('sctrace-metrics.apparmor', capabilities('sctrace-metrics.apparmor', r'^  capability (\w+),$'), services)
    check('Containerfile', capabilities('Containerfile', r'--cap-add=(\w+)(?= .*\\$)'), containers)
    check('sctrace-daemonset.yaml', capabilities('sctrace-daemonset.yaml', r'^ +add: \[(.*)\]$'), containers)
    for name in 'Containerfile', 'sctrace-daemonset.yaml':
        text = (EXAMPLES / name).read_text(encoding='utf-8')
        if SOCKETS.search(text):
            fail(f'docs/examples/{name} mounts a directory with the socket of a container runtime')
    parser = shutil.which('apparmor_parser', path='/usr/sbin:/sbin:/usr/bin')
    if parser:
        done = subprocess.run([parser, '-Q', '-K', EXAMPLES / 'sctrace-metrics.apparmor'], capture_output=True, text=True, check=False)
        if done.returncode:
            fail(done.stderr)
    sys.exit(failed)


main()
