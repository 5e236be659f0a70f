#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cost against size: each verb of each format on files of 1,000 rows to a million, and `reel scan` of one file to many.

bench/scale.sh builds the programs and runs this. Growth is the exponent by which the instructions of a verb grow with
the rows, counted by callgrind: the largest from one size to the next, from 10,000 rows on; that of memory is from the
smallest such size to the largest. Times are those of the processor; what its caches cost shows in the row *copy*, memcpy
of the file. A cell that was not measured has the reason. `--write` puts the tables into bench/scale.md and the page.
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
import time

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

PROCESSES = 2  # that count instructions, beside the one that measures times
# What bench/scale.c says of a cell that it does not measure
REASONS = {
    "slow": "slow",  # with the limit, below
    "late": "no time",
    "large": "too large",
    "costly": "not made",
    "none": "refused",
}

Measured = collections.namedtuple("Measured", "rows size seconds memory")


def times(formats, seconds, within):
    """Of each format and verb, by size, what was measured or the reason why not; and the formats of which no file is made."""
    command = [BUILD / "bench/reel_bench_scale", f"--seconds={seconds}", f"--within={within}", *formats]
    found, unmade, path = {}, [], BUILD / "scale/times.tsv"  # a file, so that it is there whatever comes
    with path.open("w", encoding="utf-8") as out:
        subprocess.run(command, stdout=out, check=True)
    for line in path.read_text(encoding="utf-8").splitlines():
        known, verb, rows, *cells = line.split("\t")
        if cells == ["unmade"]:
            unmade.append(known)
            continue
        cell = Measured(int(rows), int(cells[0]), float(cells[1]), int(cells[2])) if len(cells) > 1 else cells[0]
        cells = found.setdefault((known, verb), {})
        cells[SIZES[len(cells)]] = cell  # a line for each size, whatever number of rows the format makes of it
    return found, unmade


def start_counting(formats, seconds, within):
    """Processes of callgrind, each for some of the formats; see counts."""
    folder = BUILD / "scale"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if not shutil.which("valgrind"):
        print("valgrind is not there: no instructions are counted", file=sys.stderr)
        return []
    if not formats:
        formats = [known["id"] for known in instructions.known_formats(BUILD)]
    command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-line=no", "--compress-strings=no", "--compress-pos=no"]
    program = [BUILD / "bench/reel_bench_scale", f"--seconds={seconds}", f"--within={within}", f"--most={COUNTED}"]
    processes = []
    for number in range(min(PROCESSES, len(formats))):
        some = [f"--callgrind-out-file={folder}/out{number}", *program, *formats[number::PROCESSES]]
        processes.append(subprocess.Popen(command + some, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    return processes


def counts(processes):
    """Of each format and verb, the instructions of reel's own functions by the number of rows. Files of a million rows would take valgrind
    minutes. Those of the C library are left out: a copy of one instruction for each byte is one for 32 bytes in another size."""
    found = {}
    for process in processes:
        if process.wait():
            sys.exit("callgrind failed")
    for path in (BUILD / "scale").glob("out*"):
        label, case = instructions.dump_of(path, BUILD)
        if label:
            known, verb, rows, _ = label.split(" ")
            found.setdefault((known, verb), {})[int(rows)] = case.own
    return found


def exponent(least, most):
    return math.log(most[1] / least[1]) / math.log(most[0] / least[0])


def growth(by_rows):
    """The largest exponent from one size to the next, above what every file costs, and the most rows that were counted.
    None: only one size was."""
    points = sorted((rows, count) for rows, count in by_rows.items() if count)
    above = [point for point in points if point[0] >= FIXED * 0.9]
    points = above if len(above) > 1 else points
    if len(points) < 2:
        return None, 0
    return max(exponent(a, b) for a, b in itertools.pairwise(points)), points[-1][0]


def growth_cell(by_rows):
    known, rows = growth(by_rows)
    if known is None:
        return "not counted"
    return f"{known:.2f}" if rows >= COUNTED * 0.9 else f"{known:.2f} to {float(f'{rows:.2g}'):,.0f}"


def instructions_cell(by_rows):
    """Of a row of the largest file that was counted."""
    if not by_rows:
        return "not counted"
    each = by_rows[max(by_rows)] / max(by_rows)
    return f"{each:.{0 if each > 10 else 2}f}"


def memory_cells(measured):
    """The most memory in sizes of the largest file, and its exponent; one block more than nothing is not growth."""
    points = [(m.rows, m.memory) for m in measured[1:] if m.memory]
    of_file = f"{measured[-1].memory / measured[-1].size:.1f}"
    return [of_file, f"{exponent(points[0], points[-1]):.2f}" if len(points) > 1 else "0" if not points else "one size"]


def time_cell(cell):
    if not isinstance(cell, Measured):
        return REASONS[cell]
    each = cell.seconds * 1e9 / cell.rows
    return f"{each:.{0 if each >= 10 else 2}f}"


def is_measured(cells):
    """Whether a verb has a row: others are named below the table."""
    return any(isinstance(cell, Measured) for cell in cells.values())


def reasons_of(found, unmade, seconds):
    """What the table says below it: the meaning of cells without a number, and the verbs that formats do not have."""
    texts = {
        "slow": f"*slow*: a call would take more than {seconds:g} s.",
        "late": "*no time*: the run would have taken longer than it was given (`--within`).",
        "large": "*too large*: the file would exceed 200 MB, the limit of what is read into memory.",
        "costly": "*not made*: the file would take minutes of LZMA, or come from one that is too large.",
        "none": "*refused*: the verb has no result at that size.",
    }
    used = {cell for cells in found.values() if is_measured(cells) for cell in cells.values() if not isinstance(cell, Measured)}
    without = collections.defaultdict(list)
    for (known, verb), cells in found.items():
        if not is_measured(cells):
            without[verb].append(known)
    lines = ["", *[text for reason, text in texts.items() if reason in used]]
    if unmade:
        lines.append(f"Formats of which no file is made here: {', '.join(unmade)}.")
    return lines + [f"Formats without *{verb}*: {', '.join(formats)}." for verb, formats in without.items()]


def verb_table(formats, given):
    """The lines of the table, and the rows of it whose growth is above the goal."""
    begun = time.monotonic()
    processes = start_counting(formats, given.counted, given.within)
    found, unmade = times(formats, given.seconds, given.within)
    counted = counts(processes)
    print(f"verbs: {time.monotonic() - begun:.0f} s", file=sys.stderr)
    sizes = ["1,000 rows, ns a row", *[f"{size:,}" for size in SIZES[1:]]]
    head = ["format", "verb", *sizes, "instructions a row", "growth", "memory, of the file", "growth"]
    lines = ["| " + " | ".join(head) + " |", "| --- | --- |" + " --: |" * (len(head) - 2)]
    above = []
    for (known, verb), cells in found.items():
        if not is_measured(cells):
            continue
        measured = [cells[size] for size in SIZES if isinstance(cells.get(size), Measured)]
        by_rows = counted.get((known, verb), {})
        worst, _ = growth(by_rows)
        if worst is not None and worst > GOAL and verb != "copy":
            above.append(f"{known}, {verb}: {worst:.3f}")
        row = [known, verb, *[time_cell(cells[size]) for size in SIZES], instructions_cell(by_rows)]
        lines.append("| " + " | ".join([*row, growth_cell(by_rows), *memory_cells(measured)]) + " |")
    return lines + reasons_of(found, unmade, given.seconds), above


def scan_of(reel, tree, out, threads):
    command = [reel, "scan", "-q", "-j", str(threads), tree, "-o", out]
    child = os.spawnv(os.P_NOWAIT, command[0], command)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"reel scan failed: {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def scan_table(folder, most, within):
    """Scans of one file, ten, and so on: a thousand plays of 5 KB, and hard links to them, each of which the scan reads.
    A size is left out, and says so, if ten times the time of the size before does not fit within that many seconds."""
    reel, tree, out, there = str(BUILD / "cli/reel"), f"{folder}/tree", f"{folder}/dataset", 0
    os.makedirs(f"{folder}/made/000")
    os.makedirs(tree)
    subprocess.run([BUILD / "bench/reel_bench_plays", f"{folder}/made", "1000", "40", "10"], check=True)
    made = [entry.path for entry in os.scandir(f"{folder}/made/000")]
    lines = ["| files | processors | us of a processor for each | of those for 10,000 | memory, MB | scanned again, us for each |"]
    lines.append("|" + " --: |" * 6)
    first, count, begun, last = {}, 1, time.monotonic(), 0
    while count <= most:
        start = time.monotonic()
        if start - begun + 10 * last > within:
            lines.append(f"| {count:,} | 1, 2 | no time |  |  |  |")
            break
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
        last = time.monotonic() - start
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
    parser.add_argument("--seconds", type=float, default=10, help="calls that take longer are left out")
    parser.add_argument("--counted", type=float, default=5, help="calls that take callgrind longer are left out")
    parser.add_argument("--within", type=float, default=1800, help="seconds for scans, and again for verbs; the rest is left out")
    parser.add_argument("--write", action="store_true", help="put the tables into bench/scale.md and the page")
    parser.add_argument("--page", choices=("check", "write"), help="only the page, from bench/scale.md")
    parser.add_argument("formats", nargs="*", help="only these")
    given = parser.parse_args()
    if given.page:
        return update_page(given.page == "write")
    folder = pathlib.Path(os.environ.get("REEL_RAM_DISK", "/dev/shm")) / f"reel-scale-{os.getpid()}"
    try:
        scans = scan_table(str(folder), given.files, given.within) if given.files else []
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    head = machine()
    if given.write and not scans:
        scans, commit = kept_scans()
        head.append(f"scans:    {commit}")
    verbs, above = verb_table(given.formats, given)
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
