#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Leaves out the links of Markdown files that lead to nothing in the folder that they are published in: readme.py FOLDER

The text of such a link stays, and its picture goes. With --check, prints them, and fails if there are any.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
PICTURE = re.compile(r"<picture>.*?</picture>\n?|<img\b[^>]*>\n?", re.DOTALL)
SOURCE = re.compile(r'\bsrc="([^"]+)"')
FENCE = re.compile(r"(?ms)^ *(```|~~~).*?^ *\1 *$")


def without(text: str, is_there: Callable[[str], bool]) -> tuple[str, list[str]]:
    """The text without links and pictures that are not there, and what they were. Code stays as it is."""
    lost: list[str] = []

    def leads(address: str) -> bool:
        found = bool(re.match(r"[a-z]+:|#", address)) or is_there(address.partition("#")[0])
        if not found:
            lost.append(address)
        return found

    def link(found: re.Match[str]) -> str:
        picture, words, address = found.groups()
        return found[0] if leads(address) else "" if picture else words

    def drawn(found: re.Match[str]) -> str:
        return found[0] if all([leads(address) for address in SOURCE.findall(found[0])]) else ""

    def prose(part: str) -> str:
        return LINK.sub(link, PICTURE.sub(drawn, part))

    out, end = [], 0
    for fence in FENCE.finditer(text):
        out += [prose(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return re.sub(r"\n{3,}", "\n\n", "".join([*out, prose(text[end:])])), lost


def main(folder: Path, change: bool) -> int:
    status = 0
    for path in sorted(folder.rglob("*.md")):
        text, lost = without(path.read_text(encoding="utf-8"), lambda address, of=path.parent: (of / address).exists())  # type: ignore[misc]
        if lost and change:
            path.write_text(text, encoding="utf-8")
        elif lost:
            status = 1
            print(f"{path.relative_to(folder)}: no {', '.join(lost)}")
    return status


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[1] != "--check"):
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[-1]), len(sys.argv) == 2))
