# SPDX-License-Identifier: MIT
"""The cases that all doors are tested with: tests/doors/cases. Values are those of Arrow, of rows and of dictionaries."""

from __future__ import annotations

import hashlib
import io
import math
import struct
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import pyreel
from plays import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tests" / "doors"))
from case_files import Call, ident, place, read_calls, same, token

CALLS = read_calls("python")
HERE = [call for call in CALLS if call.reason is None]
OPTIONS = ("strict", "select", "between", "insight", "to", "repair", "twice")
Source = pyreel.Replay | pyreel.Stats


def words_of(error: pyreel.ReelError | None) -> list[str]:
    return [] if error is None else [error.status, error.rule, place(error.section), str(error.offset)]


def compare(expected: Iterable[str] | None, error: pyreel.ReelError | None) -> None:
    wanted = list(expected or [])
    assert words_of(error)[: len(wanted) or None] == wanted


def span(call: Call) -> dict[str, float]:
    between = call.wished("between")
    return {"after": float(between[0]), "before": float(between[1])} if between else {}


def column(info: pyreel.TableInfo, name: str) -> tuple[pyreel.Field, int]:
    return next((field, field.columns.index(name)) for field in info.fields if name in field.columns)


def arrow_tokens(column: pa.ChunkedArray, kind: str) -> list[str]:
    values = column.combine_chunks()
    if pa.types.is_floating(values.type):
        kind = "f32" if pa.types.is_float32(values.type) else "f64"
        bits = values.view(pa.uint32() if kind == "f32" else pa.uint64()).to_pylist()
        return [token(kind, bit, bit) for bit in bits]
    return [token(kind, value) for value in values.to_pylist()]


def object_token(kind: str, value: object, bits: int | None) -> str:
    """A value of a dictionary. The bits of a NaN are those of the array: a float of Python may have others."""
    if isinstance(value, float) and not math.isnan(value):
        bits = int.from_bytes(struct.pack(">f" if kind == "f32" else ">d", value))
    return token("string" if isinstance(value, str) else kind, value, bits)


def other_tokens(
    table: pyreel.Table, name: str, rows: np.ndarray[Any, Any], objects: list[dict[str, Any]]
) -> list[list[tuple[str, bool]]]:
    """What else the values of each row are: in a dictionary, with their names, and in an array, where it is not defined for those that are absent."""
    field, index = column(table.info, name)
    array = rows[field.name] if field.count == 1 else rows[field.name][:, index]
    bits = array.view(array.dtype.str.replace("f", "u")).tolist() if array.dtype.kind == "f" else [None] * len(array)
    found = []
    for item, bit, row in zip(array, bits, objects, strict=True):
        value = row[field.name][index] if field.count > 1 and row[field.name] is not None else row[field.name]
        plain = item.tobytes() if field.type == "uuid" else item.item() if isinstance(item, np.generic) else item
        made = [] if value is None else [(token(field.type, plain, bit), False)]
        found.append([(object_token(field.type, value, bit), True), *made])
    return found


def compare_tables(call: Call, source: Source, chunks: bool) -> None:
    for name, count, columns, expected in call.tables():
        table = source.table(name, labels=False, **span(call))
        batches = list(table.batches()) if chunks else []
        arrow = pa.Table.from_batches(batches, pa.schema(table)) if chunks else table.to_arrow()
        rows, objects = table.rows(), list(table)
        assert arrow.num_rows == len(rows) == len(objects) == count, name
        for at, each in enumerate(columns):
            tokens = arrow_tokens(arrow.column(each), column(table.info, each)[0].type)
            others = other_tokens(table, each, rows, objects)
            for row, values in expected.items():
                for got, named in ((tokens[row], False), *others[row]):
                    assert same(values[at], got, named), f"{each} of row {row} of {name}"


def compare_replay(call: Call, replay: pyreel.Replay, chunks: bool = False) -> None:
    if wanted := call.first("format"):
        assert [replay.format] == wanted
    compare(call.first("damage"), replay.damage)
    compare_tables(call, replay, chunks)


def read(call: Call, folder: Path) -> None:
    try:
        replay = pyreel.open(call.file(folder), strict=call.wishes("strict"))
        if replay.damage and call.wishes("strict"):
            replay["frames"].to_arrow()
    except pyreel.ReelError as error:
        compare(call.first("error"), error)
        return
    compare(call.first("error"), None)
    compare_replay(call, pyreel.open(call.file(folder), strict=False), call.name == "chunks")


def statistics(call: Call, folder: Path) -> None:
    insight = call.wished("insight")
    assert insight
    compare_tables(call, pyreel.open(call.file(folder)).stats(insight=insight[0]), chunks=False)


def check(call: Call, folder: Path) -> None:
    found = pyreel.open(call.file(folder), strict=False).check()
    assert [
        [place(word) for word in (each.severity, each.rule, each.section, each.offset, each.table, each.row, each.count)]
        for each in found
    ] == call.all("finding")


def result(expected: list[str] | None, data: bytes) -> None:
    assert not expected or [str(len(data)), hashlib.sha256(data).hexdigest()] == expected


def copied(path: Path) -> bytes:
    """The file, converted to what it is."""
    replay, to = pyreel.open(path), io.BytesIO()
    replay.convert(replay.format, to)
    return to.getvalue()


def rewrite(call: Call, folder: Path) -> None:
    if call.first("file"):
        result(call.first("result"), copied(call.file(folder)))
    for name, *expected in call.all("each"):
        result(expected, copied(call.path(name, folder)))


def convert(call: Call, folder: Path) -> None:
    replay, path = pyreel.open(call.file(folder), strict=False), folder / "converted"
    to = call.wished("to") or [replay.format]

    def work() -> None:
        replay.repair(path) if call.wishes("repair") else replay.convert(to[0], path, loss="allow", **span(call))

    try:
        work()
        if call.wishes("twice"):
            work()
    except pyreel.ReelError as error:
        compare(call.first("error"), error)
        return
    compare(call.first("error"), None)
    result(call.first("result"), path.read_bytes())
    call.lines[:] = [line for line in call.lines if line[:2] != ["with", "between"]]  # the output is read as it is
    compare_replay(call, pyreel.open(path))


def write(call: Call, folder: Path) -> None:
    to = io.BytesIO()
    [made] = call.all("create")
    try:
        writer = pyreel.Writer(to, made[0])
    except pyreel.ReelError as error:
        compare(call.first("error"), error)
        return
    failed = False
    for line in call.lines:
        if line[0] not in ("append", "refused", "fails"):
            continue
        rows = pyreel.open(call.path(line[1], folder)).table(line[2], labels=False)
        try:
            writer.append(line[2], rows)
            assert line[0] == "append"
        except pyreel.ReelError as error:
            compare(line[3:], error)
            failed |= line[0] == "fails"
    if not failed:
        writer.finish()
        result(call.first("result"), to.getvalue())
        compare_replay(call, pyreel.open(to.getvalue()))


def recognise(call: Call, folder: Path) -> None:
    for name, wanted in call.all("each"):
        assert pyreel.open(call.path(name, folder)).format == wanted, name


def damage(call: Call, folder: Path) -> None:
    for name, *expected in call.all("each"):
        try:
            compare(expected, pyreel.open(call.path(name, folder), strict=False).damage)
        except pyreel.ReelError as error:
            compare(expected, error)


RUNNERS = {
    "load": read,
    "chunks": read,
    "statistics": statistics,
    "check": check,
    "rewrite": rewrite,
    "convert": convert,
    "write": write,
    "open": recognise,
    "damage": damage,
}


@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
@pytest.mark.parametrize("call", HERE, ids=ident)
def test_case(call: Call, tmp_path: Path) -> None:
    call.check_options(*OPTIONS)
    RUNNERS[call.name](call, tmp_path)


def test_the_other_cases_have_a_reason() -> None:
    print(f"{len(HERE)} cases ran, {len(CALLS) - len(HERE)} are not for this door")
    assert HERE
