# SPDX-License-Identifier: MIT
"""Archives of several replays."""

from __future__ import annotations

import io
from pathlib import Path

import polars as pl
import pytest

import pyreel
from plays import golden, stored, write_play

NOTHING = "there is no replay of the archive where one should begin"


@pytest.fixture
def day(tmp_path: Path) -> Path:
    """A macro, three plays, the second of which is cut, and a text."""
    parts = [Path(golden("plain.gdr2")).read_bytes()]
    for frames in (2, 3, 4):
        write_play(tmp_path / f"{frames}.bsor", frames=frames)
        parts.append((tmp_path / f"{frames}.bsor").read_bytes())
    parts[2] = parts[2][: len(parts[2]) // 2]
    path = tmp_path / "tree" / "day.reel"
    path.parent.mkdir()
    path.write_bytes(b"".join(map(stored, [*parts, b"a text"])))
    return path


def test_members_are_listed(day: Path) -> None:
    found = pyreel.members(day)
    assert [(each.number, each.name, each.id) for each in found] == [(i, str(i), "") for i in range(1, 6)]
    assert [each.format for each in found] == ["gdr2", "bsor", "bsor", "bsor", None]
    assert [each.offset for each in found] == [sum(each.size for each in found[:i]) for i in range(5)]
    assert all(each.stored for each in found)
    assert pyreel.members(io.BytesIO(day.read_bytes())) == found
    assert pyreel.members(golden("plain.gdr2")) == []


def test_one_member_is_opened(day: Path) -> None:
    assert pyreel.open(day).format == "gdr2"
    for which in (4, "4", "#4", pyreel.members(day)[3]):
        replay = pyreel.open(day, member=which)
        assert replay.format == "bsor"
        assert len(replay.table("frames")) == 4
        assert replay.table("frames").to_polars().height == 4
        assert replay.stats()["summary"].to_polars().height == 1
        assert "day.reel#4" in repr(replay)
    for source in (day.read_bytes(), io.BytesIO(day.read_bytes())):
        assert len(pyreel.open(source, member=2).table("frames")) == 2
    copy = io.BytesIO()
    pyreel.open(day, member=2).convert("bsor", copy)
    assert len(pyreel.open(copy.getvalue()).table("frames")) == 2


@pytest.mark.parametrize("which", ["6", "#0", 0, "nobody", ""])
def test_an_unknown_member_is_refused(day: Path, which: str | int) -> None:
    with pytest.raises(pyreel.ReelError, match="archive\\.member") as caught:
        pyreel.open(day, member=which)
    assert caught.value.status == "argument"
    with pytest.raises(pyreel.ReelError, match="archive\\.member"):
        pyreel.open(golden("plain.gdr2"), member=which)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_scan_reads_all_members(day: Path, threads: int) -> None:
    write_play(day.parent / "zz.bsor", frames=1)
    scan = pyreel.scan(day.parent, "frames", ["time"], threads=threads)
    with pytest.warns(pyreel.ReelWarning):
        rows = scan.to_polars()
    counts = rows.group_by("file", maintain_order=True).len()
    names = [file.rpartition("/")[2] for file in counts["file"]]
    assert names == ["day.reel#2", "day.reel#3", "day.reel#4", "zz.bsor"]
    assert [counts["len"][i] for i in (0, 2, 3)] == [2, 4, 1]
    failed = {path.rpartition("/")[2]: error.rule for path, error in scan.failures}
    assert failed == {"day.reel#1": "reel.unknown-format", "day.reel#3": "bsor.truncated", "day.reel#5": "reel.unknown-format"}
    lazy = pyreel.lazy(day.parent, "frames").filter(pl.col("file").cast(str).str.ends_with("#4")).select("time")
    with pytest.warns(pyreel.ReelWarning):
        assert lazy.collect().height == 4


def test_what_follows_the_members_is_a_failure(day: Path) -> None:
    with day.open("ab") as file:
        file.write(b"garbage")
    with pytest.raises(pyreel.ReelError, match=NOTHING):
        pyreel.members(day)
    with pytest.warns(pyreel.ReelWarning, match=NOTHING):
        assert len(pyreel.members(day, strict=False)) == 5
    assert len(pyreel.open(day, member=4).table("frames")) == 4
    scan = pyreel.scan(day, "frames")
    with pytest.warns(pyreel.ReelWarning):
        scan.to_polars()
    assert scan.failures[-1].path == str(day)
    assert scan.failures[-1].error.rule == "archive.member"
    assert scan.failures[-1].error.offset == day.stat().st_size - 7


def test_ids_are_names(tmp_path: Path) -> None:
    one = Path(__file__).parents[2] / "tests" / "containers" / "golden" / "streams.reel"
    two = tmp_path / "two.reel"
    two.write_bytes(2 * one.read_bytes())
    first, second = pyreel.members(two)
    assert (first.id, second.id) == ("motion", "motion")
    assert (first.name, second.name) == ("motion", "motion#2")
    assert pyreel.open(two, member="motion#2").header == pyreel.open(one).header
