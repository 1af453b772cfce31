#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
"""spdx.py TOP VERSION TIME DIR: the bill of materials of the packages in DIR, as SPDX 2.3 in JSON.

It names the packages with their checksums, the source files' licenses, and the libraries that the command is linked with.
"""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

LIBRARIES = {"libbpf": "LGPL-2.1-only OR BSD-2-Clause", "libelf": "GPL-2.0-or-later OR LGPL-3.0-or-later", "zlib": "Zlib",
             "libdw": "GPL-2.0-or-later OR LGPL-3.0-or-later", "libzstd": "BSD-3-Clause OR GPL-2.0-only",
             "ncursesw": "MIT-open-group", "libselinux": "libselinux-1.0", "libmicrohttpd": "LGPL-2.1-or-later"}
OURS = "(LGPL-2.1-or-later OR BSD-2-Clause) AND (GPL-2.0-only OR BSD-2-Clause)"


def package(name, version, license_, checksum=None):
    row = {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
           "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": license_,
           "licenseDeclared": license_, "copyrightText": "NOASSERTION"}
    if checksum:
        row["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum}]
        row["packageFileName"] = name
    return row


def main():
    top, version, time, out = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])
    files = sorted(p for p in out.iterdir() if p.name.endswith((".deb", ".rpm", ".tar.zst")))
    if not files:
        sys.exit("spdx.py: no packages in %s" % out)
    built = [package(p.name, version, OURS, hashlib.sha256(p.read_bytes()).hexdigest()) for p in files]
    libraries = []
    for name, license_ in LIBRARIES.items():
        found = subprocess.run(["pkg-config", "--modversion", name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            libraries.append(package(name, found.stdout.strip(), license_))
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": p["SPDXID"]}
                 for p in built]
    relations += [{"spdxElementId": p["SPDXID"], "relationshipType": "DEPENDS_ON", "relatedSpdxElement": d["SPDXID"]}
                  for p in built for d in libraries if "-doc_" not in p["name"]]
    commit = subprocess.run(["git", "-C", top, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    created = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
               "name": "sctrace-" + version, "documentNamespace": "https://sctrace.example.org/spdx/%s/%s" % (version, commit),
               "creationInfo": {"created": created, "creators": ["Tool: sctrace-package"]},
               "packages": built + libraries, "relationships": relations}, sys.stdout, indent=1)
    print()


main()
