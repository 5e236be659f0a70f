#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts a file that packaging/release/licences.py has written into a wheel, beside its other licences: wheel_licences.py WHEEL THIRD_PARTY"""

import re
import sys
import zipfile
from pathlib import Path

from wheel import record
from zip import write_zip


def main(wheel: Path, notices: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        files = {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}
        programs = {item.filename for item in packed.infolist() if item.external_attr >> 16 & 0o100}
    information = next(name for name in files if name.endswith(".dist-info/WHEEL")).rsplit("/", 1)[0]
    metadata, count = re.subn(
        rb"((?:^License-File: (?!THIRD_PARTY).*\n)+)(License-File: THIRD_PARTY\n)?",
        rb"\1License-File: THIRD_PARTY\n",
        files[f"{information}/METADATA"],
        count=1,
        flags=re.MULTILINE,
    )
    if not count:
        sys.exit(f"{wheel}: METADATA has no License-File")
    files[f"{information}/METADATA"] = metadata
    files[f"{information}/licenses/THIRD_PARTY"] = notices.read_bytes()
    del files[f"{information}/RECORD"]
    files[f"{information}/RECORD"] = record(files, f"{information}/RECORD")
    write_zip(wheel, ((name, files[name], name in programs) for name in sorted(files, key=lambda name: (information in name, name))))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
