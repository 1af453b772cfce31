#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
cd "$(dirname "$0")/../.." || exit

# the groups find lib.sh beside them when they run
find scripts tests -name '*.sh' ! -path 'tests/live/*' -print0 | xargs -0 shellcheck -x .ci/run tests/vm/init || failed=1
(cd tests/live && shellcheck -x -e SC2154 -- *.sh host/*.sh) || failed=1
exit ${failed:-0}
