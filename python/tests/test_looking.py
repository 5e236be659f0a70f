# SPDX-License-Identifier: MIT
"""What a person uses at a prompt or in a notebook: slices, heads, representations, completion, help and progress bars."""

from __future__ import annotations

import inspect
import pydoc
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import pyreel
from plays import files, write_play
from pyreel import _progress


@pytest.fixture
def replay(play: Path) -> pyreel.Replay:
    return pyreel.open(play)


def test_a_replay_is_a_collection_of_its_tables(replay: pyreel.Replay) -> None:
    assert list(replay) == list(replay.tables)
    assert len(replay) == len(replay.tables)
    assert "frames" in replay
    assert "summary" in replay
    assert "beatsaber.summary" in replay
    assert "frame" not in replay
    assert 3 not in replay
    assert [name for name in replay if len(replay[name])] == ["info", "frames", "notes", "sections"]


@pytest.mark.parametrize("path", files("golden"), ids=lambda path: path.name)
def test_slices_are_those_of_the_list_of_rows(path: Path) -> None:
    replay = pyreel.open(path, strict=False)
    with pytest.warns() if replay.damage else pytest.MonkeyPatch.context():  # type: ignore[attr-defined]
        for name in replay:
            table = replay[name]
            rows = list(table)
            assert repr(table.head(2)) == repr(rows[:2])  # NaN is not equal to itself
            for part in (slice(None), slice(1, 3), slice(None, None, -2), slice(-2, None), slice(5, 1), slice(4, 0, -1)):
                assert repr(table[part]) == repr(rows[part])
            if rows:
                assert repr(table[-1]) == repr(rows[-1])
            with pytest.raises(IndexError, match=f"the table has {len(rows)} rows"):
                table[len(rows)]


def test_columns_of_a_table(replay: pyreel.Replay) -> None:
    assert replay["frames"]["head_position"].to_polars().columns == ["head_position_x", "head_position_y", "head_position_z"]
    assert replay["frames"][["fps", "time"]][1] == {"fps": 90, "time": 0.5}
    assert replay.table("frames", after=0.5)["time"].head() == [{"time": 0.5}, {"time": 1.0}]
    with pytest.raises(pyreel.ReelError, match="did you mean 'time'"):
        replay["frames"]["tme"]


def test_to_numpy(replay: pyreel.Replay, plays: Path) -> None:
    assert np.array_equal(replay["frames"].to_numpy(), replay["frames"].rows())
    (plays / "1" / "cut.bsor").unlink()
    array = pyreel.scan(plays, "frames", ["time"]).to_numpy()
    assert array.dtype.names == ("file", "time")
    assert array["time"].dtype == np.float64
    assert array["time"].tolist() == [row["time"] for row in pyreel.scan(plays, "frames", ["time"]).to_arrow().to_pylist()]
    plays_array = pyreel.scan(plays, "plays").to_numpy()
    assert plays_array["player"].tolist() == ["Zoë"] * 5


def test_head_of_a_scan_reads_no_more_than_it_needs(plays: Path) -> None:
    scan = pyreel.scan(plays, "frames", ["time"], threads=1)
    assert [row["time"] for row in scan.head(3)] == [0.0, 0.0, 0.5]
    assert scan.failures == []  # the one that is cut is the last one
    assert scan.head(0) == []


def test_representations_have_counts(replay: pyreel.Replay, plays: Path) -> None:
    assert repr(replay).endswith("play.bsor: Beat Saber Open Replay, 10 tables>")
    frames = replay["frames"]
    assert repr(frames).startswith("<pyreel.Table frames: 23 columns; ")
    frames.head()
    assert repr(frames).startswith("<pyreel.Table frames: 3 rows, 23 columns; ")
    assert repr(pyreel.scan(plays / "0" / "0.bsor", "frames")) == "<pyreel.Scan frames of 1 file>"


def test_everything_has_a_table_for_notebooks(replay: pyreel.Replay, plays: Path) -> None:
    write_play(plays / "<b>.bsor")
    shown = [
        replay,
        replay["frames"],
        replay.stats(),
        replay.stats()["summary"],
        replay.schema,
        replay.tables["frames"],
        replay.check(),
    ]
    shown += [replay["frames"][:2], pyreel.scan(plays, "frames"), pyreel.scan(plays, "plays")]
    for each in shown:
        html = each._repr_html_()  # type: ignore[attr-defined]
        assert html.count("<table>") == html.count("</table>") >= 1, each
        assert html.count("<tr>") >= 2, each
        assert "<b>.bsor" not in html


def test_completion_offers_what_can_be_asked_for(replay: pyreel.Replay) -> None:
    for name in replay._ipython_key_completions_():
        assert replay[name].info.name == name
    for name in replay["frames"]._ipython_key_completions_():
        assert replay["frames"][name].to_polars().height == 3
    assert replay.stats()._ipython_key_completions_() == list(replay.stats())


def test_help_shows_the_options() -> None:
    for function in (pyreel.scan, pyreel.lazy):
        text = pydoc.render_doc(function)
        for name in pyreel.ScanOptions.__annotations__:
            assert name in inspect.signature(function).parameters
            assert name in text


# progress bars


class FakeBar:
    def __init__(self, total: int | None = None, **more: object) -> None:
        self.total = total
        self.n = 0
        self.closed = False
        FakeBar.made.append(self)

    def update(self, count: int) -> None:
        self.n += count

    def close(self) -> None:
        self.closed = True

    made: list[FakeBar] = []  # noqa: RUF012


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[FakeBar]:
    """Bars of a tqdm of our own, which come at once."""
    module = types.ModuleType("tqdm.auto")
    module.tqdm = FakeBar  # type: ignore[attr-defined]
    FakeBar.made = []
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    monkeypatch.setattr(_progress, "find_spec", lambda name: name == "tqdm" or None)
    monkeypatch.setattr(_progress, "_DELAY", 0)
    return FakeBar.made


def test_a_bar_shows_how_far_a_scan_is(plays: Path, bars: list[FakeBar]) -> None:
    for table in ("frames", "plays"):
        bars.clear()
        with pytest.warns(pyreel.ReelWarning):
            pyreel.scan(plays, table, progress=True).to_arrow()
        assert [(bar.n, bar.total, bar.closed) for bar in bars] == [(6, 6, True)], table
    bars.clear()
    with pytest.raises(pyreel.ReelError):
        pyreel.scan(plays, "frames", progress=True, strict=True).to_arrow()
    assert all(bar.closed for bar in bars)


def test_a_bar_of_a_replay_goes_when_the_call_ends(play: Path, bars: list[FakeBar]) -> None:
    write_play(play, frames=40_000)
    replay = pyreel.open(play, progress=True)
    for call in (replay.check, replay["frames"].to_arrow, replay.stats, replay.plot, lambda: len(replay["notes"])):
        call()
        assert all(bar.closed for bar in bars)
    assert bars


def test_bars_are_for_people(play: Path, bars: list[FakeBar], monkeypatch: pytest.MonkeyPatch) -> None:
    write_play(play, frames=40_000)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    pyreel.open(play).check()
    assert not bars
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    pyreel.open(play).check()
    assert bars
    bars.clear()
    pyreel.open(play, progress=False).check()
    monkeypatch.setattr(_progress, "_DELAY", 1e9)
    pyreel.open(play).check()
    monkeypatch.setattr(_progress, "find_spec", lambda name: None)
    pyreel.open(play, progress=True).check()
    assert not bars
    with pytest.raises(TypeError, match="progress must be"):
        pyreel.open(play, progress="yes")  # type: ignore[arg-type]


def test_a_bar_of_rich(plays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr(_progress, "find_spec", lambda name: name == "rich" or None)
    monkeypatch.setattr(_progress, "_DELAY", 0)
    (plays / "1" / "cut.bsor").unlink()
    assert pyreel.scan(plays, "plays", progress=True).to_arrow().num_rows == 5
