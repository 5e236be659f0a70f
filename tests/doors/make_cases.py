#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the cases that every door is tested with: cases/*.tsv, whose language cases/README.md describes.

    make_cases.py --check    compares the files with what this program makes; the default
    make_cases.py --write    writes them

It knows nothing of the library. Files are packed here by `struct`, so that each value that a reader has to return is one that was put
into them; sizes and hashes are those of `hashlib`. What rules a file breaks is in errors.tsv of its format, which is written by hand.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from cases_made import beatsaber, ddnet, echo, geometrydash, golden
from cases_made.language import FOLDER, Suite

SUITES = {"beatsaber": beatsaber, "geometrydash": geometrydash, "ddnet": ddnet, "echo": echo, "golden": golden}


def main() -> int:
    write = "--write" in sys.argv[1:]
    different = 0
    for name, made in SUITES.items():
        suite = Suite()
        made.add(suite)
        path, text = FOLDER / f"{name}.tsv", suite.text()
        if write:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(FOLDER.parent)} is not what make_cases.py makes: run it with --write")
            different += 1
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
