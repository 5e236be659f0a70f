#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzzes all targets for as long as it is left running, and keeps a ledger of their executions.

    fuzz/campaign.py BUILD [--hours H] [--slice SECONDS] [--jobs N] [--only PATTERN]
                                        BUILD: a build of the targets, such as build/fuzz-fast
    fuzz/campaign.py --table            prints the table from the ledger, and writes it into fuzz/README.md
    fuzz/campaign.py --merge COUNTS     adds another ledger, or a file of REEL_FUZZ_COUNTS, to the ledger

Each round gives every target a slice of time, those with the fewest executions first. A target with fewer than the
median gets a slice of twice the length. N targets run at the same time, by default one for each processor. After an
interruption, or on another day, it goes on from the ledger; only the slices that were running are lost. A find stops
neither the round nor the campaign: it is kept in BUILD/finds, counted, and makes the exit status 1.

A line of the ledger, fuzz/executions.tsv, is: commit, preset, target, executions, finds. A target may be a pattern, for
runs of which only the sum is known: its executions are spread evenly over the targets that it matches.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import fnmatch
import os
import re
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "fuzz/README.md"
LEDGER = ROOT / "fuzz/executions.tsv"
GOAL = 1_000_000_000
HEAD = "commit\tpreset\ttarget\texecutions\tfinds\n"

Sums = dict[tuple[str, str, str], tuple[int, int]]


def read(path: Path) -> Sums:
    """The lines of a ledger, added up by commit, preset and target."""
    sums: Sums = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line and not HEAD.startswith(line):
            commit, preset, target, executions, finds = line.split()
            had = sums.get((commit, preset, target), (0, 0))
            sums[commit, preset, target] = (had[0] + int(executions), had[1] + int(finds))
    return sums


def write(path: Path, sums: Sums) -> None:
    """In the order in which the lines came, so that a commit shows only what was added; never half of it."""
    text = HEAD + "".join("\t".join((*key, *map(str, value))) + "\n" for key, value in sums.items())
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def merge(path: Path, more: Sums) -> None:
    sums = read(path)
    for key, value in more.items():
        had = sums.get(key, (0, 0))
        sums[key] = (had[0] + value[0], had[1] + value[1])
    write(path, sums)


def spread(sums: Sums, targets: list[str]) -> dict[str, int]:
    """The executions that each target has had."""
    had = dict.fromkeys(targets, 0)
    for (_, _, name), (executions, _) in sums.items():
        matching = fnmatch.filter(targets, name)
        for target in matching:
            had[target] += executions // len(matching)
    return had


def plan(had: dict[str, int], seconds: int) -> list[tuple[str, int]]:
    """A round: targets in their order, with the length of their slices."""
    median = statistics.median(had.values())
    return [(target, 2 * seconds if had[target] < median else seconds) for target in sorted(had, key=lambda name: (had[name], name))]


def table(sums: Sums) -> str:
    commits: dict[tuple[str, str], list[tuple[str, int, int]]] = collections.defaultdict(list)
    for (commit, preset, target), (executions, finds) in sums.items():
        commits[commit, preset].append((target, executions, finds))
    lines = ["| commit | preset | executions | targets | finds |", "| --- | --- | ---: | --- | ---: |"]
    for (commit, preset), entries in commits.items():
        names = ", ".join(f"`{name}`" for name, _, _ in entries) if len(entries) < 3 else f"{len(entries)}"
        lines.append(f"| `{commit}` | `{preset}` | {sum(n for _, n, _ in entries):,} | {names} | {sum(n for _, _, n in entries)} |")
    total = sum(executions for executions, _ in sums.values())
    loads = sum(executions for (_, _, target), (executions, _) in sums.items() if target.endswith("_load"))
    lines += ["", f"In all {total:,} executions, {100 * total / GOAL:.1f} % of the goal of {GOAL:,}: {loads:,} of `fuzz_*_load`,"]
    lines += [f"{total - loads:,} of the other targets, which do more with each input."]
    return "\n".join(lines)


def targets_of(build: Path) -> list[str]:
    files = [path for path in (build / "fuzz").glob("fuzz_*") if path.is_file() and os.access(path, os.X_OK)]
    return sorted(path.name for path in files if path.name != "fuzz_seeds")


class Campaign:
    """Runs slices, several at the same time, and adds what they made to the ledger."""

    def __init__(self, build: Path, ledger: Path, hours: float) -> None:
        self.build, self.ledger, self.end = build, ledger, time.monotonic() + hours * 3600
        self.finds, self.writing = 0, threading.Lock()
        self.environment = os.environ | {"REEL_FUZZ_BUILD": str(build), "REEL_FUZZ_CAMPAIGN": "1"}
        self.environment.setdefault("REEL_FUZZ_PRESET", build.name)
        self.environment.setdefault("REEL_FUZZ_TIMEOUT", "300")  # it shares the machine with others

    def slice(self, target: str, seconds: int) -> None:
        if time.monotonic() >= self.end:
            return
        counts = self.build / f"{target}.counts"
        counts.unlink(missing_ok=True)
        words = [ROOT / "fuzz/run.sh", str(seconds), str(self.build / "fuzz" / target)]
        subprocess.run(words, env=self.environment | {"REEL_FUZZ_COUNTS": str(counts)}, check=False)
        made = read(counts)
        if not made:
            raise RuntimeError(f"{target} could not be run")
        with self.writing:
            self.finds += sum(number for _, number in made.values())
            merge(self.ledger, made)

    def round(self, slices: list[tuple[str, int]], jobs: int) -> None:
        """The slices in their order, the next whenever one ends. If one fails, those that have not begun are left out."""
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for _ in pool.map(self.slice, *zip(*slices, strict=True)):
                pass


def campaign(build: Path, ledger: Path, hours: float, seconds: int, jobs: int, only: str = "*") -> int:
    every = targets_of(build)
    targets = fnmatch.filter(every, only)
    if not targets:
        sys.exit(f"campaign.py: no targets {only} in {build}/fuzz")
    running = Campaign(build, ledger, hours)
    while time.monotonic() < running.end:
        try:
            had = spread(read(ledger), every)
            running.round(plan({target: had[target] for target in targets}, seconds), jobs)
        except RuntimeError as error:
            sys.exit(f"campaign.py: {error}")
    return 1 if running.finds else 0


def main() -> int:
    words = argparse.ArgumentParser(usage=__doc__)
    words.add_argument("build", nargs="?", type=Path)
    words.add_argument("--hours", type=float, default=1e6)
    words.add_argument("--slice", type=int, default=60)
    words.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    words.add_argument("--only", default="*")
    words.add_argument("--ledger", type=Path, default=LEDGER)
    words.add_argument("--merge", type=Path)
    words.add_argument("--table", action="store_true")
    given = words.parse_args()
    if given.table:
        text = table(read(given.ledger))
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(re.sub(r"(?s)(?<=<!-- executions -->\n).*(?=<!-- end -->)", lambda _: f"\n{text}\n\n", page), encoding="utf-8")
        print(text)
    elif given.merge:
        merge(given.ledger, read(given.merge))
    elif given.build:
        return campaign(given.build.resolve(), given.ledger, given.hours, given.slice, given.jobs, given.only)
    else:
        words.error("nothing to do")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
