# SPDX-License-Identifier: MIT
"""The cases that all doors are tested with, tests/doors/cases, by the data source of Spark. Run by `python/test.sh spark`.

A query of a session takes a second. The first table of each case is one; other tables are read as a task reads them, without the session.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from pyspark.sql.types import BinaryType, BooleanType, DoubleType, FloatType, StringType

import pyreel.spark
from plays import REPOSITORY
from pyreel.spark import ReplayDataSource
from spark_session import session

sys.path.insert(0, str(REPOSITORY / "tests" / "doors"))
from case_files import Call, ident, place, read_calls, same, token

pytestmark = pytest.mark.filterwarnings("default")  # of other packages
CALLS = read_calls("spark")
HERE = [call for call in CALLS if call.reason is None]
OPTIONS = ("strict", "select", "between", "insight")
# What the table of files says, by the status of what ended reading.
VERDICTS = {"truncated": "damaged", "corrupt": "damaged", "limit": "damaged", "unsupported": "unreadable"}
KINDS = {BooleanType(): "bool", BinaryType(): "bytes", StringType(): "string"}


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with session("local[2]") as spark:
        pyreel.spark.register(spark)
        yield spark


def rows(path: Path | list[str], table: str, **options: Any) -> list[dict[str, Any]]:
    """What the tasks of a query give to Spark."""
    paths = path if isinstance(path, list) else [str(path)]
    source = ReplayDataSource({"table": table, "paths": json.dumps(paths), **options})
    reader = source.reader(source.schema())
    return [row for task in reader.partitions() for batch in reader.read(task) for row in batch.to_pylist()]


def types_of(path: Path, table: str, **options: Any) -> dict[str, Any]:
    return {field.name: field.dataType for field in ReplayDataSource({"table": table, "path": str(path), **options}).schema()}


def value_token(kind: Any, value: object) -> str:
    if isinstance(kind, (FloatType, DoubleType)) and value is not None:
        form = "f" if isinstance(kind, FloatType) else "d"
        return f"0x{struct.pack(f'>{form}', value).hex()}"
    return token(KINDS.get(kind, "integer"), bytes(value) if isinstance(value, bytearray) else value)


def options_of(call: Call) -> dict[str, Any]:
    between = call.wished("between")
    span = {"after": between[0], "before": between[1]} if between else {}
    return span | ({"mode": "FAILFAST"} if call.wishes("strict") else {})


def compare_tables(spark: SparkSession, call: Call, path: Path, prefix: str = "") -> None:
    for index, (name, count, columns, expected) in enumerate(call.tables()):
        options = {"row": "row", "columns": ",".join(columns), **options_of(call)}
        found: list[Any] = rows(path, prefix + name, **options)
        if index == 0:
            queried = spark.read.format("reel").options(table=prefix + name, **options).load(str(path)).collect()
            assert len(queried) == len(found)
            found = queried
        types = types_of(path, prefix + name, **options)
        found.sort(key=lambda row: row["row"])
        assert len(found) == count, name
        for number, values in expected.items():
            for at, column in enumerate(columns):
                got = value_token(types[column], found[number][column])
                if not values[at].startswith('"') and values[at].count("-") == 4:  # a UUID is text
                    got = got.strip('"')
                assert same(values[at], got, named=True), f"{column} of row {number} of {name}"


def compare_failure(path: Path, wanted: list[str]) -> None:
    """What ended reading is in the tables of files and of findings."""
    status, rule, *where = wanted
    [file] = rows(path, "files")
    verdict = "not-a-replay" if rule in ("reel.unknown-format", "reel.empty") else VERDICTS[status]
    assert (file["verdict"], file["rule"]) == (verdict, rule), path
    if where:
        assert [place(file["section"]), str(file["offset"] or 0)] == where, path
    assert rule in {row["rule"] for row in rows(path, "findings")}


def load(spark: SparkSession, call: Call, folder: Path) -> None:
    path = call.file(folder)
    if wanted := call.first("format"):
        assert [row["format"] for row in rows(path, "plays")] == wanted
    for word in ("error", "damage"):
        if failure := call.first(word):
            compare_failure(path, failure)
    if (failure := call.first("error")) and call.wishes("strict"):
        with pytest.raises(Exception, match=failure[1]):
            rows(path, "frames", mode="FAILFAST")
    compare_tables(spark, call, path)


def statistics(spark: SparkSession, call: Call, folder: Path) -> None:
    [insight] = call.wished("insight") or [""]
    compare_tables(spark, call, call.file(folder), f"{insight}.")


def check(spark: SparkSession, call: Call, folder: Path) -> None:
    names = ("severity", "rule", "section", "offset", "table", "row", "count")
    found = rows(call.file(folder), "findings")
    assert [[place(row[name]) for name in names] for row in found] == call.all("finding")


def recognise(spark: SparkSession, call: Call, folder: Path) -> None:
    wanted = {str(call.path(name, folder)): format_id for name, format_id in call.all("each")}
    found = {row["file"].removeprefix("file:"): row["format"] for row in rows(list(wanted), "files")}
    assert found == wanted


def damage(spark: SparkSession, call: Call, folder: Path) -> None:
    wanted = {str(call.path(name, folder)): words for name, *words in call.all("each")}
    found = {row["file"].removeprefix("file:"): row for row in rows(list(wanted), "files")}
    for path, (status, rule, *where) in wanted.items():
        verdict = "not-a-replay" if rule in ("reel.unknown-format", "reel.empty") else VERDICTS[status]
        row = found[path]
        assert (row["verdict"], row["rule"], [place(row["section"]), str(row["offset"] or 0)]) == (verdict, rule, where), path


RUNNERS = {"load": load, "statistics": statistics, "check": check, "open": recognise, "damage": damage}


@pytest.mark.parametrize("call", HERE, ids=ident)
def test_case(spark: SparkSession, call: Call, tmp_path: Path) -> None:
    call.check_options(*OPTIONS)
    RUNNERS[call.name](spark, call, tmp_path)


def test_the_other_cases_have_a_reason() -> None:
    print(f"{len(HERE)} cases ran, {len(CALLS) - len(HERE)} are not for this door")
    assert HERE
