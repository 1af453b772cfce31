#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
cd "$(dirname "$0")/../.." || exit

find .ci/run scripts tests '(' -name run -o -name '*.sh' -o -path tests/vm/init ')' -print0 |
	xargs -0 shellcheck -x -P SCRIPTDIR:SCRIPTDIR/..:SCRIPTDIR/../../live:.
