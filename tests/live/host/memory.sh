#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# valgrind must find no error and no leak in the library, neither in replays nor in short live sessions. What the
# sessions print is not compared, because a child traced under valgrind makes other calls.
. ./lib.sh
need_root
command -v valgrind > /dev/null || cannot_run "needs valgrind"
if [ "${SANITIZED:-false}" = true ]; then
	echo "skip  the sanitizers see it themselves"
	exit 77
fi

# checked KINDS COMMAND: runs the command under valgrind, whose findings are in $T/found. The status is 99 if there are
# any.
checked() {
	kinds=$1
	shift
	timeout 120 valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds="$kinds" \
		--errors-for-leak-kinds="$kinds" --child-silent-after-fork=yes --suppressions=host/valgrind.supp \
		--log-file="$T/found" "$@" > "$T/out" 2>&1
}

# clean WHAT COMMAND: checks that valgrind finds nothing in the command.
clean() {
	what=$1
	shift
	checked definite,indirect,possible "$@"
	case $? in
	99) fail "$what" "$T/found" ;;
	0 | 1) ok "$what" ;;
	*) fail "$what: it did not end" "$T/out" ;;
	esac
	grep -v 'unhandled eBPF command' "$T/found" > "$T/more"
	is "$what: nothing else" "$(cat "$T/more")" ""
}

checked all "$API/api" versions
is "what libbpf keeps is seen" $? 99
clean "lines of a capture file" "$SCTRACE" --replay ../golden/storm.cap -f -o "$T/lines"
[ "$(wc -l < "$T/lines")" -gt 50 ] || fail "only $(wc -l < "$T/lines") lines"
clean "whole structs" "$SCTRACE" --replay ../golden/calls.cap -f -v -y -o "$T/lines"
clean "JSON" "$SCTRACE" --replay ../golden/calls.cap --format=json -o "$T/lines"
clean "a summary" "$SCTRACE" -c --replay ../golden/threads.cap
clean "events" "$API/api" target_is_silent
clean "changes at work" "$API/api_control" selects
clean "handles that share" "$API/api_share" changes
clean "statistics" "$API/api_stats" untarget
clean "statistics that share" "$API/api_share_stats" keys
clean "wrong order" "$API/api_share_stats" wrong
finish
