#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Each header of bpf/ compiles by itself: it includes what it uses, and needs no function of the file that includes it.
# struct task_state differs between the objects: the include path selects it, as in bpf/meson.build.
# bpf_headers.sh CLANG INCLUDEDIR
cd "$(dirname "$0")/../../bpf" || exit
failed=0
count=0

for header in */*.h; do
	# arch/arch.h includes the header of the target machine
	case $header in arch/arch.h) ;; arch/*) continue ;; esac
	case $header in
	abi/*) first=common/kernel.h ;;
	record/chunk.h | record/sockdata.h) first=record/chunk.bpf.h ;;
	record/capture.h | record/vectors.h) first=record/capture.bpf.h ;;
	record/fdmem.h) first=record/fdmem.bpf.h ;;
	common/raw.bpf.h | common/perf_tp.bpf.h) first=stats/kstats_calls.bpf.h ;;
	probe/programs.bpf.h) first=probe/count.bpf.h ;;
	*) first=$header ;;
	esac
	case $first in stats/* | probe/count.*) state=stats ;; *) state=record ;; esac
	count=$((count + 1))
	"$1" -target bpf -mcpu=v3 -D__TARGET_ARCH_x86 -Wall -Wextra -Werror -Wno-unused -Wno-unused-parameter \
		-I . -I $state -I ../libsctrace -isystem common -I "$2" -fsyntax-only \
		-include "$first" -x c "$header" || failed=1
done
if [ "$count" -lt 20 ]; then
	echo "only $count headers found: is the check still right?"
	failed=1
fi
# each header is the first include, so it can rely on nothing that is defined before
for file in */*.h */*.c; do
	awk '/^#include/ && !/"tables\// && code { print FILENAME ":" FNR ": an include after code"; bad = 1 }
		/^(static|struct|SEC|const|__noinline|char|volatile)/ { code = 1 }
		END { exit bad }' "$file" || failed=1
done
exit $failed
