# SPDX-License-Identifier: MIT
"""``level=``: what was played, as a file, a folder, or a folder of many."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import pyreel
from plays import write_level, write_play


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    """Two levels, and a play of each, and one of a level that is not there."""
    folder = tmp_path / "levels"
    for i, name in enumerate(("one", "two")):
        write_play(tmp_path / f"{i}.bsor", level=write_level(folder / name, name))
    write_play(tmp_path / "2.bsor")
    return folder


def test_statistics_with_a_level(levels: Path) -> None:
    play = levels.parent / "0.bsor"
    replay = pyreel.open(play)
    assert len(replay.stats()["level"].to_arrow()) == 0
    for level in (levels, levels / "one", str(levels), pyreel.Levels(levels)):
        for stats in (replay.stats(level=level), pyreel.open(play, level=level).stats()):
            [row] = stats["level"].head()
            assert (row["song_name"], row["notes"], row["missed"], row["fit"]) == ("one", 4, 4, "fits")
            assert len(stats["lost_notes"].to_arrow()) == 4
    known = pyreel.open(play, level=levels)
    assert known.table("level_patterns", ["pattern", "missed"]).head(1) == [{"pattern": "stream", "missed": 0}]
    assert len(known["level_notes"].to_arrow()) == 4
    assert "lost_notes" in known.report()
    assert "Map with misses" in known.plot("map").svg
    with pytest.raises(pyreel.ReelError, match=r"plot\.empty"):
        replay.plot("map")


def test_checks_with_a_level(levels: Path) -> None:
    def rules(name: str, level: Path | None) -> set[str]:
        replay = pyreel.open(levels.parent / name)
        return {each.rule for each in replay.check(level=level)} & {"beatsaber.level-play", "level.missing", "level.unknown"}

    assert rules("0.bsor", levels) == {"beatsaber.level-play"}
    assert rules("0.bsor", None) == set()
    assert rules("2.bsor", levels) == set()


def test_another_level_is_refused(levels: Path) -> None:
    replay = pyreel.open(levels.parent / "0.bsor", level=levels / "two")
    for call in (replay.stats, replay.check, lambda: replay.plot("map"), lambda: replay["level"].to_arrow()):
        with pytest.raises(pyreel.ReelError, match="names [0-9a-f]{40}.* level is [0-9a-f]{40}") as raised:
            call()
        assert raised.value.rule == "level.other"


def test_what_is_no_level(levels: Path) -> None:
    play = levels.parent / "0.bsor"
    with pytest.raises(pyreel.ReelError) as raised:
        pyreel.open(play, level=play)
    assert raised.value.rule == "level.none"
    with pytest.raises(pyreel.ReelError) as raised:
        pyreel.Levels(levels / "three")
    assert raised.value.status == "io"


@pytest.mark.parametrize("threads", [1, 3])
def test_a_scan_finds_the_level_of_each(levels: Path, threads: int) -> None:
    known = pyreel.Levels(levels)
    scan = pyreel.scan(levels.parent / "*.bsor", "level", ["song_name", "missed"], level=known, threads=threads)
    rows = scan.head()
    assert [(Path(row["file"]).name, row["song_name"], row["missed"]) for row in rows] == [("0.bsor", "one", 4), ("1.bsor", "two", 4)]
    assert scan.failures == []
    assert len(pyreel.scan(levels.parent / "*.bsor", "level")) == 0
    chosen = pyreel.scan(levels.parent / "*.bsor", "level", where={"map_hash": lambda text: text != "0" * 40}, level=known)
    assert len(chosen) == 2  # by way of Python
    findings = pyreel.scan(levels.parent / "*.bsor", "findings", level=known, threads=threads).to_arrow()
    assert findings["rule"].to_pylist().count("beatsaber.level-play") == 2


def test_a_scan_with_one_level_refuses_the_others(levels: Path) -> None:
    scan = pyreel.scan(levels.parent / "*.bsor", "level", level=levels / "one")
    with pytest.warns(pyreel.ReelWarning):
        assert len(scan.to_arrow()) == 1
    assert {each.error.rule for each in scan.failures} == {"level.other"}


def test_lazy_with_levels(levels: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = pyreel.lazy(levels.parent / "*.bsor", "level", level=levels).filter(polars.col("missed") > 0).select("song_name").collect()
    assert frame["song_name"].to_list() == ["one", "two"]


def test_a_stream_keeps_its_levels_alive(levels: Path) -> None:
    stream = pyreel.scan(levels.parent / "*.bsor", "level", level=pyreel.Levels(levels)).__arrow_c_stream__()
    gc.collect()
    pyarrow = pytest.importorskip("pyarrow")

    class Capsule:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return stream

    assert len(pyarrow.table(Capsule())) == 2


def test_what_levels_are_called_is_kept(levels: Path) -> None:
    kept = levels.parent / "kept"
    for _ in range(2):
        assert pyreel.Levels(levels, kept=kept).many
        assert kept.stat().st_size > 0
    assert not pyreel.Levels(levels / "one").many
    write_play(levels.parent / "3.bsor", level=write_level(levels / "three", "three"))
    [row] = pyreel.open(levels.parent / "3.bsor", level=pyreel.Levels(levels, kept=kept)).stats()["level"].head()
    assert row["song_name"] == "three"
