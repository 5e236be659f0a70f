#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses a door at full tilt over all files for some time, and prints the resident memory of the process. For bench/soak.sh.

soak.py DOOR SECONDS FOLDER...

The doors are python, spark (its reader, without a cluster) and duckdb; each needs its packages, and duckdb the extension that
REEL_DUCKDB_EXTENSION names. Each 10 seconds, or after each pass if that is longer, a line has the seconds, the passes, MiB, and, with
tests/support/preload/live_blocks.c preloaded, the blocks of memory that reel has allocated and not freed. The exit status is 1 if these
have become more since the first pass. REEL_SOAK_STEP=9 uses each ninth file only.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "tests" / "support"))

import soak  # noqa: E402

INTERVAL = 10
OURS = ("pyreel", "reel.duckdb_extension")
STEP = int(os.environ.get("REEL_SOAK_STEP") or 1)


def files_of(folders: list[str]) -> list[Path]:
    return sorted(
        path for folder in folders for path in Path(folder).rglob("*") if path.is_file()
    )[::STEP]


def python(folders: list[str]) -> Callable[[], None]:
    import pyreel

    warnings.simplefilter("ignore", pyreel.ReelWarning)
    files = files_of(folders)

    def use(path: Path) -> None:
        with (
            contextlib.suppress(pyreel.ReelError),
            pyreel.open(path, strict=False) as replay,
        ):
            for ask in (
                replay.check,
                replay.stats,
                replay.plot,
                replay.report,
                replay._repr_html_,
            ):
                with contextlib.suppress(pyreel.ReelError):
                    ask()
            for name in replay:
                replay[name].to_arrow()
                replay[name].head(3)
        with contextlib.suppress(
            pyreel.ReelError
        ):  # fails in the middle of a damaged file
            pyreel.open(path)["frames"].to_arrow()

    if not len(pyreel.scan(files, "plays")):
        raise SystemExit("none of the files is a replay")

    def work() -> None:
        for path in files:
            use(path)
        for table in ("frames", "inputs", "plays", "files", "findings"):
            pyreel.scan(files, table, threads=2).to_arrow()
            with contextlib.suppress(pyreel.ReelError):
                pyreel.scan(files, table, strict=True, threads=2).to_arrow()

    return work


def spark(folders: list[str]) -> Callable[[], None]:
    import pyreel
    from pyreel.spark import ReplayDataSource

    paths = folders if STEP == 1 else [str(path) for path in files_of(folders)]

    def work() -> None:
        for table in ("frames", "inputs", "summary", "plays", "files", "findings"):
            for mode in ("PERMISSIVE", "FAILFAST"):
                options = {"table": table, "mode": mode, "partitionBytes": "1000000"}
                for path in paths:
                    with contextlib.suppress(pyreel.ReelError):
                        source = ReplayDataSource({**options, "path": path})
                        reader = source.reader(source.schema())
                        for task in reader.partitions():
                            for batch in reader.read(task):
                                batch.nbytes  # noqa: B018

    return work


def duckdb(folders: list[str]) -> Callable[[], None]:
    import duckdb

    db = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    db.execute(f"LOAD '{os.environ['REEL_DUCKDB_EXTENSION']}'")
    queries = [
        "FROM read_replay(?, rows := 'frames')",
        "FROM read_replay(?, rows := 'inputs', clean := true)",
        "FROM replay_stats(?)",
        "FROM reel_plays(?)",
        "FROM replay_files(?)",
        "FROM replay_findings(?)",
        "FROM read_replay(?, strict := true)",
        "FROM reel_plays(?, header := {'player_name': 'nobody'})",
    ]

    asked = folders if STEP == 1 else [[str(path) for path in files_of(folders)]]

    def work() -> None:
        for query in queries:
            for given in asked:
                with contextlib.suppress(duckdb.Error):
                    result = db.execute(query, [given])
                    while result.fetchmany(2048):
                        pass

    return work


def main() -> None:
    door, seconds, *folders = sys.argv[1:]
    work = {"python": python, "spark": spark, "duckdb": duckdb}[door](folders)
    start = shown = time.monotonic()
    passes = first = 0
    while time.monotonic() - start < float(seconds) or passes < 2:
        work()
        passes += 1
        gc.collect()
        blocks = soak.live_blocks(OURS)
        if passes == 1:
            first = blocks or 0
        if time.monotonic() - shown >= INTERVAL or passes <= 2:
            shown = time.monotonic()
            live = "" if blocks is None else f" {blocks:8}"
            print(
                f"{shown - start:8.0f} {passes:8} {soak.resident() / (1 << 20):10.1f}{live}",
                flush=True,
            )
        if (blocks or 0) > first:
            soak.print_live_blocks()
            raise SystemExit(
                f"{blocks} blocks of reel are not freed after pass {passes}, {first} were after the first"
            )


if __name__ == "__main__":
    main()
