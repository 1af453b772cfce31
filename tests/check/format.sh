#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The C files are formatted by clang-format; tests/check/format.sh --fix formats them.
cd "$(dirname "$0")/../.." || exit

mode="--dry-run --Werror"
[ "${1:-}" != --fix ] || mode=-i
# shellcheck disable=SC2086 # words
find bpf libsctrace cli tests -name '*.[ch]' -print0 | xargs -0 clang-format --style=file $mode 2>&1 | head -20 > /tmp/format.$$
cat /tmp/format.$$
! [ -s /tmp/format.$$ ]
status=$?
rm -f /tmp/format.$$
exit $status
