#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The query that docs/json.md shows, by DuckDB itself over a trace: which files were not found, and how often.
. ./lib.sh
need_root
duckdb=$("$LIVE/../../scripts/duckdb.sh" 2> "$T/err") || cannot_run "$(tail -1 "$T/err")"
cd "$T" || exit

# shellcheck disable=SC2016 # no command
sed -n '/^```sql$/,/^```$/p' "$LIVE/../../docs/json.md" | sed '/^```/d' > query
has "the page has a query" query "read_json_auto\\('trace.json'"
"$SCTRACE" --format=json -f -q -o trace.json sh -c 'cat nothing; cat nothing none; cat nothing; :' 2> /dev/null
PYTHONPATH=$duckdb python3 - > answer 2> err <<'PYTHON'
import duckdb
for file, n in duckdb.sql(open("query").read()).fetchall():
    print(n, file)
PYTHON
is "DuckDB's status" $? 0
is "and no complaint" "$(cat err)" ''
is "the files, with the numbers of times" "$(grep -E ' (nothing|none)$' answer)" '3 nothing
1 none'

# DuckDB infers the types itself: flags are a struct with a list, numbers are numbers
PYTHONPATH=$duckdb python3 - > answer 2> err <<'PYTHON'
import duckdb
print(*duckdb.sql("""
    select count(*), bool_and(ret >= -1), bool_and(duration_ns >= 0),
        bool_and(list_contains(cast(args->'$.flags.names' as varchar[]), 'O_RDONLY'))
    from read_json_auto('trace.json', format='newline_delimited')
    where syscall = 'openat' and args->>'$.filename' = 'nothing'""").fetchall()[0])
PYTHON
is "columns of other types" "$(cat answer err)" '3 True True True'
finish
