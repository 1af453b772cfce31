#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Tests scripts/deps.sh with a fake apt-get: it waits for the lock of another apt, but not after other errors.
set -u
cd "$(dirname "$0")/../.." || exit
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

# A fake apt-get that fails as often as the file `times` says, with the text of `why`.
cat > "$dir/apt-get" <<'EOF2'
#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/calls"
read -r times < "$here/times"
[ "$times" -gt 0 ] || exit 0
echo $((times - 1)) > "$here/times"
cat "$here/why"
exit 100
EOF2
chmod +x "$dir/apt-get"

# expect STATUS CALLS TIMES WHY WHAT: runs deps_apt against TIMES failures with the text WHY, and checks its status and
# the number of calls.
expect() {
	: > "$dir/calls"
	echo "$3" > "$dir/times"
	echo "$4" > "$dir/why"
	(
		PATH=$dir:$PATH DEPS_RETRY=0 as_root=
		export PATH
		# shellcheck source=scripts/deps.sh
		. scripts/deps.sh
		deps_apt "$dir/log" thing
	)
	status=$?
	calls=$(wc -l < "$dir/calls")
	if [ $status -ne "$1" ] || [ "$calls" -ne "$2" ]; then
		echo "$5: status $status, $calls calls of apt-get"
		failed=1
	fi
}

expect 0 2 0 "" "nothing in the way"
expect 0 5 3 "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 17 (apt-get)" "the lists' lock"
expect 0 3 1 "E: Unable to lock directory /var/cache/apt/archives/" "the archives' lock"
expect 1 1 1 "E: Unable to locate package thing" "no such package"
expect 1 60 99 "E: Could not get lock /var/lib/dpkg/lock-frontend" "a lock that is never given back"
grep -q DPkg::Lock::Timeout scripts/deps.sh || { echo "scripts/deps.sh does not tell apt-get to wait for the lock of dpkg"; failed=1; }
exit $failed
