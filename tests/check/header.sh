#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# sctrace.h by itself, in the oldest languages that programs are written in and in newer ones, without a warning;
# and its version is the project's.
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat > "$dir/agent.c" << 'AGENT'
#include <sctrace.h>

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	unsigned *late = (unsigned *)ctx;

	if (SCTRACE_HAS(ev, flags) && ev->flags & SCTRACE_BEGIN_UNSEEN)
		++*late;
	return ev->abi == SCTRACE_ABI_RISCV64;
}

int use(unsigned *late);
int use(unsigned *late)
{
	struct sctrace_opts opts = SCTRACE_INIT(struct sctrace_opts);
	struct sctrace *t;

	opts.event = on_event;
	opts.ctx = late;
	return sctrace_open(&t, &opts) || SCTRACE_VERSION < 100;
}
AGENT

# try COMPILER STANDARD [OPTION]...
try() {
	compiler=$1 std=$2
	shift 2
	if ! $compiler "-std=$std" -pedantic -Wall -Wextra -Werror -fsyntax-only -Ilibsctrace "$@" "$dir/agent.c" > "$dir/log" 2>&1; then
		head -20 "$dir/log"
		echo "^ $compiler -std=$std"
		failed=1
	fi
}

for cc in cc clang; do
	command -v $cc > /dev/null || continue
	# C89 has no other way to say that the rest is zero
	case $cc in
	clang) try $cc c89 -Wno-missing-field-initializers -Wno-c99-extensions ;; # of its own stdbool.h
	*) try $cc c89 -Wno-missing-field-initializers ;;
	esac
	try $cc c99
	try $cc c11
	tried=$((${tried:-0} + 1))
done
for cxx in g++ clang; do
	command -v $cxx > /dev/null || continue
	for std in c++98 c++11 c++17; do
		try "$cxx -x c++" $std
	done
	tried=$((tried + 1))
done
[ "${tried:-0}" -ge 2 ] || { echo "no compilers"; failed=1; }

header=$(sed -nE 's/^#define SCTRACE_VERSION_(MAJOR|MINOR|PATCH) +([0-9]+).*/\2/p' libsctrace/sctrace.h | paste -sd.)
project=$(sed -nE "s/^ *version: '([0-9.]+)'.*/\1/p" meson.build | head -1)
[ "$header" = "$project" ] || { echo "sctrace.h is $header, the project is $project"; failed=1; }
newest=$(sed -nE 's/^SCTRACE_([0-9]+\.[0-9]+) \{/\1/p' libsctrace/libsctrace.map | sort -V | tail -1)
[ "$newest" = "${project%.*}" ] || { echo "libsctrace.map goes up to $newest, the project is $project"; failed=1; }
page=$(sed -nE 's/^\.TH SCTRACE 1 .*"sctrace ([0-9.]+)".*/\1/p' cli/sctrace.1)
[ "$page" = "$project" ] || { echo "sctrace.1 is of $page, the project is $project"; failed=1; }
exit "${failed:-0}"
