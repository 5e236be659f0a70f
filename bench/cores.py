#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What two processors are worth to each verb that takes folders: cores.py [--plays COUNT] [--rounds COUNT] BUILD [VERB...].

Makes plays of 250 KB in memory and runs each verb over their folder with one thread and with two, in turn. Prints a table: seconds of the
wall with one, how many times as long that is as with two (median and range), and processor time with two in times of that with one. Only
an idle machine with two processors or more tells something about the wall.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

# What follows the verb; OUT is a folder that is removed after each run.
VERBS = {
    "info": [],
    "check": [],
    "stats": [],
    "export": ["--to", "csv", "-t", "notes"],
    "convert": ["--to", "xror", "-o", "OUT"],
    "repair": ["-o", "OUT"],
    "pack": ["-o", "OUT"],
    "unpack": ["-o", "OUT"],
    "plot": ["-o", "OUT"],
    "dups": [],
    "match": [],
    "scan": ["-o", "OUT"],
    "scan --stats": ["-o", "OUT"],
    "scan -t frames": ["-o", "OUT"],
}


def run(command: list[str], out: pathlib.Path) -> tuple[float, float]:
    """Seconds of the wall and of processors. A verb ends with 1 if it has findings."""
    start = time.monotonic()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"failed: {' '.join(command)}")
    shutil.rmtree(out, ignore_errors=True)
    return seconds, usage.ru_utime + usage.ru_stime


def measure(reel: pathlib.Path, verb: str, tree: pathlib.Path, out: pathlib.Path, rounds: int) -> str:
    options = [str(out) if option == "OUT" else option for option in VERBS[verb]]
    ratios, walls, costs = [], [], []
    for number in range(rounds + 1):
        times = {threads: run([str(reel), *verb.split(), "-q", "-j", str(threads), *options, str(tree)], out) for threads in (1, 2)}
        if not number:
            continue
        walls.append(times[1][0])
        ratios.append(times[1][0] / times[2][0])
        costs.append(times[2][1] / times[1][1])
    spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    return f"| {verb} | {statistics.median(walls):.2f} | {spread} | {statistics.median(costs):.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("verbs", nargs="*", choices=[*VERBS, []], metavar="VERB", help=", ".join(VERBS))
    parser.add_argument("--plays", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    reel = (given.build / "cli" / "reel").resolve()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        tree, out = pathlib.Path(folder, "plays"), pathlib.Path(folder, "out")
        for part in range((given.plays + 999) // 1000):
            pathlib.Path(tree, f"{part:03}").mkdir(parents=True)
        made = [given.build / "bench" / "reel_bench_plays", tree, str(given.plays), "2500", "200"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        packed = pathlib.Path(folder, "packed")
        if not given.verbs or "unpack" in given.verbs:
            subprocess.run([reel, "pack", "-q", "-o", packed, tree], check=True, stdout=subprocess.DEVNULL)
        print("| verb | one thread, s | one thread / two | processor time, two / one |\n| --- | --: | --: | --: |")
        for verb in given.verbs or VERBS:
            print(measure(reel, verb, packed if verb == "unpack" else tree, out, given.rounds), flush=True)


if __name__ == "__main__":
    main()
