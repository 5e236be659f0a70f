# SPDX-License-Identifier: MIT
"""What DuckDB gets from the extension is what `reel export` and `reel stats` write, bit by bit."""

from __future__ import annotations

import os
import re
import struct
import subprocess
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import COMMAND, CORPUS, FORMATS

FAMILIES = sorted(path.name for path in FORMATS.iterdir())
LARGEST = 4 << 20  # bytes of a file of the corpus
FULL = os.environ.get("REEL_TEST_EFFORT") == "full"
MOST = 200  # tables of a folder that are compared, below full effort


def reel(*arguments: object) -> None:
    """Some inputs are damaged on purpose: the status of the command is not looked at."""
    subprocess.run([str(each) for each in (COMMAND, *arguments)], check=False, capture_output=True)


def bits(column: pa.ChunkedArray) -> pa.Array:
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if isinstance(array, pa.DictionaryArray):
        array = array.dictionary_decode()
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if pa.types.is_float32(array.type) or pa.types.is_float64(array.type):
        return array.view(pa.uint32() if array.type == pa.float32() else pa.uint64())
    return array


def arrow(db: duckdb.DuckDBPyConnection, sql: str, *parameters: object) -> pa.Table:
    return db.sql(sql, params=list(parameters)).to_arrow_table()


def same(own: pa.Table, parquet: Path) -> None:
    other = pq.read_table(parquet)
    assert own.column_names == other.column_names
    assert own.num_rows == other.num_rows
    for name in own.column_names:
        left, right = bits(own[name]), bits(other[name])
        if left.type != right.type:  # uuid: DuckDB hands out text, and large types
            left = pa.array([value and str(value) for value in own[name].to_pylist()])
            right = pa.array([value and str(value) for value in other[name].to_pylist()])
        assert left.equals(right), f"{parquet.name}: {name}"


def compare_exports(db: duckdb.DuckDBPyConnection, inputs: Path, tmp_path: Path, labels: str) -> int:
    out = tmp_path / labels
    reel("export", "--to", "parquet", *(["--labels"] if labels == "text" else []), "-o", f"{out}/", inputs)
    compared = 0
    paths = sorted(out.rglob("*.parquet"))
    step = 1 if FULL else len(paths) // MOST + 1
    for parquet in paths[::step]:
        name, table = str(parquet.relative_to(out)).removesuffix(".parquet").rsplit(".", 1)
        sql = f"SELECT * EXCLUDE (row, file) FROM read_replay(?, rows := ?, labels := '{labels}')"
        same(arrow(db, sql, str(inputs / name), table), parquet)
        numbers = db.execute("SELECT count(*), coalesce(max(row) + 1, 0) FROM read_replay(?, rows := ?)", [str(inputs / name), table])
        assert len(set(numbers.fetchall()[0])) == 1
        compared += 1
    return compared


@pytest.mark.parametrize("labels", ["text", "number"])
@pytest.mark.parametrize("kind", ["golden", "bad"])
@pytest.mark.parametrize("family", FAMILIES)
def test_tables_equal_the_exports(db: duckdb.DuckDBPyConnection, tmp_path: Path, family: str, kind: str, labels: str) -> None:
    assert compare_exports(db, FORMATS / family / kind, tmp_path, labels)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is missing")
@pytest.mark.parametrize("family", sorted(path.name for path in CORPUS.iterdir()) if CORPUS.is_dir() else ["none"])
def test_tables_of_real_files_equal_the_exports(db: duckdb.DuckDBPyConnection, tmp_path: Path, family: str) -> None:
    inputs = tmp_path / "inputs"
    inputs.mkdir()
    for number, path in enumerate(sorted((CORPUS / family).rglob("*"))):
        if path.is_file() and path.stat().st_size <= LARGEST:
            (inputs / f"{number}-{path.name}").symlink_to(path)
    any_replay = db.execute("SELECT count(*) FROM replay_files(?) WHERE format IS NOT NULL", [str(inputs)]).fetchall()[0][0]
    assert bool(compare_exports(db, inputs, tmp_path, "text")) == bool(any_replay)


NO_STATISTICS = ("beatsaber_map", "ddnet_map", "ghost", "demo")
"""Levels, and ghosts and demos, which nothing measures yet."""


@pytest.mark.parametrize("family", [family for family in FAMILIES if family not in NO_STATISTICS])
def test_statistics_equal_those_of_the_command(db: duckdb.DuckDBPyConnection, tmp_path: Path, family: str) -> None:
    folder = FORMATS / family / "golden"
    tables = db.execute("SELECT \"table\" FROM replay_tables(?) WHERE kind = 'statistics'", [str(folder)]).fetchall()
    assert tables
    db.execute("SET threads = 1")  # the files come in their order
    for (table,) in tables:
        parquet = tmp_path / f"{table}.parquet"
        reel("stats", "-t", table, "--labels", "--to", "parquet", "-o", parquet, folder)
        same(arrow(db, "SELECT * EXCLUDE row FROM replay_stats(?, stat := ?)", str(folder), table), parquet)


def golden_by_format(db: duckdb.DuckDBPyConnection) -> list[list[str]]:
    """Golden files of each format: three, or all at full effort."""
    files = "list(file ORDER BY file)" + ("" if FULL else "[:3]")
    rows = db.execute(f"SELECT {files} FROM replay_files(?) GROUP BY format", [f"{FORMATS}/*/golden"]).fetchall()
    assert len(rows) > len(FAMILIES)
    return [files for (files,) in rows]


def table_names(db: duckdb.DuckDBPyConnection, files: list[str]) -> list[str]:
    return [name for (name,) in db.execute('SELECT DISTINCT "table" FROM replay_tables(?)', [files]).fetchall()]


def flatten(row: tuple[object, ...]) -> list[object]:
    values: list[object] = []
    for value in row:
        if isinstance(value, dict):
            values += value.values()
        elif isinstance(value, (list, tuple)):
            values += value
        else:
            values.append(value)
    # an invalid value is NULL in a column of its own, and NaN in a vector
    return [value for value in values if value is not None and value == value]


@pytest.mark.parametrize("style", ["array", "struct"])
def test_vectors_have_the_values_of_the_columns(db: duckdb.DuckDBPyConnection, style: str) -> None:
    for files in golden_by_format(db):
        for table in table_names(db, files):
            flat = db.execute("SELECT * FROM read_replay(?, rows := ?) ORDER BY file, row", [files, table]).fetchall()
            sql = f"SELECT * FROM read_replay(?, rows := ?, vectors := '{style}') ORDER BY file, row"
            nested = db.execute(sql, [files, table]).fetchall()
            assert [repr(flatten(row)) for row in nested] == [repr(flatten(row)) for row in flat]


def test_values_of_an_absent_struct_are_null(db: duckdb.DuckDBPyConnection) -> None:
    """DuckDB does not look at the struct again when it takes a value out of it."""
    compared = 0
    for files in golden_by_format(db):
        for table in table_names(db, files):
            rows = f"read_replay(?, rows := '{table}', vectors := 'struct')"
            described = db.execute(f"DESCRIBE FROM {rows}", [files]).fetchall()
            for name, first in ((row[0], re.match(r'STRUCT\("?(\w+)', row[1])) for row in described):
                if not first:
                    continue
                value = f"struct_extract(\"{name}\", '{first[1]}')"
                sql = f'SELECT count(*) FILTER ("{name}" IS NULL), count(*) FILTER ({value} IS NULL) FROM {rows}'
                absent, without = db.execute(sql, [files]).fetchall()[0]
                sql = f"SELECT count(*) FILTER (\"{name}_{first[1]}\" IS NULL) FROM read_replay(?, rows := '{table}')"
                assert [(without,)] == db.execute(sql, [files]).fetchall()  # one value may be missing alone, in statistics
                assert absent <= without
                compared += absent
    assert compared


def test_a_vector_with_an_invalid_value_is_null(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """With `clean`, in each form, and so are its values."""
    data, path = bytearray((FORMATS / "bsor/golden/full.bsor").read_bytes()), tmp_path / "part.bsor"
    flat = "SELECT head_position_x, head_position_y, head_position_z FROM read_replay(?, clean := true) LIMIT 1"
    at = data.index(struct.pack("<3f", *db.execute(flat, [str(FORMATS / "bsor/golden/full.bsor")]).fetchall()[0]))
    data[at : at + 4] = struct.pack("<f", float("nan"))
    path.write_bytes(data)
    assert db.execute(flat, [str(path)]).fetchall() == [(None, None, None)]
    for style, first in (("array", "head_position[1]"), ("struct", "head_position.x")):
        sql = f"SELECT count(*) - count(head_position), count(*) - count({first}) FROM read_replay(?, clean := true, vectors := '{style}')"
        assert db.execute(sql, [str(path)]).fetchall() == [(1, 1)]


def test_enum_columns_have_the_text_of_labels(db: duckdb.DuckDBPyConnection) -> None:
    compared = 0
    for files in golden_by_format(db):
        for table in table_names(db, files):
            sql = "SELECT * FROM read_replay(?, rows := ?, labels := '{}') ORDER BY file, row"
            try:
                enums = db.execute(sql.format("enum"), [files, table]).fetchall()
            except duckdb.Error as error:
                assert "has no name" in str(error)  # files with odd values are among the golden ones
                continue
            assert repr(enums) == repr(db.execute(sql.format("text"), [files, table]).fetchall())
            compared += any(
                row[1].startswith("ENUM") for row in db.execute("DESCRIBE " + sql.format("enum"), [files, table]).fetchall()
            )
    assert compared > 10
