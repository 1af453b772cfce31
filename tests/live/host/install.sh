#!/bin/sh
# Checks where meson install puts files, and builds a program of another project by pkg-config.
. ./lib.sh
need_root
build=$LIVE/../../build
[ -n "${BUILD:-}" ] && build=$BUILD
cd "$T" || exit

true_ "install" env DESTDIR="$T/root" meson install -C "$build" --no-rebuild
lib=$(find root -name libsctrace.so | head -1)
lib=$(dirname "$T/$lib")
for file in bin/sctrace include/sctrace.h share/man/man1/sctrace.1 share/man/man3/libsctrace.3 \
	share/bash-completion/completions/sctrace.bash share/zsh/site-functions/_sctrace \
	share/fish/vendor_completions.d/sctrace.fish share/doc/sctrace/examples/sctrace.service \
	share/doc/sctrace/examples/sctrace.logrotate share/doc/sctrace/examples/sctrace-metrics.service \
	share/doc/sctrace/examples/sctrace-metrics.apparmor share/doc/sctrace/examples/Containerfile \
	share/doc/sctrace/examples/sctrace-daemonset.yaml \
	share/doc/sctrace/examples/sctrace-rules.yml share/doc/sctrace/examples/sctrace-dashboard.json; do
	true_ "$file" test -e "root/usr/local/$file"
done
for file in libsctrace.so libsctrace.a pkgconfig/libsctrace.pc; do
	true_ "$file" test -e "$lib/$file"
done
if command -v doxygen > /dev/null; then
	for page in sctrace_open sctrace_opts SCTRACE_FOLLOW libsctrace_stats; do
		true_ "a page: $page" test -s "root/usr/local/share/man/man3/$page.3"
	done
	has "and what is in it" root/usr/local/share/man/man3/libsctrace_tracing.3 '^Adds a target, before or after sctrace_start'
fi
is "one header" "$(find root -name '*.h' | wc -l)" 1
is "installed command" "$(LD_LIBRARY_PATH=$lib root/usr/local/bin/sctrace -V)" "$("$SCTRACE" -V)"

export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$T/root"
# shellcheck disable=SC2046
true_ "a program builds with it" cc -Wall -Wextra -Werror -o agent "$LIVE/agent.c" $(pkg-config --cflags --libs libsctrace)
# shellcheck disable=SC2046
true_ "and as C++" clang -x c++ -Wno-pragma-once-outside-header -fsyntax-only "$T/root/usr/local/include/sctrace.h"
true_ "it is short" test "$(wc -l < "$LIVE/agent.c")" -le 70

mkfifo go
sh -c 'read -r word < go; ls /nonexistent; cat /etc/passwd; exec python3 -c "import socket; socket.socket().connect_ex((\"127.0.0.1\", 9))"' > /dev/null 2>&1 &
child=$!
LD_LIBRARY_PATH=$lib ./agent $child > events 2> gaps &
agent=$!
sleep 1
echo go > go
wait $agent
is "its status" $? 0
has "it sees a path" events '^[0-9]+ openat = [0-9]+ /etc/passwd$'
has "it sees one that fails" events '^[0-9]+ (statx|newfstatat|openat) = -2 /nonexistent$'
has "it sees where a connect goes" events '^[0-9]+ connect = -[0-9]+ .*inet_addr.*127\.0\.0\.1|connect = -[0-9]+ .*127\.0\.0\.1'
hasnt "it sees what it asked for only" events '^[0-9]+ (mmap|close|read) ='
is "nothing lost" "$(cat gaps)" "0 gaps"

# statically, too
# shellcheck disable=SC2046
true_ "static library" cc -o agent-static "$LIVE/agent.c" $(pkg-config --cflags libsctrace) "$lib/libsctrace.a" \
	$(pkg-config --static --libs libsctrace | sed 's/-lsctrace//')

# in Python, with nothing but what was installed
sed "s,^prefix=.*,prefix=$T/root/usr/local," "$PKG_CONFIG_PATH/libsctrace.pc" > libsctrace.pc
sh -c 'read -r word < go; cat /nonexistent /etc/passwd; : < /etc/hostname' > /dev/null 2>&1 &
child=$!
env -u PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH=. LD_LIBRARY_PATH="$lib" python3 "$LIVE/../../libsctrace/examples/opens.py" \
	$child > opens 2> err &
agent=$!
wait_for 20 sh -c "ls -l /proc/$agent/fd | grep -q bpf_link"
sleep 0.5
echo go > go
wait $agent
is "cffi: status" $? 0
is "cffi: complaints" "$(cat err)" ""
has "cffi: the process's own" opens "^$child [0-9]+ /etc/hostname\$"
has "cffi: of its child" opens '^[0-9]+ [0-9]+ /etc/passwd$'
has "cffi: that fail" opens '^[0-9]+ -2 /nonexistent$'
hasnt "cffi: that of the child has its own number" opens "^$child .*/etc/passwd\$"
finish
