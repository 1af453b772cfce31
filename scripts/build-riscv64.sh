#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Builds for riscv64 with Debian's cross compiler, into build-riscv64/; installs what that needs.
# scripts/vm-test.sh takes it from there. The BPF programs are compiled by the host's clang.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${SCTRACE_BUILD_RISCV64:-$top/build-riscv64}

# shellcheck source=scripts/deps.sh
. "$top/scripts/deps.sh"

deps_install build riscv64
"$top/scripts/vm-test.sh" --fetch riscv64-6.12
[ -f "$build/build.ninja" ] || meson setup --cross-file "$top/scripts/cross-riscv64.ini" "$build" "$top"
ninja -C "$build"
