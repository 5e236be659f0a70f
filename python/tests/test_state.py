# SPDX-License-Identifier: MIT
"""What a replay knows of its file: files that are replaced, replays that are closed, and errors of the system."""

from __future__ import annotations

import io
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyreel
from plays import write_play

READS: dict[str, Callable[[pyreel.Replay], object]] = {
    "to_arrow": lambda replay: replay["frames"].to_arrow(),
    "to_polars": lambda replay: replay["frames"].to_polars(),
    "to_pandas": lambda replay: replay["frames"].to_pandas(),
    "batches": lambda replay: list(replay["frames"].batches()),
    "rows": lambda replay: replay["frames"].rows(),
    "iteration": lambda replay: list(replay["frames"]),
    "length": lambda replay: len(replay["frames"]),
    "html": lambda replay: replay["frames"]._repr_html_(),
    "another consumer": lambda replay: replay["frames"].__arrow_c_stream__(),
    "statistics": lambda replay: replay.stats(),
    "a table of statistics": lambda replay: replay.table("summary").to_arrow(),
    "damage": lambda replay: replay.damage,
    "findings": lambda replay: replay.findings,
    "check": lambda replay: replay.check(),
    "convert": lambda replay: replay.convert("scoresaber", io.BytesIO(), loss="allow"),
    "repair": lambda replay: replay.repair(io.BytesIO()),
    "plot": lambda replay: replay.plot(),
    "report": lambda replay: replay.report(),
}


def by_name(path: Path) -> None:
    """As editors and downloads do it."""
    write_play(path.with_suffix(".new"), frames=5, name="Bob")
    path.with_suffix(".new").replace(path)


def in_place(path: Path) -> None:
    other = io.BytesIO()
    write_play(other, frames=5, name="Bob")
    path.write_bytes(other.getvalue())


def of_the_same_size(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace("Zoë".encode(), b"Zoey"))
    info = path.stat()
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns + 1_000_000_000))


@pytest.mark.parametrize("replaced", [by_name, in_place, of_the_same_size])
@pytest.mark.parametrize("read", READS.values(), ids=list(READS))
def test_a_file_that_is_replaced(play: Path, read: Callable[[pyreel.Replay], object], replaced: Callable[[Path], None]) -> None:
    replay = pyreel.open(play)
    replaced(play)
    for _ in range(2):
        with pytest.raises(pyreel.ReelError, match="open it again") as caught:
            read(replay)
        assert (caught.value.status, caught.value.rule, caught.value.path) == ("io", "file.replaced", str(play))
    assert replay.header["player_name"] == "Zoë"
    read(pyreel.open(play))


def test_a_file_that_changes_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.bsor"
    write_play(path, frames=50_000)
    batches = pyreel.open(path)["frames"].batches()
    next(batches)
    in_place(path)
    with pytest.raises(pyreel.ReelError, match="open it again"):
        list(batches)


def test_a_file_that_is_replaced_while_it_is_read_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "long.bsor"
    write_play(path, frames=50_000)
    batches = pyreel.open(path)["frames"].batches()
    rows = next(batches).num_rows
    by_name(path)
    assert rows + sum(batch.num_rows for batch in batches) == 50_000


def test_a_file_that_only_has_another_mode_or_name(play: Path) -> None:
    replay = pyreel.open(play)
    play.chmod(0o400)
    os.link(play, play.parent / "link.bsor")
    assert len(replay["frames"].to_arrow()) == 3


def test_a_pickled_replay_is_of_a_file_of_that_size(play: Path) -> None:
    pickled = pickle.dumps(pyreel.open(play))
    data = play.read_bytes()
    play.unlink()
    play.write_bytes(data)  # as on another machine
    assert len(pickle.loads(pickled)["frames"]) == 3
    in_place(play)
    with pytest.raises(pyreel.ReelError, match="open it again"):
        len(pickle.loads(pickled)["frames"])


@pytest.mark.parametrize("kind", ["path", "bytes", "file object", "pipe"])
@pytest.mark.parametrize("read", READS.values(), ids=list(READS))
def test_a_closed_replay(play: Path, read: Callable[[pyreel.Replay], object], kind: str) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    data = play.read_bytes()
    source: Any = {"path": play, "bytes": data, "file object": io.BytesIO(data), "pipe": Pipe(data)}[kind]
    with pyreel.open(source) as replay:
        rows = replay["frames"].rows()
        read(replay)
        assert not replay.closed
    assert replay.closed
    for _ in range(2):
        with pytest.raises(ValueError, match="closed"):
            read(replay)
    with pytest.raises(ValueError, match="closed"):
        replay.__enter__()
    replay.close()
    assert replay.header["player_name"] == "Zoë"
    assert rows["time"].tolist() == [0.0, 0.5, 1.0]
    assert "Beat Saber" in repr(replay) or "BSOR" in repr(replay)
    assert kind != "file object" or not source.closed


def test_batches_of_a_closed_replay(tmp_path: Path) -> None:
    path = tmp_path / "long.bsor"
    write_play(path, frames=50_000)
    with pyreel.open(path) as replay:
        batches = replay["frames"].batches()
        batch = next(batches)
    with pytest.raises(ValueError, match="closed"):
        next(batches)
    assert batch.column("time")[1].as_py() == 0.5


def test_a_replay_is_closed_after_an_error(play: Path) -> None:
    with pytest.raises(KeyError), pyreel.open(play) as replay:
        raise KeyError
    assert replay.closed


@pytest.mark.parametrize("use", [pyreel.open, pyreel.members, lambda path: pyreel.scan(path, "frames")])
def test_errors_of_the_system_are_both(tmp_path: Path, use: Callable[[Path], object]) -> None:
    for kind in (FileNotFoundError, pyreel.ReelError, OSError):
        with pytest.raises(kind) as caught:
            use(tmp_path / "none.bsor")
        error: Any = caught.value
        assert (error.filename, error.path, error.status) == (str(tmp_path / "none.bsor"),) * 2 + ("io",)
        assert "none.bsor" in str(error)
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.__dict__) == (type(error), str(error), error.__dict__)


def test_a_folder_and_a_file_that_may_not_be_read(play: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        pyreel.open(play.parent)
    assert isinstance(caught.value, pyreel.ReelError)
    play.chmod(0)
    if os.geteuid() == 0:  # root may read everything
        monkeypatch.setattr(os, "open", lambda path, flags: (_ for _ in ()).throw(PermissionError(13, "Permission denied", path)))
    with pytest.raises(PermissionError) as denied:
        pyreel.open(play)
    assert isinstance(denied.value, pyreel.ReelError)


def test_failures_of_a_scan_have_the_path(plays: Path) -> None:
    with pytest.warns(pyreel.ReelWarning):
        (scan := pyreel.scan([*sorted(plays.rglob("*.bsor")), plays / "none.bsor"], "frames")).to_arrow()
    cut, none = (failure.error for failure in scan.failures)
    assert (cut.path, cut.status) == (str(plays / "1" / "cut.bsor"), "truncated")
    assert isinstance(none, FileNotFoundError)
    with pytest.raises(pyreel.ReelError) as caught:
        pyreel.scan(plays, "frames", strict=True).to_arrow()
    assert caught.value.path == cut.path


def test_damage_has_the_path(play: Path) -> None:
    play.write_bytes(play.read_bytes()[:-200])
    replay = pyreel.open(play)
    assert replay.damage is not None
    assert replay.damage.path == str(play)
    for name in ("to_arrow", "rows", "statistics", "batches"):
        with pytest.raises(pyreel.ReelError) as caught:
            READS[name](replay)
        assert caught.value.path == str(play)
    with pytest.raises(pyreel.ReelError) as caught:
        len(pyreel.open(play.read_bytes())["frames"])
    assert caught.value.path is None
