# SPDX-License-Identifier: MIT
"""``clean``: values that are fit for sums."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pyarrow as pa
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


NOTHING = {"f32": [np.nan, np.inf, -np.inf], "f64": [np.nan, np.inf, -np.inf]}


def made(tmp_path: Path, source: Path, table: pyreel.TableInfo, field: pyreel.Field, value: float) -> Path | None:
    """A copy of a replay in which the first row of a table has an invalid value; None if the format refuses it."""
    path = tmp_path / f"{table.name}-{field.name}{source.suffix}"
    path.unlink(missing_ok=True)
    replay = pyreel.open(source)
    try:
        with pyreel.Writer(path, replay.format) as writer:
            for name, info in replay.tables.items():
                rows = list(replay[name]) if info.layout is False else []
                if name == table.name:
                    rows[0] = rows[0] | {field.name: value if field.count == 1 else (value,) * field.count}
                if rows:
                    writer.append(name, rows)
    except pyreel.ReelError:
        return None
    return path


@pytest.mark.parametrize("source", [golden(name) for name in ("full.bsor", "arena.butter", "physics.gdr2")], ids=lambda path: path.name)
def test_a_value_that_is_none_is_none_in_every_way_of_reading(tmp_path: Path, source: Path) -> None:
    replay = pyreel.open(source)
    tried = 0
    for table in replay.tables.values():
        if table.layout or not len(replay[table.name]):
            continue
        for field in table.fields:
            if field.type not in NOTHING or replay[table.name][0][field.name] is None:
                continue
            value = NOTHING[field.type][tried % 3]
            path = made(tmp_path, source, table, field, value)
            if path is None:
                continue
            raw, clean = pyreel.open(path), pyreel.open(path, clean=True)
            stored = np.ravel(raw[table.name][0][field.name])
            if np.isfinite(stored).any():
                continue  # the format stores another number
            tried += 1
            column = field.columns[0]
            assert clean[table.name][0][field.name] is None
            assert clean[table.name].to_arrow()[column][0].as_py() is None
            assert clean[table.name].to_polars()[column][0] is None
            assert pyreel.scan([path], table.name, [column], clean=True).to_arrow()[column][0].as_py() is None
            assert clean[table.name].to_arrow().schema.equals(pa.schema(clean[table.name]))
            if table.header:
                assert clean.header.get(field.name) is None
            statistics_are_the_same_by_every_path(path)
    assert tried


@pytest.mark.parametrize("name", ["full.bsor", "arena.butter"])
def test_a_value_of_a_vector_that_is_none_is_null(name: str) -> None:
    """In each form of the vector, which is null if all of its values are. The others stay."""
    stats = pyreel.open(golden(name)).stats()
    partial = 0
    for table in stats.values():
        forms: list[pyreel.ArrowStream] = [stats.table(table.info.name, vectors=kind) for kind in ("columns", "lists", "structs")]
        flat, lists, structs = (form.to_arrow().to_pylist() for form in forms)
        for field in (field for field in table.info.fields if field.count > 1):
            for row, listed, structured in zip(flat, lists, structs, strict=True):
                values = [row[column] for column in field.columns]
                missing = all(value is None for value in values)
                assert listed[field.name] == (None if missing else values)
                assert structured[field.name] is None if missing else list(structured[field.name].values()) == values
                partial += None in values and not missing
    assert partial or name != "full.bsor"


def statistics_are_the_same_by_every_path(path: Path) -> None:
    """Whether the rows were read with ``clean`` or without; what could not be measured is None."""
    raw, clean = pyreel.open(path), pyreel.open(path, clean=True)
    stats, cleaned = raw.stats(), clean.stats()
    for name in stats:
        full = f"{stats.name}.{name}"
        rows = raw[full].to_arrow()
        values = [value for row in rows.to_pylist() for value in row.values()]
        assert not any(isinstance(value, float) and not np.isfinite(value) for value in values), (path.name, name)
        ways: list[pyreel.ArrowStream] = [
            clean[full],
            pyreel.scan([path], full, file=None),
            pyreel.scan([path], full, file=None, clean=True),
        ]
        if not stats[name].info.on_request:
            ways += [stats[name], cleaned[name]]
        for way in ways:
            assert pa.schema(way).equals(rows.schema)
            assert way.to_arrow().equals(rows), (path.name, name, way)


@pytest.mark.parametrize("name", ["full.bsor", "arena.butter", "combat.echoreplay", "physics.gdr2", "every-message.teehistorian"])
def test_statistics_are_the_same_by_every_path(name: str) -> None:
    statistics_are_the_same_by_every_path(golden(name))


def test_rotations_that_are_none_are_missing(tmp_path: Path) -> None:
    """Zeros, and rotations whose length is not 1; a difference by rounding is kept."""
    rotations = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2), (0.5, 0.5, 0.5, 0.5001), (1, 1, 0, 0)]
    path = tmp_path / "turned.bsor"
    unit = (0.0, 0.0, 0.0, 1.0)
    with pyreel.Writer(path, "bsor") as writer:
        writer.append("info", {"player_name": "Zoë"})
        frames = [
            {"time": number / 10, "head_rotation": turned, "left_hand_rotation": unit, "right_hand_rotation": unit}
            for number, turned in enumerate(rotations)
        ]
        writer.append("frames", frames)
    raw = pyreel.open(path).table("frames").to_arrow()
    clean = pyreel.open(path, clean=True).table("frames").to_arrow()
    assert raw["head_rotation_w"].null_count == 0
    assert [value is None for value in clean["head_rotation_w"].to_pylist()] == [True, False, True, False, True]
    assert clean["left_hand_rotation_w"].null_count == 0
