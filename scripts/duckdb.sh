#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Unpacks DuckDB, from the Python package index, in build/duckdb, for the test of the query in docs/json.md. The host's
# Python is not changed. Prints the directory, for PYTHONPATH.
set -euo pipefail

TOP=$(cd "$(dirname "$0")/.." && pwd)
DIR=${SCTRACE_DUCKDB:-$TOP/build/duckdb}

# shellcheck source=scripts/deps.sh
. "$TOP/scripts/deps.sh"
deps_install duckdb >&2 || true
if ! PYTHONPATH=$DIR python3 -c 'import duckdb' 2> /dev/null; then
	mkdir -p "$DIR"
	python3 -m pip install --quiet --no-deps --upgrade --disable-pip-version-check --root-user-action=ignore \
		--target "$DIR" duckdb > "$DIR/log" 2>&1 || {
		echo "duckdb: pip could not install it: $(tail -1 "$DIR/log")" >&2
		exit 1
	}
fi
echo "$DIR"
