# SPDX-License-Identifier: MIT
"""Writes the frames of replays as Parquet and Arrow with reel and with other programs: measure.py REEL WRITER sizes|pairs FILE...

reel's CPU time is that of the whole command, from the replays, and that of writing alone, from rows in memory, by WRITER
(reel_bench_parquet). That of the others is of writing alone, from a table in memory, with one thread. Each is taken in turn, nine
rounds; `pairs` prints their ratios to reel's as rows of the table beside others (bench/pairs.sh)."""

import importlib.metadata
import os
import pathlib
import resource
import statistics
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

ROUNDS = 9


def children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def print_pairs(spent: dict[str, list[float]]) -> None:
    versions = {"pyarrow": pyarrow.__version__, "DuckDB": duckdb.__version__, "carquet": importlib.metadata.version("carquet")}
    for own, work in {"reel, Parquet": "from files", "reel, Parquet, writing alone": "from rows in memory"}.items():
        for name, seconds in spent.items():
            program = name.split(",")[0]
            if program not in versions:
                continue
            ratios = sorted(peer / mine for peer, mine in zip(seconds, spent[own], strict=True))
            peer = name.replace(program, f"{program} {versions[program]}", 1)
            print(
                f"| BSOR frames to Parquet, {work} | {peer}, writing alone | {statistics.median(ratios):.2f} | {ratios[0]:.2f} to {ratios[-1]:.2f} |"
            )


def main(reel: str, writer: str, mode: str, *replays: str) -> None:
    pyarrow.set_cpu_count(1)
    with tempfile.TemporaryDirectory(dir="build") as folder:
        out = str(pathlib.Path(folder) / "out")
        source = str(pathlib.Path(folder) / "in.arrows")

        def export(kind: str, path: str) -> None:
            subprocess.run([reel, "export", "-q", "--replace", "--to", kind, "-t", "frames", "-o", path, *replays], check=True)

        rows = subprocess.Popen([writer, f"{out}.rows", *replays], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert rows.stdin and rows.stdout

        def by_rows() -> float:
            print(file=rows.stdin, flush=True)
            return float(rows.stdout.readline())

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
        spent: dict[str, list[float]] = {name: [] for name in writers}
        sizes = {}
        for _ in range(ROUNDS):
            for name, write in writers.items():
                before = time.process_time() + children()
                write()
                spent[name].append(time.process_time() + children() - before)
                sizes[name] = os.path.getsize(f"{out}.{kinds[name]}" if name in kinds else out)
            spent.setdefault("reel, Parquet, writing alone", []).append(by_rows())
            sizes["reel, Parquet, writing alone"] = os.path.getsize(f"{out}.rows")
        rows.stdin.close()
        rows.wait()
        if mode == "pairs":
            print_pairs(spent)
            return
        print(f"{len(replays)} files, {table.num_rows:,} rows, {table.nbytes:,} bytes of columns")
        print("| writer | bytes | of reel's |\n| --- | --: | --: |")
        for name in sizes:
            print(f"| {name} | {sizes[name]:,} | {sizes[name] / sizes['reel, Parquet']:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
