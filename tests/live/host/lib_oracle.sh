# shellcheck shell=sh
# Sourced by the groups that compare with strace: alike WHAT [OPTIONS] -- COMMAND
. ./lib.sh
need_root
# Constants and formats of later ones are not all there yet.
in_guest || STRACE=/usr/bin/strace
need_strace
compare=$LIVE/../../scripts/compare-strace.sh
cd "$T" || exit

alike() {
	what=$1
	shift
	if "$compare" "$@" > report 2>&1; then
		ok "$what ($(sed -n 's/^same: \([0-9]* lines\).*/\1/p' report))"
		sed -nE 's/^(excused|older): /      &/p' report
	else
		fail "$what" report
	fi
}
