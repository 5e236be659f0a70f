#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the version in every file that has one with that of include/reel/reel.h, and with VERSION: versions.py [VERSION]"""

from __future__ import annotations

import re
import sys
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
# The changelog has a section for the version, or collects what will be in it.
CHANGELOG = r"^## \[(Unreleased|\d+\.\d+\.\d+)\]"


def main(wanted: str | None) -> int:
    header = (ROOT / "include/reel/reel.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"^#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M))
    wrong = [f"include/reel/reel.h: {version}"] if wanted not in (None, version) else []
    for name, pattern in PLACES.items():
        found = re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"), re.M)
        wrong += [f"{name}: {other}" for other in found if other != (wanted or version)]
        if not found:
            wrong.append(f"{name}: no version where one is expected")
    section = re.search(CHANGELOG, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    if not section or section[1] not in ("Unreleased", wanted or version):
        wrong.append("CHANGELOG.md: no section for the version at the top")
    print("\n".join(wrong) or f"{version}, in {len(PLACES)} files")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
