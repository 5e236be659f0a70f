# SPDX-License-Identifier: MIT
"""Measures queries on Beat Saber plays, with one thread and with two, and beside the route over CSV.

    python bench.py [--extension FILE] [--reel COMMAND] [--plays N] [--frames N] [--rounds N]

All ways read the same files from warm cache, one after another in each round; each figure is the best of the rounds. The last
column is the ratio to the first line of its part.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from plays import write_plays

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
Way = Callable[[], object]


def connect(extension: Path, threads: int) -> duckdb.DuckDBPyConnection:
    db = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": str(threads)})
    db.execute(f"LOAD '{extension}'")
    # Files may be read in any order: else COPY has one thread.
    db.execute("SET preserve_insertion_order = false")
    return db


def parts(options: argparse.Namespace, plays: Path, work: Path) -> dict[str, dict[str, Way]]:
    one, two = (connect(options.extension, threads) for threads in (1, 2))
    csv = work / "frames.csv"

    def over_csv() -> None:
        subprocess.run(
            [options.reel, "export", "-t", "frames", "--to", "csv", "--replace", "-o", csv, plays],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        two.execute(f"SELECT sum(head_position_y) FROM '{csv}'").fetchall()

    def both(sql: str) -> dict[str, Way]:
        return {"one thread": lambda: one.execute(sql).fetchall(), "two threads": lambda: two.execute(sql).fetchall()}

    frames = f"read_replay('{plays}')"
    total = f"SELECT sum(head_position_y) FROM {frames}"
    return {
        "sum of one column": both(total) | {"over CSV, two threads": over_csv},
        "count(*)": both(f"SELECT count(*) FROM {frames}"),
        "all columns, aggregated": both(f"SELECT max(columns(* EXCLUDE file)) FROM {frames}"),
        "one second of each play": both(f"SELECT sum(head_position_y) FROM read_replay('{plays}', after := 10, before := 11)"),
        "COPY to Parquet": both(f"COPY (FROM {frames}) TO '{work / 'frames.parquet'}'"),
        "the same by reel export": {
            "one process": lambda: subprocess.run(
                [options.reel, "export", "-t", "frames", "--to", "parquet", "--replace", "-o", work / "reel.parquet", plays],
                check=True,
                stderr=subprocess.DEVNULL,
            )
        },
    }


def cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def measure(ways: dict[str, Way], rounds: int) -> dict[str, tuple[float, float]]:
    """Seconds and CPU seconds, each the best of the rounds."""
    best = dict.fromkeys(ways, (float("inf"), float("inf")))
    for _ in range(rounds):
        for name, way in ways.items():
            start, used = time.perf_counter(), cpu()
            way()
            best[name] = min(best[name][0], time.perf_counter() - start), min(best[name][1], cpu() - used)
    return best


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--extension", type=Path, default=BUILD / "duckdb/cmake/reel.duckdb_extension")
    parser.add_argument("--reel", default=BUILD / "release/cli/reel")
    parser.add_argument("--plays", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=4800)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        work = Path(name)
        write_plays(work / "plays", options.plays, options.frames)
        rows = options.plays * options.frames
        print(f"DuckDB {duckdb.__version__}, {options.plays} plays, {rows / 1e6:.2f} M frames")
        for part, ways in parts(options, work / "plays", work).items():
            print(part)
            first = None
            for way, (seconds, used) in measure(ways, options.rounds).items():
                first = first or seconds
                rate = rows / seconds / 1e6
                print(f"  {way:22} {1000 * seconds:8.0f} ms {1000 * used:8.0f} ms CPU {rate:8.1f} M rows/s {first / seconds:6.2f}")


if __name__ == "__main__":
    main()
