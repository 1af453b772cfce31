#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# The commands of query.md and what they print. In an empty directory; sctrace is in PATH.
here=$(dirname "$0")
. "$here/run.sh"
c++ -g -O1 -o shop "$here/shop.cc" || exit

run 'sctrace --list=usdt ./shop'
run "sctrace -T -qq -e trace=write,fsync -e 'usdt=shop:query_start(sql:str)' -e 'usdt=shop:query_end(sql:str, status:int)' ./shop"
run "sctrace -s --by=func,arg2 -e trace=none -e 'usdt=shop:query_end(sql:str, status:int)' ./shop"
