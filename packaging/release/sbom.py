#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what the files of a release are and are made of, as SPDX 2.3: sbom.py VERSION DIST

What a file has in it of other works is listed in the file THIRD_PARTY that packaging/release/licences.py has written into it, or beside it for a
file of DuckDB; sources in third_party are found by their names; an image has the list of its Debian packages. What the packages for Debian depend on
is in the packages.
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

import licences

ROOT = Path(__file__).resolve().parents[2]
NOTICES = "THIRD_PARTY"
PAGE = b'id="reel-module"'  # in the page of the viewer
DEBIAN = "var/lib/dpkg/status"  # in an image


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


def unpacked(path: Path) -> Iterator[tuple[str, bytes]]:
    """The files in a file of the release, if it is an archive."""
    if path.suffix == ".deb":
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True).stdout
        yield from members(io.BytesIO(data))
        return
    if zipfile.is_zipfile(path) or tarfile.is_tarfile(path):
        yield from members(io.BytesIO(path.read_bytes()))


def sources_in(name: str) -> str:
    """The work whose sources a file in an archive belongs to, by its folder."""
    found = re.search(r"(?:^|/)(?:(duckdb)/)?third_party/(?:([^/]+)/)?[^/]+\.[ch]$", name)
    return (found[1] or found[2] or "") if found else ""


def parts_of(path: Path, texts: dict[str, str]) -> Iterator[tuple[str, dict[str, object]]]:
    """What a file of the release has in it of other works: how, and which package. The texts of licences without an SPDX id are added."""
    works, names = set(), set()
    beside = path.with_name(NOTICES)
    if path.suffix == ".duckdb_extension" and beside.exists():
        works |= set(licences.read(beside.read_text(encoding="utf-8")))
    for name, content in unpacked(path):
        if name.rsplit("/", 1)[-1] == NOTICES:
            works |= set(licences.read(content.decode()))
        elif name.removeprefix("./") == DEBIAN:
            yield from (("CONTAINS", package) for package in packages_of(content.decode()))
        elif source := sources_in(name):
            names.add(source)
    works |= {licences.own_works()[name] for name in names}
    for work in sorted(works):
        texts |= dict.fromkeys(re.findall(r"LicenseRef-[\w.-]+", work.licence), work.text)
        yield ("STATIC_LINK" if work.origin.startswith("pkg:deb/") else "CONTAINS"), package_of(work)


def package_of(work: licences.Work) -> dict[str, object]:
    """A work as a package. A work of third_party has the name that third_party/sbom.spdx.json gives it."""
    if not work.origin.startswith("pkg:"):
        return package(work.name, work.version, work.licence, SPDXID=identifier(work.name))
    supplier = "Organization: Debian" if work.origin.startswith("pkg:deb/") else "NOASSERTION"
    return package(work.name, work.version, work.licence, supplier=supplier, **located(work.origin, work.name))


def located(url: str, name: str = "package") -> dict[str, object]:
    """What identifies a package that has a URL, or a work in it."""
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}
    return {"SPDXID": identifier(f"{name}-{url.removeprefix('pkg:')}"), "externalRefs": [reference]}


def packages_of(status: str) -> Iterator[dict[str, object]]:
    """The packages of Debian in an image, whose licences are in the files of the image."""
    for entry in status.split("\n\n"):
        fields = dict(re.findall(r"^(Package|Version|Architecture|Status): (.*)$", entry, re.MULTILINE))
        if fields.get("Status", "").endswith(" installed"):
            name, version = fields["Package"], fields["Version"]
            url = f"{licences.debian_url(name, version)}?arch={fields['Architecture']}"
            comment = f"The licences are in the image, in /usr/share/doc/{name}/copyright."
            yield package(name, version, "NOASSERTION", supplier="Organization: Debian", licenseComments=comment, **located(url))


def combined(licence: str, parts: list[dict[str, object]]) -> str:
    """The licence of a file that has other works in it."""
    all_of = {licence} | {one for part in parts for one in str(part["licenseDeclared"]).split(" AND ")}
    return "NOASSERTION" if "NOASSERTION" in all_of else " AND ".join(sorted(f"({one})" if " OR " in one else one for one in all_of))


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
    texts: dict[str, str] = {}
    for path in sorted(dist.rglob("*")):
        name = path.relative_to(dist).as_posix()
        if not path.is_file() or name.startswith("SHA256SUMS") or name.endswith(".spdx.json"):
            continue
        sums = [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]
        licence = "CC0-1.0" if "vectors" in name else "NOASSERTION" if path.name == NOTICES else "MIT"
        others = list(parts_of(path, texts))
        file = package(name, version, licence, packageFileName=name, checksums=sums)
        file["licenseConcluded"] = combined(licence, [other for _, other in others])
        packages[str(file["SPDXID"])] = file
        relations.append((file["SPDXID"], "GENERATED_FROM", reel["SPDXID"]))
        for how, other in others:
            packages.setdefault(str(other["SPDXID"]), other)
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
        "hasExtractedLicensingInfos": [{"licenseId": name, "extractedText": text} for name, text in sorted(texts.items())],
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
