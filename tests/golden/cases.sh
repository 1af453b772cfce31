# shellcheck shell=sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Sourced by run.sh and record.sh. each_case calls golden RECORDING OPTIONS; each_recording calls recorded NAME COMMAND.
export TZ=UTC0 LC_ALL=C

each_recording() {
	recorded calls ./calls
	recorded threads ./threads 3
	recorded signals ./signals 6
	recorded cold ./cold ./file
	recorded seccomp ./seccomp
	recorded thread_exec ./thread_exec /bin/sh -c 'exit 3'
	recorded pipeline sh -c 'ls /proc/self/ns | sort -r | wc -l'
	recorded storm ./storm 5
}

each_case() {
	golden calls -f
	golden calls -f -t
	golden calls -f -tt -T
	golden calls -f -r -x
	golden calls -f -ttt -xx
	golden calls -f -s 5 -a 60
	golden threads -f
	golden threads -f -ttt -T
	golden signals -f
	golden cold -f
	golden seccomp -f
	golden thread_exec -f
	golden pipeline -f
	golden storm -f
	golden calls -f -t --color=always
	golden signals --color=always
	golden pipeline -X verbose -T --color=always
}

# The file with the lines of a case.
expected_file() {
	name=$1
	shift
	echo "$name$(echo "$*" | tr -d ' ').txt"
}
