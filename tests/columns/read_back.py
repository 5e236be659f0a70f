# SPDX-License-Identifier: MIT
"""Reads what reel wrote as Arrow and Parquet with other programs and compares it value by value.

    read_back.py samples FOLDER            the files of column_samples, with the values that were written
    read_back.py exports REEL FILE...      exports of replays, with the same tables as JSON lines

Prints a line for each comparison that fails, and at the end "N passed, M failed"."""

import base64
import datetime
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterable

import carquet
import duckdb
import polars
import pyarrow
import pyarrow.ipc
import pyarrow.parquet

passed = 0
failed = 0


def check(name: str, compare: Callable[[], str | None]) -> None:
    """Counts a comparison, which returns what differs."""
    global passed, failed
    try:
        difference = compare()
    except Exception as error:  # a reader that refuses the file is a failure like any other
        difference = f"{type(error).__name__}: {error}"
    if difference is None:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name}: {difference[:300]}")


# ---- readers ---------------------------------------------------------------------------------------------------------


def by_pyarrow_parquet(path: pathlib.Path) -> pyarrow.Table:
    return pyarrow.parquet.ParquetFile(path, page_checksum_verification=True).read()


def by_duckdb(path: pathlib.Path) -> pyarrow.Table:
    return duckdb.connect().sql("select * from read_parquet(?)", params=[str(path)]).to_arrow_table()


def by_polars_parquet(path: pathlib.Path) -> pyarrow.Table:
    return polars.read_parquet(path).to_arrow()


def by_carquet(path: pathlib.Path) -> pyarrow.Table:
    return carquet.read_table(str(path))


def by_pyarrow_file(path: pathlib.Path) -> pyarrow.Table:
    return pyarrow.ipc.open_file(path).read_all()


def by_pyarrow_stream(path: pathlib.Path) -> pyarrow.Table:
    return pyarrow.ipc.open_stream(path).read_all()


def by_polars_file(path: pathlib.Path) -> pyarrow.Table:
    return polars.read_ipc(path).to_arrow()


def by_polars_stream(path: pathlib.Path) -> pyarrow.Table:
    return polars.read_ipc_stream(path).to_arrow()


PARQUET = {"pyarrow": by_pyarrow_parquet, "duckdb": by_duckdb, "polars": by_polars_parquet, "carquet": by_carquet}
FILES = {"pyarrow": by_pyarrow_file, "polars": by_polars_file}
STREAMS = {"pyarrow": by_pyarrow_stream, "polars": by_polars_stream}


def readers_of(path: pathlib.Path) -> dict[str, Callable[[pathlib.Path], pyarrow.Table]]:
    return {".parquet": PARQUET, ".arrow": FILES, ".arrows": STREAMS}[path.suffix]


# ---- values ----------------------------------------------------------------------------------------------------------


def hexadecimal(value: object, kind: pyarrow.DataType) -> object:
    """A value as column_samples prints it."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value.encode().hex()
    if isinstance(value, uuid.UUID):
        return value.bytes.hex()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [hexadecimal(item, kind.value_type) for item in value]
    if isinstance(value, dict):
        return [hexadecimal(item, kind.field(name).type) for name, item in value.items()]
    if isinstance(value, float):
        return struct.pack("<f" if kind == pyarrow.float32() else "<d", value).hex()
    return int(value).to_bytes(kind.bit_width // 8, "little", signed=value < 0).hex()


def is_nan(text: object) -> bool:
    if not isinstance(text, str) or len(text) not in (8, 16):
        return False
    return math.isnan(struct.unpack("<f" if len(text) == 8 else "<d", bytes.fromhex(text))[0])


def same_value(wanted: object, got: object) -> bool:
    return wanted == got or (is_nan(wanted) and is_nan(got)) or wanted == uuid_of(got)


def uuid_of(text: object) -> object:
    """DuckDB hands a UUID to Arrow as text."""
    try:
        return uuid.UUID(bytes.fromhex(str(text)).decode()).hex
    except ValueError:
        return None


def columns_of(table: pyarrow.Table) -> list[list[object]]:
    columns = []
    for column in table.columns:
        kind = column.type
        if isinstance(kind, pyarrow.DictionaryType):
            kind = kind.value_type
        columns.append([hexadecimal(value, kind) for value in column.to_pylist()])
    return columns


def expected_columns(path: pathlib.Path, count: int) -> list[list[object]]:
    rows = [json.loads(line) for line in path.open()]
    return [[row[c] for row in rows] for c in range(count)]


def difference_of(wanted: list[list[object]], table: pyarrow.Table) -> str | None:
    got = columns_of(table)
    if len(got) != len(wanted):
        return f"{len(got)} columns for {len(wanted)}"
    for name, some, others in zip(table.column_names, wanted, got):
        if len(some) != len(others):
            return f"column {name} has {len(others)} rows for {len(some)}"
        for row, (a, b) in enumerate(zip(some, others)):
            if not same_value(a, b):
                return f"column {name}, row {row}: {b!r} for {a!r}"
    return None


def plain(table: pyarrow.Table) -> pyarrow.Table:
    """Without dictionaries and views, so that tables can be compared as a whole."""
    kinds = {"u": pyarrow.large_string(), "z": pyarrow.large_binary()}
    columns = []
    for column in table.columns:
        kind = column.type.value_type if isinstance(column.type, pyarrow.DictionaryType) else column.type
        name = str(kind)
        wide = kinds["u"] if "string" in name else kinds["z"] if "binary" in name else kind
        columns.append(column.cast(wide))
    return pyarrow.table(columns, names=table.column_names)


def same_table(wanted: pyarrow.Table, got: pyarrow.Table) -> str | None:
    wanted, got = plain(wanted), plain(got)
    if wanted.column_names != got.column_names or len(wanted) != len(got):
        return "other columns or rows"
    for name, a, b in zip(wanted.column_names, wanted.columns, got.columns):
        if str(a.type) in ("float", "double"):
            same = all(same_value(x, y) or (x != x and y != y) for x, y in zip(a.to_pylist(), b.to_pylist()))
        else:
            same = a.equals(b)
        if not same:
            return f"column {name} differs"
    return None


# ---- statistics ------------------------------------------------------------------------------------------------------


def bounds_hold(path: pathlib.Path) -> str | None:
    """Each row group's bounds and counts against its values."""
    file = pyarrow.parquet.ParquetFile(path)
    for number in range(file.num_row_groups):
        rows = file.read_row_group(number)
        for index, (name, column) in enumerate(zip(rows.column_names, rows.columns)):
            found = file.metadata.row_group(number).column(index).statistics
            values = [v for v in column.to_pylist() if v is not None and v == v]
            if found.null_count != column.null_count:
                return f"group {number}, column {name}: {found.null_count} nulls for {column.null_count}"
            if not found.has_min_max:
                if values and found.physical_type != "BYTE_ARRAY":
                    return f"group {number}, column {name}: no bounds"
                continue
            if isinstance(values[0], uuid.UUID):
                values = [v.bytes for v in values]
            least, greatest = found.min, found.max
            exact = not isinstance(values[0], (str, bytes)) or (len(str(least)) < 60 and len(str(greatest)) < 60)
            if least > min(values) or greatest < max(values) or (exact and (least != min(values) or greatest != max(values))):
                return f"group {number}, column {name}: [{least!r}, {greatest!r}] for [{min(values)!r}, {max(values)!r}]"
    return None


def metadata_is_kept(path: pathlib.Path, wanted: pyarrow.Schema) -> str | None:
    got = pyarrow.parquet.read_schema(path)
    if wanted.metadata is not None and got.metadata != wanted.metadata:
        return f"{got.metadata} for {wanted.metadata}"
    for a, b in zip(wanted, got):
        kept = {k: v for k, v in (b.metadata or {}).items() if not k.startswith(b"PARQUET:")}
        if (a.metadata or {}) != kept or a.name != b.name or a.nullable != b.nullable:
            return f"field {a.name}: {b} {kept} for {a} {a.metadata}"
        if str(a.type) != str(b.type):
            return f"field {a.name}: {b.type} for {a.type}"
    return None


# ---- samples ---------------------------------------------------------------------------------------------------------

# What other programs do not read, whoever wrote it; reel's own exports have none of it.
LIMITS = {
    ("polars", "growing.arrow"): "delta dictionary batches not supported",
    ("polars", "growing.packed.arrow"): "delta dictionary batches not supported",
    ("polars", "other.arrow"): "delta dictionary batches not supported",
    ("polars", "other.packed.arrow"): "delta dictionary batches not supported",
    ("duckdb", "no_columns.parquet"): "Need at least one non-root column",
    ("duckdb", "no_columns.plain.parquet"): "Need at least one non-root column",
    ("carquet", "no_columns.parquet"): "COLUMN_NOT_FOUND",
    ("carquet", "no_columns.plain.parquet"): "COLUMN_NOT_FOUND",
}


def is_refused(read: Callable[[pathlib.Path], pyarrow.Table], path: pathlib.Path, message: str) -> str | None:
    """A limit that is gone is to be taken out of the list."""
    try:
        read(path)
    except Exception as error:
        return None if message in str(error) else str(error)
    return "it can be read now"


def samples(folder: pathlib.Path) -> None:
    for reference in sorted(folder.glob("*.packed.arrow")):
        name = reference.name.removesuffix(".packed.arrow")
        table = by_pyarrow_file(reference)
        expected = folder / f"{name}.expected.jsonl"
        wanted = expected_columns(expected, table.num_columns) if expected.exists() else None
        for path in sorted(p for p in folder.glob(f"{name}.*") if p.suffix != ".jsonl"):
            for program, read in readers_of(path).items():
                if (program, path.name) in LIMITS:
                    check(f"{path.name} by {program}", lambda: is_refused(read, path, LIMITS[program, path.name]))
                    continue
                if wanted is None:
                    check(f"{path.name} by {program}", lambda: same_table(table, read(path)))
                else:
                    check(f"{path.name} by {program}", lambda: difference_of(wanted, read(path)))
            if path.suffix == ".parquet":
                check(f"bounds of {path.name}", lambda: bounds_hold(path))
                check(f"metadata of {path.name}", lambda: metadata_is_kept(path, table.schema))


# ---- exports ---------------------------------------------------------------------------------------------------------


def rows_by_table(reel: str, replay: str) -> dict[str, list[dict[str, object]]]:
    lines = subprocess.run([reel, "export", "--to", "jsonl", "--utc", replay], capture_output=True, check=False).stdout
    tables: dict[str, list[dict[str, object]]] = {}
    for line in lines.splitlines():
        row = json.loads(line)
        table = row.pop("table")
        # a number that the exporter added comes first; a field of that name would be in its place
        if next(iter(row)) == "row":
            row["#row"] = row.pop("row")
        tables.setdefault(str(table), []).append(row)
    return tables


def flat_columns(rows: list[dict[str, object]], names: list[str]) -> dict[str, list[object]]:
    """Columns as Arrow has them: one for each value of a vector."""
    columns: dict[str, list[object]] = {}
    at = 0
    for key in rows[0]:
        values = [row[key] for row in rows]
        if key == "#row":
            if "row" not in names:
                continue
            key = "row"
        if at < len(names) and names[at] == key:
            columns[key] = values
            at += 1
            continue
        width = next((len(value) for value in values if isinstance(value, list)), None)
        if width is None:
            width = sum(1 for name in names[at:] if name.startswith(f"{key}_"))
        for i in range(width):
            columns[names[at]] = [None if value is None else value[i] for value in values]
            at += 1
    return columns


def as_json(value: object, kind: pyarrow.DataType) -> object:
    """A value that was read, as the JSON lines have it."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, datetime.datetime):
        decimals = "seconds" if not value.microsecond else "microseconds" if value.microsecond % 1000 else "milliseconds"
        return None if value.tzinfo is None else value.isoformat(timespec=decimals).replace("+00:00", "Z")
    return value


def same_json(wanted: object, got: object, kind: pyarrow.DataType) -> bool:
    if wanted == got and isinstance(wanted, bool) == isinstance(got, bool):
        return True
    if kind == pyarrow.float32() and isinstance(wanted, (int, float)) and isinstance(got, float):
        return struct.pack("<f", wanted) == struct.pack("<f", got)
    if kind == pyarrow.float64() and isinstance(wanted, (int, float)) and isinstance(got, float):
        single = struct.unpack("<f", struct.pack("<f", got))[0]  # of a field that is a single: a column may be a double all the same
        return single == got and struct.pack("<f", wanted) == struct.pack("<f", got)
    return isinstance(got, str) and isinstance(wanted, int) and got == str(wanted)  # a label without a name


def same_rows(rows: list[dict[str, object]], table: pyarrow.Table) -> str | None:
    columns = flat_columns(rows, table.column_names)
    if list(columns) != table.column_names:
        return f"columns {table.column_names} for {list(columns)}"
    for name, column in zip(table.column_names, table.columns):
        kind = column.type.value_type if isinstance(column.type, pyarrow.DictionaryType) else column.type
        got = column.to_pylist()
        if len(got) != len(rows):
            return f"column {name} has {len(got)} rows for {len(rows)}"
        for row, (a, b) in enumerate(zip(columns[name], got)):
            if isinstance(b, bytes) and len(b) == 16 and isinstance(a, str) and len(a) == 36:
                b = uuid.UUID(bytes=b)  # a reader without the extension type
            if not same_json(a, as_json(b, kind), kind):
                return f"column {name}, row {row}: {b!r} for {a!r}"
    return None


def exports(reel: str, replays: Iterable[str]) -> None:
    for replay in replays:
        tables = rows_by_table(reel, replay)
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("parquet", "arrow", "arrows"):
                subprocess.run([reel, "export", "--quiet", "--to", kind, "-o", f"{folder}/", replay], capture_output=True, check=False)
            packed = pathlib.Path(folder) / "packed"
            for kind in ("arrow", "arrows"):
                command = [reel, "export", "--quiet", "--compression", "1", "--to", kind, "-o", f"{packed}/", replay]
                subprocess.run(command, capture_output=True, check=False)
            for name, rows in tables.items():
                for kind in ("arrow", "arrows"):
                    path = packed / f"{pathlib.Path(replay).name}.{name}.{kind}"
                    for program, read in readers_of(path).items():
                        check(f"{replay}, {name} as compressed {kind} by {program}", lambda: same_rows(rows, read(path)))
                for kind in ("parquet", "arrow", "arrows"):
                    path = pathlib.Path(folder) / f"{pathlib.Path(replay).name}.{name}.{kind}"
                    for program, read in readers_of(path).items():
                        check(f"{replay}, {name} as {kind} by {program}", lambda: same_rows(rows, read(path)))


def main(arguments: list[str]) -> int:
    if len(arguments) == 2 and arguments[0] == "samples":
        samples(pathlib.Path(arguments[1]))
    elif len(arguments) > 2 and arguments[0] == "exports":
        exports(arguments[1], arguments[2:])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
