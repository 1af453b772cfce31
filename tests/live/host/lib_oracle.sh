# shellcheck shell=sh
# Sourced by the groups that compare with strace: alike WHAT [OPTIONS] -- COMMAND
. ./lib.sh
need_root
command -v strace > /dev/null || cannot_run "needs strace"
# later ones print some calls in another way
strace -V | grep -q 'version 6\.1$' || cannot_run "needs strace 6.1, and this is another one"
compare=$LIVE/../../scripts/compare-strace.sh
cd "$T" || exit

alike() {
	what=$1
	shift
	if "$compare" "$@" > report 2>&1; then
		ok "$what ($(sed -n 's/^same: \([0-9]* lines\).*/\1/p' report))"
		sed -n 's/^excused: /      excused: /p' report
	else
		fail "$what" report
	fi
}
