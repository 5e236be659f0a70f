#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the pages' tables of reel beside others with bench/pairs/, the last run of bench/pairs.sh on each machine.

    bench/pairs.py                    fails where a page has another table, or a ratio to a peer outside of it
    bench/pairs.py --write [RUN]      keeps RUN, the output of bench/pairs.sh, as the run of its machine, and fills in the pages. Rows
                                      that it did not measure stay those of the run before, whose commit is named
    bench/pairs.py --compare RUN      lists the rows of RUN whose range does not overlap with one of the pages

A page has a block between <!-- pairs --> and <!-- end -->, with all rows, or <!-- pairs: WORK; WORK --> with those of some work. A row has a
column for each machine. Outside of such blocks README.md has no ratio to a peer, and no page one to a peer of the table.
"""

import pathlib
import re
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
RUNS = TREE / "bench" / "pairs"
PAGES = ("README.md", "bench/README.md")
TITLE = ("| work | peer | peer's time / ours | range |", "| --- | --- | --: | --- |")
BLOCK = re.compile(r"(<!-- pairs(?:: ([^>]*))? -->\n)(.*?)(<!-- end -->\n)", re.DOTALL)
RATIO = re.compile(r"\btimes as fast as|\d ×|of the speed of memcpy")
TIMES = re.compile(r"\d ×|\d x\b|\btimes (?:as|that)")
PEER = re.compile(r"`(?:bsor|teehistorian|slc_oxide|tcm|gdr2?)` (?:of|\d)|\bcrates? `|zcb3|GDReplayFormat")


def machine(text):
    """The processor's name in the first line of a run, without what says nothing: Intel Xeon"""
    name = re.match(r"machine: *([^,\n]*)", text)
    if not name:
        sys.exit("a run begins with its machine")
    return " ".join(word for word in re.sub(r"\(R\)|\(TM\)", "", name[1]).split() if word not in ("Processor", "CPU"))


def rows_of(text):
    """From work and peer to the median and the range, as they were printed."""
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and re.match(r"[\d.]+$", cells[2]):
            rows[cells[0], cells[1]] = (cells[2], cells[3])
    return rows


def kept():
    """From machine to the rows of its run."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(RUNS.glob("*.md"))]
    return {machine(text): rows_of(text) for text in texts}


def block_of(wanted, runs):
    names, keys = list(runs), list(dict.fromkeys(key for rows in runs.values() for key in rows))
    if wanted:
        works = [work.strip() for work in wanted.split(";")]
        for work in works:
            if not any(key[0] == work for key in keys):
                sys.exit(f"bench/pairs/ has no work called {work}")
        keys = [key for work in works for key in keys if key[0] == work]
    lines = ["| work | peer | " + " | ".join(names) + " |", "| --- | --- |" + " --: |" * len(names)]
    for key in keys:
        cells = ["{} ({})".format(*runs[name][key]) if key in runs[name] else "not measured" for name in names]
        lines.append("| " + " | ".join([*key, *cells]) + " |")
    return "\n".join(lines) + "\n"


def ends(spread):
    low, high = spread.split(" to ")
    return float(low), float(high)


def compare(text):
    """Prints the rows of a run that no run of the pages overlaps with."""
    runs, outside, rows = kept(), 0, rows_of(text)
    for key, (median, spread) in rows.items():
        low, high = ends(spread)
        known = [ends(run[key][1]) for run in runs.values() if key in run]
        if not known or high < min(end[0] for end in known) or low > max(end[1] for end in known):
            print(f"{key[0]}, {key[1]}: {median} ({spread})")
            outside += 1
    print(f"{len(rows) - outside} of {len(rows)} rows are within the ranges of the pages: {', '.join(runs)}")
    return 1 if outside or not rows else 0


def line_of(key, values):
    return "| {} | {} | {} | {} |".format(*key, *values)


def with_earlier(text, before):
    """A run, with the rows of the one before that it did not measure."""
    rows, earlier = rows_of(text), rows_of(before)
    missing = [key for key in earlier if key not in rows]
    if not missing:
        return text
    head = dict(line.split(":", 1) for line in before.split("\n\n", 1)[0].splitlines())
    commits = dict.fromkeys(known.strip() for known in [head["commit"], *head.get("earlier", "").split(",")] if known.strip())
    table = [line_of(key, rows.get(key) or earlier[key]) for key in dict.fromkeys([*earlier, *rows])]
    notes = [line for line in [*text.splitlines(), *before.splitlines()] if line.startswith("<!-- ")]
    lines = [text.split("\n\n", 1)[0], f"earlier:  {', '.join(commits)}", "", *TITLE, *table, *dict.fromkeys(notes)]
    print(f"{len(missing)} of {len(table)} rows stay those of an earlier run")
    return "\n".join(lines) + "\n"


def keep(text):
    RUNS.mkdir(exist_ok=True)
    slug = re.sub(r"[^a-z0-9]+", "-", machine(text).lower()).strip("-")
    path = RUNS / f"{slug}.md"
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(with_earlier(text, before) if before else text, encoding="utf-8")


def pages(write):
    failures, runs = 0, kept()
    for name in PAGES:
        page = TREE / name
        text = page.read_text(encoding="utf-8")
        made = BLOCK.sub(lambda m: m[1] + block_of(m[2], runs) + m[4], text)
        if not BLOCK.search(text):
            print(f"{name}: has no block <!-- pairs -->")
            failures += 1
        if write:
            page.write_text(made, encoding="utf-8")
        elif made != text:
            print(f"{name}: a table is not that of bench/pairs; bench/pairs.py --write fills it in")
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


def main():
    verb, *files = sys.argv[1:] or [""]
    texts = [pathlib.Path(name).read_text(encoding="utf-8") for name in files]
    if verb == "--compare" and texts:
        return compare(texts[0])
    if verb == "--write" and texts:
        keep(texts[0])
    return pages(verb == "--write")


if __name__ == "__main__":
    sys.exit(main())
