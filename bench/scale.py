#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cost against size: each verb of each format on files of 1,000 rows to a million, and `reel scan` of one file to many.

bench/scale.sh builds the programs and runs this. Growth is the exponent by which the instructions of a verb grow with
the rows, counted by callgrind: the largest from one size to the next, from 10,000 rows on. Times are those of the processor; what
its caches cost shows in the row *copy*, memcpy of the file. `--write` puts the tables into bench/scale.md and the page.
"""

import argparse
import collections
import itertools
import math
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import instructions

TREE = pathlib.Path(__file__).resolve().parent.parent
BUILD = TREE / "build/release"
TABLE = TREE / "bench" / "scale.md"
PAGE = TREE / "bench" / "README.md"
START, END = "<!-- scale -->\n", "<!-- end -->\n"
SIZES = (1000, 10000, 100000, 1000000)
FIXED = 10000  # rows below which a file costs what every file costs
COUNTED = 100000  # rows of the largest file whose instructions are counted
GOAL = 1.05

Measured = collections.namedtuple("Measured", "rows size seconds memory")


def near(rows):
    """The size in the table of a file, which has some more rows than were asked for."""
    return max(size for size in SIZES if size <= max(rows * 1.1, SIZES[0]))


def times(formats, seconds):
    command = [BUILD / "bench/reel_bench_scale", f"--seconds={seconds}", *formats]
    found = {}
    for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
        known, verb, rows, size, spent, memory = line.split("\t")
        found.setdefault((known, verb), {})[near(int(rows))] = Measured(int(rows), int(size), float(spent), int(memory))
    return found


def counts(formats, seconds):
    """Of each format and verb, the instructions of reel's own functions by the number of rows. `seconds` are those of valgrind, which is
    slower; files of a million rows would take it minutes. Those of the C library are left out: a copy of one instruction for each byte is one for 32 bytes in another size."""
    folder = BUILD / "scale"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--compress-strings=no", "--compress-pos=no", "--dump-line=no"]
    command += [f"--callgrind-out-file={folder}/out", BUILD / "bench/reel_bench_scale", f"--seconds={seconds}", f"--most={COUNTED}", *formats]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    found = {}
    for path in folder.glob("out*"):
        label, case = instructions.dump_of(path, BUILD)
        if label:
            known, verb, rows, _ = label.split(" ")
            found.setdefault((known, verb), {})[int(rows)] = case.own
    return found


def growth(by_rows):
    """The largest exponent from one size to the next, above what every file costs; None: only one was counted."""
    points = sorted((rows, count) for rows, count in by_rows.items() if count and rows >= FIXED * 0.9)
    if len(points) < 2:
        points = sorted(by_rows.items())
    steps = [math.log(b[1] / a[1]) / math.log(b[0] / a[0]) for a, b in itertools.pairwise(points)]
    return max(steps) if steps else None


def verb_table(formats, seconds):
    """The lines of the table, and the rows of it whose growth is above the goal."""
    counted = counts(formats, seconds) if shutil.which("valgrind") else {}
    lines = ["| format | verb | 1,000 rows, ns a row | 10,000 | 100,000 | 1,000,000 | instructions a row | growth | memory, of the file |"]
    lines.append("| --- | --- |" + " --: |" * 7)
    above = []
    for (known, verb), found in times(formats, seconds).items():
        cells = [f"{m.seconds * 1e9 / m.rows:.{0 if m.seconds * 1e9 / m.rows >= 10 else 2}f}" if (m := found.get(size)) else "" for size in SIZES]
        by_rows, last = counted.get((known, verb), {}), found[max(found)]
        exponent = growth(by_rows)
        if exponent is not None and exponent > GOAL and verb != "copy":
            above.append(f"{known}, {verb}: {exponent:.3f}")
        each = f"{by_rows[max(by_rows)] / max(by_rows):.{0 if by_rows[max(by_rows)] > 10 * max(by_rows) else 2}f}" if by_rows else ""
        cells += [each, "" if exponent is None else f"{exponent:.2f}", f"{last.memory / last.size:.1f}"]
        lines.append(f"| {known} | {verb} | " + " | ".join(cells) + " |")
    return lines, above


def scan_of(reel, tree, out, threads):
    command = [reel, "scan", "-q", "-j", str(threads), tree, "-o", out]
    child = os.spawnv(os.P_NOWAIT, command[0], command)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"reel scan failed: {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def scan_table(folder, most):
    """Scans of one file, ten, and so on: a thousand plays of 5 KB, and hard links to them, each of which the scan reads."""
    reel, tree, out, there = str(BUILD / "cli/reel"), f"{folder}/tree", f"{folder}/dataset", 0
    os.makedirs(f"{folder}/made/000")
    os.makedirs(tree)
    subprocess.run([BUILD / "bench/reel_bench_plays", f"{folder}/made", "1000", "40", "10"], check=True)
    made = [entry.path for entry in os.scandir(f"{folder}/made/000")]
    lines = ["| files | processors | us of a processor for each | of those for 10,000 | memory, MB | scanned again, us for each |"]
    lines.append("|" + " --: |" * 6)
    first, count = {}, 1
    while count <= most:
        for number in range(there, count):
            if number % 1000 == 0:
                os.mkdir(f"{tree}/{number // 1000:04}")
            os.link(made[number % 1000], f"{tree}/{number // 1000:04}/{number % 1000:03}.bsor")
        there = count
        for threads in (1, 2):
            rounds = []
            for _ in range(3 if count <= FIXED else 1):
                shutil.rmtree(out, ignore_errors=True)
                rounds.append(scan_of(reel, tree, out, threads))
            seconds, memory = min(rounds)
            again, _ = scan_of(reel, tree, out, threads)
            if count == FIXED:
                first[threads] = seconds / count
            beside = f"{seconds / count / first[threads]:.2f}" if threads in first else ""
            lines.append(f"| {count:,} | {threads} | {seconds / count * 1e6:.1f} | {beside} | {memory:.0f} | {again / count * 1e6:.1f} |")
        count *= 10
    return lines


def machine():
    with open("/proc/cpuinfo", encoding="ascii") as lines:
        processor = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=TREE, capture_output=True, text=True, check=False).stdout.strip()
    return [f"machine:  {processor}, {os.cpu_count()} processors", f"compiler: {compiler}, -O3", f"commit:   {commit or 'unknown'}"]


def kept_scans():
    """The table of scans in the last tables, and the commit that it is of."""
    head, scans = TABLE.read_text(encoding="utf-8").split("\n\n")[:2]
    known = dict(line.split(":", 1) for line in head.splitlines())
    return scans.splitlines(), known.get("scans", known["commit"]).strip()


def update_page(write):
    tables = TABLE.read_text(encoding="utf-8").split("\n\n", 1)[1]
    page = PAGE.read_text(encoding="utf-8")
    at = page.index(START) + len(START)
    made = page[:at] + tables + page[page.index(END, at) :]
    if write:
        PAGE.write_text(made, encoding="utf-8")
    elif made != page:
        print(f"{PAGE.relative_to(TREE)}: the tables of scale are not those of {TABLE.name}; bench/scale.py --page write fills them in")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=100000, help="files of the largest scan; 0: none, and --write keeps those there are")
    parser.add_argument("--seconds", type=float, default=0.2, help="calls that take longer are left out")
    parser.add_argument("--write", action="store_true", help="put the tables into bench/scale.md and the page")
    parser.add_argument("--page", choices=("check", "write"), help="only the page, from bench/scale.md")
    parser.add_argument("formats", nargs="*", help="only these")
    given = parser.parse_args()
    if given.page:
        return update_page(given.page == "write")
    folder = pathlib.Path(os.environ.get("REEL_RAM_DISK", "/dev/shm")) / f"reel-scale-{os.getpid()}"
    try:
        scans = scan_table(str(folder), given.files) if given.files else []
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    head = machine()
    if given.write and not scans:
        scans, commit = kept_scans()
        head.append(f"scans:    {commit}")
    verbs, above = verb_table(given.formats, given.seconds)
    text = "\n".join([*head, "", *scans, *([""] if scans else []), *verbs]) + "\n"
    if given.write:
        TABLE.write_text(text, encoding="utf-8")
        update_page(True)
    else:
        print(text, end="")
    print(*[f"above {GOAL}: {line}" for line in above], sep="\n", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
