# SPDX-License-Identifier: MIT
"""Nothing outlives its last user: no rows, no objects and no exceptions, whether a call succeeds or fails."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

import pyreel
from plays import write_play

FRAMES = 8_000
WARM, CALLS = 8, 40
pytestmark = pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")


def stop(*_: object) -> bool:
    raise KeyError("the callback fails")


class Failing(io.BytesIO):
    """A file object of which reading fails beyond its header."""

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() > 300_000:
            raise ConnectionResetError("gone")
        return super().read(size)


def record(to: Any, rows: Any) -> None:
    with pyreel.Writer(to, "bsor") as writer:
        writer.append("info", {"player_name": "x", "score": 1, "timestamp": "1700000000"})
        writer.append("frames", rows)


def drop(table: pyreel.Table) -> None:
    next(table.batches())


def replaced(path: Path) -> pyreel.Replay:
    replay = pyreel.open(path)
    os.utime(path)
    return replay


def closed(path: Path) -> pyreel.Replay:
    with pyreel.open(path) as replay:
        replay["frames"].rows()
    return replay


def query(path: Path) -> None:
    with contextlib.suppress(pl.exceptions.ComputeError):
        pyreel.lazy(str(path), "frames").filter(pl.col("time") >= 1).select("time").collect()


# Each is tried with a whole file and with one that is cut.
CALLS_OF: dict[str, Callable[[Path], object]] = {
    "open": lambda path: pyreel.open(path),
    "open bytes": lambda path: pyreel.open(path.read_bytes()).header,
    "open another format": lambda path: pyreel.open(b"{" + bytes(path.stat().st_size)),
    "members": lambda path: pyreel.members(path),
    "header": lambda path: pyreel.open(path).header,
    "findings": lambda path: pyreel.open(path).findings,
    "damage": lambda path: pyreel.open(path).damage,
    "rows": lambda path: pyreel.open(path)["frames"].rows(),
    "columns": lambda path: pyreel.open(path).table("frames", ["time"]).rows(),
    "text": lambda path: pyreel.open(path)["info"].rows(),
    "iteration": lambda path: next(iter(pyreel.open(path)["frames"])),
    "length": lambda path: len(pyreel.open(path)["frames"]),
    "html": lambda path: pyreel.open(path)["frames"]._repr_html_(),
    "batches": lambda path: list(pyreel.open(path)["frames"].batches()),
    "batches of a part": lambda path: drop(pyreel.open(path)["frames"]),
    "to_arrow": lambda path: pyreel.open(path)["frames"].to_arrow(),
    "to_pandas": lambda path: pyreel.open(path)["frames"].to_pandas(),
    "to_polars": lambda path: pyreel.open(path)["frames"].to_polars(),
    "lenient": lambda path: pyreel.open(path, strict=False)["frames"].to_arrow(),
    "a span": lambda path: pyreel.open(path).table("frames", after=10, before=20).to_arrow(),
    "another consumer": lambda path: pa.table(pyreel.open(path)["frames"]),
    "a stream that nobody reads": lambda path: pyreel.open(path)["frames"].__arrow_c_stream__(),
    "a schema": lambda path: pyreel.open(path)["frames"].__arrow_c_schema__(),
    "unknown names": lambda path: pyreel.open(path).table("frames", ["tme"]),
    "limits": lambda path: pyreel.open(path, limits={"rows": 100})["frames"].to_arrow(),
    "progress": lambda path: pyreel.open(path, progress=lambda *_: True)["frames"].to_arrow(),
    "progress that raises": lambda path: pyreel.open(path, progress=stop)["frames"].to_arrow(),
    "progress that raises in batches": lambda path: list(pyreel.open(path, progress=stop)["frames"].batches()),
    "a file object": lambda path: pyreel.open(io.BytesIO(path.read_bytes()))["frames"].to_arrow(),
    "a file object that fails": lambda path: pyreel.open(Failing(path.read_bytes()))["frames"].to_arrow(),
    "a missing file": lambda path: pyreel.open(path.with_suffix(".none")),
    "a file that is replaced": lambda path: replaced(path)["frames"].to_arrow(),
    "a closed replay": lambda path: list(closed(path)["frames"].batches()),
    "lazy": query,
    "scan": lambda path: pyreel.scan(path, "frames").to_arrow(),
    "strict scan": lambda path: pyreel.scan(path, "frames", strict=True).to_arrow(),
    "scan in batches": lambda path: list(pyreel.scan(path, "frames", strict=True).batches()),
    "scan with progress that raises": lambda path: pyreel.scan(path, "frames", progress=stop).to_arrow(),
    "convert": lambda path: pyreel.open(path).convert("scoresaber", io.BytesIO(), loss="allow"),
    "convert with loss": lambda path: pyreel.open(path).convert("gdr", io.BytesIO()),
    "repair": lambda path: pyreel.open(path).repair(io.BytesIO()),
    "check": lambda path: pyreel.open(path).check(),
    "stats": lambda path: pyreel.open(path).stats()["summary"].to_arrow(),
    "plot": lambda path: pyreel.open(path).plot(),
    "report": lambda path: pyreel.open(path).report(),
    "recorder": lambda path: record(io.BytesIO(), pyreel.open(path)["frames"].rows()),
    "recorder of Arrow": lambda path: record(io.BytesIO(), pyreel.open(path)["frames"]),
    "recorder that fails": lambda path: record(io.BytesIO(), [{"time": path}]),
    "recorder that is dropped": lambda path: pyreel.Writer(path.with_suffix(".new"), "bsor"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("memory")
    write_play(folder / "whole.bsor", frames=FRAMES)
    data = (folder / "whole.bsor").read_bytes()
    (folder / "cut.bsor").write_bytes(data[: len(data) * 9 // 10])
    return folder


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def attempt(call: Callable[[Path], object], path: Path) -> None:
    with contextlib.suppress(pyreel.ReelError, OSError, KeyError, TypeError, ValueError):
        call(path)


def objects() -> Counter[str]:
    gc.collect()
    return Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in gc.get_objects())


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def growth(call: Callable[[Path], object], path: Path, calls: int) -> dict[str, int]:
    """What the calls leave behind."""
    counted, blocks, size = objects(), sys.getallocatedblocks(), resident()
    with without_collector():  # what only the collector would find counts as well
        for _ in range(calls):
            attempt(call, path)
    stays: dict[str, int] = {}
    if (grown := resident() - size) > calls * path.stat().st_size / 20:
        stays["bytes"] = grown
    stays |= {kind: count for kind, count in (objects() - counted).items() if count >= calls // 2}
    if (more := sys.getallocatedblocks() - blocks) >= calls:
        stays["blocks"] = more
    return stays


@pytest.mark.parametrize("name", ["whole.bsor", "cut.bsor"])
@pytest.mark.parametrize("call", CALLS_OF.values(), ids=list(CALLS_OF))
def test_memory_is_flat(call: Callable[[Path], object], folder: Path, name: str) -> None:
    path = folder / name
    for _ in range(WARM):
        attempt(call, path)
    # Caches fill for a while, a leak grows for ever: so a longer round is the answer to a doubtful one.
    for calls in (CALLS, 2 * CALLS, 4 * CALLS, 8 * CALLS):
        stays = growth(call, path, calls)
        if not stays:
            break
    assert not stays, f"of {calls} calls stay: {stays}"
    assert sorted(each.name for each in folder.iterdir()) == ["cut.bsor", "whole.bsor"]


FAILING = ["to_arrow", "to_pandas", "to_polars", "batches", "rows", "iteration", "stats", "plot", "strict scan", "scan in batches"]


@pytest.mark.parametrize("name", FAILING)
def test_an_error_goes_with_its_last_user(folder: Path, name: str) -> None:
    with without_collector():
        try:
            CALLS_OF[name](folder / "cut.bsor")
        except pyreel.ReelError as error:
            assert error.status == "truncated"
            last = weakref.ref(error)
        assert last() is None


@pytest.mark.parametrize("name", FAILING)
def test_an_error_that_is_kept_keeps_no_rows(folder: Path, name: str) -> None:
    path, kept = folder / "cut.bsor", []
    for i in range(WARM + CALLS):
        if i == WARM:
            size = resident()
        with pytest.raises(pyreel.ReelError) as caught:
            CALLS_OF[name](path)
        kept.append(caught.value)
    assert resident() - size < CALLS * path.stat().st_size / 4  # rows that are kept are the whole


def test_an_iterator_that_its_callback_refers_to_is_collected(folder: Path) -> None:
    class Reader:
        def __init__(self) -> None:
            self.batches = pyreel.open(folder / "whole.bsor", progress=self.progress)["frames"].batches()

        def progress(self, read: int, size: int | None) -> bool:
            return True

    reader = Reader()
    next(reader.batches)
    last = weakref.ref(reader)
    del reader
    gc.collect()
    assert last() is None


def test_damage_can_be_raised_many_times(folder: Path) -> None:
    replay = pyreel.open(folder / "cut.bsor")
    for _ in range(2):
        damage = replay.damage
        assert damage is not None
        assert damage.__traceback__ is None
        with pytest.raises(pyreel.ReelError):
            raise damage
