#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Runs tests/agents/collectd in a real collectd, which a real Prometheus scrapes: a query must return the numbers of
# what a program did.
. ./lib.sh
need_root
root=$(../../scripts/agents.sh root) || cannot_run "needs collectd and Prometheus: scripts/agents.sh fetches them"
top=$LIVE/../..
build=${BUILD:-$top/build}
cd "$T" || exit
plugins=$root/usr/lib/collectd

true_ "the plugin builds" cc -D_GNU_SOURCE -DHAVE_CONFIG_H -O2 -Wall -Wextra -Werror -shared -fPIC -o sctrace.so \
	"$top/tests/agents/collectd/sctrace.c" -I"$root/usr/include/collectd" -I"$root/usr/include/collectd/core" \
	-I"$root/usr/include/collectd/core/daemon" -isystem "$root/usr/include" -I"$top/libsctrace" -L"$build/libsctrace" "-Wl,-rpath,$build/libsctrace" -lsctrace
# no other process of the machine has this name
program=calls-$$
true_ "the program" cc -O2 -o "$program" "$top/tests/agents/collectd/calls.c"

free_port() {
	python3 -I -S -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
port=$(free_port)
web=$(free_port)
# Timeout: in an interval without calls there is no percentile, and the last one is to stay for a minute
cat > collectd.conf << CONF
Hostname "here"
FQDNLookup false
Interval 1
Timeout 60
BaseDir "$T"
PIDFile "$T/collectd.pid"
TypesDB "$root/usr/share/collectd/types.db"
PluginDir "$T/plugins"
LoadPlugin logfile
<Plugin logfile>
	LogLevel info
	File "stderr"
	Timestamp false
</Plugin>
LoadPlugin write_prometheus
<Plugin write_prometheus>
	Host "127.0.0.1"
	Port "$port"
</Plugin>
LoadPlugin sctrace
<Plugin sctrace>
	User "nobody"
</Plugin>
CONF
mkdir plugins
cp "$plugins/logfile.so" "$plugins/write_prometheus.so" sctrace.so plugins
cat > prometheus.yml << CONF
global:
  scrape_interval: 1s
scrape_configs:
  - job_name: collectd
    static_configs:
      - targets: ["127.0.0.1:$port"]
CONF

libraries=$(dirname "$(find "$root/usr/lib" -name 'libmicrohttpd.so.*' | head -1)")
start env LD_LIBRARY_PATH="$libraries" "$root/usr/sbin/collectd" -f -C collectd.conf 2> log
collectd=$pid
start "$root/usr/bin/prometheus" --config.file=prometheus.yml --storage.tsdb.path=tsdb --log.level=warn \
	"--web.listen-address=127.0.0.1:$web" 2> prometheus.log
if ! wait_for 20 grep -q 'Initialization complete' log; then
	SHOW=30 fail "collectd counts" log
	finish
fi

# The agent runs without privileges after its start, in all of its threads, and still reads what is counted now.
threads() {
	cat "/proc/$collectd"/task/*/status
}
threads > status
nobody=$(id -u nobody)
is "threads that are nobody's: all" "$(grep -c "^Uid:	$nobody	$nobody	$nobody	" status)" "$(grep -c ^Uid: status)"
hasnt "threads with a capability" status '^Cap(Eff|Prm):.*[1-9a-f]'
true_ "several threads" test "$(grep -c ^Uid: status)" -ge 3

"./$program" 12345 678 20

# query METRIC CALL [PROCESS]: prints the value that Prometheus has.
query() {
	python3 -I -S - "$web" "$1{sctrace=\"${3:-$program}\",type=\"$2\"}" << 'PYTHON'
import http.client, json, sys, urllib.parse
prometheus = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
prometheus.request("GET", "/api/v1/query?" + urllib.parse.urlencode({"query": sys.argv[2]}))
result = json.load(prometheus.getresponse())["data"]["result"]
print(result[0]["value"][1] if result else "none")
PYTHON
}
# shellcheck disable=SC2317 # by wait_for
answers() {
	test "$(query "$1" "$2")" = "$3"
}
wait_for 4 answers collectd_sctrace_calls_total clock_nanosleep 20
is "calls of getppid()" "$(query collectd_sctrace_calls_total getppid)" 12345
is "none of these failed" "$(query collectd_sctrace_call_errors_total getppid)" 0
is "calls of close() that failed" "$(query collectd_sctrace_call_errors_total close)" 678
is "calls of clock_nanosleep()" "$(query collectd_sctrace_calls_total clock_nanosleep)" 20
p99=$(query collectd_sctrace_call_p99 clock_nanosleep)
true_ "99 of 100 naps of 5 ms took $p99 s" awk "BEGIN { exit !($p99 >= 0.005 && $p99 < 0.5) }"
p99=$(query collectd_sctrace_call_p99 getppid)
true_ "99 of 100 getppid() took $p99 s" awk "BEGIN { exit !($p99 > 0 && $p99 < 0.001) }"

# counts a second program: counters continue, and the name of the new process has characters that need escapes
name=$(printf '\\"}\t\377%%%s' $$)
cp "$program" "$name"
"./$name" 77 0 0
"./$program" 1000 1 1
wait_for 4 answers collectd_sctrace_calls_total clock_nanosleep 21
is "calls of getppid(), in all" "$(query collectd_sctrace_calls_total getppid)" 13345
is "calls of close() that failed, in all" "$(query collectd_sctrace_call_errors_total close)" 679
is "calls of a process whose name has to be escaped" \
	"$(query collectd_sctrace_calls_total getppid "%5C%22%7D%09%FF%25$$")" 77

kill "$collectd"
true_ "collectd ends" wait_for 20 sh -c "! kill -0 $collectd 2> /dev/null"
has "in order" log 'Exiting normally'
hasnt "the plugin has nothing to complain of" log 'sctrace plugin'
finish
