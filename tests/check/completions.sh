#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# completions.sh DIRECTORY: tests the completions that were built there. Those for zsh and fish are tested if the shells
# are installed.
cd "$1" || exit
failed=0

# offers "LINE" WORD...: checks that bash offers all the words for the line, and none of the words after "not".
offers() {
	local line=$1 want=yes word
	shift
	# splits the line as readline does: at blanks and at "="
	COMP_LINE=$line COMP_POINT=${#line}
	read -ra COMP_WORDS <<< "${line//=/ = }"
	[[ $line != *[\ =] ]] || COMP_WORDS+=("")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	_sctrace
	for word in "$@"; do
		[ "$word" != not ] || { want=no; continue; }
		case " ${COMPREPLY[*]} " in
		*" $word "*) [ $want = yes ] ;;
		*) [ $want = no ] ;;
		esac && continue
		echo "bash: '$line': '$word' should be offered: $want. Offered: ${COMPREPLY[*]:0:20}"
		failed=1
	done
}

# shellcheck disable=SC2317 # the completions call it
compopt() {
	:
}

# shellcheck disable=SC1091 # made by the build
. ./sctrace.bash || exit
offers "sctrace --deco" --decode-fds --decode-pids not --daemonize
offers "sctrace -" -f -p --by --follow-forks
offers "sctrace --decode-fds=" path socket all
offers "sctrace --decode-fds=path,so" path,socket not path,path
offers "sctrace -e sta" status= not trace=
offers "sctrace -e status=" successful failed
offers "sctrace -f -e trace=%net" %network
offers "sctrace --by=comm,sys" comm,syscall
offers "sctrace --by " comm syscall
offers "sctrace -p " $$ not 0
offers "sctrace -X " raw abbrev verbose
offers "sctrace -o sct" sctrace.bash not scp
offers "sctrace -o log bas" bash not sctrace.bash
offers "sctrace -o log cat sct" sctrace.fish not scp
offers "sctrace -o log cat --sta" not --status
offers "sctrace -f tr" true

for shell in bash:sctrace.bash zsh:_sctrace fish:sctrace.fish; do
	! command -v "${shell%:*}" > /dev/null || "${shell%:*}" -n "${shell#*:}" || failed=1
done

# fish_offers LINE WORD: checks that fish offers the word for the line.
fish_offers() {
	fish --no-config -c "source sctrace.fish; complete -C '$1'" | cut -f 1 | grep -qxF -e "$2" && return
	echo "fish: '$1': '$2' is not offered"
	failed=1
}
if command -v fish > /dev/null; then
	fish_offers "sctrace --follow" --follow-forks
	fish_offers "sctrace --color=" --color=always
	fish_offers "sctrace -e sta" status=
	fish_offers "sctrace --by comm,sys" comm,syscall
fi
exit $failed
