# SPDX-License-Identifier: MIT
"""BSOR, packed by the page of the format."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, replace

from .language import NULL, Bits, Case, Suite, boolean, f32, raw, text

INFO = [
    "mod_version",
    "game_version",
    "timestamp",
    "player_id",
    "player_name",
    "platform",
    "tracking_system",
    "headset",
    "controller",
    "map_hash",
    "song_name",
    "mapper",
    "difficulty",
    "mode",
    "environment",
    "modifiers",
]


def floats(*values: float | Bits) -> bytes:
    return b"".join(struct.pack("<I" if isinstance(value, Bits) else "<f", value) for value in values)


def string(value: str | bytes) -> bytes:
    data = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<i", len(data)) + data


# One frame: time, fps, and 21 floats: position and rotation of head, left hand and right hand.
Frame = tuple[float | Bits, int, tuple[float | Bits, ...]]
STILL = (0.0, 1.5, -0.125, 0.0, 0.0, 0.0, 1.0)


def frame(time: float | Bits, fps: int = 90, head: tuple[float | Bits, ...] = STILL) -> Frame:
    return time, fps, (*head, -0.25, 1.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.25, 1.0, 0.5, 0.0, 0.0, 1.0, 0.0)


@dataclass(frozen=True)
class Note:
    note_id: int
    event_time: float
    spawn_time: float
    event_type: int  # 0 good, 1 bad, 2 miss, 3 bomb
    flags: bytes = b"\1\1\1\0"
    speed: float | Bits = 12.5
    saber_type: int = 1
    # deviation in time and direction, cut point, cut normal, distance, angle, swing before and after
    rest: tuple[float, ...] = (0.015625, -2.0, 0.5, 1.0, -0.0, 0.0, 0.0, 1.0, 0.0625, 45.0, 1.0, 0.75)

    def packed(self) -> bytes:
        head = struct.pack("<iffi", self.note_id, self.event_time, self.spawn_time, self.event_type)
        if self.event_type > 1:
            return head
        return head + self.flags + floats(self.speed, 0.0, -1.0, 0.0) + struct.pack("<i", self.saber_type) + floats(*self.rest)


@dataclass(frozen=True)
class Play:
    texts: dict[str, str | bytes] = field(default_factory=dict)
    score: int = 115
    left_handed: int = 0
    height: float = 1.75
    frames: tuple[Frame, ...] = (frame(0.0), frame(0.5, 91), frame(1.0, 92))
    notes: tuple[Note, ...] = ()
    walls: tuple[tuple[int, float, float, float], ...] = ()
    heights: tuple[tuple[float, float], ...] = ()
    pauses: tuple[tuple[int, float], ...] = ()
    offsets: tuple[float | Bits, ...] = ()
    entries: tuple[tuple[str, bytes], ...] = ()

    def text(self, name: str) -> str | bytes:
        usual = {"player_name": "Zoë", "timestamp": "1700000000", "difficulty": "Expert", "mode": "Standard", "player_id": "1"}
        return self.texts.get(name, usual.get(name, ""))

    def packed(self) -> bytes:
        out = struct.pack("<IBB", 0x442D3D69, 1, 0)
        for name in INFO:
            out += string(self.text(name)) + (struct.pack("<i", self.score) if name == "difficulty" else b"")
        out += floats(17.5) + bytes([self.left_handed]) + floats(self.height, 0.0, 0.0, 0.0)
        out += struct.pack("<Bi", 1, len(self.frames))
        for time, fps, poses in self.frames:
            out += floats(time) + struct.pack("<i", fps) + floats(*poses)
        out += struct.pack("<Bi", 2, len(self.notes)) + b"".join(note.packed() for note in self.notes)
        out += struct.pack("<Bi", 3, len(self.walls)) + b"".join(struct.pack("<ifff", *wall) for wall in self.walls)
        out += struct.pack("<Bi", 4, len(self.heights)) + b"".join(struct.pack("<ff", *height) for height in self.heights)
        out += struct.pack("<Bi", 5, len(self.pauses)) + b"".join(struct.pack("<qf", *pause) for pause in self.pauses)
        if self.offsets:
            out += b"\6" + floats(*self.offsets)
        if self.entries:
            out += struct.pack("<Bi", 7, len(self.entries))
            out += b"".join(string(key) + struct.pack("<i", len(value)) + value for key, value in self.entries)
        return out


LEAST, MOST = -(2**31), 2**31 - 1
FULL = Play(
    texts={"song_name": "tab\there %22", "mapper": "a\0b", "environment": "\N{GRINNING FACE}", "modifiers": "NF,GN"},
    notes=(
        Note(30001, 0.25, 0.25, 0),
        Note(MOST, 0.5, 0.375, 1, flags=b"\0\1\0\1", speed=-0.0, saber_type=0),
        Note(LEAST, 0.75, 0.75, 2),
        Note(30013, 1.0, 1.0, 3),
    ),
    walls=((312, 0.5, 0.125, 0.25), (-1, 0.0, -0.0, 0.5)),
    heights=((1.75, 0.0), (1.625, 0.5)),
    pauses=((-(2**63), 0.5), (2**63 - 1, 0.75)),
    offsets=(0.0, 0.0, 0.125, 0.0, 0.0, 0.0, 1.0, -0.0, 0.0, -0.125, 0.0, 0.0, 0.0, -1.0),
    entries=(("first", bytes(range(250, 256)) + b"\0"), ("empty", b""), ("first", b"%")),
)
# Floats that comparisons and printing lose: -0, NaN with and without a payload, infinities, the least one, one more than 1.
NAN, NAN_OF_A_PAYLOAD, LEAST_FLOAT, NEXT_TO_ONE = Bits(0x7FC00000), Bits(0x7FC00001), Bits(1), Bits(0x3F800001)
ODD = (-0.0, NAN_OF_A_PAYLOAD, float("inf"), float("-inf"), LEAST_FLOAT, NEXT_TO_ONE, NAN)
ODD_FLOATS = Play(frames=(frame(0.0, LEAST, ODD), frame(-0.0, MOST)))


def poses(*devices: str) -> list[str]:
    """The columns of places and rotations."""
    parts = [f"position_{axis}" for axis in "xyz"] + [f"rotation_{axis}" for axis in "xyzw"]
    return [f"{device}_{part}" for device in devices for part in parts]


POSES = poses("head", "left_hand", "right_hand")
CUT = "cut_point_x cut_point_y cut_point_z cut_normal_x cut_normal_y cut_normal_z"


def frame_row(of: Frame) -> list[object]:
    return [f32(of[0]), of[1], *map(f32, of[2])]


def note_row(of: Note) -> list[object]:
    kinds = ("0=good", "1=bad", "2=miss", "3=bomb")
    head = [of.note_id, f32(of.event_time), f32(of.spawn_time), kinds[of.event_type], boolean(of.event_type < 2)]
    if of.event_type > 1:
        return head + [NULL] * 21
    saber = ("0=left", "1=right")[of.saber_type]
    speed = [*map(boolean, of.flags), f32(of.speed), f32(0.0), f32(-1.0), f32(0.0), saber]
    return head + speed + [f32(value) for value in of.rest]


NOTES = (
    "note_id event_time spawn_time event_type has_cut speed_ok direction_ok saber_type_ok was_cut_too_soon saber_speed "
    "saber_direction_x saber_direction_y saber_direction_z saber_type time_deviation cut_direction_deviation "
    f"{CUT} cut_distance_to_center cut_angle before_cut_rating after_cut_rating"
)
FRAMES = f"time fps {' '.join(POSES)}"
NUMBERS = "score jump_distance left_handed height start_time fail_time speed"


def add_reading(to: Suite) -> None:
    full = to.input("full.bsor", FULL.packed())
    case = to.case("every table and every type of a play").file(full).read().line("format", "bsor")
    numbers = [FULL.score, f32(17.5), boolean(0), f32(1.75), f32(0.0), f32(0.0), f32(0.0)]
    case.table("info", 1, f"{' '.join(INFO)} {NUMBERS}", [[text(FULL.text(name)) for name in INFO] + numbers])
    case.table("frames", 3, FRAMES, [frame_row(each) for each in FULL.frames])
    case.table("notes", 4, NOTES, [note_row(each) for each in FULL.notes])
    case.table("walls", 2, "wall_id energy time spawn_time", [[wall[0], *map(f32, wall[1:])] for wall in FULL.walls])
    case.table("heights", 2, "height time", [[f32(a), f32(b)] for a, b in FULL.heights])
    case.table("pauses", 2, "duration time", [[a, f32(b)] for a, b in FULL.pauses])
    sides = " ".join(poses("left", "right"))
    case.table("controller_offsets", 1, sides, [[f32(each) for each in FULL.offsets]])
    case.table("user_data", 3, "key data", [[text(key), raw(value)] for key, value in FULL.entries])

    odd = to.input("floats.bsor", ODD_FLOATS.packed())
    case = to.case("floats keep their bits").file(odd).call("load").call("chunks").line("format", "bsor")
    case.table("frames", 2, FRAMES, [frame_row(each) for each in ODD_FLOATS.frames])
    odd = to.input("true.bsor", Play(left_handed=2, score=LEAST).packed())
    case = to.case("a bool is true whatever its byte is").file(odd).read()
    case.table("info", 1, "left_handed score", [["true", LEAST]])
    odd = to.input("latin.bsor", Play(texts={"player_name": b"Zo\xeb", "song_name": ""}).packed())
    case = to.case("text that is not UTF-8 keeps its bytes").file(odd).read()
    case.table("info", 1, "player_name song_name", [[text(b"Zo\xeb"), text("")]])

    case = to.case("rows of one table").file(full).line("with", "select", "notes").read()
    case.table("notes", 4, "note_id", [[note.note_id] for note in FULL.notes])
    case = to.case("rows of a span of time").file(full).line("with", "between", 0.5, 1).read()
    case.table("frames", 1, "time fps", [[f32(0.5), 91]])
    case = to.case("an empty span").file(full).line("with", "between", 7, 8).read().table("frames", 0, "time")
    case = to.case("a table that the file does not have").file(full).line("with", "select", "nots").call("load")
    case.without("a table is asked for by its name alone: test_reading.py", "python", "duckdb", "npm", "spark")
    case.line("error", "argument", "reel.select", "-", 0)


def add_damage(to: Suite) -> None:
    whole = FULL.packed()
    frames = whole.index(struct.pack("<Bi", 1, 3) + floats(0.0))
    second = frames + 5 + 92  # where the frame begins that the end cuts through
    damaged = to.case("the rows before the damage").file("full.bsor").line("cut", second + 50).read()
    damaged.line("damage", "truncated", "bsor.truncated", "frames", second)
    damaged.table("frames", 1, FRAMES, [frame_row(FULL.frames[0])]).table("notes", 0, "note_id")
    case = to.case("damage is an error of a strict reading").file("full.bsor").line("cut", second + 50).line("with", "strict").read()
    case.line("error", "truncated", "bsor.truncated", "frames", second)
    wrong = to.input("wrong", b"MZ\x90\0 this is no replay, but something else of a few dozens of bytes")
    to.case("what is no replay").file(wrong).read().line("error", "unsupported", "reel.unknown-format", "-", 0)
    to.case("an empty file").file(to.input("empty")).read().line("error", "truncated", "reel.empty", "-", 0)


def add_checks(to: Suite) -> None:
    """Rules, places and severities are those of docs/formats/bsor.md."""
    good: dict[str, str | bytes] = {"map_hash": "0" * 40, "song_name": "x", "platform": "moon"}
    play = Play(good, frames=tuple(frame(at / 2) for at in range(5)), score=0, walls=((312, 0.5, 0.125, 0.25),), pauses=((-5, 0.5),))
    whole = play.packed()
    pauses = len(whole) - 12
    walls = pauses - 5 - 5 - 16
    to.input("checked.bsor", whole)

    def add_rules(case: Case) -> None:
        case.finding("error", "bsor.score-zero", "info", 6, "info", 0)
        case.finding("note", "bsor.platform", "info", 6, "info", 0)
        case.finding("error", "bsor.no-notes", "notes", table="notes")
        case.finding("note", "bsor.wall-times", "walls", walls, "walls", 0)

    case = to.case("what a check finds").file("checked.bsor").call("check")
    add_rules(case)
    case.finding("note", "bsor.pause-duration", "pauses", pauses, "pauses", 0)
    case = to.case("what a check finds before the damage").file("checked.bsor").line("cut", len(whole) - 1).call("check")
    case.finding("error", "bsor.truncated", "pauses", pauses)
    add_rules(case)
    case = (
        to.case("a value that was expected otherwise").file("checked.bsor").line("with", "expect", "player_name", "Bob").call("check")
    )
    case.without("a check has no expected values", "python", "npm", "duckdb", "spark")
    case.finding("error", "check.expected", "info", "-", "info", 0)
    add_rules(case)
    case.finding("note", "bsor.pause-duration", "pauses", pauses, "pauses", 0)


def add_writing(to: Suite) -> None:
    to.case("a file is written as it was").file("full.bsor").call("rewrite").result(FULL.packed())
    to.case("odd floats are written as they were").file("floats.bsor").call("rewrite").result(ODD_FLOATS.packed())
    same = to.case("a conversion to the own format").file("full.bsor").line("with", "to", "bsor").call("convert")
    same.result(FULL.packed())
    kept = replace(FULL, frames=FULL.frames[:1], notes=(), walls=(), heights=(), pauses=(), offsets=(), entries=())
    cut = FULL.packed().index(struct.pack("<Bi", 1, 3) + floats(0.0)) + 5 + 92 + 50
    repaired = to.case("a repair keeps what is before the damage").file("full.bsor").line("cut", cut).line("with", "repair")
    repaired.call("convert").result(kept.packed())
    edited = to.case("an edit changes one field").file("full.bsor").line("with", "set", "player_name", "Ann").call("convert")
    edited.without("a conversion has no settings", "go", "csharp", "python", "npm")
    edited.result(replace(FULL, texts={**FULL.texts, "player_name": "Ann"}).packed())
    spanned = to.case("a conversion of a span").file("full.bsor").line("with", "between", 0.5, 0.75).call("convert")
    spanned.without("a conversion has no span", "rust", "go", "csharp", "npm")
    inside = [note for note in FULL.notes if 0.5 <= note.event_time < 0.75]
    case = spanned.table("frames", 1, "time", [[f32(0.5)]]).table("notes", len(inside), "note_id", [[n.note_id] for n in inside])
    case = to.case("a conversion to another format").file("full.bsor").line("with", "to", "scoresaber").call("convert")
    case.line("format", "scoresaber").table("poses", 3, "time", [[f32(time)] for time, _, _ in FULL.frames])
    wrong = to.case("a conversion that there is not").file("full.bsor").line("with", "to", "gdr2").call("convert")
    wrong.line("error", "unsupported", "convert.unsupported", "-", 0)
    to.case("a file that exists is kept").file("full.bsor").line("with", "twice").call("convert").without(
        "a conversion is bytes", "npm"
    ).line("error", "io", "file.exists", "-", 0)
    other = replace(FULL, texts={**FULL.texts, "player_name": "Ann"})
    to.input("other.bsor", other.packed())
    few = replace(FULL, walls=(), heights=(), pauses=(), offsets=(), entries=())
    for flush in (False, True):
        case = to.case(f"a second header that differs is refused{', also after a flush' if flush else ''}").call("write")
        if flush:
            case.without("a writer has no flush", "python")
        case.line("create", "bsor").line("append", "full.bsor", "info")
        if flush:
            case.line("flush")
        case.line("refused", "other.bsor", "info", "argument", "writer.second-row")
        case.line("append", "full.bsor", "info").line("append", "full.bsor", "frames").line("append", "full.bsor", "notes")
        case.result(few.packed())
    case = to.case("rows of every table are written").call("write").line("create", "bsor")
    for table in ("info", "frames", "notes", "walls", "heights", "pauses", "controller_offsets", "user_data"):
        case.line("append", "full.bsor", table)
    case.result(FULL.packed())
    case = to.case("floats of rows are written bit by bit").call("write").line("create", "bsor")
    case.line("append", "floats.bsor", "info").line("append", "floats.bsor", "frames").result(ODD_FLOATS.packed())
    case = to.case("a format that cannot be written").call("write").line("create", "milk")
    case.line("error", "unsupported", "reel.read-only", "-", 0)


def add_statistics(to: Suite) -> None:
    case = to.case("statistics of a play").file("full.bsor").line("with", "insight", "beatsaber").call("statistics")
    case.table("summary", 1, "good_cuts bad_cuts misses bombs", [[1, 1, 1, 1]])
    case = to.case("what has nothing to measure is null").file("floats.bsor").line("with", "insight", "beatsaber").call("statistics")
    case.table("summary", 1, "misses accuracy", [[0, NULL]])


def add(to: Suite) -> None:
    add_reading(to)
    add_damage(to)
    add_checks(to)
    add_writing(to)
    add_statistics(to)
    for size in (0, 1, 7):
        case = to.case(f"options with a size of {size}").file("full.bsor").line("with", "size", size).call("options")
        case.line("error", "argument", "reel.struct-size", "-", 0)
