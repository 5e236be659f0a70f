# SPDX-License-Identifier: MIT
"""The data source of Spark, in one process with two threads. Run by `python/test.sh spark`."""

from __future__ import annotations

import ast
import datetime
import doctest
import gc
import json
import os
import re
import shutil
import sys
import warnings
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.errors import AnalysisException, PythonException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.datasource import (
    EqualTo,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringEndsWith,
    StringStartsWith,
)
from pyspark.sql.pandas.types import from_arrow_schema

import pyreel
import pyreel.spark
import questions_page as page
from plays import REPOSITORY, files, frame, golden, stored, write_level, write_play
from pyreel._conditions import column_of, holds
from pyreel._files import list_files
from pyreel._spark_read import _File, _read, _Wanted
from pyreel.spark import ReplayDataSource, _arrow_schema_of, _PushdownReader
from spark_session import session

sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
sys.path.insert(0, str(REPOSITORY / "tests" / "doors"))
from opens import opens
from residue import MARK, marked, plain

pytestmark = pytest.mark.filterwarnings("default")  # of other packages
PUSHDOWN = "spark.sql.python.filterPushdown.enabled"

Load = Callable[..., DataFrame]


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    with session("local[2]") as spark:
        pyreel.spark.register(spark)
        yield spark


@pytest.fixture
def load(spark: SparkSession) -> Load:
    def load(paths: Any, table: str = "frames", **options: Any) -> DataFrame:
        return spark.read.format("reel").options(table=table, **options).load(paths)

    return load


def sums(frame: DataFrame) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in frame.groupBy("file").sum("head_position_y").collect())


# rows


def test_the_rows_are_those_of_a_scan(load: Load, plays: Path) -> None:
    found = sorted(tuple(row) for row in load(str(plays)).select("file", "time", "left_hand_position_x").collect())
    with pytest.warns(pyreel.ReelWarning):
        scan = pyreel.scan(plays, "frames", ["time", "left_hand_position_x"]).to_arrow()
    assert found == sorted(zip(*scan.to_pydict().values(), strict=True))


def test_nothing_of_another_file_is_read(load: Load, tmp_path: Path) -> None:
    before, after = marked(tmp_path), [path for path in plain(tmp_path) if path.parent == tmp_path]
    alone = [load(str(path), "info").drop("file").collect() for path in after]
    found = {row["file"].rpartition("/")[2]: row for row in load(str(tmp_path), "info").collect()}
    assert all(MARK in str(found[path.name]) for path in before)
    for path, (row,) in zip(after, alone, strict=True):
        together = found[path.name].asDict()
        del together["file"]
        assert together == row.asDict()
        assert MARK not in str(row)


def test_folders_globs_lists_and_uris(load: Load, plays: Path) -> None:
    one, other = str(plays / "0"), str(plays / "1")
    for paths in ([one, other], f"{plays}/*", f"{plays}/**/*.bsor", f"file://{plays}", f"file:{plays}"):
        assert load(paths, columns="time").count() == load(str(plays), columns="time").count()
    assert load(f"{plays}/0/[02].bsor", columns="time").count() == 4


def test_columns_span_and_row_numbers(load: Load, plays: Path) -> None:
    found = load(str(plays / "0"), columns="time, head_position", after=0.5, before=1.5, file="path", row="number")
    assert found.columns == ["path", "number", "time", "head_position_x", "head_position_y", "head_position_z"]
    assert {row["time"] for row in found.collect()} == {0.5, 1.0}
    assert load(str(plays / "0"), columns="time", file="").columns == ["time"]


def test_an_old_name_of_a_table_is_taken_with_a_warning(tmp_path: Path) -> None:
    shutil.copyfile(golden("arena.butter"), tmp_path / "arena.butter")

    def rows(table: str) -> list[dict[str, Any]]:
        source = ReplayDataSource({"table": table, "path": str(tmp_path)})
        reader = source.reader(source.schema())
        return [row for task in reader.partitions() for batch in reader.read(task) for row in batch.to_pylist()]

    with pytest.warns(FutureWarning, match="'players' is now called 'player_stats'"):
        old = rows("echo.players")
    assert old == rows("echo.player_stats") != []


def test_a_schema_that_the_user_gives_selects_columns(spark: SparkSession, plays: Path) -> None:
    reader = spark.read.format("reel").option("table", "frames").schema("file string, fps bigint, time double")
    found = reader.load(str(plays / "0"))
    assert found.columns == ["file", "fps", "time"]
    assert {row["fps"] for row in found.collect()} == {90}
    with pytest.raises(Exception, match="the column time is double, not float"):
        spark.read.format("reel").option("table", "frames").schema("time float").load(str(plays)).collect()
    with pytest.raises(Exception, match="no column of frames 'tim'; did you mean 'time'"):
        spark.read.format("reel").option("table", "frames").schema("tim float").load(str(plays)).collect()


def test_statistics_are_tables(load: Load, plays: Path) -> None:
    found = load(str(plays / "0"), "summary", columns="misses").collect()
    assert [row["misses"] for row in found] == [4, 4, 4]


def test_limits_and_reading_conventions(load: Load, plays: Path) -> None:
    verdicts = load(str(plays / "0"), "files", **{"limits.input_bytes": 600}).collect()
    assert [row["rule"] for row in verdicts] == [None, None, "reel.input-limit"]
    path = str(golden("arena.butter"))
    faithful = pyreel.open(path, reading="faithful")["teams"].to_arrow().num_rows
    assert load(path, "teams", reading="faithful").count() == faithful
    with pytest.raises(Exception, match="no reading convention called x"):
        load(path, "teams", reading="x")


def test_every_table_has_types_of_spark() -> None:
    tables = 0
    for path in files("golden"):
        replay = pyreel.open(path, strict=False)
        for name in replay.tables:
            wanted = _Wanted(name, format=replay.format, row="row")
            schema = wanted.schema()
            assert _arrow_schema_of(from_arrow_schema(schema)).equals(schema)
            rows = sum(batch.num_rows for batch in _read([_File(os.fsencode(path))], wanted, schema))
            assert rows == len(replay.table(name))
            tables += 1
    assert tables > 50


@pytest.mark.parametrize(("name", "table"), [("arena.butter", "teams"), ("plain.gdr2", "inputs")])
def test_tables_of_other_formats(load: Load, name: str, table: str) -> None:
    wanted = _Wanted(table, format=pyreel.open(golden(name)).format)
    expected = pa.Table.from_batches(_read([_File(os.fsencode(golden(name)))], wanted, wanted.schema()))
    found = load(str(golden(name)), table)
    assert [tuple(row) for row in found.collect()] == [tuple(row.values()) for row in expected.to_pylist()]


# bad files


def test_the_tables_about_files_are_those_of_a_scan(load: Load, plays: Path) -> None:
    shutil.copy(golden("plain.gdr2"), plays / "8.gdr2")
    for table in ("plays", "files", "findings"):
        scan = pyreel.scan(plays, table)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", pyreel.ReelWarning)
            expected = scan.to_arrow().to_pylist()
        wanted = _Wanted(table)
        found = pa.Table.from_batches(
            _read([_File(os.fsencode(path)) for path in scan.paths], wanted, wanted.schema()), wanted.schema()
        )
        assert found.to_pylist() == expected
        assert load(str(plays), table).count() == len(expected)


def test_bad_files_are_one_line_for_each_task_that_only_a_log_of_details_has(plays: Path, caplog: pytest.LogCaptureFixture) -> None:
    for i in range(3):
        (plays / f"{i}.txt").write_text("not a replay")
    wanted = _Wanted("frames", format="bsor")
    files_of = [_File(path) for path in list_files(str(plays))]
    list(_read(files_of, wanted, wanted.schema()))
    assert not caplog.records
    caplog.set_level("INFO", "pyreel.spark")
    assert sum(batch.num_rows for batch in _read(files_of, wanted, wanted.schema())) > 0
    assert len(caplog.records) == 1
    assert caplog.records[0].getMessage().startswith("4 of the files of a task not read to the end")


def test_bad_files_are_rows_of_the_table_of_files(load: Load, plays: Path) -> None:
    (plays / "9.txt").write_text("not a replay")
    (plays / "empty.bsor").touch()
    shutil.copy(golden("plain.gdr2"), plays / "8.gdr2")
    found = {Path(row["file"]).name: row for row in load(str(plays), "files").collect()}
    assert {name: row["verdict"] for name, row in found.items() if row["verdict"] not in ("fine", "findings")} == {
        "9.txt": "not-a-replay",
        "empty.bsor": "not-a-replay",
        "cut.bsor": "damaged",
    }
    assert found["8.gdr2"]["format"] == "gdr2"
    cut = found["cut.bsor"]
    error = pyreel.open(plays / "1" / "cut.bsor").damage
    assert error is not None
    assert (cut["rule"], cut["offset"], cut["section"]) == (error.rule, error.offset, error.section)
    assert f"{cut['message']} (" in str(error)
    assert cut["size"] == os.path.getsize(plays / "1" / "cut.bsor")
    assert load(str(plays), "files", columns="verdict").columns == ["verdict"]
    # and the rows of others, and those before the damage, are there
    assert load(str(plays), columns="time").where("file like '%cut.bsor'").count() > 0
    assert load(str(plays), columns="time").select("file").distinct().count() == 6


def test_a_bad_file_fails_a_query_in_the_mode_failfast(load: Load, plays: Path) -> None:
    for table in ("frames", "files"):
        with pytest.raises(PythonException, match=r"cut\.bsor: the file ends at byte \d+.*bsor\.truncated, byte \d+"):
            load(str(plays), table, mode="failfast").collect()


def test_a_file_that_is_missing_on_a_worker_fails_the_task_unless_it_is_to_be_ignored(load: Load, plays: Path) -> None:
    listed = load(str(plays / "0"), columns="time")
    ignoring = load(str(plays / "0"), columns="time", ignoreMissingFiles="true")
    verdicts = load(str(plays / "0"), "files", ignoreMissingFiles="true")
    partitions = [frame.rdd.getNumPartitions() for frame in (listed, ignoring, verdicts)]  # lists the files
    assert partitions == [1, 1, 1]
    (plays / "0" / "4.bsor").unlink()
    with pytest.raises(PythonException, match=r"FileNotFoundError.*4\.bsor"):
        listed.rdd.collect()
    assert len(ignoring.rdd.collect()) == 4
    assert [row["verdict"] for row in verdicts.rdd.collect()] == ["findings", "findings", "unreadable"]


def test_files_whose_table_is_another_are_failures(load: Load, tmp_path: Path) -> None:
    write_play(tmp_path / "a.bsor")
    shutil.copy(golden("arena.butter"), tmp_path / "b.butter")
    assert load(str(tmp_path), columns="time").select("file").distinct().count() == 1
    with pytest.raises(PythonException, match="has another table 'frames' than Beat Saber"):
        load(str(tmp_path), columns="time", mode="FAILFAST").collect()


def test_each_replay_of_an_archive_counts(spark: SparkSession, load: Load, tmp_path: Path) -> None:
    for frames in (2, 3):
        write_play(tmp_path / f"{frames}.bsor", frames=frames)
    day = tmp_path / "day.reel"
    day.write_bytes(b"".join(stored((tmp_path / f"{frames}.bsor").read_bytes()) for frames in (2, 3)) + b"more")
    binary = spark.read.format("binaryFile").load(str(day))
    rows = (load(str(day), columns="time"), pyreel.spark.decode(binary, "frames", ["time"]))
    for each in rows:
        assert sorted(Path(row["file"]).name for row in each.collect()) == ["day.reel#1"] * 2 + ["day.reel#2"] * 3
    verdicts = load(str(day), "files").collect()
    assert [Path(row["file"]).name for row in verdicts] == ["day.reel#1", "day.reel#2", "day.reel"]
    assert [(row["verdict"], row["rule"]) for row in verdicts] == [("findings", None)] * 2 + [("damaged", "archive.member")]
    with pytest.raises(PythonException, match="archive\\.member"):
        load(str(day), columns="time", mode="FAILFAST").collect()


def test_a_name_that_is_not_utf8(load: Load, tmp_path: Path) -> None:
    write_play(tmp_path / "play.bsor")
    os.rename(tmp_path / "play.bsor", os.fsencode(tmp_path) + b"/\xff\xef\x9f\xbf.bsor")
    expected = f"{tmp_path}/\uf7ff\uf7ef\uf79f\uf7bf.bsor"  # as docs/export.md has it
    rows = load(str(tmp_path), columns="time").collect()
    assert [row["file"] for row in rows] == [expected] * 3
    assert load(str(tmp_path), "files").first()["file"] == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"table": "frame"}, "no table 'frame'; did you mean 'frames'"),
        ({"columns": "tim"}, "no column of frames 'tim'; did you mean 'time'"),
        ({"tabel": "frames"}, "no option 'tabel'; did you mean 'table'"),
        ({"mode": "DROPMALFORMED"}, "no mode 'DROPMALFORMED'; there are: PERMISSIVE, FAILFAST"),
        ({"after": "soon"}, "the option after must be a number, not 'soon'"),
        ({"limits.row": "1"}, "no limit 'row'; did you mean 'rows'"),
        ({"table": "files", "columns": "rules"}, "no column of files 'rules'; did you mean 'rule'"),
        ({"table": ""}, "the option table is missing"),
        ({"format": "bsro"}, "no format 'bsro'; did you mean 'bsor'"),
        ({"game": "Beet Saber"}, "no game 'Beet Saber'; did you mean 'Beat Saber'"),
        ({"where.player_nam": "x"}, "no header field 'player_nam'; did you mean 'player_name'"),
    ],
)
def test_wrong_options(load: Load, plays: Path, options: dict[str, str], message: str) -> None:
    with pytest.raises(AnalysisException, match=message):
        load(str(plays), **options)


def test_wrong_paths(load: Load, tmp_path: Path, plays: Path) -> None:
    (tmp_path / "nothing").mkdir()
    for paths, message in [
        (f"{tmp_path}/*.none", "no files match"),
        (str(tmp_path / "none.bsor"), r"No such file.*none\.bsor"),
        (str(tmp_path / "nothing"), "no files to read"),
        ("s3://bucket/plays", "use pyreel.spark.decode"),
        (None, "no path to load"),
    ]:
        with pytest.raises(AnalysisException, match=message):
            load(paths)


# tasks


def test_files_are_packed_into_tasks(plays: Path) -> None:
    paths = sorted(plays.rglob("*.bsor"))
    sizes = {os.fsencode(path): path.stat().st_size for path in paths}

    def tasks(most: int) -> list[list[bytes]]:
        source = ReplayDataSource({"table": "frames", "path": str(plays), "partitionBytes": str(most)})
        return [[path for path, _ in task.files] for task in source.reader(source.schema()).partitions()]

    assert tasks(1 << 26) == [sorted(sizes)]
    assert tasks(1) == [[path] for path in sorted(sizes)]
    packed = tasks(1200)
    assert [path for task in packed for path in task] == sorted(sizes)
    assert 1 < len(packed) < len(paths)
    assert all(sum(sizes[path] for path in task) <= 1200 for task in packed)


def test_the_result_does_not_depend_on_the_tasks(load: Load, plays: Path) -> None:
    assert sums(load(str(plays), partitionBytes=1)) == sums(load(str(plays)))


# conditions


def test_conditions_on_the_time_limit_what_is_read(plays: Path) -> None:
    def span(*filters: Any, **options: str) -> tuple[float, float]:
        source = ReplayDataSource({"table": "frames", "path": str(plays), **options})
        wanted = source._find()
        reader = _PushdownReader(source, wanted, wanted.schema())
        assert reader.pushFilters(list(filters)) == list(filters)  # Spark applies them again
        return reader._wanted.span

    time, inf = ("time",), float("inf")
    assert span(LessThan(time, 1.0)) == pytest.approx((-inf, 1), abs=1e-4)
    assert span(GreaterThanOrEqual(time, 0.5), LessThanOrEqual(time, 1)) == pytest.approx((0.5, 1), abs=1e-4)
    assert span(EqualTo(time, 0.5)) == pytest.approx((0.5, 0.5), abs=1e-4)
    assert span(LessThan(time, 3.0), after="1", before="2") == (1, 2)
    for nothing in (GreaterThan(time, 0.5), EqualTo(("fps",), 90), EqualTo(time, float("nan"))):  # NaN is greater than 0.5
        assert span(nothing) == (-inf, inf)


def test_spark_pushes_conditions_down(spark: SparkSession, plays: Path, tmp_path: Path) -> None:
    note = tmp_path / "spans"

    class Reader(_PushdownReader):
        def partitions(self) -> Any:
            note.write_text(json.dumps(self._wanted.span))
            return super().partitions()

    class Source(ReplayDataSource):
        @classmethod
        def name(cls) -> str:
            return "noting"

        def _reader_type(self) -> Any:
            return Reader

    spark.conf.set(PUSHDOWN, "true")
    try:
        spark.dataSource.register(Source)
        frame = spark.read.format("noting").option("table", "frames").load(str(plays))
        assert {row["time"] for row in frame.where("time >= 0.5 and time < 1").collect()} == {0.5}
        assert json.loads(note.read_text()) == pytest.approx([0.5, 1], abs=1e-4)
        pyreel.spark.register(spark)
        pushing = spark.read.format("reel").option("table", "frames").load(str(plays))
        for condition in ("time >= 0.5 and time < 1", "time = 1", "time > 1", "time < 1 or fps = 90"):
            expected = pushing.toArrow().to_pandas().query(condition.replace(" = ", " == "))
            assert pushing.where(condition).count() == len(expected)
        one = f"file = '{plays}/0/0.bsor'"
        assert {row["file"] for row in pushing.where(one).collect()} == {f"{plays}/0/0.bsor"}
    finally:
        spark.conf.set(PUSHDOWN, "false")
        pyreel.spark.register(spark)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Many plays of one player, and one of another."""
    folder = tmp_path / "many"
    folder.mkdir()
    write_play(folder / "0.bsor", name="other")
    for i in range(1, 500):
        (folder / f"{i}.bsor").hardlink_to(folder / "0.bsor")
    write_play(folder / "wanted.bsor", name="wanted")
    return folder


def pushed(folder: Path, *conditions: Any, **options: str) -> list[dict[str, Any]]:
    """The rows that a reader of this process returns to Spark, which then applies the conditions."""
    source = ReplayDataSource({"path": str(folder), **options})
    reader = _PushdownReader(source, source._find(), source._find().schema())
    assert reader.pushFilters(list(conditions)) == list(conditions)
    return [row for task in reader.partitions() for batch in reader.read(task) for row in batch.to_pylist()]


def test_a_moment_is_a_timestamp_beside_the_value(play: Path) -> None:
    (row,) = pushed(play, table="info", columns="timestamp,timestamp_utc")
    assert row["timestamp"] == "1700000000"
    assert row["timestamp_utc"] == datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=datetime.UTC)
    kinds = {field.name: field.dataType.typeName() for field in ReplayDataSource({"path": str(play), "table": "info"}).schema()}
    assert (kinds["timestamp"], kinds["timestamp_utc"]) == ("string", "timestamp")


@pytest.mark.parametrize("table", ["frames", "summary", "plays", "files", "findings"])
def test_other_files_are_not_opened(many: Path, table: str) -> None:
    file, wanted = ("file",), f"{many}/wanted.bsor"
    for condition in (EqualTo(file, wanted), In(file, ("x", wanted)), StringStartsWith(file, f"{many}/w")):
        rows: list[dict[str, Any]] = []
        opened = opens(many, lambda given=condition, to=rows: to.extend(pushed(many, given, table=table, format="bsor")))
        assert set(opened) == {"wanted.bsor"}
        assert rows
        assert {row["file"] for row in rows} == {wanted}


def test_only_the_file_that_decides_the_schema_is_opened_beside(many: Path) -> None:
    opened = opens(many, lambda: pushed(many, EqualTo(("file",), f"{many}/wanted.bsor"), table="frames"))
    assert set(opened) == {"0.bsor", "wanted.bsor"}


def test_conditions_on_the_header_leave_the_rows_that_satisfy_them(plays: Path) -> None:
    write_play(plays / "7.bsor", name="Ada")
    shutil.copy(golden("plain.gdr2"), plays / "8.gdr2")
    every = pushed(plays, table="plays")
    assert len(every) == 8
    player, kind = ("player",), ("format",)
    for conditions in (
        [EqualTo(player, "Ada")],
        [Not(EqualTo(player, "Ada"))],
        [IsNull(player)],
        [In(kind, ("gdr2", "x")), IsNotNull(player)],
        [StringStartsWith(("mode",), "Stand"), GreaterThan(("time_played",), datetime.datetime(2023, 1, 1, tzinfo=datetime.UTC))],
        [StringEndsWith(("file",), "8.gdr2")],
        [GreaterThan(("score",), -1), Not(EqualTo(player, "Ada"))],  # a score decides nothing before rows are read
    ):
        exact = [row for row in every if all(holds(each, row[each_column]) for each in conditions if (each_column := column_of(each)))]
        found = pushed(plays, *conditions, table="plays")
        assert [row for row in found if row in exact] == exact
        assert len(found) == len(exact) or "score" in map(column_of, conditions)


def test_options_choose_formats_games_and_headers(plays: Path) -> None:
    write_play(plays / "7.bsor", name="Ada")
    shutil.copy(golden("plain.gdr2"), plays / "8.gdr2")

    def files_of(table: str, **options: str) -> set[str]:
        return {Path(row["file"]).name for row in pushed(plays, table=table, **options)}

    for table in ("plays", "files"):
        assert files_of(table, format="gdr2") == files_of(table, game="geometry dash") == {"8.gdr2"}
        assert len(files_of(table, format="gdr2, bsor")) == 8
        assert files_of(table, **{"where.player_name": "Ada|Bob"}) == {"7.bsor"}
    assert files_of("frames", **{"where.player_name": "Ada"}, format="bsor") == {"7.bsor"}
    assert files_of("inputs", game="Geometry Dash") == {"8.gdr2"}
    assert files_of("frames", mode="FAILFAST", **{"where.player_name": "Ada"}) == {"7.bsor"}


def test_a_condition_keeps_times_that_are_not_numbers(spark: SparkSession, tmp_path: Path) -> None:
    with pyreel.Writer(tmp_path / "nan.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        writer.append("frames", [frame(0.5), frame(float("nan")), frame(2)])
    spark.conf.set(PUSHDOWN, "true")
    try:
        pyreel.spark.register(spark)
        found = spark.read.format("reel").option("table", "frames").load(str(tmp_path))
        assert found.where("time > 1").count() == 2
        assert found.where("time < 1").count() == 1
    finally:
        spark.conf.set(PUSHDOWN, "false")
        pyreel.spark.register(spark)


# levels


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    """Two levels, a play of each, and one of a level that is not there."""
    folder = tmp_path / "levels"
    (tmp_path / "plays").mkdir()
    for i, name in enumerate(("one", "two")):
        write_play(tmp_path / "plays" / f"{i}.bsor", level=write_level(folder / name, name))
    write_play(tmp_path / "plays" / "2.bsor")
    return folder


def test_plays_are_measured_with_their_levels(load: Load, spark: SparkSession, levels: Path) -> None:
    plays = levels.parent / "plays"
    columns = ["song_name", "notes", "missed", "fit"]
    scan = pyreel.scan(plays, "level", columns, level=levels).to_arrow().to_pylist()
    assert [row["song_name"] for row in scan] == ["one", "two"]
    found = load(str(plays), "level", level=str(levels)).orderBy("file").select("file", *columns)
    assert [row.asDict() for row in found.collect()] == scan
    binary = spark.read.format("binaryFile").load(str(plays))
    decoded = pyreel.spark.decode(binary, "level", columns, format="bsor", level=str(levels), file=None)
    assert sorted(tuple(row) for row in decoded.collect()) == [tuple(row.values())[1:] for row in scan]
    assert load(str(plays), "level", format="bsor").count() == 0
    rules = load(str(plays), "findings", level=f"file://{levels}").where("rule = 'beatsaber.level-play'")
    assert rules.count() == 2


def test_levels_that_cannot_be_read_fail_the_query(load: Load, levels: Path) -> None:
    plays = levels.parent / "plays"
    with pytest.raises(Exception, match=r"level\.none"):
        load(str(plays), "level", level=str(plays / "0.bsor")).collect()
    with pytest.raises(Exception, match="No such file"):
        load(str(plays), "findings", level=str(levels / "three")).collect()
    shutil.copytree(levels, levels.parent / "others")
    found = load(str(plays), "level", level=str(levels.parent / "others"))
    shutil.rmtree(levels.parent / "others")
    with pytest.raises(PythonException, match="No such file"):
        found.collect()


# bytes


def test_bytes_give_the_same_rows(spark: SparkSession, load: Load, plays: Path) -> None:
    (plays / "9.txt").write_text("not a replay")
    binary = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(str(plays))
    decoded = pyreel.spark.decode(binary, "frames")
    assert [(name.removeprefix("file:"), total) for name, total in sums(decoded)] == sums(load(str(plays)))
    assert decoded.columns == load(str(plays)).columns
    verdicts = pyreel.spark.decode(binary, "files")
    assert sorted(row["verdict"] for row in verdicts.collect()) == ["damaged", *["findings"] * 5, "not-a-replay"]
    narrow = pyreel.spark.decode(binary, "frames", ["time"], format="bsor", before=0.25, file=None)
    assert {tuple(row) for row in narrow.collect()} == {(0.0,)}
    with pytest.raises(PythonException, match=r"cut\.bsor"):
        pyreel.spark.decode(binary, "frames", mode="FAILFAST").collect()


def test_bytes_without_such_a_table(spark: SparkSession, plays: Path) -> None:
    binary = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(str(plays))
    with pytest.raises(pyreel.ReelError, match="no table 'frame'; did you mean 'frames'"):
        pyreel.spark.decode(binary, "frame")
    with pytest.raises(pyreel.ReelError, match="no format 'bsr'; did you mean 'bsor'"):
        pyreel.spark.decode(binary, "frames", format="bsr")
    with pytest.raises(pyreel.ReelError, match="no replay has the table"):
        pyreel.spark.decode(binary.where("false"), "frames")


def test_rows_without_bytes_or_path(spark: SparkSession, play: Path) -> None:
    rows = spark.createDataFrame([("a", play.read_bytes()), ("b", None), (None, b"x")], "name string, data binary")
    verdicts = pyreel.spark.decode(rows, "files", path="name", content="data").select("file", "verdict").collect()
    assert sorted(tuple(row) for row in verdicts) == [("", "not-a-replay"), ("a", "findings"), ("b", "not-a-replay")]


# documentation


def test_docstrings(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plays").mkdir()
    write_play(tmp_path / "plays" / "one.bsor")
    monkeypatch.chdir(tmp_path)
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner()
    for test in finder.find(pyreel.spark, extraglobs={"pyreel": pyreel, "spark": Relative(spark, tmp_path)}):
        runner.run(test)
    assert runner.summarize().failed == 0
    assert runner.tries >= 5


class Relative:
    """A session for which relative paths begin in a folder; the JVM keeps the one that it was started in."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        self._spark = spark
        self._folder = folder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._spark, name)

    @property
    def read(self) -> Any:
        reader, folder = self._spark.read, self._folder
        plain = reader.load
        reader.load = lambda path: plain(str(folder / path))  # type: ignore[method-assign]
        return reader


def test_a_failed_read_keeps_nothing(play: Path) -> None:
    play.write_bytes(play.read_bytes()[:-200])
    file, strict = _File(os.fsencode(play)), _Wanted("frames", format="bsor", strict=True)
    gc.collect()
    gc.disable()
    try:
        for wanted in (strict, replace(strict, strict=False)):
            try:
                list(file.rows(wanted))
            except pyreel.ReelError as error:
                last = weakref.ref(error)
            assert last() is None
    finally:
        gc.enable()


def test_tables_join_by_their_file(load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "replays"
    page.make_folder(folder)
    plays, *whole = [load(str(folder), name) for name in ("plays", "files", "findings")]
    names = ("info", "notes", "beatsaber.summary", "beatsaber.hands", "frames", "motion.samples")
    own = [load(f"{folder}/*.bsor", name) for name in names]
    games = [load(f"{folder}/*.teehistorian", "ddnet.player_stats"), load(f"{folder}/*.echoreplay", "echo.match")]
    for table in (plays, *whole, *own, *games):
        assert dict(table.dtypes)["file"] == "string"
    joined = plays.select("file")
    for table in (whole[0], *own[:2]):
        joined = joined.join(table.select("file").distinct(), "file")
    with_notes = [path for path in folder.glob("*.bsor") if pyreel.open(path, strict=False)["notes"].to_arrow().num_rows]
    assert sorted(row.file for row in joined.collect()) == sorted(map(str, with_notes))
    assert len(with_notes) > 1


def test_the_answers_to_the_questions(spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # each block says replays/, which the test gives in full: the driver of Spark has a folder of its own
    page.make_folder(Path("replays"))
    setup = page.blocks("python setup")[1]
    for block, expected in zip(page.blocks("python spark"), page.answers(), strict=False):  # the last question has none
        names: dict[str, Any] = {"spark": spark}
        code = re.sub('"(replays|people|race|maps)', f'"{tmp_path}/\\1', setup + block)
        *statements, last = ast.parse(code).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(statements, []), "questions.md", "exec"), names)
        rows = eval(compile(ast.Expression(last.value), "questions.md", "eval"), names).collect()
        found = [tuple(value.replace(f"{tmp_path}/", "") if isinstance(value, str) else value for value in row) for row in rows]
        assert page.comparable(found) == expected, block


@pytest.mark.parametrize(
    ("page", "fence", "places"),
    [("docs/cluster.md", "python", ("/mnt/replays", "s3a://replays/")), ("python/README.md", "python spark", ("/mnt/replays",))],
)
def test_the_block_of_a_page(spark: SparkSession, plays: Path, page: str, fence: str, places: tuple[str, ...]) -> None:
    (code,) = re.findall(rf"```{fence}\n(.*?)```", (REPOSITORY / page).read_text(), re.S)
    for path in places:
        assert path in code
        code = code.replace(path, f"{plays}/0")
    exec(compile(code, page, "exec"), {"spark": spark})
