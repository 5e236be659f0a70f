# SPDX-License-Identifier: MIT
"""Forked processes: what was begun in the parent is refused at once, and what is begun in the child works."""

from __future__ import annotations

import io
import os
import signal
import traceback
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import pyreel
from plays import frame, write_play

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork"),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning", "ignore:.*fork:RuntimeWarning"),  # of threads in the parent
]


def in_child(call: Callable[[], None]) -> None:
    """Runs a test in a forked process, which has ten seconds."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(10)
            call()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.fixture
def long(tmp_path: Path) -> Path:
    path = tmp_path / "long.bsor"
    write_play(path, frames=200_000)
    return path


@pytest.mark.parametrize("kind", ["replay", "file object", "scan", "scan of many"])
def test_batches_are_not_continued_in_a_child(long: Path, kind: str) -> None:
    table: pyreel.ArrowStream
    if kind == "replay":
        table = pyreel.open(long)["frames"]
    elif kind == "file object":
        table = pyreel.open(io.BytesIO(long.read_bytes()))["frames"]
    else:
        table = pyreel.scan([long] * (1 if kind == "scan" else 50), "frames", threads=3)
    batches = table.batches()
    rows = next(batches).num_rows

    def child() -> None:
        with pytest.raises(pyreel.ReelError, match="forked") as caught:
            next(batches)
        assert (caught.value.status, caught.value.rule) == ("argument", "python.fork")
        assert next(table.batches()).num_rows == rows  # read anew

    in_child(child)
    assert next(batches).num_rows == rows


def test_other_consumers_in_a_child(long: Path) -> None:
    reader = pa.RecordBatchReader.from_stream(pyreel.scan([long] * 9, "frames", threads=3))
    reader.read_next_batch()
    readers = [reader]

    def child() -> None:
        with pytest.raises(OSError, match="forked"):
            reader.read_next_batch()
        readers.clear()

    in_child(child)
    assert reader.read_next_batch().num_rows


def test_a_stream_is_dropped_in_a_child(long: Path) -> None:
    kept = [pa.RecordBatchReader.from_stream(pyreel.scan([long] * 9, "frames", threads=3))]
    kept[0].read_next_batch()
    in_child(kept.clear)
    assert kept[0].read_next_batch().num_rows


def test_a_child_reads_what_the_parent_opened(play: Path) -> None:
    replay = pyreel.open(play)

    def child() -> None:
        assert len(replay["frames"].to_arrow()) == len(list(replay["frames"])) == 3
        assert pyreel.scan(play, "frames").to_arrow().num_rows == 3

    in_child(child)


def test_a_recorder_belongs_to_its_process(tmp_path: Path) -> None:
    writers = [pyreel.Writer(tmp_path / "new.bsor", "bsor")]
    writers[0].append("info", {"player_name": "x", "timestamp": "1700000000"})

    def child() -> None:
        with pytest.raises(RuntimeError, match="forked"):
            writers[0].append("frames", [frame(0)])
        with pytest.raises(RuntimeError, match="forked"):
            writers[0].finish()
        writers[0].discard()
        writers.clear()

    in_child(child)
    with writers[0] as writer:
        writer.append("frames", [frame(0)])
    assert len(pyreel.open(tmp_path / "new.bsor")["frames"]) == 1
