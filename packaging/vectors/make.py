#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the test vectors: the golden and damaged files of the tests, with what is in them and what is wrong with them, in a zip.

    packaging/vectors/make.py REEL OUT.zip      REEL: the command

The same files and the same command give the same bytes; SOURCE_DATE_EPOCH is the date of everything in the zip.
"""

from __future__ import annotations

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
SOUND = ("golden", "packed", "hack")  # folders of files that a reader must read
EARLIEST = 315532800  # 1980, where the dates of zip begin
REFUSED, FAILED = 3, 4  # exit statuses: the file cannot be opened; the command could not do its work


def run(reel: str, *words: str | pathlib.Path) -> tuple[int, bytes]:
    done = subprocess.run([reel, *words], capture_output=True, timeout=120)
    if done.returncode < 0 or done.returncode >= FAILED:
        sys.exit(f"{reel} {' '.join(map(str, words))}: {done.stderr.decode(errors='replace')}")
    return done.returncode, done.stdout


def describe(reel: str, file: pathlib.Path) -> tuple[dict[str, object], bytes]:
    """An entry of the manifest, and the decoded rows as JSON; no rows if the file cannot be opened."""
    data = file.read_bytes()
    _, checked = run(reel, "check", "--json", file)
    status, rows = run(reel, "export", "--quiet", "--layout", "--to", "json", file)
    report = json.loads(checked)
    family = file.parts[-3]
    entry: dict[str, object] = {
        "file": f"{family}/{file.name}",
        "format": json.loads(rows)["format"] if status != REFUSED and rows else None,
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "sound": file.parts[-2] in SOUND,
        "verdict": report["verdict"],
        "findings": report["findings"],
    }
    return entry, rows if entry["format"] else b""


def make(reel: str, out: pathlib.Path) -> None:
    files = [file for folder in (*SOUND, "bad") for file in sorted(ROOT.glob(f"tests/formats/*/{folder}/*"))]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        described = list(pool.map(lambda file: describe(reel, file), files))
    _, version = run(reel, "--version")
    parts = {"README.md": (HERE / "README.md").read_bytes()}
    for file, (entry, rows) in zip(files, described, strict=True):
        name = str(entry["file"])
        if name in parts:
            sys.exit(f"{name}: two files of this name")
        parts[name] = file.read_bytes()
        if rows:
            entry["rows"] = f"{name}.rows.json"
            parts[f"{name}.rows.json"] = rows
    manifest = {"made_by": version.decode().splitlines()[0], "files": [entry for entry, _ in described]}
    parts["manifest.json"] = json.dumps(manifest, indent=1, ensure_ascii=True).encode() + b"\n"
    date = time.gmtime(max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST))))[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in sorted(parts):
            member = zipfile.ZipInfo(f"replay-vectors/{name}", date)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            packed.writestr(member, parts[name])
    print(f"{out}: {len(files)} files, {sum(1 for _, rows in described if rows)} with rows")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    make(sys.argv[1], pathlib.Path(sys.argv[2]))
