#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The commands of server.md and what they print. In an empty directory; sctrace is in PATH.
here=$(dirname "$0")
. "$here/run.sh"
cp "$here/server.py" .
printf '/index\n/report\n/index\n' > requests
head -c 10000 /dev/zero | tee index.csv > report.csv

server='/usr/bin/python3 -IS server.py < requests > answers'
run "sctrace -s -y --by=arg1 --top 1 -e trace=read $server"
run "sctrace -r -o lines -e trace=openat,write -e 'usdt=python:function__return(file:path, func:str, line:int)' $server"
run "sed -n '/csv/,/write/p' lines"
