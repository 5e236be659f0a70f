# SPDX-License-Identifier: MIT
"""``clean``: values that are fit for sums."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import pyreel
from plays import golden

SPEED = struct.pack("<f", 1095237632.0)
"""The bits of 12.5, as a number."""


@pytest.fixture
def play(tmp_path: Path) -> Path:
    """A play whose first saber speed is stored as bits, and whose second time deviation is no time."""
    data = bytearray(golden("full.bsor").read_bytes())
    with pyreel.open(bytes(data)) as replay:
        notes = replay["notes"].to_arrow().to_pylist()
        section = next(s for s in replay["sections"].to_arrow().to_pylist() if s["id"] in ("notes", 2))
    at = section["offset"] + 5
    cuts = []
    for note in notes:
        if note["has_cut"]:
            cuts.append(at + 16)
        at += 88 if note["has_cut"] else 16
    data[cuts[0] + 4 : cuts[0] + 8] = SPEED
    data[cuts[1] + 24 : cuts[1] + 28] = struct.pack("<f", 691579.0)
    path = tmp_path / "odd.bsor"
    path.write_bytes(data)
    return path


def cut_values(replay: pyreel.Replay) -> list[dict[str, object]]:
    rows = replay.table("notes", columns=["has_cut", "saber_speed", "time_deviation"]).to_arrow().to_pylist()
    return [row for row in rows if row["has_cut"]]


def test_raw_values_are_those_of_the_file(play: Path) -> None:
    first, second = cut_values(pyreel.open(play))[:2]
    assert first["saber_speed"] == 1095237632.0
    assert second["time_deviation"] == 691579.0


def test_clean_values_are_fit_for_sums(play: Path) -> None:
    replay = pyreel.open(play, clean=True)
    first, second = cut_values(replay)[:2]
    assert first["saber_speed"] == 12.5
    assert second["time_deviation"] is None
    assert [row["saber_speed"] for row in pyreel.scan([play], "notes", ["saber_speed"], clean=True).to_arrow().to_pylist()] == [
        row["saber_speed"] for row in replay["notes"].to_arrow().to_pylist()
    ]
