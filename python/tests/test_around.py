# SPDX-License-Identifier: MIT
"""Rows near others in time are those that two loops find, whatever the times are."""

from __future__ import annotations

import math
import random
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyreel
from plays import FORMATS, frame
from pyreel._around import Pairs


def two_loops(left: list[float], right: list[float], within: float) -> list[tuple[int, int]]:
    """Each left row with the right ones from ``within`` before it to ``within`` after it."""
    found = []
    for i, time in enumerate(left):
        near = [k for k, other in enumerate(right) if time - within <= other <= time + within]
        found += [(i, k) for k in sorted(near, key=lambda k: (right[k], k))]
    return found


def odd_times(dice: random.Random, count: int) -> list[float]:
    """Times that go on, stay, go back and are none, on a grid so that some are exactly ``within`` apart."""
    times, now = [], 0.0
    for _ in range(count):
        now += dice.choice([0, 0.25, 0.25, 0.5, -1.0, 3.0])
        times.append(dice.choice([math.nan, now, now, now, now, now]))
    return times


@pytest.mark.parametrize("seed", range(200))
def test_pairs_are_those_of_two_loops(seed: int) -> None:
    dice = random.Random(seed)
    left, right = odd_times(dice, dice.randrange(40)), odd_times(dice, dice.randrange(40))
    within = dice.choice([0.0, 0.25, 0.3, 1.0, 100.0])
    pairs = Pairs(np.array(left, float), np.array(right, float), within)
    wanted = two_loops(left, right, within)
    assert len(pairs) == len(wanted)
    step = dice.randrange(1, 9)
    found: list[tuple[int, int]] = []
    for first in range(0, len(pairs), step):
        rows, near = pairs.take(first, min(first + step, len(pairs)))
        found += zip(rows.tolist(), near.tolist(), strict=True)
    assert found == wanted


def write_notes(to: Path, seed: int) -> None:
    dice = random.Random(seed)
    times = sorted(dice.uniform(0.5, 9) for _ in range(30))
    with pyreel.Writer(to, "bsor", replace=True) as writer:
        writer.append("info", {"player_name": f"player {seed}"})
        writer.append("frames", [frame(i / 20 + dice.uniform(0, 0.01)) for i in range(200)])
        notes = [
            {"note_id": 30000 + i, "event_time": dice.choice([time, time, math.nan]), "event_type": "miss"}
            for i, time in enumerate(times)
        ]
        writer.append("notes", notes)


@pytest.fixture
def plays(tmp_path: Path) -> Path:
    for seed in range(4):
        write_notes(tmp_path / f"{seed}.bsor", seed)
    return tmp_path


@pytest.mark.parametrize("threads", [1, 3])
def test_rows_are_those_of_both_tables(plays: Path, threads: int) -> None:
    near = pyreel.around(plays, "notes", "frames", 0.11, threads=threads).to_arrow()
    wanted: list[dict[str, Any]] = []
    for path in sorted(plays.iterdir()):
        replay = pyreel.open(path)
        notes, frames = replay.table("notes").to_arrow().to_pylist(), replay.table("frames").to_arrow().to_pylist()
        pairs = two_loops([note["event_time"] for note in notes], [each["time"] for each in frames], 0.11)
        for i, k in pairs:
            offset = frames[k]["time"] - notes[i]["event_time"]
            right = {f"frames_{name}": value for name, value in frames[k].items()}
            wanted.append({"file": str(path), **notes[i], "offset": offset, **right})
    assert near.num_rows == len(wanted) > 100
    assert repr(near.to_pylist()) == repr(wanted)  # NaN is itself


def test_columns_are_chosen(plays: Path) -> None:
    near = pyreel.around(plays, "notes", "motion.samples", 0.05, ["event_time"], ["head_position_y", "left_velocity_x"])
    assert near.schema.names == ["file", "event_time", "offset", "samples_head_position_y", "samples_left_velocity_x"]
    table = near.to_polars()
    assert table.height > 100
    assert table["offset"].abs().max() <= 0.05 + 1e-12
    assert pyreel.around(plays, "notes", "frames", 0.1, ["event_time"], ["time"], file=None).schema.names == [
        "event_time",
        "offset",
        "frames_time",
    ]


def test_ticks_go_with_ticks(tmp_path: Path) -> None:
    for number, path in enumerate(sorted((FORMATS / "teehistorian" / "golden").iterdir())):
        (tmp_path / f"{number}.teehistorian").write_bytes(path.read_bytes())
    near = pyreel.around(tmp_path, "finishes", "ddnet.tick_positions", 5, ["tick", "cid"], ["tick", "cid"])
    table = near.to_arrow()
    assert table.num_rows > 0
    offsets = [right - left for left, right in zip(table["tick"].to_pylist(), table["tick_positions_tick"].to_pylist(), strict=True)]
    assert table.column("offset").to_pylist() == offsets
    assert max(map(abs, offsets)) <= 5
    with pytest.raises(pyreel.ReelError, match="in tick, those of notes in s"):
        write_notes(tmp_path / "other.bsor", 1)
        pyreel.around(tmp_path, "finishes", "notes", 5)


def test_many_pairs_need_little_memory() -> None:
    """All rows are at one time: 4 million pairs of 4,000 rows, in batches."""
    tracemalloc.start()
    pairs = Pairs(np.zeros(2000), np.zeros(2000), 0)
    assert len(pairs) == 4_000_000
    total = sum(len(pairs.take(first, first + 1000)[0]) for first in range(0, len(pairs), 100_000))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == 40 * 1000
    assert most < 1_000_000


def test_what_cannot_be_joined_is_refused(plays: Path) -> None:
    with pytest.raises(ValueError, match="within must be"):
        pyreel.around(plays, "notes", "frames", math.nan)
    with pytest.raises(pyreel.ReelError, match="have no time"):
        pyreel.around(plays, "info", "frames", 1)
    with pytest.raises(pyreel.ReelError, match="have no time"):
        pyreel.around(plays, "plays", "frames", 1)
    with pytest.raises(pyreel.ReelError, match="did you mean"):
        pyreel.around(plays, "notes", "frames", 1, ["event_tim"])
    with pytest.raises(pyreel.ReelError, match="several columns"):
        pyreel.around(plays, "notes", "frames", 1, None, ["head_position"])


def test_damaged_files_are_failures(plays: Path) -> None:
    whole = (plays / "0.bsor").read_bytes()
    (plays / "cut.bsor").write_bytes(whole[: len(whole) * 2 // 3])
    near = pyreel.around(plays, "notes", "frames", 0.1)
    with pytest.warns(pyreel.ReelWarning):
        near.to_arrow()
    assert [Path(failure.path).name for failure in near.failures] == ["cut.bsor"]
    with pytest.raises(pyreel.ReelError):
        pyreel.around(plays, "notes", "frames", 0.1, strict=True).to_arrow()
