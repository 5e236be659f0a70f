# SPDX-License-Identifier: MIT
"""Files of Echo VR: those of the tests of its formats, whose values are known there from programs that know nothing of the library."""

from __future__ import annotations

import struct
import uuid
from collections import defaultdict

from .language import NULL, ROOT, Suite, f32, f64, guid, text

FOLDER = "tests/formats/echo/golden"
TRUTH = ROOT / "tests/formats/echo/tape_truth.tsv"  # by make_tape.py
TYPES = {"recorded": int, "game_clock": float, "bounce_count": int, "session_id": str, "map_name": str, "blue_round_score": int}
VECTORS = ("disc_position", "disc_velocity", "disc_forward")
MISSING = "(missing)"


def token(field: str, value: str) -> list[str]:
    if field in VECTORS:
        return [NULL] * 3 if value == MISSING else [f32(float(each)) for each in value.split()]
    if value == MISSING:
        return [NULL]
    kind = TYPES[field]
    return [f32(float(value)) if kind is float else text(value) if kind is str else value]


def add_captures(to: Suite) -> None:
    truth: dict[str, dict[int, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for line in TRUTH.read_text(encoding="utf-8").splitlines()[1:]:
        name, table, row, field, value = line.split("\t")
        if table == "frames":
            truth[name][int(row)][field] = value
    for name in ("blocks.tape", "first.tape", "plain.tape", "stream.tape"):
        fields = [field for field in (*TYPES, *VECTORS) if field in truth[name][0]]
        columns = [
            f"{field}_{axis}" if field in VECTORS else field for field in fields for axis in ("xyz" if field in VECTORS else " ")
        ]
        rows = {row: [each for field in fields for each in token(field, values[field])] for row, values in truth[name].items()}
        case = to.case(f"the capture {name}").file(f"{FOLDER}/{name}").read().line("format", "tape")
        case.table("frames", len(rows), " ".join(columns), rows)


def add_milk(to: Suite) -> None:
    """Two blue players and an orange one; a tally every four frames. See tests/formats/echo/made_milk.h."""
    names = (("Blü0", 0, 0, 0), ("Blü1", 0, 1, 1), ("Orange 10", 1, 0, 10))
    case = to.case("a recording of milk").file(f"{FOLDER}/usual.milk").read().line("format", "milk")
    case.table("info", 1, "author flags blue_players orange_players rate", [[text('Rec"order'), 0, 2, 1, 4]])
    rows = [[at + 1, ("0=blue", "1=orange")[team], slot, text(name), number] for at, (name, team, slot, number) in enumerate(names)]
    case.table("roster", 3, "player team slot name number", rows)
    clocks = [[f64(at / 4), f32(300 - at // 4), f32(at), f32(at + 0.5)] for at in range(11)]
    case.table("frames", 11, "time game_clock disc_position_x disc_position_z", clocks)

    def corner(frame: int, player: int, triple: int, axis: int) -> float:
        return ((frame + 4 * player + 8 * triple) * (-1 if axis == 1 else 1) + axis) / 4

    places = [[f32(corner(frame, player, 0, axis)) for axis in range(3)] for frame in range(11) for player in range(3)]
    case.table("players", 33, "position_x position_y position_z", places)


def add_butter(to: Suite) -> None:
    case = to.case("a recording of butter").file(f"{FOLDER}/arena.butter").read().line("format", "butter")
    session = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")
    ip = " ".join(f"session_ip_{at}" for at in range(4))
    columns = f"version keyframe_interval compression client_name session_id {ip} map private_match total_round_count blue_round_score"
    values: list[object] = [3, 4, "0=none", text("Recorder"), guid(session.bytes), 10, 0, 0, 1, "2=mpl_arena_a", "false", 3, 1]
    case.table("info", 1, columns, [values])
    case.table("frames", 6, "frame", [[at] for at in range(6)]).table("players", 12, "frame", [[at // 2] for at in range(12)])


def add_text(to: Suite) -> None:
    case = to.case("a recording of the API as text").file(f"{FOLDER}/text.echoreplay").read().line("format", "echoreplay")
    disc = [f32(0.0), struct_f32(-1.7870001), struct_f32(6.6384706e-7)]
    rows = [
        [1637442903120 + 33 * at, f32(600 - at / 32), text("playing"), text('Recorder "R"'), text('"new_key":[1,null]'), *disc]
        for at in range(2)
    ]
    columns = "recorded game_clock status_text client_name extra disc_velocity_x disc_velocity_y disc_velocity_z"
    case.table("frames", 2, columns, rows)
    case.table("players", 2, "userid name number level", [[9007199254740993, text("Grüß"), 7, 50]] * 2)
    bones = [[1, at, f32(at / 64)] for at in range(23)]
    case.table("bones", 23, "frame bone position_x", bones)


def struct_f32(value: float) -> str:
    """The nearest float of a decimal number, as a reader of text has to find it."""
    return f32(struct.unpack("<f", struct.pack("<f", value))[0])


def add(to: Suite) -> None:
    add_captures(to)
    add_milk(to)
    add_butter(to)
    add_text(to)
