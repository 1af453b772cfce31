#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Builds for riscv64 with Debian's cross compiler, into build-riscv64/; installs what that needs.
# scripts/vm-test.sh takes it from there. The BPF programs are compiled by the host's clang.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${SCTRACE_BUILD_RISCV64:-$top/build-riscv64}
cache=${SCTRACE_VM_CACHE:-$top/build/vm}

# shellcheck source=scripts/deps.sh
. "$top/scripts/deps.sh"

deps_install build riscv64
"$top/scripts/vm-test.sh" --fetch riscv64-6.12
if [ ! -f "$build/build.ninja" ]; then
	printf "[constants]\nroot = '%s/tools-riscv64'\n" "$cache" > "$cache/root-riscv64.ini"
	meson setup --cross-file "$cache/root-riscv64.ini" --cross-file "$top/scripts/cross-riscv64.ini" "$build" "$top"
fi
ninja -C "$build"
