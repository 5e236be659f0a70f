# SPDX-License-Identifier: MIT
"""Tables of Spark belong together: every two of them join by what both have. Run by `python/test.sh spark`.

To read a table in a session takes a second, and there are 131, with 8,000 pairs. So the tables are read as tasks read them; the keys of their
rows are one table of Spark, which is joined with itself: the joins of all pairs, in one job. A few joins are written as users write them.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import DataType, StringType

import pyreel
import pyreel.spark
from joins import KEYS, every_table, make_folder, pairs
from pyreel.spark import ReplayDataSource
from spark_session import session

pytestmark = pytest.mark.filterwarnings("default", "ignore::pyreel.ReelWarning")  # of other packages; the folder has bad files
MOST_ROWS = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_folder(tmp_path_factory.mktemp("joins"))


@pytest.fixture(scope="module")
def tables(folder: Path) -> dict[str, ReplayDataSource]:
    found = {}
    for name, (kind, table) in every_table().items():
        options = {"table": table, "paths": json.dumps([str(folder)])}
        found[name] = ReplayDataSource(options if kind is None else {**options, "format": kind})
    return found


def rows_of(table: ReplayDataSource) -> list[dict[str, Any]]:
    """The keys of the first rows, as tasks give them to Spark."""
    reader = table.reader(table.schema())
    batches = (batch for task in reader.partitions() for batch in reader.read(task))
    rows = [row for batch in batches for row in batch.select([key for key in KEYS if key in batch.schema.names]).to_pylist()]
    return rows[:: max(1, len(rows) // MOST_ROWS)]  # of all files


def test_every_column_of_a_key_has_one_type(tables: dict[str, ReplayDataSource]) -> None:
    kinds: dict[tuple[str, str], set[DataType]] = defaultdict(set)
    for name, table in tables.items():
        for field in table.schema():
            if field.name in KEYS:
                kinds[name.split(".")[0] if field.name != "file" else "", field.name].add(field.dataType)
    assert {key: found for key, found in kinds.items() if len(found) > 1} == {}
    assert kinds["", "file"] == {StringType()}


def matches(left: list[dict[str, Any]], right: list[dict[str, Any]], keys: list[str]) -> int:
    """How many pairs of rows have the same keys, none of them null."""
    own, other = (Counter(tuple(row[key] for key in keys) for row in rows) for rows in (left, right))
    return sum(count * other[key] for key, count in own.items() if None not in key)


def stack(spark: SparkSession, rows: dict[str, list[dict[str, Any]]], every: list[tuple[str, str, list[str]]]) -> DataFrame:
    """A row for each row of a table and each set of keys that it is joined by."""
    sets: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for left, right, keys in every:
        sets[left].add(tuple(keys))
        sets[right].add(tuple(keys))
    stacked = [
        (name, ",".join(keys), [None if row[key] is None else str(row[key]) for key in keys])
        for name, found in rows.items()
        for row in found
        for keys in sorted(sets[name])
    ]
    return spark.createDataFrame(stacked, "name string, by string, key array<string>")


def test_every_pair_joins(spark: SparkSession, tables: dict[str, ReplayDataSource]) -> None:
    rows = {name: rows_of(table) for name, table in tables.items()}
    every = pairs({name: table.schema().names for name, table in tables.items()})
    own = stack(spark, rows, every).where(~F.exists("key", F.isnull))
    other = own.select(F.col("name").alias("to"), "by", "key")
    joined = own.join(other, ["by", "key"]).groupBy("by", "name", "to").count()
    counts = {(row["name"], row["to"], row["by"]): row["count"] for row in joined.collect()}
    expected = {(left, right, ",".join(keys)): matches(rows[left], rows[right], keys) for left, right, keys in every}
    assert {each: counts.get(each, 0) for each in expected} == expected
    assert sum(count > 0 for count in expected.values()) > 1000


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with session("local[2]") as spark:
        pyreel.spark.register(spark)
        yield spark


def test_joins_are_written_as_usual(spark: SparkSession, folder: Path) -> None:
    """The reports with tables of each game and with one another, by the names alone."""

    def load(name: str) -> DataFrame:
        kind, table = every_table()[name]
        reader = spark.read.format("reel").option("table", table)
        return (reader if kind is None else reader.option("format", kind)).load(str(folder))

    wanted = [("plays", "files"), ("plays", "bsor.frames"), ("files", "teehistorian.inputs")]
    loaded = {name: load(name) for pair in wanted for name in pair}
    joined = [loaded[left].join(loaded[right], "file").select(F.lit(f"{left} {right}").alias("pair")) for left, right in wanted]
    found = {row["pair"]: row["count"] for row in reduce(DataFrame.unionAll, joined).groupBy("pair").count().collect()}
    expected = {}
    for left, right in wanted:
        own, other = (
            Counter(pyreel.scan(folder, table, format=kind).to_arrow()["file"].to_pylist())
            for kind, table in (every_table()[left], every_table()[right])
        )
        expected[f"{left} {right}"] = sum(count * other[file] for file, count in own.items())
    assert found == expected
    assert all(expected.values())
