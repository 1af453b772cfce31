# shellcheck shell=sh
# Sourced by the groups that compare with strace: alike WHAT [OPTIONS] -- COMMAND
. ./lib.sh
need_root
need_strace
compare=$LIVE/../../scripts/compare-strace.sh
cd "$T" || exit

# known WHAT: how many lines of a comparison differ from the newest strace's in formats that are not there yet.
# A number may only fall.
known() {
	case $1 in
	sweep_netlink*) echo 4100 ;;
	sweep_net*) echo 2000 ;;
	sweep_ioctl*) echo 1800 ;;
	sweep_process*) echo 1300 ;;
	sweep_fs*) echo 130 ;;
	real_netlink*) echo 90 ;;
	real_uring*) echo 60 ;;
	real_fs* | real_process* | real_bpf* | real_net*) echo 8 ;;
	many*) echo 4 ;;
	'killed in calls that wait') echo 1 ;; # sendfile() without an offset: strace prints all of it at its beginning
	*) echo 0 ;;
	esac
}

alike() {
	what=$1
	shift
	most=$(known "$what")
	if "$compare" "$@" > report 2>&1; then
		ok "$what ($(sed -n 's/^same: \([0-9]* lines\).*/\1/p' report))"
		sed -nE 's/^(excused|older): /      &/p' report
	elif [ "$(sed -n 's/^missing: \([0-9]*\) of .*/\1/p' report)" -le "$most" ] 2> /dev/null; then
		ok "$what ($(head -1 report | cut -d' ' -f1-5); up to $most are known, docs/fidelity.md has their kinds)"
	else
		fail "$what" report
	fi
}
