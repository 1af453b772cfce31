#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# sctrace.h compiles by itself without a warning, in old and new versions of C and C++, and has the project's version.
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat > "$dir/agent.c" << 'AGENT'
#include "sctrace.h"

#ifdef __cplusplus
#define CAST(p) static_cast<unsigned *>(p)
extern "C" int use(unsigned *late);
#else
#define CAST(p) (p)
int use(unsigned *late);
#endif

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	unsigned *late = CAST(ctx);

	if (SCTRACE_HAS(ev, flags) && ev->flags & SCTRACE_BEGIN_UNSEEN)
		++*late;
	return ev->abi == SCTRACE_ABI_RISCV64;
}

int use(unsigned *late)
{
	struct sctrace_opts opts = SCTRACE_INIT(struct sctrace_opts);
	struct sctrace *t;

	opts.event = on_event;
	opts.ctx = late;
	return sctrace_open(&t, &opts) || SCTRACE_VERSION < 100;
}
AGENT

# C++ programs may include it within extern "C", as they do with C libraries that do not say so themselves.
printf 'extern "C" {\n#include <sctrace.h>\n}\n' > "$dir/wrapped.c"
# Included like an application's own header, so that no warning is suppressed; alone, so it must include all that it
# needs.
echo '#include "sctrace.h"' > "$dir/alone.c"

# Warnings of gcc that -Wall -Wextra leave out; clang has -Weverything, without those that are about the language used
# (what C89 or C++98 does not have), about padding, and about the words that doxygen is taught.
gcc_c='-Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wcast-align -Wundef -Wredundant-decls -Wwrite-strings
	-Wstrict-prototypes -Wmissing-prototypes'
gcc_cxx='-Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wcast-align -Wundef -Wredundant-decls -Wold-style-cast
	-Wuseless-cast -Wzero-as-null-pointer-constant -Wextra-semi'
clang_all='-Weverything -Wno-padded -Wno-declaration-after-statement -Wno-documentation
	-Wno-documentation-unknown-command'
clang_cxx='-Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-unknown-warning-option -Wno-unsafe-buffer-usage'

# try FILE COMPILER STANDARD [OPTION]...
try() {
	file=$1 compiler=$2 std=$3
	shift 3
	if ! $compiler "-std=$std" -pedantic -Wall -Wextra -Werror -fsyntax-only -Ilibsctrace "$@" "$dir/$file.c" > "$dir/log" 2>&1; then
		head -20 "$dir/log"
		echo "^ $compiler -std=$std $file"
		failed=1
	fi
}

for cc in gcc clang; do
	command -v $cc > /dev/null || continue
	for std in c89 c99 c11 c17 c2x; do
		more=
		# C89 has no other way to say that the rest is zero, and no stdbool.h
		[ $std != c89 ] || more=-Wno-missing-field-initializers
		case $cc-$std in
		clang-c89) more="$more $clang_all -Wno-c99-extensions -Wno-long-long" ;;
		clang-*) more=$clang_all ;;
		*) more="$more $gcc_c" ;;
		esac
		# shellcheck disable=SC2086 # words
		try agent $cc $std $more && try alone $cc $std $more
	done
	tried=$((${tried:-0} + 1))
done
for cxx in gcc clang; do
	command -v $cxx > /dev/null || continue
	case $cxx in
	clang) more="$clang_all $clang_cxx" ;;
	*) more=$gcc_cxx ;;
	esac
	for std in c++98 c++11 c++14 c++17 c++20 c++2b; do
		case $cxx-$std in
		clang-c++98) most="$more -Wno-c++11-long-long" ;;
		*) most=$more ;;
		esac
		for file in agent alone wrapped; do
			# shellcheck disable=SC2086 # words
			try $file "$cxx -x c++" $std $most
		done
	done
	tried=$((tried + 1))
done
[ "${tried:-0}" -ge 2 ] || { echo "neither gcc nor clang was found"; failed=1; }

header=$(sed -nE 's/^#define SCTRACE_VERSION_(MAJOR|MINOR|PATCH) +([0-9]+).*/\2/p' libsctrace/sctrace.h | paste -sd.)
project=$(sed -nE "s/^ *version: '([0-9.]+)'.*/\1/p" meson.build | head -1)
[ "$header" = "$project" ] || { echo "sctrace.h has version $header, meson.build has $project"; failed=1; }
newest=$(sed -nE 's/^SCTRACE_([0-9]+\.[0-9]+) \{/\1/p' libsctrace/libsctrace.map | sort -V | tail -1)
[ "$newest" = "${project%.*}" ] || { echo "the newest version in libsctrace.map is $newest, meson.build has $project"; failed=1; }
exit "${failed:-0}"
