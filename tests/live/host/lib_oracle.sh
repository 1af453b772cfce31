# shellcheck shell=sh
# Groups that compare with strace source this file. It defines alike WHAT [OPTIONS] -- COMMAND.
. ./lib.sh
need_root
need_strace
compare=$LIVE/../../scripts/compare-strace.sh
cd "$T" || exit
# room for all events on a busy machine, as the comparison needs each of them
RING=${RING:-256M}
export RING

# Prints the known differences, one kind per line: an ERE that matches strace's line, " # ", and the reason. If sctrace
# lacks a line of strace's that none of them matches, the comparison fails. The number of lines is printed for each
# kind.
not_yet() {
	cat <<-'TABLE'
		^ioctl\([0-9]+, (HIDIOCGRAWNAME\(260\) or HIDIOCGSTRING|SPI_IOC_MESSAGE\(32\)), " # bytes of a struct that strace does not know
		^ioctl\([0-9]+, (0x540[2-4] /\* )?SNDCTL_TMR_[A-Z]* or TCSETS[WF]?( \*/)?, # only a terminal takes its settings; a sweep's calls are answered by a filter
		^getcwd\(""\.\.\., (1|100)\) = 0 # a path that the call did not write
		^sendfile\([0-9]+, [0-9]+, NULL, [0-9]+\) = \?$ # strace prints an unfinished call without an offset as a whole when it begins
	TABLE
}

# A group that has more differences defines this function again.
not_yet_here() {
	:
}

# explained: returns 0 if not_yet() or not_yet_here() matches each line of "missing", and prints how many lines each
# kind has.
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
