#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# What sctrace.h promises to agents. API: where the programs api, api_control, api_scope and api_stats are; they are the library's users,
# so the sanitizers see them, unlike what they trace.
. ./lib.sh
need_root
api=${API:-$HELPERS}
for program in api api_control api_scope api_stats; do
	"$api/$program" > "$T/out" 2> "$T/err"
	status=$?
	cat "$T/out"
	is "$program: status" $status 0
	is "$program: nothing on stderr" "$(cat "$T/err")" ""
done
finish
