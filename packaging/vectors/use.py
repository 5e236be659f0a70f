#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses the test vectors as README.md says, with the command as the implementation that is tested.

    packaging/vectors/use.py REEL VECTORS.zip

The files come from standard input, under no name, in another order than that in which the vectors were made.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile


def rows_of(reel: str, data: bytes) -> bytes:
    words = [reel, "export", "--quiet", "--layout", "--to", "json", "-"]
    done = subprocess.run(words, input=data, capture_output=True, timeout=120)
    assert 0 <= done.returncode <= 3, done
    return done.stdout


def main(reel: str, path: str) -> None:
    with zipfile.ZipFile(path) as packed:
        parts = {name.split("/", 1)[1]: packed.read(name) for name in packed.namelist()}
    files = json.loads(parts.pop("manifest.json"))["files"]
    assert b"CC0" in parts.pop("README.md")
    differ = []
    for entry in reversed(files):
        data, rows = parts.pop(entry["file"]), parts.pop(entry.get("rows", ""), b"")
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["size"], entry["sha256"]), entry
        assert bool(rows) == (entry["format"] is not None), entry
        if entry["sound"]:
            assert entry["verdict"] in ("fine", "findings"), entry
            if rows_of(reel, data) != rows:
                differ.append(entry["file"])
    assert not parts, f"not in the manifest: {sorted(parts)}"
    assert not differ, f"other rows: {differ}"
    formats = subprocess.run([reel, "formats", "--json"], capture_output=True, text=True, check=True).stdout
    without = {json.loads(line)["id"] for line in formats.splitlines()} - {entry["format"] for entry in files if entry["sound"]}
    assert not without, f"formats without a sound file: {sorted(without)}"
    print(f"{len(files)} files, {sum(1 for entry in files if entry['sound'])} of them sound")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
