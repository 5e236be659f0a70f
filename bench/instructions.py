#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of each verb on a small and a long file of each format, and compares them with a table.

bench/instructions.sh builds the programs and runs this. Callgrind gives the same counts on any load, so a change of
more than 3 % is one of the code, and fails in both directions: what became cheaper is kept by --write, and a change of the table needs a line in
CHANGELOG.md. What cases of real shape cost is compared with the last release as well, since a table that moves a little with each change does not
show the sum: bench/instructions_release.tsv has its counts, and bench/instructions_paid.tsv what may cost more, how much, and what that buys. What is compared are the instructions of reel's own functions: those of the C library
and of codecs depend on the processor, since they choose among several forms of memcpy and the like. The compiler counts
too: the table's first line names it, and with another one nothing is compared (exit status 77).
"""

import argparse
import collections
import json
import os
import pathlib
import platform
import struct
import subprocess
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent
TABLE = TREE / "bench" / "instructions.tsv"
RELEASE = TREE / "bench" / "instructions_release.tsv"
PAID = TREE / "bench" / "instructions_paid.tsv"
BEFORE = TREE / "bench" / "small_files_before.tsv"
PAGE = TREE / "bench" / "README.md"
START, END = "<!-- small files -->\n", "<!-- end -->\n"
ALLOWED = 0.03
SLACK = 50  # instructions that any case may grow by
NAMED = 8  # functions of a case in the table
SKIPPED = 77  # exit status
SMALL = 8192  # bytes of the largest file that counts as small
INPUTS = 4000  # of long macros
MADE = ("long.", "clip.", "positions.")  # names of files that are made, not golden
CLIP_FRAMES, CLIP_NOTES = 1300, 400  # of a clip: half a minute of a hard map
VERBS = ("identify", "header", "load", "check", "stats", "export", "convert")  # of each format; identify and header are what opening does
WRITING = ("write", "append")  # of each format that is written

# Instructions of reel's own functions, with those of libraries, and of each own function.
Case = collections.namedtuple("Case", "own all functions")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="replace the table, or the rows of --formats in it")
    parser.add_argument("--page", choices=("check", "write"), help="only the table of the page, from the table of the counts")
    parser.add_argument("--release", metavar="NAME", help="write the table of the last release")
    parser.add_argument("--release-build", metavar="FOLDER", type=pathlib.Path, help="where bench/reel_instructions of that release is")
    parser.add_argument("--prove", action="store_true", help="make a case slower, and see that this is found and named")
    parser.add_argument("--profile", metavar="CASE", help="print the functions of the cases whose label has this text")
    parser.add_argument("--formats", help="only these formats, with commas between")
    parser.add_argument("--build", default=TREE / "build/release", type=pathlib.Path)
    return parser.parse_args()


def machine():
    """What the counts depend on beside the code."""
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return f"{platform.machine()}, {compiler}"


def known_formats(build):
    def said(*words):
        return subprocess.run([build / "cli/reel", "formats", *words, "--json"], capture_output=True, text=True, check=True).stdout

    return [json.loads(said(json.loads(line)["id"])) for line in said().splitlines()]


def positions(path):
    """A macro as the bots write that add the player's position to each input, in msgpack."""
    inputs = b"".join(
        b"\x87\xa5frame\xcd" + struct.pack(">H", 7 * i) + b"\xa3btn\x01\xa22p\xc2\xa4down" + (b"\xc2" if i % 2 else b"\xc3")
        + b"\xa4xPos\xcb" + struct.pack(">d", 5.77 * i + 1 / 3) + b"\xa4yPos\xcb" + struct.pack(">d", 105 + i % 37 / 7)
        + b"\xa4yVel\xcb" + struct.pack(">d", (i % 11 - 5) / 3)
        for i in range(INPUTS)
    )
    head = b"\x84\xa7version\xcb" + struct.pack(">d", 1.0) + b"\xa9framerate\xcb" + struct.pack(">d", 240.0)
    head += b"\xa3bot\x82\xa4name\xa1b\xa7version\xa11"
    path.write_bytes(head + b"\xa6inputs\xdc" + struct.pack(">H", INPUTS) + inputs)
    return path


def made_files(build, folder):
    """Long files, always the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for kind, name in (("motion", "long.bsor"), ("game", "long.teehistorian")):
        path = folder / name
        path.unlink(missing_ok=True)
        subprocess.run([build / "tests/cli/make_replay", kind, path], check=True)
        files.append(path)
    lines = [f"{7 * i + i % 3}|{(i + 1) % 2}|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0" for i in range(INPUTS)]
    macro = folder / "long.xd"
    macro.write_text("240\n" + "\n".join(lines) + "\n", encoding="ascii")
    files.append(macro)
    macros = [known["id"] for known in known_formats(build) if known["game"] == "Geometry Dash" and known["writes"] and known["id"] != "xd"]
    files.append(positions(folder / "positions.gdr"))
    clips = folder / "plays"
    (clips / "000").mkdir(parents=True, exist_ok=True)
    subprocess.run([build / "bench/reel_bench_plays", clips, "1", str(CLIP_FRAMES), str(CLIP_NOTES)], check=True)
    files.append((clips / "000/000.bsor").replace(folder / "clip.bsor"))
    conversions = [(macro, to) for to in macros] + [(files[0], "scoresaber"), (files[0], "xror")]
    for source, to in conversions:
        path = folder / f"long.{to}"
        command = [build / "cli/reel", "convert", "--replace", "--to", to, "-o", path, source]
        if subprocess.run(command, capture_output=True, check=False).returncode in (0, 1) and path.exists():
            files.append(path)
    return files


def golden_files(build):
    """The largest small golden file of each format."""
    every = sorted(str(p) for p in TREE.glob("tests/formats/*/golden/*") if p.is_file() and p.stat().st_size <= SMALL)
    best = {}
    listed = subprocess.run([build / "bench/reel_instructions", *every], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        label, size = line.split("\t")[:2]
        verb, known, name = label.split(" ", 2)
        if verb == "identify":
            best[known] = max(best.get(known, (0, "")), (int(size), name))
    chosen = {name for _, name in best.values()}
    return [path for path in every if os.path.basename(path) in chosen]


def dump_of(path, build):
    """The label of a dump, and its case."""
    label, function, own, skip = "", "", False, False
    functions, everything = collections.Counter(), 0
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("desc: Trigger: Client Request: "):
                label = line.rsplit(": ", 1)[1].strip()
            elif line.startswith("ob="):
                own = str(build.resolve()) in line
            elif line.startswith("fn="):
                function = line[3:].strip()
            elif line.startswith("calls="):
                skip = True
            elif line[:1].isdigit() or line[:1] in "+-*":
                if not skip:
                    instructions = int(line.split()[1])
                    everything += instructions
                    if own:
                        functions[short(function)] += instructions
                skip = False
    return label, Case(sum(functions.values()), everything, functions)


def count(build, folder, files, waste=0):
    for old in folder.glob("callgrind.out*"):
        old.unlink()
    command = ["valgrind", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no", "--dump-line=no"]
    command += [f"--callgrind-out-file={folder}/callgrind.out", build / "bench/reel_instructions", f"--waste={waste}", *files]
    settings = dict(os.environ, LD_BIND_NOW="1", GLIBC_TUNABLES="glibc.malloc.tcache_count=0")
    run = subprocess.run(command, capture_output=True, text=True, env=settings, check=False)
    if run.returncode != 0:
        sys.exit(run.stderr)
    allocations = dict((line.split("\t")[0], line.split("\t")[1:]) for line in run.stdout.splitlines())
    cases = {}
    for path in folder.glob("callgrind.out*"):
        label, case = dump_of(path, build)
        if label:
            cases[label] = case
        path.unlink()
    return cases, allocations


def short(function):
    return function.replace("reel__", "").split(":")[-1].split("'")[0]


def table_rows(cases, allocations):
    rows = ["# " + machine(), "verb\tformat\tfile\tbytes\tinstructions\twith libraries\tallocations\tallocated\tfunctions"]
    for label in sorted(cases):
        case = cases[label]
        size, made, room = allocations[label]
        top = " ".join(f"{name}={n}" for name, n in case.functions.most_common(NAMED))
        rows.append("\t".join([*label.split(" ", 2), size, str(case.own), str(case.all), made, room, top]))
    return rows


def write_table(cases, allocations, only):
    """`only`: the formats whose rows are replaced; empty: all."""
    rows = table_rows(cases, allocations)
    if only:
        rows += [line for line in TABLE.read_text(encoding="utf-8").splitlines()[2:] if line.split("\t")[1] not in only]
        rows[2:] = sorted(rows[2:], key=lambda line: line.split("\t")[:3])
    TABLE.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{TABLE.relative_to(TREE)}: {len(rows) - 2} cases, {len(cases)} of them counted now")


def parse_table(lines):
    """The machine of a table, and of each case the instructions, the allocations and the functions."""
    table = {}
    for line in lines[2:]:
        verb, known, name, _, own, _, made, _, top = line.split("\t")
        functions = dict((part.rsplit("=", 1)[0], int(part.rsplit("=", 1)[1])) for part in top.split())
        table[f"{verb} {known} {name}"] = (int(own), int(made), functions)
    return lines[0][2:], table


def read_table():
    return parse_table(TABLE.read_text(encoding="utf-8").splitlines())


def grown(before, case):
    """The function that grew most."""
    least = min(before.values(), default=0)
    growth = {name: n - before.get(name, min(n, least)) for name, n in case.functions.items()}
    name = max(growth, key=growth.get)
    return f"{name} +{growth[name]:,}"


def complaints(table, cases, allocations):
    """What grew more than it may."""
    lines = []
    for label in sorted(cases):
        if label not in table:
            lines.append(f"new: {label}; bench/instructions.sh --write adds it")
            continue
        own, made, functions = table[label]
        now = cases[label].own
        if now > own * (1 + ALLOWED) + SLACK:
            lines.append(f"{label}: {own:,} -> {now:,} ({now / own - 1:+.1%}), {grown(functions, cases[label])}")
        elif now < own * (1 - ALLOWED) - SLACK:
            lines.append(f"{label}: {own:,} -> {now:,} ({now / own - 1:+.1%}); bench/instructions.sh --write keeps that")
        if int(allocations[label][1]) > made:
            lines.append(f"{label}: {made} -> {allocations[label][1]} allocations")
    return lines


def read_release():
    """Instructions of the last release, by case."""
    rows = [line.split("\t") for line in RELEASE.read_text(encoding="utf-8").splitlines()[2:]]
    return {" ".join(row[:3]): int(row[3]) for row in rows}


def write_release(name, cases):
    rows = [f"# {name}, {machine()}", "verb\tformat\tfile\tinstructions"]
    rows += ["\t".join([*label.split(" ", 2), str(cases[label].own)]) for label in sorted(compared(cases))]
    RELEASE.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{RELEASE.relative_to(TREE)}: {len(rows) - 2} cases")


def read_paid():
    """By verb and format, the times of the last release that a case may cost."""
    rows = [line.split("\t") for line in PAID.read_text(encoding="utf-8").splitlines()[1:]]
    return {(verb, known): float(times) for verb, known, times, why in rows if why}


def compared(cases):
    """The cases that are compared with the release. Made files are of real shape, so the others count only for formats that have none; a
    conversion may go to another format than it did."""
    made = {label.split(" ", 2)[1] for label in cases if label.split(" ", 2)[2].startswith(MADE)}
    split = {label: label.split(" ", 2) for label in cases}
    return [label for label, (verb, known, name) in split.items() if verb != "convert" and (known not in made or name.startswith(MADE))]


def release_files(build, files):
    """The files that the release reads: a format may be newer than it."""
    program = [build / "bench/reel_instructions", "--verb=none"]
    return [path for path in files if subprocess.run([*program, path], capture_output=True, check=False).returncode == 0]


def paid_too_much(cases):
    """What costs more than at the last release, and more than bench/instructions_paid.tsv says; and what that says in vain."""
    release, paid, needed, lines = read_release(), read_paid(), {}, []
    for label in sorted(label for label in compared(cases) if label in release):
        now, then, of = cases[label].own, release[label], tuple(label.split(" ")[:2])
        needed[of] = max(needed.get(of, 0), (now - SLACK) / then)
        if now > then * paid.get(of, 1) * (1 + ALLOWED) + SLACK:
            lines.append(f"{label}: {then:,} at the last release, {now:,} now, {now / then:.2f} times; {PAID.name} allows {paid.get(of, 1):.2f}")
    lines += [
        f"{PAID.name}: {' '.join(of)} is allowed {times:.2f} times the instructions and takes {needed.get(of, 0):.2f}"
        for of, times in sorted(paid.items())
        if needed.get(of, 0) < max(1 + ALLOWED, times * (1 - ALLOWED))
    ]
    return lines


def uncovered(cases, formats):
    """The verbs of formats that no case counts."""
    counted = {tuple(label.split(" ")[:2]) for label in cases}
    wanted = [(verb, known["id"]) for known in formats for verb in VERBS + (WRITING if known["writes"] else ())
              if verb != "stats" or known["insights"]]
    return [f"not counted: {verb} of {known}; no file of it is small enough or made" for verb, known in wanted if (verb, known) not in counted]


def compare(cases, allocations, formats):
    """`formats`: those of which every verb has to be counted; None: only some were asked for."""
    made_on, table = read_table()
    if made_on != machine():
        print(f"skipped: the table is of {made_on}, this is {machine()}")
        return SKIPPED
    lines = complaints(table, cases, allocations)
    if formats is not None:
        lines += [f"gone: {label}" for label in sorted(set(table) - set(cases))] + uncovered(cases, formats) + paid_too_much(cases)
    print(*lines, f"{len(cases)} cases, {len(lines)} changed by more than {ALLOWED:.0%}, are new, are gone or are not counted", sep="\n")
    return 1 if lines else 0


def prove(build, folder, files):
    """A case that is made slower by 5 % is found, with the function that did it; one by 1 % is not."""
    cases, allocations = count(build, folder, files)
    _, table = parse_table(table_rows(cases, allocations))
    label = max((label for label in cases if label.startswith("load ")), key=lambda label: cases[label].own)
    failures = 0
    for share, found in ((0, False), (0.01, False), (0.05, True), (0.5, True)):
        slower, made = count(build, folder, files, waste=int(cases[label].own * share))
        lines = [line for line in complaints(table, slower, made) if line.startswith(label + ":")]
        back = [line for line in complaints(parse_table(table_rows(slower, made))[1], cases, allocations) if line.startswith(label + ":")]
        good = bool(lines) == found == bool(back) and all("spend_instructions" in line for line in lines)
        failures += not good
        print(f"{'ok' if good else 'FAIL'}: {label}, slower by {share:.0%}: {lines[0] if lines else 'not reported'}")
    return 1 if failures else 0


def page_table():
    """Small files: instructions to identify and to load, and allocations to load, with those of an earlier commit."""
    small = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines()[2:]:
        verb, known, name, size, _, total, made = line.split("\t")[:7]
        if verb in ("identify", "load") and not name.startswith(MADE):
            small.setdefault(known, {"bytes": size})[verb] = (total, made)
    rows = ["| format | bytes | identify | before | load | before | of before | allocations | before |"]
    rows.append("| --- |" + " --: |" * 8)
    for line in BEFORE.read_text(encoding="utf-8").splitlines()[1:]:
        known, identify, load, made = line.split("\t")
        now = small.get(known)
        if now:
            cells = [known, now["bytes"], now["identify"][0], identify, now["load"][0], load]
            cells += [f"{int(now['load'][0]) / int(load):.2f}", now["load"][1], made]
            rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def update_page(write):
    page = PAGE.read_text(encoding="utf-8")
    at = page.index(START) + len(START)
    made = page[:at] + page_table() + page[page.index(END, at) :]
    if write:
        PAGE.write_text(made, encoding="utf-8")
    elif made != page:
        print(f"{PAGE.relative_to(TREE)}: the table of small files is not that of {TABLE.name}; --page write makes it")
        return 1
    return 0


def main():
    given = arguments()
    if given.page:
        return update_page(given.page == "write")
    folder = given.build / "instructions"
    files = golden_files(given.build) + [str(p) for p in made_files(given.build, folder)]
    if given.prove or given.formats:
        wanted = (given.formats or "gdr2").split(",")
        listed = subprocess.run([given.build / "bench/reel_instructions", *files], capture_output=True, text=True, check=True)
        names = {line.split("\t")[0].split(" ", 2)[2] for line in listed.stdout.splitlines() if line.split(" ")[1] in wanted}
        files = [path for path in files if os.path.basename(path) in names]
    if given.prove:
        return prove(given.build, folder, files)
    if given.release:
        cases, _ = count(given.release_build, folder, release_files(given.release_build, files))
        write_release(given.release, cases)
        return 0
    cases, allocations = count(given.build, folder, files)
    if given.profile:
        for label in sorted(label for label in cases if given.profile in label):
            print(f"{label}: {cases[label].own:,} instructions, {cases[label].all:,} with libraries, {allocations[label][1]} allocations")
            for name, n in cases[label].functions.most_common(25):
                print(f"  {n:>12,} {name}")
        return 0
    if given.write:
        write_table(cases, allocations, given.formats.split(",") if given.formats else [])
        return update_page(True)
    return compare(cases, allocations, None if given.formats else known_formats(given.build))


if __name__ == "__main__":
    sys.exit(main())
