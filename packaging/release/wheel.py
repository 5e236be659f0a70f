#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a wheel for another system out of one for this: wheel.py WHEEL EXTENSION PLATFORM FOLDER

The Python files are the same; the extension module is another, and needs no libraries beside it. Names are sorted, and every date is
SOURCE_DATE_EPOCH.
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

from zip import write_zip


def record(files: dict[str, bytes], name: str) -> bytes:
    lines = []
    for path, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{name},,\n"]).encode()


def main(wheel: Path, extension: Path, platform: str, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        files = {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}
    information = next(name for name in files if name.endswith(".dist-info/WHEEL")).rsplit("/", 1)[0]
    # The extension, its libraries, and what auditwheel says of them.
    gone = re.compile(rf"pyreel/_reel\.[^/]*(so|pyd)$|pyreel\.libs/|{re.escape(information)}/(RECORD$|sboms/)")
    files = {name: data for name, data in files.items() if not gone.match(name)}
    files[f"pyreel/{extension.name}"] = extension.read_bytes()
    words = files[f"{information}/WHEEL"].decode()
    files[f"{information}/WHEEL"] = re.sub(
        r"^(Tag: [^-]+-[^-]+-).*\n(Tag: .*\n)*", rf"\g<1>{platform}\n", words, flags=re.MULTILINE
    ).encode()
    files[f"{information}/RECORD"] = record(files, f"{information}/RECORD")
    out = folder / f"{'-'.join(wheel.name.split('-')[:-1])}-{platform}.whl"
    folder.mkdir(parents=True, exist_ok=True)
    write_zip(out, ((name, files[name], False) for name in sorted(files, key=lambda name: (information in name, name))))
    print(out)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
