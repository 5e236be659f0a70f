#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what the files of a release are and are made of, as SPDX 2.3: sbom.py VERSION DIST

Parts of other works that are compiled in come from third_party/sbom.spdx.json; libraries that are linked statically are Debian's, with the
versions that were linked; what the packages for Debian depend on is in the packages.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = ["libc6-dev", "zlib1g-dev", "libdeflate-dev", "liblzma-dev", "libzstd-dev", "libsodium-dev", "libsqlite3-dev"]
SYSROOT = ROOT / "build/sysroot-aarch64/debs"


def installed(package: str) -> str:
    """The version of a package of this machine, or nothing."""
    words = ["dpkg-query", "-W", "-f", "${Version}", package]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""


def unpacked(package: str) -> str:
    """The version of a package for arm64 that tests/steps/install.sh has unpacked; its libc is that of the cross compiler."""
    if package == "libc6-dev":
        return installed("libc6-dev-arm64-cross")
    for file in SYSROOT.glob(f"{package}_*.deb"):
        return file.name.split("_")[1].replace("%3a", ":")
    return ""


def linked(name: str) -> list[tuple[str, str]]:
    """The libraries that a file of the release has in it, with their versions."""
    if "linux-aarch64" in name:
        versions = [(package, unpacked(package)) for package in STATIC]
    elif "linux-x86_64" in name:
        versions = [(package, installed(package)) for package in STATIC]
    elif "windows" in name:
        versions = [("libz-mingw-w64-dev", installed("libz-mingw-w64-dev")), ("mingw-w64-common", installed("mingw-w64-common"))]
    else:
        versions = []
    return [(package, version) for package, version in versions if version]


def identifier(text: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def package(name: str, version: str, license_: str, **more: object) -> dict[str, object]:
    return {
        "SPDXID": identifier(f"{name}-{version}"),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": license_,
        "licenseDeclared": license_,
        "copyrightText": "NOASSERTION",
        **more,
    }


def main(version: str, dist: Path) -> None:
    inner = json.loads((ROOT / "third_party/sbom.spdx.json").read_text(encoding="utf-8"))
    parts = [part for part in inner["packages"] if part["name"] != "reel"]
    reel = package("reel", version, "MIT")
    packages = {str(reel["SPDXID"]): reel}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", reel["SPDXID"])]
    for part in parts:
        kept = {key: value for key, value in part.items() if key not in ("packageVerificationCode", "licenseInfoFromFiles", "hasFiles")}
        packages[part["SPDXID"]] = kept | {"filesAnalyzed": False}
        relations.append((reel["SPDXID"], "CONTAINS", part["SPDXID"]))
    for path in sorted(dist.rglob("*")):
        name = path.relative_to(dist).as_posix()
        if not path.is_file() or name.startswith("SHA256SUMS") or name.endswith(".spdx.json"):
            continue
        sums = [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]
        file = package(name, version, "CC0-1.0" if "vectors" in name else "MIT", packageFileName=name, checksums=sums)
        packages[str(file["SPDXID"])] = file
        relations.append((file["SPDXID"], "GENERATED_FROM", reel["SPDXID"]))
        for library, its_version in linked(name):
            other = package(library, its_version, "NOASSERTION", supplier="Organization: Debian")
            packages.setdefault(str(other["SPDXID"]), other)
            relations.append((file["SPDXID"], "STATIC_LINK", other["SPDXID"]))
    made = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"reel-{version}",
        "documentNamespace": f"urn:reel:release:{version}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", made), "creators": ["Organization: reel"]},
        "packages": list(packages.values()),
        "relationships": [
            {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other} for one, how, other in relations
        ],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]))
