#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# --openmetrics: what a real Prometheus has scraped, promtool's opinion, rules, dashboard; sockets, files, faults.
. ./lib.sh
need_root
root=$(../../scripts/agents.sh root) || cannot_run "needs Prometheus: scripts/agents.sh fetches it"
promtool=$root/usr/bin/promtool
examples=$LIVE/../../docs/examples
cd "$T" || exit

# ---- arguments ----

for where in '' 0 65536 1x localhost:1 127.0.0.1: 127.0.0.1:0 '[127.0.0.1]:1' ::1:1 '[::1' unix: file; do
	"$SCTRACE" --openmetrics="$where" 2> err
	is "'$where': status" $? 1
	is "'$where': a line" "$(grep -cE '(--openmetrics argument|unix:).*(valid:|must)' err)/$(wc -l < err)" 1/1
done
"$SCTRACE" --openmetrics=1 --interval=1 2> err
has "--interval for a server" err 'interval is for --openmetrics=FILE'
"$SCTRACE" --openmetrics=1 --by=flags 2> err
has "arguments of calls" err 'no labels'
if ! "$SCTRACE" --openmetrics="unix:$T/s" --for 0.1 -q 2> err; then
	if grep -q 'built without' err; then
		cannot_run "needs a build with libmicrohttpd-dev"
	fi
	fail "unix:" err
fi
true_ "the socket is removed" test ! -e s

# ---- Prometheus ----

free_port() {
	python3 -I -S -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
port=$(free_port)
web=$(free_port)
native=$(free_port)
program=calls-$$
true_ "the program" cc -O2 -o "$program" "$LIVE/../agents/collectd/calls.c"
cat > prometheus.yml << CONF
global:
  scrape_interval: 500ms
  evaluation_interval: 1s
rule_files: ["$examples/sctrace-rules.yml"]
scrape_configs:
  - job_name: sctrace
    static_configs:
      - targets: ["127.0.0.1:$port"]
CONF
start "$SCTRACE" --all-cpus --by=comm,syscall --hist --openmetrics="$port" 2> log
sctrace=$pid
for server in "$web" "$native"; do
	set --
	[ "$server" = "$web" ] || set -- --enable-feature=native-histograms
	start "$root/usr/bin/prometheus" --config.file=prometheus.yml --storage.tsdb.path="tsdb-$server" --log.level=warn \
		"--web.listen-address=127.0.0.1:$server" "$@" 2> "prometheus-$server.log"
done

# query SERVER EXPR: prints the sorted values that Prometheus returns for the expression.
query() {
	python3 -I -S - "$@" << 'PYTHON'
import http.client, json, sys, urllib.parse
prometheus = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
prometheus.request("GET", "/api/v1/query?" + urllib.parse.urlencode({"query": sys.argv[2]}))
answer = json.load(prometheus.getresponse())
print(*sorted(r["value"][1] for r in answer["data"]["result"]) or ["none"], *answer.get("warnings", []))
PYTHON
}
# shellcheck disable=SC2317 # by wait_for
answers() {
	test "$(query "$1" "$2" 2> /dev/null)" = "$3"
}
true_ "Prometheus scrapes" wait_for 30 answers "$web" 'up{job="sctrace"}' 1
true_ "and another one, which wants native histograms" wait_for 30 answers "$native" 'up{job="sctrace"}' 1

"./$program" 12345 678 20
of="comm=\"$program\",syscall"
wait_for 10 answers "$web" "sctrace_calls_total{$of=\"clock_nanosleep\"}" 20
wait_for 10 answers "$native" "sctrace_calls_total{$of=\"clock_nanosleep\"}" 20
is "calls of getppid()" "$(query "$web" "sctrace_calls_total{$of=\"getppid\"}")" 12345
is "their histogram" "$(query "$web" "sctrace_call_duration_seconds_count{$of=\"getppid\"}")" 12345
is "the last classic bucket" "$(query "$web" "sctrace_call_duration_seconds_bucket{$of=\"getppid\",le=\"+Inf\"}")" 12345
is "the native histogram" "$(query "$native" "histogram_count(sctrace_call_duration_seconds{$of=\"getppid\"})")" 12345
is "calls of close() that failed" "$(query "$web" "sctrace_call_errors_total{$of=\"close\"}")" 678
for server in "$web" "$native"; do
	expr="histogram_quantile(0.5, sctrace_call_duration_seconds_bucket{$of=\"clock_nanosleep\"})"
	[ "$server" = "$web" ] || expr="histogram_quantile(0.5, sctrace_call_duration_seconds{$of=\"clock_nanosleep\"})"
	median=$(query "$server" "$expr")
	true_ "naps of 5 ms took $median s" awk "BEGIN { exit !($median >= 0.004 && $median < 0.1) }"
done
total=$(query "$web" "sctrace_call_seconds_total{$of=\"clock_nanosleep\"}")
true_ "20 of them $total s" awk "BEGIN { exit !($total >= 0.1 && $total < 5) }"
true_ "calls that wait" wait_for 10 answers "$web" "count(sctrace_oldest_call_seconds > 0) > bool 0" 1

curl -s "127.0.0.1:$port/metrics" > page
true_ "promtool has nothing to say" "$promtool" check metrics < page
is "of it" "$("$promtool" check metrics < page 2>&1)" ''
curl -s -H 'Accept: application/openmetrics-text;version=1.0.0' "127.0.0.1:$port/metrics" > page
is "the end of OpenMetrics" "$(tail -1 page)" '# EOF'
has "a counter's name" page '^# TYPE sctrace_calls counter$'
is "another page" "$(curl -s "127.0.0.1:$port/")" 'the metrics are at /metrics'
is "another method" "$(curl -s -d x=y "127.0.0.1:$port/metrics")" 'only GET is supported'
"$SCTRACE" --openmetrics="$port" 2> err
is "an address that is taken" "$(sed 's/^[^:]*: //' err)" "--openmetrics: cannot listen on 127.0.0.1:$port: Address already in use"

# ---- rules, dashboard ----

cp "$LIVE/host/metrics_rules.yml" "$examples/sctrace-rules.yml" .
SHOW=40 true_ "rules" "$promtool" test rules metrics_rules.yml
python3 -I -S - "$web" "$examples/sctrace-dashboard.json" > dashboard 2>&1 << 'PYTHON'
import http.client, json, sys, urllib.parse
for panel in json.load(open(sys.argv[2]))["panels"]:
    for target in panel["targets"]:
        expr = target["expr"].replace("$__rate_interval", "10s").replace("$instance", ".*")
        prometheus = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
        prometheus.request("GET", "/api/v1/query?" + urllib.parse.urlencode({"query": expr}))
        answer = json.load(prometheus.getresponse())
        if answer["status"] != "success" or not answer["data"]["result"]:
            print(panel["title"], expr, answer)
PYTHON
is "queries of the dashboard without an answer" "$(cat dashboard)" ''
for server in "$web" "$native"; do
	is "Prometheus has no warning" "$(cat "prometheus-$server.log")" ''
	is "scrapes that failed" "$(query "$server" 'count_over_time(up{job="sctrace"}[1m]) - sum_over_time(up{job="sctrace"}[1m])')" 0
done
kill -INT "$sctrace"
true_ "it ends" wait_for 20 sh -c "! kill -0 $sctrace 2> /dev/null"
is "and has nothing to say" "$(cat log)" ''

# ---- many rows ----

# Prometheus scrapes while 100000 rows change: no call may be lost, and memory stays below a limit
cat > seeks.py << 'PYTHON'
import os
f = os.open("/etc/passwd", os.O_RDONLY)
for i in range(100000):
    os.lseek(f, i, 0)
PYTHON
start "$SCTRACE" --by=syscall,ret --max-rows=500 --openmetrics="unix:$T/s" -e lseek --comm python3 2> log
sctrace=$pid
scrape() {
	curl -s --unix-socket s localhost/metrics
}
# shellcheck disable=SC2317 # by wait_for
listens() {
	scrape | grep -q sctrace_build_info
}
true_ "a socket" wait_for 20 listens
is "its permissions" "$(stat -c %F s)" socket
python3 -I -S seeks.py &
seeks=$!
while kill -0 $seeks 2> /dev/null; do
	scrape > page
done
scrape > page
is "all calls are counted" "$(awk '/^sctrace_calls_total/ { n += $2 } END { print (n >= 100000) }' page)" 1
has "those without room as other" page '^sctrace_calls_total\{other="true"\} [0-9]{5}'
is "which is counted" "$(sed -n 's/^sctrace_other_calls_total //p' page)" "$(sed -n 's/^sctrace_calls_total{other="true"} //p' page)"
has "as many series as were asked for" page '^sctrace_series 500$'
has "nothing lost" page '^sctrace_lost_calls_total 0$'
true_ "and promtool has nothing to say" "$promtool" check metrics < page
# clients that read nothing must not keep sctrace from answering others
python3 -I -S - > slow 2>&1 << 'PYTHON'
import socket
idle = []
for _ in range(5):
    s = socket.socket(socket.AF_UNIX)
    s.connect("s")
    s.send(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" if len(idle) % 2 else b"GET /met")
    idle.append(s)
s = socket.socket(socket.AF_UNIX)
s.settimeout(5)
s.connect("s")
s.send(b"GET /metrics HTTP/1.0\r\n\r\n")
print(s.recv(15).decode())
PYTHON
is "slow clients" "$(cat slow)" 'HTTP/1.1 200 OK'
[ "${SANITIZED:-false}" = true ] || true_ "memory" test "$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$sctrace/status")" -lt 60000
"$SCTRACE" --openmetrics="unix:$T/s" 2> err
has "a socket that is taken" err 'cannot listen on unix:.*Address already in use'
kill -KILL "$sctrace"
wait "$sctrace" 2> /dev/null
true_ "a socket that was left behind is no obstacle" "$SCTRACE" --openmetrics="unix:$T/s" --for 0.1 -q

# ---- a file ----

name=$(printf '\\"}\t\377%%%s' $$)
cp "$program" "$name"
"$SCTRACE" --by=comm,syscall,errno --openmetrics=./calls.prom "./$name" 77 3 0 2> log
is "status" $? 0
is "and has nothing to say" "$(cat log)" ''
true_ "promtool has nothing to say" "$promtool" check metrics < calls.prom
# shellcheck disable=SC2016 # no command
is "a name that has to be escaped" "$(grep -F '"getppid"' calls.prom | grep ^sctrace_calls_total)" \
	"sctrace_calls_total{comm=\"\\\\134\\\"}\\\\011\\\\377%$$\",syscall=\"getppid\"} 77"
has "an error" calls.prom '^sctrace_call_errors_total\{comm=.*,syscall="close",errno="EBADF"\} 3$'
is "nothing else is left" "$(find . -name 'calls.prom.*')" ''

# calls in progress have the keys of their task as labels
setpriv --reuid 65534 --clear-groups sleep 100 &
sleeper=$!
started="$started $sleeper"
start "$SCTRACE" --by=uid,syscall --openmetrics=./waits.prom --interval 0.1 -p "$sleeper" 2> log
sctrace=$pid
true_ "a call in progress: its user" wait_for 20 grep -qE \
	'^sctrace_calls_in_progress\{uid="65534",syscall="(clock_nanosleep|restart_syscall)"\} 1$' waits.prom
hasnt "and no other user" waits.prom 'uid="0"'
# the directory's owner has made a FIFO of that name: sctrace must go on, and not write the page to it
true_ "a FIFO has the name of the new file" wait_for 20 mkfifo "waits.prom.$sctrace"
echo old > waits.prom
true_ "the file is written all the same" wait_for 20 grep -q sctrace_calls_in_progress waits.prom
kill -INT "$sctrace"
wait "$sctrace" 2> /dev/null
kill "$sleeper"

start "$SCTRACE" --openmetrics=./missing/x.prom --interval 0.1 2> log
sctrace=$pid
true_ "a file that cannot be written" wait_for 20 grep -q 'cannot write ./missing/x.prom: No such file or directory' log
mkdir missing
true_ "it is written when it can be" wait_for 20 grep -q 'sctrace_write_errors_total [1-9]' missing/x.prom
kill -INT "$sctrace"
wait "$sctrace"
is "one message" "$(wc -l < log)" 1
finish
