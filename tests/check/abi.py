#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""Compares the ABI with abi.txt, whose lines are a function, a member with its offset in bits, an enumerator with its
value, as libabigail's abidw sees them in sctrace.h, or the version of a symbol. A line must not change or disappear; new
ones pass. exports.sh checks that the library has the functions of the header.

	abi.py CC...		compares
	abi.py --renew CC...	writes abi.txt anew: before a release, or when something was taken back on purpose
"""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

here = os.path.dirname(os.path.abspath(__file__))
source = os.path.join(here, '../../libsctrace')
kept = os.path.join(here, 'abi.txt')


def stubs():
	"""Returns a library that defines exactly what the header declares."""
	text = open(os.path.join(source, 'sctrace.h')).read()
	text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
	text = '\n'.join(line for line in text.split('\n') if not line.startswith('#'))
	functions = [' '.join(f.split()) for f in re.findall(r'SCTRACE_API ([^;]*);', text)]
	if len(functions) < 50:
		sys.exit(f'abi.py: only {len(functions)} functions found in sctrace.h')
	return '#include "sctrace.h"\n' + ''.join(
		f + (' {}\n' if f.startswith('void ') else ' { return 0; }\n') for f in functions)


def dump(cc):
	with tempfile.TemporaryDirectory() as tmp:
		c, so, xml = (os.path.join(tmp, name) for name in ('stubs.c', 'stubs.so', 'stubs.xml'))
		with open(c, 'w') as f:
			f.write(stubs())
		subprocess.run([*cc, '-g', '-shared', '-fPIC', '-w', '-fno-eliminate-unused-debug-types', '-I', source, c,
				'-o', so], check=True)
		subprocess.run(['abidw', '--load-all-types', '--out-file', xml, so], check=True)
		return ET.parse(xml).getroot()


class Names:
	"""Returns the types in C syntax, by their ids in the dump."""

	def __init__(self, root):
		self.nodes = {node.get('id'): node for node in root.iter() if node.get('id')}

	def parameters(self, node):
		return ', '.join('...' if p.get('is-variadic') else self.of(p.get('type-id')) for p in node.findall('parameter'))

	def function(self, node, name):
		returned = node.find('return')
		return f'{self.of(returned.get("type-id"))} {name}({self.parameters(node)})'

	def of(self, key):
		node = self.nodes[key]
		if node.tag == 'pointer-type-def':
			return self.of(node.get('type-id')) + ' *'
		if node.tag == 'qualified-type-def':
			words = [q for q in ('const', 'volatile', 'restrict') if node.get(q) == 'yes']
			return ' '.join([self.of(node.get('type-id')), *words])
		if node.tag == 'array-type-def':
			return self.of(node.get('type-id')) + ''.join(f'[{s.get("length")}]' for s in node.findall('subrange'))
		if node.tag == 'function-type':
			return self.function(node, '')
		kind = {'class-decl': 'struct ', 'union-decl': 'union ', 'enum-decl': 'enum '}.get(node.tag, '')
		return kind + node.get('name')


def ours(node):
	return (node.get('name') or '').startswith('sctrace_')


def lines(root):
	names = Names(root)
	for node in root.iter('function-decl'):
		if ours(node):
			yield names.function(node, node.get('name'))
	for node in root.iter('typedef-decl'):
		if ours(node):
			yield f'typedef {node.get("name")}: {names.of(node.get("type-id"))}'
	for node in root.iter('class-decl'):
		for member in node.findall('data-member') if ours(node) else []:
			var = member.find('var-decl')
			yield (f'{node.get("name")}.{var.get("name")}: {names.of(var.get("type-id"))} at '
			       f'{member.get("layout-offset-in-bits")}')
	for node in root.iter('enum-decl'):
		for one in node.findall('enumerator') if ours(node) else []:
			yield f'enum {node.get("name")}: {one.get("name")} = {one.get("value")}'


def versions():
	node = None
	for line in open(os.path.join(source, 'libsctrace.map')):
		node = line.split()[0] if line.startswith('SCTRACE_') else node
		symbol = re.match(r'\s+(sctrace_\w+);', line)
		if symbol:
			yield f'{symbol[1]}@{node}'


def main():
	renew = sys.argv[1:2] == ['--renew']
	now = sorted({*lines(dump(sys.argv[1 + renew:] or ['cc'])), *versions()})
	if renew:
		with open(kept, 'w') as f:
			f.writelines(line + '\n' for line in now)
		return 0
	promised = open(kept).read().splitlines()
	if len(promised) < 300:
		print(f'{kept} has only {len(promised)} lines: is the check still right?')
		return 1
	gone = [line for line in promised if line not in set(now)]
	for line in gone:
		print(f'changed or removed: {line}')
	if gone:
		print('programs that are compiled already depend on these lines: see docs/adding.md, "A public function"')
	return bool(gone)


sys.exit(main())
