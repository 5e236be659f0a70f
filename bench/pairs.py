#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the pages' tables of reel beside others with bench/pairs.md, the last run of bench/pairs.sh; --write fills them in.

A page has a block between <!-- pairs --> and <!-- end -->, with all rows, or <!-- pairs: WORK; WORK --> with those of some work. Outside
of such blocks README.md has no ratio to a peer, and no page one to a peer of the table.
"""

import pathlib
import re
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
TABLE = TREE / "bench" / "pairs.md"
PAGES = ("README.md", "bench/README.md")
BLOCK = re.compile(r"(<!-- pairs(?:: ([^>]*))? -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)
RATIO = re.compile(r"\btimes as fast as|\d ×|of the speed of memcpy")
TIMES = re.compile(r"\d ×|\d x\b|\btimes (?:as|that)")
PEER = re.compile(r"`(?:bsor|teehistorian|slc_oxide|tcm|gdr2?)` (?:of|\d)|\bcrates? `|zcb3|GDReplayFormat")


def table_rows():
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return lines[:2], lines[2:]


def block_of(wanted):
    head, rows = table_rows()
    if wanted:
        works = [work.strip() for work in wanted.split(";")]
        missing = [work for work in works if not any(row.startswith(f"| {work} |") for row in rows)]
        if missing:
            sys.exit(f"{TABLE.relative_to(TREE)} has no work called {missing[0]}")
        rows = [row for work in works for row in rows if row.startswith(f"| {work} |")]
    return "\n".join(head + rows) + "\n"


def main():
    write, failures = sys.argv[1:] == ["--write"], 0
    for name in PAGES:
        page = TREE / name
        text = page.read_text(encoding="utf-8")
        made = BLOCK.sub(lambda m: m[1] + block_of(m[2]) + m[4], text)
        if not BLOCK.search(text):
            print(f"{name}: has no block <!-- pairs -->")
            failures += 1
        if write:
            page.write_text(made, encoding="utf-8")
        elif made != text:
            print(f"{name}: a table is not that of bench/pairs.md; bench/pairs.py --write fills it in")
            failures += 1
    for line in BLOCK.sub("", (TREE / "README.md").read_text(encoding="utf-8")).splitlines():
        if RATIO.search(line):
            print(f"README.md: a ratio outside of the table: {line}")
            failures += 1
    for page in sorted([TREE / "bench" / "README.md", *TREE.glob("*.md"), *TREE.glob("docs/**/*.md")]):
        for line in BLOCK.sub("", page.read_text(encoding="utf-8")).splitlines():
            if TIMES.search(line) and PEER.search(line):
                print(f"{page.relative_to(TREE)}: a ratio to a peer outside of the table: {line}")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
