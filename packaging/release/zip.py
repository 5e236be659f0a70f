#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs a folder as a zip that does not depend on the machine: zip.py FOLDER OUT.zip

Names are sorted, and every date is SOURCE_DATE_EPOCH.
"""

import os
import sys
import time
import zipfile
from pathlib import Path

EARLIEST = 315532800  # 1980, where the dates of zip begin


def main(folder: Path, out: Path) -> None:
    date = time.gmtime(max(EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST))))[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            member = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", date)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            packed.writestr(member, path.read_bytes())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
