#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Includes point one way: sctrace_abi.h, util -> lookup -> {source, event} -> decode -> {sink, stats} -> sctrace.c -> cli
# An area of decode/ (fs, net, netlink ...) includes itself and decode/core, and is included by nobody else. What core
# calls of an area it reaches through tables; calls.py checks that.
cd "$(dirname "$0")/../.." || exit

# Every #include "..." of our own: FILE HEADER
list() {
	grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' bpf libsctrace cli --include='*.[ch]' --include='*.def' |
		sed -E 's/^([^:]*):[0-9]*:[^"]*"([^"]*)".*/\1 \2/'
}

list | awk '
	function layer(dir) {
		if (dir ~ /^(load|plan|live|probe_bpf|counts|recording|attach|enrich)$/)
			dir = "source"
		if (dir in level)
			return level[dir]
		return -1
	}
	function bad(why) {
		print file ": includes \"" header "\": " why
		failed = 1
	}
	BEGIN {
		n = split("util=1 tables=2 lookup=2 probe=3 event=3 source=4 decode=5 stack=5 sink=6 stats=6", pairs, " ")
		for (i = 1; i <= n; i++) {
			split(pairs[i], kv, "=")
			level[kv[1]] = kv[2]
		}
	}
	{
		file = $1
		header = $2
		count++
		split(file, part, "/")
	}
	# data only: a row per key of --by, for the programs, the library and the command
	header == "tables/keys.def" { next }
	# no code but inline: what a number is that people type
	header == "util/number.h" { next }
	part[1] == "bpf" {
		if (header ~ /\// && header !~ /^arch\/[a-z0-9_]+\.h$/)
			bad("bpf/ sees nothing of the library")
		next
	}
	part[1] == "cli" {
		if (header ~ /\// || (header != "sctrace.h" && system("test -f cli/" header) != 0))
			bad("the command uses sctrace.h and nothing else of the library")
		next
	}
	header == "sctrace_abi.h" || header == "kstats_abi.h" { next }
	# the interpreter of plans, which is compiled into the library, too
	header == "capture_limits.h" || (header ~ /^(capture|fdmem)\.h$/ && (part[3] == "peek.c" || part[3] == "capture_user.c" || part[3] == "plan.c")) { next }
	header ~ /^[a-z]+\.skel\.h$/ {
		if (layer(part[2]) != 4)
			bad("the programs are the source'"'"'s business")
		next
	}
	# the only file that joins the layers, and what users see
	part[3] == "" || part[2] == "api" { next }
	header == "sctrace.h" {
		if (part[2] != "sink" && part[2] != "stats")
			bad("the public header is for sinks only")
		next
	}
	header ~ /^decode\// {
		split(header, h, "/")
		if (h[2] != "core" && !(part[2] == "decode" && part[3] == h[2]))
			bad("decode/" h[2] " is known by itself only, through decode/core by all others")
	}
	{
		split(header, h, "/")
		from = layer(part[2])
		to = layer(h[1])
		if (from < 0)
			bad("directory " part[2] " has no place in the order")
		else if (to < 0)
			bad("no such layer")
		else if (to > from)
			bad(part[2] " is below " h[1])
		else if (to == from && to != 4 && part[2] != h[1] && !(part[2] ~ /^(tables|lookup)$/ && h[1] ~ /^(tables|lookup)$/))
			bad(part[2] " and " h[1] " are beside each other")
	}
	END {
		if (count < 50) {
			print "only " count " includes found: is the check still right?"
			failed = 1
		}
		exit failed
	}'
