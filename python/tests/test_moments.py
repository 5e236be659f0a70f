# SPDX-License-Identifier: MIT
"""Times of the calendar: the same moment in every form of a table."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pyreel
from plays import files, golden, write_play
from pyreel import _reel

LAST = 253402300799
CASES = [
    ("0", "1970-01-01T00:00:00+00:00"),
    ("-1", "1969-12-31T23:59:59+00:00"),
    ("1700000000", "2023-11-14T22:13:20+00:00"),
    ("1700000000123", "2023-11-14T22:13:20.123000+00:00"),
    (str(LAST), "9999-12-31T23:59:59+00:00"),
    (str(LAST + 1), None),
    ("-62135596800", "0001-01-01T00:00:00+00:00"),
    ("99999999999999999999999", None),
    ("yesterday", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "wanted"), CASES)
def test_a_moment_is_the_same_in_every_form(tmp_path: Path, text: str, wanted: str | None) -> None:
    path = tmp_path / "play.bsor"
    write_play(path, timestamp=text)
    moment = None if wanted is None else datetime.datetime.fromisoformat(wanted)
    info = pyreel.open(path)["info"]
    arrow = info.to_arrow()
    assert arrow.schema.field("timestamp_utc").type == pa.timestamp("us", "UTC")
    names = arrow.column_names
    assert names[names.index("timestamp_utc") - 1] == "timestamp"
    pq.write_table(arrow, tmp_path / "info.parquet")
    scanned = pyreel.scan([path], "info")
    assert scanned.to_polars()["timestamp_utc"].dtype == pl.Datetime("us", "UTC")
    found = [
        arrow["timestamp_utc"][0].as_py(),
        pq.read_table(tmp_path / "info.parquet")["timestamp_utc"][0].as_py(),
        info["timestamp_utc"].to_arrow()["timestamp_utc"][0].as_py(),
        info.to_polars()["timestamp_utc"][0],
        scanned.to_arrow()["timestamp_utc"][0].as_py(),
        info["timestamp_utc"][0]["timestamp_utc"],
        next(iter(info["timestamp_utc"]))["timestamp_utc"],
        info["timestamp_utc"].head(1)[0]["timestamp_utc"],
        info.info.field("timestamp").moment_of(text),
    ]
    assert found == [moment] * len(found)
    pandas = info.to_pandas()["timestamp_utc"]
    assert str(pandas.dtype.tz) == "UTC"
    assert pandas.isna().tolist() == [moment is None]
    assert moment is None or pandas[0].to_pydatetime() == moment
    assert info.rows()["timestamp"].tolist() == [text]
    assert info[0]["timestamp"] == text


def test_numbers_are_read_in_their_unit() -> None:
    assert _reel.moment("unix ms", -1) == -1000
    assert _reel.moment("unix ns", 1999) == 1
    assert _reel.moment("unix ns", -1) == -1
    assert _reel.moment("unix s", 1 << 80) is None
    assert _reel.moment("unix s", 1.5) is None
    assert _reel.moment("s", 1) is None
    assert _reel.moment("iso 8601", "2021-11-20 22:15:03 +0100") == 1637442903000000


@pytest.mark.parametrize("path", files("golden"), ids=lambda path: path.name)
def test_every_format_has_its_moments(path: Path) -> None:
    replay = pyreel.open(path)
    for name, info in replay.tables.items():
        if not info.moments:
            continue
        arrow, rows = replay.table(name).to_arrow(), list(replay.table(name))
        for column, field in info.moments.items():
            assert arrow[column].to_pylist() == [field.moment_of(row[field.name]) for row in rows], (name, column)
            assert column in replay.table(name)._ipython_key_completions_()


def test_an_array_of_rows_has_no_column_of_moments(play: Path) -> None:
    info = pyreel.open(play)["info"]
    with pytest.raises(pyreel.ReelError, match=r"python\.moment"):
        info["timestamp_utc"].rows()
    names = info.rows().dtype.names
    assert names is not None
    assert "timestamp_utc" not in names


def test_the_time_of_a_play_is_its_moment(tmp_path: Path) -> None:
    for number, text in enumerate(["1700000000", "1700000000000", "0", "never"]):
        write_play(tmp_path / f"{number}.bsor", timestamp=text)
    played = pyreel.scan(tmp_path, "plays").to_arrow().sort_by("file")["time_played"].to_pylist()
    moment = datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=datetime.UTC)
    assert played == [moment, moment, None, None]


def test_a_field_that_was_renamed_is_found_by_both_names() -> None:
    replay = pyreel.open(golden("every-message.teehistorian"))
    table = replay.stats()["finishes"]
    with pytest.warns(FutureWarning, match="finish_time"):
        old = table["time"].to_arrow()
    assert old.equals(table["finish_time"].to_arrow())
    assert replay["finishes"]["time"].to_arrow().column_names == ["time"]


def test_a_table_that_was_renamed_is_found_by_both_names() -> None:
    replay = pyreel.open(golden("arena.butter"))
    stats, now = replay.stats(), replay.stats()["player_stats"].to_arrow()
    ways: list[Callable[[], pyreel.ArrowStream]] = [
        lambda: stats["players"],
        lambda: stats.table("players"),
        lambda: replay["echo.players"],
        lambda: pyreel.scan([golden("arena.butter")], "echo.players", file=None),
    ]
    for way in ways:
        with pytest.warns(FutureWarning, match="'players' is now called 'player_stats'"):
            assert way().to_arrow().equals(now)
    assert "time" in replay["players"].info.columns  # the file has a table of that name
    assert "players" not in list(stats)
