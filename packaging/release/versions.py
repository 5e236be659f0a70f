#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the version in every file that has one with that of include/reel/reel.h, and with VERSION: versions.py [VERSION [DIST]]

With DIST, a folder that packaging/release.sh made, it compares what is in the files of the release instead.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANY = r"(\d+\.\d+\.\d+)"

# Each file, and the pattern of the version in it; every match is compared, and one is needed.
PLACES = {
    "packaging/debian/changelog": rf"\Areel \({ANY}-",
    "packaging/recipes/vcpkg/reel/vcpkg.json": rf'\A{{\s*"name": "reel",\s*"version": "{ANY}"',
    "packaging/recipes/README.md": rf'requires\("reel/{ANY}"\)',
    "packaging/recipes/fetchcontent/CMakeLists.txt": rf"GIT_TAG v{ANY}",
    "packaging/recipes/cpm/CMakeLists.txt": rf"GIT_TAG v{ANY}",
    "csharp/src/AssemblyInfo.cs": rf'AssemblyVersion\("{ANY}\.0"\)',
    "web/wasm/package.json": rf'^  "version": "{ANY}"',
    "web/wasm/package-lock.json": rf'"name": "@reel-replay/reel",\s*"version": "{ANY}"',
    "web/viewer/package.json": rf'^  "version": "{ANY}"',
    "web/viewer/package-lock.json": rf'"name": "reel-viewer",\s*"version": "{ANY}"',
    "web/viewer/package/package.json": rf'^  "version": "{ANY}"',
    "rust/Cargo.toml": rf'^version = "{ANY}"',
    "rust/reel-replay/Cargo.toml": rf'^reel-sys = .*version = "{ANY}"',
    "third_party/sbom.spdx.json": rf'"name": "reel",\s*"versionInfo": "{ANY}"',
    "tests/cli/options_refuse_nonsense/stdout": rf"^reel {ANY}$",
}
# What takes the version from another file, and has none that could disagree.
DERIVED = {
    "CMakeLists.txt": "file(STRINGS include/reel/reel.h version",
    "server/CMakeLists.txt": "file(STRINGS ${REEL_SOURCE}/packaging/debian/changelog",
    "duckdb/CMakeLists.txt": "DEFINITION reel_VERSION",
    "python/pyproject.toml": 'dynamic = ["version"]',
    "python/backend/reel_version.py": "include/reel/reel.h",
    "csharp/pack.py": "include/reel/reel.h",
    "web/wasm/module/CMakeLists.txt": "",
    "csharp/Reel.csproj": "",
    "go/go.mod": "module reel",
}
OWN = r"<Version>|<PackageVersion>|^version = |project\([^)]* VERSION \d|__version__ = \"\d"
# The changelog has a section for the version, or collects what will be in it.
CHANGELOG = r"^## \[(Unreleased|\d+\.\d+\.\d+)\]"


# What says in a sentence what reel is for names each game; packages for Debian name each format that has a page.
SENTENCES = (
    "python/pyproject.toml",
    "rust/reel-replay/Cargo.toml",
    "csharp/pack.py",
    "web/wasm/package.json",
    "web/viewer/package/package.json",
    "packaging/recipes/vcpkg/reel/vcpkg.json",
    "packaging/recipes/conan/conanfile.py",
    "packaging/recipes/xmake/xmake.lua",
)
GAMES = ("Beat Saber", "Geometry Dash", "DDNet", "Echo VR")
DESCRIPTIONS = ("packaging/debian/command.description", "packaging/debian/runtime.description", "packaging/server/description")
NO_FORMATS = {"echo", "reel", "reel-columns"}  # an overview, and what reel makes itself


def not_named() -> list[str]:
    """Games and formats that a description lacks."""
    wrong = []
    for name in SENTENCES:
        text = (ROOT / name).read_text(encoding="utf-8")
        sentence = next((line for line in text.split("\n") if re.search(r"description", line) and "eplay" in line), "")
        wrong += [f"{name}: the description does not name {game}" for game in GAMES if game not in sentence]
    formats = sorted({path.stem for path in (ROOT / "docs/formats").glob("*.md")} - NO_FORMATS)
    for name in DESCRIPTIONS:
        text = (ROOT / name).read_text(encoding="utf-8").lower()
        wrong += [f"{name}: no {one}" for one in formats if one.rpartition("-")[2] not in text]
    return wrong


def zipped(pattern: str, name: str) -> Callable[[Path], str]:
    """Reads the first match of a pattern in the first file of a zip whose name ends like this."""

    def read(path: Path) -> str:
        with zipfile.ZipFile(path) as packed:
            member = next(member for member in packed.namelist() if member.endswith(name))
            return first(pattern, packed.read(member).decode())

    return read


def tarred(pattern: str, name: str) -> Callable[[Path], str]:
    def read(path: Path) -> str:
        with tarfile.open(path) as packed:
            member = next(member for member in packed if member.name.endswith(name))
            file = packed.extractfile(member)
            return first(pattern, file.read().decode()) if file else ""

    return read


def first(pattern: str, text: str) -> str:
    return ".".join(re.findall(pattern, text, re.M)[: 3 if "REEL_VERSION" in pattern else 1])


def of_deb(path: Path) -> str:
    words = ["dpkg-deb", "-f", str(path), "Version"]
    return first(ANY, subprocess.run(words, capture_output=True, text=True, check=True).stdout)


def of_duckdb(path: Path) -> str:
    """The fifth of the eight fields before the signature: duckdb/footer.py."""
    return path.read_bytes()[-512:][4 * 32 : 5 * 32].rstrip(b"\0").decode().removeprefix("v")


def of_name(path: Path) -> str:
    return first(ANY, path.name)


HEADER = r"^#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$"
# Each kind of file of a release, by what its name looks like. Commands say theirs when install.sh runs them.
ARTEFACTS: list[tuple[str, Callable[[Path], str]]] = [
    (r"\.deb$", of_deb),
    (r"^pyreel-.*\.whl$", zipped(rf"^Version: {ANY}$", ".dist-info/METADATA")),
    (r"^pyreel-.*\.tar\.gz$", tarred(rf"^Version: {ANY}$", "/PKG-INFO")),
    (r"\.tgz$", tarred(rf'^  "version": "{ANY}"', "package/package.json")),
    (r"\.nupkg$", zipped(rf"<version>{ANY}</version>", ".nuspec")),
    (r"\.crate$", tarred(rf'^version = "{ANY}"', "/Cargo.toml")),
    (r"\.duckdb_extension$", of_duckdb),
    (r"^replay-vectors-.*\.zip$", zipped(rf'"made_by": "reel {ANY}"', "/manifest.json")),
    (r"^reel-[0-9.]*\.tar\.xz$", tarred(HEADER, "/include/reel/reel.h")),
    (r"^reel-.*-site\.tar\.xz$", tarred(rf"<title>reel {ANY}</title>", "-site/index.html")),
    (r"^reel-.*-macos-.*\.tar\.xz$", tarred(HEADER, "/include/reel/reel.h")),
    (r"^reel-.*-windows-.*\.zip$", zipped(HEADER, "/include/reel/reel.h")),
    (r"\.spdx\.json$", lambda path: str(json.loads(path.read_text(encoding="utf-8"))["packages"][0]["versionInfo"])),
    (r"-linux-.*\.tar\.xz$|-oci\.tar$|-test\.log\.xz$", of_name),
]


def of_release(wanted: str, dist: Path) -> int:
    wrong, count = [], 0
    for path in sorted(
        path for path in dist.rglob("*") if path.is_file() and not path.name.startswith(("SHA256SUMS", "THIRD_PARTY", "LICENSE"))
    ):
        read = next((read for pattern, read in ARTEFACTS if re.search(pattern, path.name)), None)
        version = read(path) if read else "of a kind that has no version to compare"
        if version != wanted or (re.search(ANY, path.name) and of_name(path) != wanted):
            wrong.append(f"{path.name}: {version}")
        count += 1
    print("\n".join(wrong) or f"{wanted}, in {count} files of the release")
    return bool(wrong) or not count


def main(wanted: str | None) -> int:
    header = (ROOT / "include/reel/reel.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"^#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M))
    wrong = [f"include/reel/reel.h: {version}"] if wanted not in (None, version) else []
    for name, pattern in PLACES.items():
        found = re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"), re.M)
        wrong += [f"{name}: {other}" for other in found if other != (wanted or version)]
        if not found:
            wrong.append(f"{name}: no version where one is expected")
    for name, source in DERIVED.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        if source not in text or re.search(OWN, text, re.M):
            wrong.append(f"{name}: the version is not taken from elsewhere")
    section = re.search(CHANGELOG, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    if not section or section[1] not in ("Unreleased", wanted or version):
        wrong.append("CHANGELOG.md: no section for the version at the top")
    wrong += not_named()
    print("\n".join(wrong) or f"{version}, in {len(PLACES)} files")
    return bool(wrong)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        sys.exit(of_release(sys.argv[1], Path(sys.argv[2])))
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
