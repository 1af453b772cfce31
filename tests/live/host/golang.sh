#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Probes functions of a Go program: sctrace does not change return addresses on its stack, and reads arguments where Go
# passes them.
. ./lib.sh
need_root
command -v go > /dev/null || cannot_run "needs go"
cp "$LIVE/golang.go" "$T/main.go"
cd "$T" || exit
printf 'module probed\n\ngo 1.17\n' > go.mod
export GOCACHE="$T/cache" GOFLAGS=-mod=mod GOTOOLCHAIN=local
go build -o gop . 2> err || fail "go build" err
go build -ldflags='-s -w' -buildmode=pie -o stripped . 2> err || fail "go build, stripped" err

for kind in ufunc uretprobe; do
	for file in gop stripped; do
		"$SCTRACE" -f -e trace=none -e "$kind=$T/$file:main.handle" ./$file > stdout 2> err
		is "$kind, $file: status" $? 1
		is "$kind, $file: one line" "$(wc -l < err)$(cat stdout)" 1
		has "$kind, $file: why" err "'$T/$file' is a Go program: $kind= would end it.*--allow-go-returns"
	done
done
"$SCTRACE" -f -e trace=none -o out -e 'uprobe=main.handle(n:int, p:bytes(len), len:int, deep:int)' ./gop > stdout 2> err
is "uprobe: status" $? 0
is "uprobe: the program's own output" "$(cat stdout)" 20
# a function whose stack has to grow starts again from its first instruction
calls='main\.handle(10[01][0-9], "word", 4, [0-9]*)$'
is "uprobe: all calls, each with its arguments" "$(grep -o "$calls" out | sort -u | wc -l)" 4020
is "uprobe: nothing else" "$(grep -c 'main\.handle' out)" "$(grep -c "$calls" out)"
# It is not known whether the program survives this option, but sctrace must attach the probe.
"$SCTRACE" -f -e trace=none -o out --allow-go-returns -e ufunc=main.handle ./gop > stdout 2> err
hasnt "with consent: it is not refused" err 'is a Go program'
has "with consent: it is probed" out 'main\.handle\('
finish
