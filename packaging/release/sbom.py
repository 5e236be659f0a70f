#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what the files of a release are and are made of, as SPDX 2.3: sbom.py VERSION DIST

Parts of other works that are compiled in come from third_party/sbom.spdx.json; libraries that are linked statically are Debian's, with the
versions that were linked; what the packages for Debian depend on is in the packages. The npm packages in the scripts of the viewer are those
that its build lists, with the versions and licences of its lock file: one that has no entry there is an error. Which files have the viewer or a
module of WebAssembly in them is found by unpacking them.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parents[2]
VIEWER = ROOT / "web/viewer"
STATIC = ["libc6-dev", "zlib1g-dev", "libdeflate-dev", "liblzma-dev", "libzstd-dev", "libsodium-dev", "libsqlite3-dev"]
IN_MODULE = ["wasi-libc", "libclang-rt-14-dev-wasm32"]  # the module of WebAssembly is linked with them
PAGE = b'id="reel-module"'  # in the page of the viewer
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
    elif name.endswith(".duckdb_extension"):
        versions = [(package, installed(package)) for package in STATIC if package != "libc6-dev"]
    elif "windows" in name:
        versions = [("libz-mingw-w64-dev", installed("libz-mingw-w64-dev")), ("mingw-w64-common", installed("mingw-w64-common"))]
    else:
        versions = []
    return [(package, version) for package, version in versions if version]


def members(file: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """The names and bytes of the files in an archive, and in archives in it."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            for name in packed.namelist():
                yield name, packed.read(name)
        return
    file.seek(0)
    with tarfile.open(fileobj=file) as packed:
        for member in packed:
            content = packed.extractfile(member) if member.isfile() else None
            if content and member.name.startswith("blobs/") and tarfile.is_tarfile(content):  # a layer of an image
                content.seek(0)
                yield from members(io.BytesIO(content.read()))
            elif content:
                content.seek(0)
                yield member.name, content.read()


def scripts_in(path: Path) -> set[str]:
    """Which of "page" and "element", the two builds of the viewer, and of "module", that of WebAssembly, a file of the release has in it."""
    if path.suffix == ".deb":
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True).stdout
        packed = io.BytesIO(data)
    else:
        packed = io.BytesIO(path.read_bytes())
        if not zipfile.is_zipfile(packed):
            packed.seek(0)  # 512 zero bytes at the end are an empty archive of tar
            if not tarfile.is_tarfile(packed):
                return set()
        packed.seek(0)
    found = set()
    for name, content in members(packed):
        if name.endswith(".html") and PAGE in content:
            found |= {"page", "module"}
        elif name.endswith("/reel-viewer.js"):
            found.add("element")
        elif name.endswith(".wasm"):
            found.add("module")
    return found


def of_scripts(host: str) -> list[tuple[str, str, str]]:
    """The npm packages whose code is in the page or the element: names, versions and licences."""
    path = VIEWER / f".work/packages-{host}.json"
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is missing: the part web writes it")
    lock = json.loads((VIEWER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = []
    for name in json.loads(path.read_text(encoding="utf-8")):
        entry = lock.get(f"node_modules/{name}", {})
        if not entry.get("version") or not entry.get("license"):
            sys.exit(
                f"{name} is in the scripts of the viewer, and its version or licence is not in {VIEWER.relative_to(ROOT)}/package-lock.json"
            )
        found.append((name, entry["version"], entry["license"]))
    return found


def parts_of(path: Path, name: str) -> Iterator[tuple[str, dict[str, object]]]:
    """What a file of the release has in it, beside reel and what all of reel is made of: how, and which package."""
    for library, version in linked(name):
        yield "STATIC_LINK", package(library, version, "NOASSERTION", supplier="Organization: Debian")
    scripts = scripts_in(path)
    for host in sorted(scripts & {"page", "element"}):
        for package_name, version, license_ in of_scripts(host):
            locator = f"pkg:npm/{package_name.replace('@', '%40')}@{version}"
            reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}
            yield "CONTAINS", package(package_name, version, license_, supplier="NOASSERTION", externalRefs=[reference])
    if "module" in scripts:
        for library in IN_MODULE:
            yield "STATIC_LINK", package(library, installed(library) or "NOASSERTION", "NOASSERTION", supplier="Organization: Debian")


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
        for how, other in parts_of(path, name):
            packages.setdefault(str(other["SPDXID"]), other)
            if (file["SPDXID"], how, other["SPDXID"]) not in relations:
                relations.append((file["SPDXID"], how, other["SPDXID"]))
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
