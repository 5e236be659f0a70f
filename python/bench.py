# SPDX-License-Identifier: MIT
"""Measures how long it takes to have the frames of Beat Saber plays as data, beside other ways.

    python bench.py [--pairs] [--reel COMMAND] [--rounds N] [FILE.bsor...]

Without FILE it makes a play of 20,000 frames. All ways read the same files from warm cache in one process, one after another in each
round; each figure is the best of the rounds, per play. A way whose program or package is missing is left out. Needs pyarrow, polars,
pandas and numpy; ``pip install py-bsor`` adds the public decoder in Python. With --pairs it prints rows of the table beside others
(bench/pairs.sh): by the processor's time, programs that a way starts included.
"""

from __future__ import annotations

import argparse
import io
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from statistics import median

import numpy as np
import pandas as pd
import polars as pl

import pyreel

Way = Callable[[Path], int]
PEER = "py-bsor, objects"
BY_HAND = "numpy.frombuffer by hand, one format, no checks"


def make_play(path: Path, frames: int) -> None:
    random = np.random.default_rng(1)
    layout, _ = pyreel._reel.no_rows("bsor", "frames")
    rows = np.zeros(frames, dtype=np.asarray(memoryview(layout)).dtype)
    rows["time"] = np.arange(frames) / 90
    for name in ("head_position", "left_hand_position", "right_hand_position"):
        rows[name] = random.normal(size=(frames, 3))
    with pyreel.Writer(path, "bsor") as writer:
        writer.append("info", {"player_name": "bench", "mode": "Standard"})
        writer.append("frames", rows)


def command(*arguments: object) -> bytes:
    return subprocess.run([str(each) for each in arguments], check=True, capture_output=True).stdout


def csv_ways(reel: str) -> dict[str, Way]:
    def export(path: Path) -> io.BytesIO:
        return io.BytesIO(command(reel, "export", "--to", "csv", "-t", "frames", "-o", "-", path))

    return {
        "reel export to CSV, pandas.read_csv": lambda path: len(pd.read_csv(export(path))),
        "reel export to CSV, polars.read_csv": lambda path: pl.read_csv(export(path)).height,
    }


def peer_ways() -> dict[str, Way]:
    try:
        from bsor.Bsor import make_bsor
    except ImportError:
        return {}

    def decode(path: Path) -> int:
        with path.open("rb") as file:
            return len(make_bsor(file).frames)

    return {PEER: decode}


def by_hand(path: Path) -> int:
    """What one can write in numpy if one knows the format by heart: finds the frames and views them."""
    data = path.read_bytes()
    at = 6
    for kind in ["s"] * 13 + ["i"] + ["s"] * 3 + ["f", "b", "f", "f", "f", "f"]:
        if kind == "s":
            (size,) = struct.unpack_from("<i", data, at)
            at += 4 + size
        else:
            at += 1 if kind == "b" else 4
    (count,) = struct.unpack_from("<i", data, at + 1)
    kind = np.dtype([("time", "<f4"), ("fps", "<i4"), ("head", "<f4", 7), ("left", "<f4", 7), ("right", "<f4", 7)])
    return len(np.frombuffer(data, kind, count, at + 5))


WAYS: dict[str, Way] = {
    BY_HAND: by_hand,
    "pyreel, header": lambda path: len(pyreel.open(path).header),
    "pyreel, rows() for numpy": lambda path: len(pyreel.open(path)["frames"].rows()),
    "pyreel, to_arrow()": lambda path: len(pyreel.open(path)["frames"].to_arrow()),
    "pyreel, to_polars()": lambda path: pyreel.open(path)["frames"].to_polars().height,
    "pyreel, to_pandas()": lambda path: len(pyreel.open(path)["frames"].to_pandas()),
    "pyreel, to_polars(), two columns": lambda path: pyreel.open(path).table("frames", ["time", "head_position_y"]).to_polars().height,
    "pyreel, all statistics": lambda path: len(pyreel.open(path).stats()),
}


def measure(way: Way, files: list[Path]) -> float:
    """Seconds per play."""
    begin = time.perf_counter()
    for path in files:
        assert way(path) > 0
    return (time.perf_counter() - begin) / len(files)


def processor() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


def print_pairs(ways: dict[str, Way], files: list[Path], rounds: int) -> None:
    """Median and range of the time of peers in times of a way of pyreel, taken in turn; the first round is not counted."""
    beside = {
        "pyreel, to_polars()": [name for name in ways if not name.startswith("pyreel")],
        "pyreel, rows() for numpy": [BY_HAND],
        "pyreel, to_pandas()": [PEER],
        "pyreel, header": ["pyreel, to_polars()"],
        "pyreel, all statistics": ["pyreel, to_polars()"],
    }
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, way in ways.items():
            repeats = 1 if " CSV" in name or name == PEER else 20
            before = processor()
            for _ in range(repeats):
                measure(way, files)
            if turn:
                spent[name].append((processor() - before) / repeats)
    for work, peers in beside.items():
        for name in peers:
            if name not in ways:
                continue
            ratios = sorted(peer / own for peer, own in zip(spent[name], spent[work], strict=True))
            peer = name.replace("py-bsor", f"py-bsor {version('py-bsor')}")
            row = f"{work.removeprefix('pyreel, ')} | {peer} | {median(ratios):.2f} | {ratios[0]:.2f} to {ratios[-1]:.2f}"
            print(f"| BSOR play in Python, {row} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--reel", default=shutil.which("reel"), help="the command, for the ways by CSV")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pairs", action="store_true", help="print rows of the table beside others")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files: list[Path] = arguments.files
        if not files:
            files = [Path(folder) / "made.bsor"]
            make_play(files[0], 20_000)
        ways = {**WAYS, **(csv_ways(arguments.reel) if arguments.reel else {}), **peer_ways()}
        if arguments.pairs:
            print_pairs(ways, files, arguments.rounds)
            return
        best: dict[str, float] = {}
        for _ in range(arguments.rounds):
            for name, way in ways.items():
                repeats = 10 if best.get(name, 1) < 0.02 else 1  # short ones suffer from the caches that the one before left
                best[name] = min(best.get(name, 1e9), *(measure(way, files) for _ in range(repeats)), 1e9)
        megabytes = sum(path.stat().st_size for path in files) / 1e6
        frames = sum(len(pyreel.open(path)["frames"]) for path in files)
        scan = min(measure(lambda _: pyreel.scan(files * 20, "frames").to_polars().height, [files[0]]) for _ in range(arguments.rounds))
    print(f"{len(files)} plays, {frames} frames, {megabytes:.1f} MB; Python {sys.version.split()[0]}\n")
    print("| way | ms per play | of to_polars() |\n| --- | --: | --: |")
    base = best["pyreel, to_polars()"]
    for name, seconds in best.items():
        print(f"| {name} | {seconds * 1e3:.2f} | {seconds / base:.2f} × |")
    print(f"| pyreel.scan() of {len(files) * 20} plays, all columns, to_polars() | {scan * 1e3 / len(files) / 20:.2f} | |")


if __name__ == "__main__":
    main()
