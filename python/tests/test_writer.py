# SPDX-License-Identifier: MIT
"""Recording from numpy, Arrow and dictionaries."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import pyreel
from plays import files, frame, golden, write_play


def copy(replay: pyreel.Replay, how: str) -> bytes:
    """Writes every table anew."""
    to = io.BytesIO()
    with pyreel.Writer(to, replay.format) as writer:
        for name in replay.tables:
            table = replay.table(name)
            if not len(table):
                continue
            rows = {
                "numpy": table.rows,
                "dictionaries": lambda table=table: list(table),
                "arrow": table.to_arrow,
                "lists": lambda name=name: replay.table(name, vectors="lists", labels=False).to_arrow(),
                "structs": lambda name=name: replay.table(name, vectors="structs").to_arrow(),
                "table": lambda table=table: table,
                "pandas": table.to_pandas,
                "polars": table.to_polars,
            }[how]()
            writer.append(name, rows)
    return to.getvalue()


@pytest.mark.parametrize("how", ["numpy", "dictionaries", "arrow", "lists", "structs", "table", "pandas", "polars"])
def test_a_copy_by_rows_is_the_same_file(how: str) -> None:
    path = golden("full.bsor")
    assert copy(pyreel.open(path), how) == path.read_bytes()


@pytest.mark.parametrize("how", ["arrow", "pandas", "polars"])
def test_numbers_that_are_text_in_columns_are_written(how: str) -> None:
    macro = pyreel.open(golden("plain.gdr2"))
    info = macro.table("info")
    assert info.to_arrow()["bot_version"].to_pylist() == [str(row["bot_version"]) for row in info]
    assert [row["seed"] for row in pyreel.open(copy(macro, how)).table("info")] == [row["seed"] for row in info]
    with pytest.raises(TypeError, match="integer"), pyreel.Writer(io.BytesIO(), "gdr2") as writer:
        writer.append("info", {"seed": "none"})


@pytest.mark.parametrize("how", ["arrow", "polars"])
def test_ids_that_are_text_in_columns_are_written(how: str) -> None:
    match = pyreel.open(golden("arena-1.butter"))
    assert [row["session_id"] for row in pyreel.open(copy(match, how)).table("info")] == [
        row["session_id"] for row in match.table("info")
    ]
    with pytest.raises(ValueError, match="UUID"), pyreel.Writer(io.BytesIO(), "butter") as writer:
        writer.append("info", {"session_id": "none"})


REPEATED = ("repeated-info.bsor", "repeated-offsets.bsor")
"""Files whose layout says that a section of one row is there twice. Of rows that are appended, there is one."""


@pytest.mark.parametrize(
    "path",
    [path for path in files("golden") if path.name not in REPEATED and pyreel.open(path).schema.writes],
    ids=lambda path: path.name,
)
@pytest.mark.parametrize("how", ["numpy", "dictionaries"])
@pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
def test_what_is_copied_reads_as_the_original(path: Path, how: str) -> None:
    replay = pyreel.open(path)
    again = pyreel.open(copy(replay, how))
    assert again.format == replay.format
    for name, info in replay.tables.items():
        if info.layout:
            continue
        stored = [field.name for field in info.fields if "derived" not in field.flags]
        for row, other in zip(replay.table(name), again.table(name), strict=True):
            assert repr({key: row[key] for key in stored}) == repr({key: other[key] for key in stored}), name


def test_a_row_that_the_format_cannot_hold_is_refused_and_others_follow() -> None:
    to = io.BytesIO()
    writer = pyreel.Writer(to, "gdr2")
    writer.append("info", {"framerate": 240.0})
    writer.append("inputs", [{"frame": 1, "button": 1, "down": True}])
    with pytest.raises(pyreel.ReelError, match="unknown button") as caught:
        writer.append("inputs", [{"frame": 2, "button": 99, "down": True}])
    assert (caught.value.status, caught.value.rule) == ("argument", "gdr.button")
    writer.append("inputs", [{"frame": 3, "button": 1, "down": False}])
    with pytest.warns(pyreel.ReelWarning, match="rows were refused"):
        writer.finish()
    assert pyreel.open(to.getvalue())["inputs"].rows()["frame"].tolist() == [1, 3]


def test_zero_copy_rows_of_numpy(play: Path) -> None:
    rows = pyreel.open(play)["frames"].rows().copy()
    rows["time"] += 1
    to = io.BytesIO()
    with pyreel.Writer(to, "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        writer.append("frames", rows)
        writer.append("frames", rows[::2])
    assert pyreel.open(to.getvalue())["frames"].rows()["time"].tolist() == [1, 1.5, 2, 1, 2]


def test_columns_of_another_type_are_converted() -> None:
    rows = np.zeros(3, dtype=[("time", "f8"), ("fps", "i8"), ("head_position", "f8", 3), ("left_hand_position_x", "i2")])
    rows["time"], rows["fps"], rows["head_position"], rows["left_hand_position_x"] = [0, 0.25, 0.5], 72, (1, 2, 3), 7
    to = io.BytesIO()
    with pyreel.Writer(to, "bsor") as writer:
        writer.append("info", [{"player_name": "x"}])
        writer.append("frames", rows)
    back = pyreel.open(to.getvalue())["frames"].rows()
    assert back["time"].tolist() == [0, 0.25, 0.5]
    assert back["head_position"].tolist() == [[1, 2, 3]] * 3
    assert back["left_hand_position"][0].tolist() == [7, 0, 0]


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ({"fps": 1 << 40}, OverflowError),
        ({"fps": "many"}, (TypeError, ValueError)),
        ({"fps": 1.5}, TypeError),
        ({"time": 1e300}, OverflowError),
        ({"time": None}, ValueError),
        ({"head_position": (1, 2)}, ValueError),
        ({"head_position": 1}, TypeError),
        ({"head_positon": (1, 2, 3)}, pyreel.ReelError),
        (np.array([(1 << 40,)], dtype=[("fps", "i8")]), OverflowError),
        (np.array([(1.5,)], dtype=[("fps", "f8")]), TypeError),
        (np.array([(1e300,)], dtype=[("time", "f8")]), OverflowError),
        (np.array([((1, 2),)], dtype=[("head_position", "f4", 2)]), ValueError),
        (np.zeros(3), TypeError),
        (pa.table({"time": pa.array([1.0, None])}), ValueError),
        (pa.table({"tim": [1.0]}), pyreel.ReelError),
        (pl.DataFrame({"fps": [1 << 40]}), OverflowError),
    ],
)
def test_values_that_do_not_fit_are_refused(rows: object, error: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(error), pyreel.Writer(tmp_path / "x.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        writer.append("frames", rows)
    assert list(tmp_path.iterdir()) == []


def test_labels_that_do_not_exist_are_refused() -> None:
    writer = pyreel.Writer(io.BytesIO(), "bsor")
    with pytest.raises(ValueError, match="event_type"):
        writer.append("notes", {"event_type": "excellent"})


def test_fields_that_are_present_together() -> None:
    writer = pyreel.Writer(io.BytesIO(), "bsor")
    with pytest.raises(ValueError, match="absent"):
        writer.append("notes", [{"saber_speed": 1.0, "saber_type": None}])


def test_present_fields_are_marked() -> None:
    to = io.BytesIO()
    with pyreel.Writer(to, "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        writer.append("notes", [{"event_type": "good", "saber_speed": 2.0}, {"event_type": "miss"}])
    assert [row["saber_speed"] for row in pyreel.open(to.getvalue())["notes"]] == [2.0, None]


def test_text_keeps_its_bytes() -> None:
    for text in ["", "Zoë", "\N{GRINNING FACE}", "\uf7ff\uf741", "a" * 1000]:
        to = io.BytesIO()
        with pyreel.Writer(to, "gdr2") as writer:
            writer.append("info", {"author": text})
        assert pyreel.open(to.getvalue()).header["author"] == text.replace("\uf741", "A")


def test_what_the_format_has_to_change_is_a_warning() -> None:
    with pytest.warns(pyreel.ReelWarning, match="player_name: replaced invalid UTF-8"):
        write_play(io.BytesIO(), name="\uf7ff")


def test_nothing_is_left_after_an_exception(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), pyreel.Writer(tmp_path / "x.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    writer = pyreel.Writer(tmp_path / "x.bsor", "bsor")
    del writer
    assert list(tmp_path.iterdir()) == []


def test_a_closed_writer(tmp_path: Path) -> None:
    with pyreel.Writer(tmp_path / "x.bsor", "bsor") as writer:
        writer.append("info", {"player_name": "x"})
    for call in (lambda: writer.append("info", {}), writer.finish):
        with pytest.raises(ValueError, match="closed"):
            call()
    writer.discard()
    assert (tmp_path / "x.bsor").exists()


def test_a_failure_of_the_format_has_its_rule() -> None:
    writer = pyreel.Writer(io.BytesIO(), "gdr1")
    with pytest.raises(pyreel.ReelError) as caught:
        writer.finish()
    assert caught.value.rule == "gdr.info-count"


def test_a_writer_on_several_threads() -> None:
    to = io.BytesIO()
    writer = pyreel.Writer(to, "bsor")
    rows = np.zeros(20_000, dtype=np.asarray(memoryview(pyreel._reel.no_rows("bsor", "frames")[0])).dtype)
    refused: list[RuntimeError] = []

    def work() -> None:
        for _ in range(10):
            try:
                writer.append("frames", rows)
            except RuntimeError as error:
                refused.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.append("info", {"player_name": "x"})
    writer.finish()
    assert len(pyreel.open(to.getvalue())["frames"]) == (40 - len(refused)) * 20_000


def test_rows_one_by_one() -> None:
    to = io.BytesIO()
    with pyreel.Writer(to, "bsor") as writer:
        writer.append("info", {"player_name": "x"})
        for i in range(10):
            writer.append("frames", frame(float(i)))
    assert len(pyreel.open(to.getvalue())["frames"]) == 10
