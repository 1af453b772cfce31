# shellcheck shell=sh
# Sourced by the groups that compare with strace: alike WHAT [OPTIONS] -- COMMAND
. ./lib.sh
need_root
need_strace
compare=$LIVE/../../scripts/compare-strace.sh
cd "$T" || exit
# events may not be lost however busy the machine is
RING=${RING:-256M}
export RING

# Known differences, one kind per line: ERE of strace's line, a blank, "#", and the reason. A line of strace's that
# sctrace lacks and that none matches fails; how many each excuses is printed.
not_yet() {
	cat <<-'TABLE'
		^ioctl\([0-9]+, (HIDIOCGRAWNAME\(260\) or HIDIOCGSTRING|SPI_IOC_MESSAGE\(32\)), " # bytes of a struct that strace does not know
		^ioctl\([0-9]+, (0x540[2-4] /\* )?SNDCTL_TMR_[A-Z]* or TCSETS[WF]?( \*/)?, # only a terminal takes its settings; a sweep's calls are answered by a filter
		^getcwd\(""\.\.\., (1|100)\) = 0 # a path that the call did not write
		^sendfile\([0-9]+, [0-9]+, NULL, [0-9]+\) = \?$ # without an offset strace prints all of an unfinished one at its beginning
	TABLE
}

# More of them, of one group: the group defines this anew.
not_yet_here() {
	:
}

# explained: not_yet() has each line of "missing"; prints how many of a kind
explained() {
	[ -s missing ] || return 1
	sed 's/^[0-9]* //' missing > lines
	{
		not_yet
		not_yet_here
	} > kinds
	sed 's/ # .*//' kinds > patterns
	grep -vE -f patterns lines > unexplained && return 1
	while IFS= read -r kind; do
		n=$(grep -cE "${kind% # *}" lines)
		[ "$n" = 0 ] || echo "      not yet: $n lines: ${kind#* # }"
	done < kinds
}

alike() {
	what=$1
	shift
	rm -f missing
	if MISSING=missing "$compare" "$@" > report 2>&1; then
		ok "$what ($(sed -n 's/^same: \([0-9]* lines\).*/\1/p' report))"
		sed -nE 's/^(excused|older): /      &/p' report
	elif explained > excuses; then
		ok "$what ($(sed -n 's/^missing: .* of \([0-9]* lines\) .*/\1/p' report))"
		cat excuses
	else
		fail "$what" report
	fi
}
