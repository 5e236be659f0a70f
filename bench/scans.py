# SPDX-License-Identifier: MIT
"""`reel scan` beside reading the same files, and of XROR files beside the reference's way to read them: scans.py BUILD.

Plays of 250 KB have 2500 frames and 200 notes, those of 5 KB 40 frames and 10 notes; XROR files have 500 frames. Each is scanned in turn with
its peer by one thread, after one round that is not counted. Prints rows of the table beside others (bench/pairs.sh), and memory and sizes
of the datasets to standard error.
"""

import argparse
import functools
import importlib.metadata
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable

XROR = pathlib.Path(__file__).with_name("xror.py")
LARGE = {
    "files": [],
    "files, statistics": ["--stats"],
    "files, statistics, notes": ["--stats", "-t", "notes"],
    "files, frames": ["-t", "frames"],
}
SMALL = {"files": [], "files, statistics": ["--stats"]}
RECORDINGS = {"files": [], "files, statistics, notes": ["--stats", "-t", "notes"], "files, frames": ["-t", "frames"]}


def run(command: list[str | os.PathLike]) -> tuple[float, float]:
    """Seconds of a processor, and megabytes of memory. A scan ends with 1 if it has findings."""
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{command[0]} failed: {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def seconds_of(command: list) -> float:
    return run(command)[0]


def size_of(folder: pathlib.Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def scans(reel: pathlib.Path, tree: pathlib.Path, jobs: dict, peer: Callable[[], float], work: str, name: str, rounds: int) -> None:
    """A row of the table for each job, beside `peer`, which returns its seconds of a processor."""
    ratios: dict[str, list[float]] = {job: [] for job in jobs}
    out = tree.with_name("dataset")
    for number in range(rounds + 1):
        for job, options in jobs.items():
            peers = peer()
            shutil.rmtree(out, ignore_errors=True)
            own, memory = run([reel, "scan", "-q", "-j", "1", *options, tree, "-o", out])
            if number:
                ratios[job].append(peers / own)
            else:
                print(f"{work}, {job}: {memory:.0f} MB of memory, dataset {size_of(out):.1f} MB", file=sys.stderr)
    for job, found in ratios.items():
        found.sort()
        digits = 4 if found[-1] < 0.1 else 2
        print(f"| {work}, {job} | {name} | {statistics.median(found):.{digits}f} | {found[0]:.{digits}f} to {found[-1]:.{digits}f} |", flush=True)


def make(build: pathlib.Path, tree: pathlib.Path, plays: int, frames: int, notes: int) -> list[pathlib.Path]:
    for block in range(-(-plays // 1000)):
        (tree / f"{block:03}").mkdir(parents=True)
    subprocess.run([build / "bench/reel_bench_plays", tree, str(plays), str(frames), str(notes)], check=True)
    return sorted(tree.rglob("*.bsor"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--plays", type=int, default=400, help="plays of 250 KB; ten times as many of 5 KB, half as many recordings of XROR")
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    reel, cat = given.build / "cli/reel", shutil.which("cat")
    folder = pathlib.Path(os.environ.get("REEL_RAM_DISK", "/dev/shm")) / f"reel-scans-{os.getpid()}"
    try:
        for name, plays, frames, notes, jobs in (("250 KB", given.plays, 2500, 200, LARGE), ("5 KB", given.plays * 10, 40, 10, SMALL)):
            read = functools.partial(seconds_of, [cat, *make(given.build, folder / name, plays, frames, notes)])
            scans(reel, folder / name, jobs, read, f"scan of plays of {name}", "reading the files alone, by `cat`", given.rounds)
            shutil.rmtree(folder / name)
        make(given.build, folder / "plays", given.plays // 2, 500, 41)
        subprocess.run([reel, "convert", "-q", "--to", "xror", "--writing", "full", "-o", folder / "xror", folder / "plays"], check=True)
        files = sorted((folder / "xror").rglob("*.xror"))
        versions = " and ".join(f"`{package}` {importlib.metadata.version(package)}" for package in ("pymongo", "fpzip"))
        command = [sys.executable, XROR, *files]

        def decode() -> float:
            return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)

        scans(reel, folder / "xror", RECORDINGS, decode, "scan of XROR", f"{versions} in Python, to lists", given.rounds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
