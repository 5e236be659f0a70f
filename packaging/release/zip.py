#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs a folder as a zip that does not depend on the machine: zip.py FOLDER OUT.zip

Names are sorted, and every date is SOURCE_DATE_EPOCH.
"""

import os
import sys
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

EARLIEST = 315532800  # 1980, where the dates of zip begin


def write_zip(out: Path, files: Iterable[tuple[str, bytes, bool]]) -> None:
    """Writes names, bytes, and whether it is a program, in this order."""
    date = time.gmtime(max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST))))[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data, is_program in files:
            member = zipfile.ZipInfo(name, date)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = (0o100755 if is_program else 0o100644) << 16
            packed.writestr(member, data)


def main(folder: Path, out: Path) -> None:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    names = (f"{folder.name}/{path.relative_to(folder).as_posix()}" for path in paths)
    write_zip(out, ((name, path.read_bytes(), os.access(path, os.X_OK)) for name, path in zip(names, paths, strict=True)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
