#!/bin/sh
# Tests -e read= and -e write=: the bytes of a call follow its line.
. ./lib.sh
need_root
cd "$T" || exit

"$SCTRACE" --ring-size 8M -o out -e read=50 -e write=51 --record capture "$HELPERS/dumps"
is "status" $? 0
# after FIRST: prints the lines of the dump after the first line that begins with FIRST.
after() {
	FIRST=$1 awk 'on && !/^ [|*=] / { exit } on { print } index($0, ENVIRON["FIRST"]) == 1 { on = 1 }' out
}
after 'read(50, "\0\1\2\3\4\5\6\7\10\t\n\v\f\r\16\17\20", 17)' > got
cat > wanted << 'EOD'
 | 00000  00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f  ................ |
 | 00010  10                                                .                |
EOD
same "a buffer" got wanted
is "all of it, not what the line shows" "$(after 'write(51, "\0\1\2\3\4\5\6\7\10' | wc -l)" 19
is "nothing of what could not be read" "$(after 'write(51, 0x1, 5)')" ""
is "... or was empty" "$(after 'write(51, "", 0)')" ""
is "... or is another descriptor's" "$(after 'write(-1, "x", 1)')" ""
after 'writev(51, [{iov_base="\0\1\2\3\4", iov_len=5}' > got
cat > wanted << 'EOD'
 * 5 bytes in buffer 0
 | 00000  00 01 02 03 04                                    .....            |
 * 20 bytes in buffer 1
 | 00000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  ABCDEFGHIJKLMNOP |
 | 00010  51 52 53 54                                       QRST             |
EOD
same "a vector, up to an empty buffer" got wanted
after 'recvmmsg(50' > got
cat > wanted << 'EOD'
 = 2 buffers in vector 0
 * 3 bytes in buffer 0
 | 00000  00 01 02                                          ...              |
 * 22 bytes in buffer 1
 | 00000  03 04 41 42 43 44 45 46  47 48 49 4a 4b 4c 4d 4e  ..ABCDEFGHIJKLMN |
 | 00010  4f 50 51 52 53 54                                 OPQRST           |
 = 1 buffers in vector 1
 * 20 bytes in buffer 0
 | 00000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  ABCDEFGHIJKLMNOP |
 | 00010  51 52 53 54                                       QRST             |
EOD
same "messages, as much as came" got wanted
has "of pwrite64(50) nothing, which is no descriptor of -e write=" out '^pwrite64\(50'
is "..." "$(after 'pwrite64(50')" ""
is "of pread64(50)" "$(after 'pread64(50')" " | 00000  02 03 04 05 06 07 08 09                           ........         |"
is "60000 bytes: all" "$(awk 'on { print } /^write\(51, .*, 60000\)/ { on = 1 } /^writev/ { on = 0 }' out | grep -c '^ |')" 3750
# dumped BYTES: checks how many lines the dump has, and the text of the last one.
dumped() {
	awk -v call="$1\\\\)" 'on && !/^ \|/ { exit }
		on { n++; last = $0 }
		$0 ~ "^write\\(51, .*, " call { on = 1 }
		END { print n, substr(last, length(last) - 17, 16) }' out
}
is "70000 bytes: all, in several records" "$(dumped 70000)" "4375 aaaaaaaaaaaaaaaa"
is "1100003 bytes: all" "$(dumped 1100003)" "68751 567             "
has "... with offsets of six digits" out '^ \| 000000  30 31 32 33 34 35 36 37 '
# buffers CALL: prints, in one line, each line about a buffer of the last such call, and the number of lines in its
# dump.
buffers() {
	awk -v call="$1[(]" '/^[a-z]/ { on = $0 ~ "^" call; if (on) text = "" }
		on && /^ [*=]/ { text = text (n ? " " n : "") $0; n = 0 }
		on && /^ \|/ { n++ }
		!on && n { text = text " " n; n = 0 }
		END { print text (n ? " " n : "") }' out
}
is "a vector of 370100 bytes" "$(buffers writev)" \
	" * 100 bytes in buffer 0 7 * 70000 bytes in buffer 1 4375 * 300000 bytes in buffer 2 18750"
is "a message of 100070 bytes received" "$(buffers recvmsg)" " * 300 bytes in buffer 0 19 * 99770 bytes in buffer 1 6236"
# a guest needs long for megabytes of lines
if ! in_guest; then
	is "a message of 100070 bytes" "$(buffers sendmsg)" " * 70 bytes in buffer 0 5 * 100000 bytes in buffer 1 6250"
	is "two messages of 70000 bytes" "$(buffers sendmmsg)" \
		" = 1 buffers in vector 0 * 70000 bytes in buffer 0 4375 = 1 buffers in vector 1 * 70000 bytes in buffer 0 4375"
fi
"$SCTRACE" -e read=50 -e write=51 --replay capture -o again
same "a replay is the same" again out
"$SCTRACE" --replay capture -o plain
hasnt "without -e read= and -e write=: no dump" plain '^ [|*=]'
"$SCTRACE" --read=!50 --write=none -o out "$HELPERS/dumps"
has "all but one" out '^ \| 00000  7f 45 4c 46 '
hasnt "..." out '^ \* 3 bytes in buffer'
"$SCTRACE" -e write=x true 2> err
is "no descriptor: one line" "$(cat err)" "$SCTRACE: invalid descriptor 'x'"
finish
