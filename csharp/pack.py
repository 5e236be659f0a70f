#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a package in the form of NuGet: pack.py REEL.DLL REEL.XML THIRD_PARTY OUT.nupkg RUNTIME=LIBRARY...

RUNTIME is linux-x64, win-x64, ...; LIBRARY becomes libreel.so or reel.dll there. The same inputs give the same bytes.
"""

import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging/release"))
from readme import without  # noqa: E402

NUSPEC = """<?xml version="1.0" encoding="utf-8"?>
<package>
  <metadata>
    <id>Reel</id>
    <version>{version}</version>
    <authors>The reel authors</authors>
    <license type="expression">MIT</license>
    <readme>README.md</readme>
    <description>Read, write, check and record game replays: Beat Saber, Geometry Dash, DDNet, Echo VR.</description>
    <dependencies>
      <group targetFramework=".NETStandard2.0"><dependency id="System.Memory" version="4.5.5" /></group>
    </dependencies>
  </metadata>
</package>
"""
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types>
  <Default Extension="nuspec" ContentType="application/octet" />
  <Default Extension="dll" ContentType="application/octet" />
  <Default Extension="so" ContentType="application/octet" />
  <Default Extension="xml" ContentType="application/xml" />
  <Default Extension="md" ContentType="text/markdown" />
</Types>
"""


def main() -> int:
    if len(sys.argv) < 6:
        print(__doc__)
        return 2
    header = (ROOT / "include/reel/reel.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"^#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M))
    files = {
        "[Content_Types].xml": TYPES.encode(),
        "Reel.nuspec": NUSPEC.format(version=version).encode(),
        "README.md": without((ROOT / "csharp/README.md").read_text(encoding="utf-8"), lambda _: False)[0].encode(),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        "THIRD_PARTY": Path(sys.argv[3]).read_bytes(),
        "lib/netstandard2.0/Reel.dll": Path(sys.argv[1]).read_bytes(),
        "lib/netstandard2.0/Reel.xml": Path(sys.argv[2]).read_bytes(),
    }
    for argument in sys.argv[5:]:
        runtime, _, library = argument.partition("=")
        name = "reel.dll" if runtime.startswith("win") else "libreel.so"
        files[f"runtimes/{runtime}/native/{name}"] = Path(library).read_bytes()
    with zipfile.ZipFile(sys.argv[4], "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            package.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    print("\n".join(files))
    return 0


if __name__ == "__main__":
    sys.exit(main())
