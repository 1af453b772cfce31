# shellcheck shell=sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Sourced by the cases: run COMMAND prints the command, as after a prompt, and what it prints, in place of $PWD /srv.
run() {
	printf '# %s\n' "$1"
	eval "$1" 2>&1 | sed "s|$PWD|/srv|g"
}
