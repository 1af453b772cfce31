#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
# Makes Debian packages of this build, checks what they contain, and installs, uses, upgrades and purges them in an overlay
# of this system's files.
. ./lib.sh
need_root
command -v dh > /dev/null || cannot_run "needs debhelper: scripts/deps.sh has the group package"
[ "$SANITIZED" = false ] || cannot_run "packages are not for sanitizers"
package=$LIVE/../../scripts/package.sh
build=${BUILD:-$LIVE/../../build}
cd "$T" || exit

true_ "packages" env BUILD="$build" "$package" --out "$T/out" quick
version=$("$SCTRACE" -V | cut -d' ' -f2)
for name in sctrace libsctrace0 libsctrace-dev libsctrace-doc; do
	true_ "$name" test -s "$(ls out/"${name}_${version}"_*.deb)"
	dpkg-deb -c out/"$name"_*.deb | awk '{ print $6 }' > "$name.files"
	dpkg-deb -f out/"$name"_*.deb > "$name.control"
done
has "the command" sctrace.files '^\./usr/bin/sctrace$'
has "its manual" sctrace.files '^\./usr/share/man/man1/sctrace\.1\.gz$'
has "its unit" sctrace.files '^\./(usr/)?lib/systemd/system/sctrace-metrics\.service$'
has "completions" sctrace.files '/bash-completion/completions/sctrace\.bash$'
has "the changelog" sctrace.files '^\./usr/share/doc/sctrace/changelog\.gz$'
has "what --openmetrics loads" sctrace.control '^Recommends: libmicrohttpd12$'
has "libbpf" sctrace.control '^Depends: .*libbpf1'
has "the library" libsctrace0.files '/libsctrace\.so\.0$'
has "the header" libsctrace-dev.files '^\./usr/include/sctrace\.h$'
has "the library's manual" libsctrace-doc.files '/man3/sctrace_open\.3\.gz$'
dpkg-deb --ctrl-tarfile out/libsctrace0_*.deb | tar -xOf - ./symbols > symbols
is "symbols" "$(grep -c '^ sctrace_' symbols)" "$(grep -c '^		sctrace_' "$LIVE/../../libsctrace/libsctrace.map")"

sh "$LIVE/../../scripts/packaging/try.sh" out / > try 2> err
is "installed in a root: status" $? 0
is "installed in a root: complaints" "$(cat err)" ""
has "used" try '^installed and used: .*libsctrace-dev'
has "upgraded" try '^upgraded while it ran$'
has "purged" try '^purged, and nothing left$'

true_ "checksums" "$package" --out "$T/out" sums
true_ "they fit" sh -c 'cd out && sha256sum -c SHA256SUMS'
is "of each package" "$(grep -c '\.deb$' out/SHA256SUMS)" 4
true_ "bill of materials" python3 -c 'import json, sys; d = json.load(open(sys.argv[1]))
assert d["spdxVersion"] == "SPDX-2.3" and len(d["packages"]) > 8, d' "$(ls out/*.spdx.json)"
if command -v gpg > /dev/null; then
	export GNUPGHOME="$T/gnupg"
	mkdir -m 700 gnupg
	gpg --batch --quiet --passphrase '' --quick-generate-key tests@sctrace.example ed25519 > /dev/null 2>&1
	true_ "signed" "$package" --out "$T/out" sign
	true_ "the signature fits" gpg --verify out/SHA256SUMS.asc out/SHA256SUMS
	gpgconf --kill all
fi
finish
