# SPDX-License-Identifier: MIT
"""The cases that all doors are tested with: tests/doors/cases."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from conftest import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tests" / "doors"))
from case_files import Call, ident, place, read_calls, same, token

CALLS = read_calls("duckdb")
HERE = [call for call in CALLS if call.reason is None]
OPTIONS = ("strict", "select", "between", "insight")
# What replay_files says of a file, by the status of what ended reading.
VERDICTS = {"truncated": "damaged", "corrupt": "damaged", "limit": "damaged", "unsupported": "unreadable"}


def column_tokens(column: pa.ChunkedArray) -> list[str]:
    values = column.combine_chunks()
    if isinstance(values, pa.ExtensionArray):
        values = values.storage
    kind = values.type
    if pa.types.is_float32(kind) or pa.types.is_float64(kind):
        name = "f32" if pa.types.is_float32(kind) else "f64"
        return [token(name, bit, bit) for bit in values.view(pa.uint32() if name == "f32" else pa.uint64()).to_pylist()]
    known = {"bool": pa.types.is_boolean, "bytes": lambda each: pa.types.is_binary(each) or pa.types.is_large_binary(each)}
    known["string"] = lambda each: pa.types.is_string(each) or pa.types.is_large_string(each)
    name = next((name for name, is_kind in known.items() if is_kind(kind)), "integer")
    return [token(name, value) for value in values.to_pylist()]


def parameters(call: Call) -> str:
    between = call.wished("between")
    span = f", after := {between[0]}, before := {between[1]}" if between else ""
    return span + (", strict := true" if call.wishes("strict") else "")


def compare_tables(db: duckdb.DuckDBPyConnection, call: Call, path: Path, source: str) -> None:
    for name, count, columns, expected in call.tables():
        names = ", ".join(f'"{column}"' for column in columns)
        for labels in ("number", "text"):
            sql = f"SELECT row, {names} FROM {source.format(name)}, labels := '{labels}'{parameters(call)}) ORDER BY row"
            found = db.sql(sql, params=[str(path)]).to_arrow_table()
            assert found.num_rows == count, name
            first = found.column("row")[0].as_py() if count and call.wishes("between") else 0
            assert found.column("row").to_pylist() == list(range(first, first + count))
            for at, column in enumerate(columns):
                tokens = column_tokens(found.column(column))
                for row, values in expected.items():
                    wanted = values[at]
                    got = tokens[row] if wanted.startswith('"') or wanted.count("-") != 4 else tokens[row].strip('"')  # a UUID is text
                    assert same(wanted, got, labels == "text"), f"{column} of row {row} of {name}"


def words_of(db: duckdb.DuckDBPyConnection, path: Path, wanted: list[str]) -> None:
    """What ended reading is in the table of files, and among the findings."""
    status, rule, *where = wanted
    sql = "SELECT section, \"offset\" FROM replay_findings(?) WHERE rule = ? AND severity = 'error'"
    found = db.execute(sql, [str(path), rule]).fetchall()
    assert found, f"{path}: no finding {rule}"
    if where:
        assert where in [[place(section), str(offset or 0)] for section, offset in found], path
    verdict = "not-a-replay" if rule in ("reel.unknown-format", "reel.empty") else VERDICTS[status]
    assert db.execute("SELECT verdict FROM replay_files(?)", [str(path)]).fetchall() == [(verdict,)]


def load(db: duckdb.DuckDBPyConnection, call: Call, folder: Path) -> None:
    path = call.file(folder)
    if wanted := call.first("format"):
        assert db.execute("SELECT format FROM reel_plays(?)", [str(path)]).fetchall() == [tuple(wanted)]
    if failure := call.first("error"):
        with pytest.raises(duckdb.Error, match=failure[1]):
            db.execute(
                f"FROM read_replay(?, rows := 'frames', strict := true{parameters(call).replace(', strict := true', '')})", [str(path)]
            )
            db.fetchall()
        words_of(db, path, failure)
    if damage := call.first("damage"):
        words_of(db, path, damage)
    compare_tables(db, call, path, "read_replay(?, rows := '{}'")


def statistics(db: duckdb.DuckDBPyConnection, call: Call, folder: Path) -> None:
    [insight] = call.wished("insight") or [""]
    compare_tables(db, call, call.file(folder), f"replay_stats(?, stat := '{insight}.{{}}'")


def check(db: duckdb.DuckDBPyConnection, call: Call, folder: Path) -> None:
    sql = 'SELECT severity, rule, section, "offset", "table", row, count FROM replay_findings(?)'
    found: Iterable[tuple[object, ...]] = db.execute(sql, [str(call.file(folder))]).fetchall()
    assert [[place(word) for word in row] for row in found] == call.all("finding")


def recognise(db: duckdb.DuckDBPyConnection, call: Call, folder: Path) -> None:
    paths = [str(call.path(name, folder)) for name, _ in call.all("each")]
    rows = db.execute("SELECT file, format FROM replay_files(?)", [paths]).fetchall()
    assert dict(rows) == dict(zip(paths, (wanted for _, wanted in call.all("each")), strict=True))


def damage(db: duckdb.DuckDBPyConnection, call: Call, folder: Path) -> None:
    for name, *wanted in call.all("each"):
        words_of(db, call.path(name, folder), wanted)


RUNNERS = {"load": load, "statistics": statistics, "check": check, "open": recognise, "damage": damage}


@pytest.mark.parametrize("call", HERE, ids=ident)
def test_case(db: duckdb.DuckDBPyConnection, call: Call, tmp_path: Path) -> None:
    call.check_options(*OPTIONS)
    RUNNERS[call.name](db, call, tmp_path)


def test_the_other_cases_have_a_reason() -> None:
    print(f"{len(HERE)} cases ran, {len(CALLS) - len(HERE)} are not for this door")
    assert HERE
