#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uses a door at full tilt over all files for some time, and prints the resident memory of the process. For bench/soak.sh.

soak.py DOOR SECONDS FOLDER...

The doors are python, spark (its reader, without a cluster) and duckdb; each needs its packages, and duckdb the extension that
REEL_DUCKDB_EXTENSION names. Each 10 seconds, or after each pass if that is longer, a line has the seconds, the passes and MiB.
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


def files_of(folders: list[str]) -> list[Path]:
    return sorted(path for folder in folders for path in Path(folder).rglob("*") if path.is_file())


def python(folders: list[str]) -> Callable[[], None]:
    import pyreel

    warnings.simplefilter("ignore", pyreel.ReelWarning)
    files = files_of(folders)

    def use(path: Path) -> None:
        with contextlib.suppress(pyreel.ReelError), pyreel.open(path, strict=False) as replay:
            for ask in (replay.check, replay.stats, replay.plot, replay.report, replay._repr_html_):
                with contextlib.suppress(pyreel.ReelError):
                    ask()
            for name in replay:
                replay[name].to_arrow()
                replay[name].head(3)
        with contextlib.suppress(pyreel.ReelError):  # fails in the middle of a damaged file
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

    def work() -> None:
        for table in ("frames", "inputs", "summary", "plays", "files", "findings"):
            for mode in ("PERMISSIVE", "FAILFAST"):
                options = {"table": table, "mode": mode, "partitionBytes": "1000000"}
                for folder in folders:
                    with contextlib.suppress(pyreel.ReelError):
                        source = ReplayDataSource({**options, "path": folder})
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

    def work() -> None:
        for query in queries:
            for folder in folders:
                with contextlib.suppress(duckdb.Error):
                    result = db.execute(query, [folder])
                    while result.fetchmany(2048):
                        pass

    return work


def main() -> None:
    door, seconds, *folders = sys.argv[1:]
    work = {"python": python, "spark": spark, "duckdb": duckdb}[door](folders)
    start = shown = time.monotonic()
    passes = 0
    while time.monotonic() - start < float(seconds):
        work()
        passes += 1
        gc.collect()
        if time.monotonic() - shown >= INTERVAL or passes == 1:
            shown = time.monotonic()
            print(f"{shown - start:8.0f} {passes:8} {soak.resident() / (1 << 20):10.1f}", flush=True)


if __name__ == "__main__":
    main()
