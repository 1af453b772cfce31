#!/bin/sh
# A real-time task interrupts others anywhere, also inside of a tracer's programs. From Linux 7 on, the kernel skips a
# program of the same kind during that time, and its events would be missing.
. ./lib.sh
need_root
cd "$T" || exit
rounds=$(often 300 150)

lost_in() {
	awk '/\+\+\+ lost [0-9]+ events? \+\+\+$/ { for (i = 1; i < NF; i++) if ($i == "lost") n += $(i + 1) } END { print n + 0 }' "$1"
}

"$HELPERS/skips" 1 0 || cannot_run "no real-time tasks here"
for follow in "" -f; do
	# shellcheck disable=SC2086 # nothing, if empty
	"$SCTRACE" $follow --fail-on-loss -o out -e getppid "$HELPERS/skips" "$rounds" 2
	is "every call is there${follow:+, $follow}: status" $? 0
	is "every call is there${follow:+, $follow}" "$(count out 'getppid\(\) += [0-9]+$')" $((rounds * 10))
	is "nothing lost${follow:+, $follow}" "$(lost_in out)" 0
done

# a guest before Linux 7, whose kernel skips no programs, ends here
case "$(uname -r)" in
[1-6].*) in_guest && finish ;;
esac

"$SCTRACE" --without=steady -o out -e getppid "$HELPERS/skips" "$rounds" 2 2> err
is "by programs that may be skipped: status" $? 0
seen=$(count out 'getppid\(\) += [0-9]+$')
lost=$(lost_in out)
true_ "seen ($seen) and lost ($lost, those of others too) are all" test $((seen + lost)) -ge $((rounds * 10))
case "$(uname -r)" in
[1-6].*) is "nothing is skipped on this kernel" "$seen $lost" "$((rounds * 10)) 0" ;;
*)
	true_ "the kernel skips programs" test "$lost" -gt 0
	has "the skipped programs are reported" err "$lost events lost"
	"$SCTRACE" --without=steady --fail-on-loss -o out -e getppid "$HELPERS/skips" "$rounds" 2 2> err
	is "--fail-on-loss" $? 1
	;;
esac

# counted FILE CALL: prints the number of calls of all threads in a table of either kind.
counted() {
	awk -v call="$2" '$1 == call { n += $2 } $NF == call { n += $4 } END { print n + 0 }' "$1"
}

# Summaries lose no call that they do not report. Children are counted, too.
for how in -s "-c -f" "-s --by=syscall"; do
	# shellcheck disable=SC2086
	"$SCTRACE" $how --fail-on-loss -o out -e getppid,getuid "$HELPERS/skips" "$rounds" 2 2> err
	is "$how: every call is counted: status" $? 0
	is "$how: every call is counted" "$(counted out getppid)" $((rounds * 10))
	is "$how: no event is reported as missed" "$(cat err)" ""
done

# No event is lost when the reader is interrupted, either: during a map operation, its CPU runs no program of perf's.
taskset 1 "$SCTRACE" -s --interval=0.05 -o out -e getppid,getuid "$HELPERS/skips" "$rounds" 2 2> err
is "tables by a reader that is interrupted" "$(counted out getppid) $(cat err)" "$((rounds * 10)) "

"$SCTRACE" -s --without=steady -o out -e getppid,getuid "$HELPERS/skips" "$rounds" 2 2> err
is "a summary by programs that may be skipped: status" $? 0
seen=$(counted out getppid)
missed=$(sed -n 's/^[^ ]*sctrace: \([0-9]*\) events were skipped by the kernel.*/\1/p' err)
true_ "counted ($seen) and missed (${missed:-0}, those of others too) are all" \
	test $((seen + ${missed:-0})) -ge $((rounds * 10))
case "$(uname -r)" in
[1-6].*) is "nothing is skipped on this kernel" "$seen ${missed:-0}" "$((rounds * 10)) 0" ;;
*)
	true_ "the kernel skips programs, and sctrace reports them" test "${missed:-0}" -gt 0
	"$SCTRACE" -s --without=steady --fail-on-loss -o out -e getppid,getuid "$HELPERS/skips" "$rounds" 2 2> err
	is "a summary, --fail-on-loss" $? 1
	;;
esac
finish
