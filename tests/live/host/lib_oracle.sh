# shellcheck shell=sh
# Sourced by the groups that compare with strace: alike WHAT [OPTIONS] -- COMMAND
. ./lib.sh
need_root
command -v strace > /dev/null || cannot_run "needs strace"
compare=$LIVE/../../scripts/compare-strace.sh
cd "$T" || exit

alike() {
	what=$1
	shift
	if "$compare" "$@" > report 2>&1; then
		ok "$what ($(sed -n 's/^same: \([0-9]* lines\).*/\1/p' report))"
	else
		fail "$what" report
	fi
}
