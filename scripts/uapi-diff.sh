#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Constants and ioctl requests of the newest kernel headers (scripts/newest.sh) that no table has.
#
#	scripts/uapi-diff.sh		prints those that scripts/uapi-diff.txt has no reason for; if any, exits with 1
#	scripts/uapi-diff.sh -v		also prints how many each reason leaves out
exec python3 "$(dirname "$0")/uapi_diff.py" "$@"
