# SPDX-License-Identifier: MIT
"""Writes the frames of replays as Parquet and Arrow with reel and with other programs: measure.py REEL FILE...

reel's CPU time is that of the whole command, from the replays. That of the others is of writing alone, from a table in memory, with one
thread. Each is the best of five rounds, taken in turn."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import carquet
import duckdb
import pyarrow
import pyarrow.ipc
import pyarrow.parquet

ROUNDS = 5


def children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main(reel: str, *replays: str) -> None:
    pyarrow.set_cpu_count(1)
    with tempfile.TemporaryDirectory(dir="build") as folder:
        out = str(pathlib.Path(folder) / "out")
        source = str(pathlib.Path(folder) / "in.arrows")

        def export(kind: str, path: str) -> None:
            subprocess.run([reel, "export", "-q", "--replace", "--to", kind, "-t", "frames", "-o", path, *replays], check=True)

        def by_reel(kind: str) -> Callable[[], None]:
            return lambda: export(kind, f"{out}.{kind}")

        export("arrows", source)
        table = pyarrow.ipc.open_stream(source).read_all().combine_chunks()
        if "file" in table.column_names:
            table = table.drop_columns("file")
        floats = [f.name for f in table.schema if pyarrow.types.is_floating(f.type)]
        others = {f.name: "DELTA_BINARY_PACKED" for f in table.schema if pyarrow.types.is_integer(f.type)}
        tuned = {**dict.fromkeys(floats, "BYTE_STREAM_SPLIT"), **others}
        connection = duckdb.connect()
        connection.execute("set threads = 1")
        connection.register("frames", table)

        def by_pyarrow(level: int) -> Callable[[], None]:
            return lambda: pyarrow.parquet.write_table(
                table, out, compression="zstd", compression_level=level, use_dictionary=False, column_encoding=tuned
            )

        def by_duckdb(version: str) -> Callable[[], None]:
            how = f"(format parquet, compression zstd, parquet_version {version})"
            return lambda: connection.execute(f"copy frames to '{out}' {how}")

        writers: dict[str, Callable[[], None]] = {
            "reel, Parquet": by_reel("parquet"),
            "pyarrow, defaults": lambda: pyarrow.parquet.write_table(table, out),
            "pyarrow, tuned, zstd 1": by_pyarrow(1),
            "pyarrow, tuned, zstd 3": by_pyarrow(3),
            "DuckDB, zstd": by_duckdb("v1"),
            "DuckDB, zstd, Parquet v2": by_duckdb("v2"),
            "carquet": lambda: carquet.write_table(table, out),
            "reel, Arrow stream": by_reel("arrows"),
            "reel, CSV": by_reel("csv"),
        }
        kinds = {"reel, Parquet": "parquet", "reel, Arrow stream": "arrows", "reel, CSV": "csv"}
        best = dict.fromkeys(writers, float("inf"))
        sizes = {}
        for _ in range(ROUNDS):
            for name, write in writers.items():
                before = time.process_time() + children()
                write()
                best[name] = min(best[name], time.process_time() + children() - before)
                sizes[name] = os.path.getsize(f"{out}.{kinds[name]}" if name in kinds else out)
        print(f"{len(replays)} files, {table.num_rows:,} rows, {table.nbytes:,} bytes of columns")
        print("| writer | bytes | of reel's | CPU, ms | of reel's |\n| --- | --: | --: | --: | --: |")
        size, cpu = sizes["reel, Parquet"], best["reel, Parquet"]
        for name in writers:
            print(f"| {name} | {sizes[name]:,} | {sizes[name] / size:.2f} | {best[name] * 1e3:.0f} | {best[name] / cpu:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
