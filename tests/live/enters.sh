#!/bin/sh
# Tests -e namespace=new: sctrace prints the numbers of the namespaces that a call enters; the task itself reads them,
# too.
. ./lib.sh
need_root
cd "$T" || exit

# notes FILE: prints the name and the note, or -, of each call that succeeded.
notes() {
	sed -nE 's/^([0-9]+ +)?(<\.\.\. )?(unshare|setns|clone3?)(\(| resumed>).* = [0-9]+( \(.*\))?$/\3\5/p' "$1" |
		sed -E 's/^([a-z0-9]+)$/\1 -/'
}

E="-e trace=unshare,setns,clone,clone3"
# shellcheck disable=SC2086
"$SCTRACE" -f -qq --namespace=new --record rec -o lines $E "$HELPERS/enters" > own
is "status" $? 0
is "the numbers are those that the task has read" "$(notes lines)" "$(cat own)"
true_ "calls with numbers were printed" test "$(grep -c ':\[' own)" -ge 6
# shellcheck disable=SC2086
"$SCTRACE" -qq -e namespace=new -o alone $E "$HELPERS/enters" > own
is "numbers of children that are not followed" "$(notes alone)" "$(cat own)"
"$SCTRACE" -f -qq --replay rec -o again
is "a recording has them" "$(notes again)" "$(notes lines)"
# shellcheck disable=SC2086
"$SCTRACE" -f -qq -o without $E "$HELPERS/enters" > own
hasnt "without -e namespace=new: no numbers" without ':\[[0-9]+\]'
"$SCTRACE" --format=json -e namespace=new -o json -e trace=unshare "$HELPERS/enters" > own
has "JSON" json '"uts":[0-9]+'
finish
