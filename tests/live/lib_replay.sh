# shellcheck shell=sh
# Groups that record and replay source this file.
. ./lib.sh
need_root
cd "$T" || exit
mkdir -m 777 nobody

# equal NAME OPTIONS -- COMMAND: traces with the options into a file, and compares the lines with those of a replay with
# the same options.
equal() {
	what=$1
	shift
	opts=
	while [ "$1" != -- ]; do
		opts="$opts $1"
		shift
	done
	shift
	rm -f cap
	# shellcheck disable=SC2086
	"$SCTRACE" $opts -o live --record cap "$@" > /dev/null 2>&1
	chmod 644 cap
	# shellcheck disable=SC2086
	"$HELPERS/demote" "$SCTRACE" $opts -o "$T/nobody/again" --replay "$T/cap" 2> err
	is "$what: status" $? 0
	is "$what: no complaint" "$(cat err)" ""
	same "$what" nobody/again live
}
