#!/usr/bin/env python3
"""Makes the golden and bad files of .tape and .nevrcap, and the values that their rows must have.

    make_tape.py [--check] [FOLDER]

Written from the published schemas alone: nothing here uses the library. What a file must read as is in tape_truth.tsv beside it. Needs the
program zstd. With --check it compares with the files that are there instead of writing them.
"""

from __future__ import annotations

import math
import pathlib
import struct
import subprocess
import sys

Message = bytes

# ---- the wire format ---------------------------------------------------------------------------


def varint(value: int, width: int = 0) -> bytes:
    """A varint of 64 bits, padded to `width` bytes."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80 or len(out) + 1 < width:
        out.append((value & 0x7F) | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def tag(number: int, wire: int) -> bytes:
    return varint(number << 3 | wire)


def integer(number: int, value: int | None) -> bytes:
    """A field of a number; nothing for 0, unless it is stated: (value,)."""
    if isinstance(value, tuple):
        return tag(number, 0) + varint(value[0])
    return tag(number, 0) + varint(value) if value else b""


def single(number: int, value: float) -> bytes:
    raw = struct.pack("<f", value)
    return tag(number, 5) + raw if raw != bytes(4) else b""


def double(number: int, value: float) -> bytes:
    return tag(number, 1) + struct.pack("<d", value) if value else b""


def sub(number: int, content: Message) -> bytes:
    return tag(number, 2) + varint(len(content)) + content


def text(number: int, value: str) -> bytes:
    return sub(number, value.encode()) if value else b""


def doubles(number: int, values: tuple[float, ...]) -> bytes:
    return sub(number, struct.pack(f"<{len(values)}d", *values))


def sized(message: Message, width: int = 0) -> bytes:
    return varint(len(message), width) + message


# ---- values ------------------------------------------------------------------------------------


def f32(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0]


def vec(value: tuple[float, float, float]) -> Message:
    return b"".join(single(i + 1, v) for i, v in enumerate(value))


def turn(angle: float, axis: tuple[float, float, float]) -> tuple[float, float, float, float]:
    half = math.sin(angle / 2)
    return (axis[0] * half, axis[1] * half, axis[2] * half, math.cos(angle / 2))


def pose(position: tuple[float, float, float], rotation: tuple[float, ...] | None) -> Message:
    out = sub(1, vec(position))
    if rotation is not None:
        out += sub(2, b"".join(single(i + 1, v) for i, v in enumerate(rotation)))
    return out


def columns(q: tuple[float, ...]) -> dict[str, tuple[float, float, float]]:
    """left, up and forward are the columns of the matrix of a quaternion."""
    x, y, z, w = (f32(v) for v in q)
    return {
        "left": (1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
        "up": (2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
        "forward": (2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    }


# ---- the truth ---------------------------------------------------------------------------------


class Truth:
    """Lines of tape_truth.tsv: file, table, row, field, value."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, file: str, table: str, row: int, **values: object) -> None:
        for field, value in values.items():
            if isinstance(value, (tuple, list)):
                shown = " ".join(repr(f32(v)) if isinstance(v, float) else str(v) for v in value)
            elif isinstance(value, float):
                shown = repr(f32(value))
            elif value is None:
                shown = "(missing)"
            elif isinstance(value, bool):
                shown = "1" if value else "0"
            else:
                shown = str(value)
            self.lines.append(f"{file}\t{table}\t{row}\t{field}\t{shown}")


# ---- version 2 ---------------------------------------------------------------------------------

CREATED = 1782216000  # 23 June 2026, 12:00
BLUE, ORANGE, SPECTATOR = 1, 2, 3
WORDS = {"joined": 20, "left": 21, "switched": 22, "loadout": 24, "grab": 25, "info": 26, "stats": 58, "board": 15, "goal": 40}
INDEXED = {
    10: 1, 11: 2, 12: 3, 13: 4, 14: 5, 15: 6, 20: 10, 21: 11, 22: 12, 23: 13, 24: 14, 25: 15, 26: 16, 30: 20, 31: 21,
    32: 22, 40: 30, 41: 31, 50: 40, 51: 41, 52: 42, 53: 43, 54: 44, 55: 45, 56: 46, 57: 47, 58: 48, 60: 50,
}  # fmt: skip


def person(slot: int, account: int, name: str, role: int, jersey: int, level: int) -> Message:
    return (
        integer(1, slot) + integer(2, account) + text(3, name) + integer(4, role) + integer(5, jersey) + integer(6, level)
    )


def joined(*args: object) -> Message:
    return sub(20, person(*args))  # type: ignore[arg-type]


def stats(slot: int, *counts: int) -> Message:
    return sub(58, integer(1, slot) + b"".join(integer(i + 2, n) for i, n in enumerate(counts)))


def board(blue: int, orange: int, blue_rounds: int, orange_rounds: int, clock: str) -> Message:
    return sub(15, integer(1, blue) + integer(2, orange) + integer(3, blue_rounds) + integer(4, orange_rounds) + text(5, clock))


def grab(slot: int, left: str, right: str) -> Message:
    return sub(25, integer(1, slot) + text(2, left) + text(3, right))


def loadout(slot: int, weapon: str, ordnance: str, tac_mod: str) -> Message:
    return sub(24, integer(1, slot) + text(2, weapon) + text(3, ordnance) + text(4, tac_mod))


def goal(speed: float, team: int, kind: int, points: int, distance: float, who: str, assist: str) -> Message:
    return sub(
        40,
        single(1, speed) + integer(2, team) + integer(3, kind) + integer(4, points) + single(5, distance) + text(8, who) + text(9, assist),
    )


def thrown(slot: int, values: list[float]) -> Message:
    return sub(31, integer(1, slot) + sub(2, b"".join(single(i + 1, v) for i, v in enumerate(values))))


def player(slot: int, at: float, flags: int, ping: int, possession: float = 0.0, rotated: bool = True) -> Message:
    q = turn(at, (0.0, 1.0, 0.0)) if rotated else None
    return (
        integer(1, slot)
        + sub(2, pose((at, 1.5, -at), q))
        + sub(3, pose((at, 1.0, -at), q))
        + sub(4, pose((at - 0.25, 1.25, -at), q))
        + sub(5, pose((at + 0.25, 1.25, -at), q))
        + sub(6, vec((at / 2, 0.0, 0.125)))
        + integer(7, flags)
        + integer(8, ping)
        + single(9, 0.015625)
        + single(10, possession)
    )


def bones(slot: int, count: int, base: float) -> Message:
    places = [base + i / 8 for i in range(3 * count)]
    turns = [(i % 4) / 4 for i in range(4 * count)]
    return integer(1, slot) + sub(2, struct.pack(f"<{3 * count}f", *places)) + sub(3, struct.pack(f"<{4 * count}f", *turns))


class Capture:
    """Envelopes of a .tape, and its footer."""

    def __init__(self, header: Message, interval: int = 4) -> None:
        self.header = sized(sub(1, header))
        self.frames: list[bytes] = []
        self.events: list[tuple[int, int]] = []
        self.others: dict[int, bytes] = {}
        self.interval = interval
        self.offset_ms = 0

    def frame(self, index: int, offset_ms: int, arena: list[bytes], events: list[Message] | None = None, raw: bytes = b"") -> None:
        events = events or []
        for event in events:
            number = event[0] >> 3 if event[0] < 0x80 else (event[0] & 0x7F | event[1] << 7) >> 3
            if number in INDEXED:
                self.events.append((INDEXED[number], len(self.frames)))
        content = b"".join(arena) + b"".join(sub(12, e) for e in events) + raw
        self.frames.append(sized(sub(2, integer(1, index) + integer(2, offset_ms) + sub(10, content))))
        self.offset_ms = offset_ms

    def footer(self, offsets: list[int], at: int, left_out: tuple[int, ...] = (), packed: bool = True) -> bytes:
        out = integer(1, len(self.frames)) + integer(2, self.offset_ms) + integer(3, at)
        for i in range(0, len(self.frames), self.interval):
            out += sub(4, integer(1, i) + integer(2, offsets[i]))
        for kind in sorted({k for k, _ in self.events} - set(left_out), reverse=True):
            frames = [f for k, f in self.events if k == kind]
            if packed:
                listed = sub(2, b"".join(varint(f) for f in frames))
            else:
                listed = b"".join(tag(2, 0) + varint(f) for f in frames)
            out += sub(5, integer(1, kind) + listed)
        return sized(sub(3, out))

    def stream_offsets(self) -> list[int]:
        offsets, at = [], len(self.header)
        for i, frame in enumerate(self.frames):
            at += len(self.others.get(i, b""))
            offsets.append(at)
            at += len(frame)
        return [*offsets, at]

    def body(self) -> list[bytes]:
        return [self.others.get(i, b"") + frame for i, frame in enumerate(self.frames)]

    def plain(self, **how: object) -> bytes:
        offsets = self.stream_offsets()
        return self.header + b"".join(self.body()) + self.footer(offsets, offsets[-1], **how)  # type: ignore[arg-type]

    def unfinished(self) -> bytes:
        return self.header + b"".join(self.body())

    def blocks(self, table: bool = True, footer: bool = True, **how: object) -> bytes:
        body, packed, sizes = self.body(), [zstd(self.header, True)], [len(self.header)]
        starts = {}
        for i in range(0, len(body), self.interval):
            part = b"".join(body[i : i + self.interval])
            starts[i] = sum(map(len, packed))
            packed.append(zstd(part, True))
            sizes.append(len(part))
        if footer:
            offsets = [starts.get(i, 0) for i in range(len(body))]
            end = self.footer(offsets, self.stream_offsets()[-1], **how)  # type: ignore[arg-type]
            packed.append(zstd(end, True))
            sizes.append(len(end))
        out = b"".join(packed)
        if table:
            rest = b"".join(struct.pack("<II", len(p), s) for p, s in zip(packed, sizes)) + struct.pack("<IBI", len(sizes), 0, 0x8F92EAB1)
            out += struct.pack("<II", 0x184D2A5E, len(rest)) + rest
        return out


def zstd(data: bytes, stated: bool, level: int = 1) -> bytes:
    """One zstd frame with a checksum; `stated`: with the size of its content."""
    size = [f"--stream-size={len(data)}"] if stated else []
    return subprocess.run(["zstd", f"-{level}", "-q", "-c", "--check", *size], input=data, capture_output=True, check=True).stdout


def header(minor: int = 1, **values: object) -> Message:
    roster = values.get("roster", [])
    arena = (
        text(1, str(values.get("session", "5E3B1C9A-0000-4000-8000-00000000A11A")))
        + text(2, str(values.get("map", "mpl_arena_a")))
        + integer(3, int(values.get("match", 7)))  # type: ignore[call-overload]
        + text(4, "Recorder")
        + integer(5, 1)
        + integer(7, 3)
        + b"".join(sub(8, p) for p in roster)  # type: ignore[union-attr]
    )
    if minor:
        arena += text(10, "10.0.0.7") + text(11, "[INVALID]") + integer(12, 0)
        arena += b"".join(sub(13, name.encode()) for name in ("BLUE TEAM", "ORANGE TEAM", "SPECTATORS"))
    out = text(1, "5E3B1C9A-0000-4000-8000-00000000A11A") + sub(2, integer(1, CREATED) + integer(2, 250_000_000))
    out += integer(3, 2) + sub(4, text(1, "format") + text(2, "tape"))
    if minor:
        out += integer(5, minor) + integer(7, 1)
    return out + sub(10, arena)


ROSTER = [
    person(0, 1111, "Ada", BLUE, 7, 50),
    person(1, 2222, "Bo", BLUE, 12, 3),
    person(4, 3333, "Cy", ORANGE, 99, 20),
]


def arena_frame(i: int, **values: object) -> list[bytes]:
    """The values of frame i: three players, the disc, and the play space."""
    holder = values.get("holder")
    at = i / 4
    team = {0: 0, 1: 0, 4: 1 << 5}
    ping = values.get("ping", 40)
    out = [
        integer(1, int(values.get("status", 3))),  # type: ignore[call-overload]
        single(2, 300 - i / 8),
        integer(3, int(values.get("pause", 1))),  # type: ignore[call-overload]
        sub(4, sub(1, pose((at, 2.0, 1.0), turn(at, (1.0, 0.0, 0.0)))) + sub(2, vec((3.0, at, -1.0))) + integer(3, i)),
    ]
    for slot in values.get("slots", (0, 1, 4)):  # type: ignore[union-attr]
        flags = team.get(slot, 2 << 5) | (8 if holder == slot else 0) | (1 if slot == 1 and i == 2 else 0)
        out.append(sub(5, player(slot, at + slot, flags, ping, slot / 4)))  # type: ignore[arg-type]
    if values.get("bones"):
        out += [sub(6, bones(slot, 22, slot)) for slot in (0, 1)]
    if holder is not None:
        out.append(integer(7, (holder,)))  # type: ignore[arg-type]
    out.append(sub(8, pose((0.5, 0.0, at), turn(0.5, (0.0, 1.0, 0.0)))))
    out += [integer(9, int(values.get("blue", 0))), integer(10, int(values.get("orange", 0)))]  # type: ignore[call-overload]
    out.append(integer(11, 1))
    if i == 3:
        out += [single(14, 1.0), single(17, 0.5), integer(18, -2), integer(19, 1)]
        out.append(sub(21, integer(1, BLUE) + integer(2, ORANGE) + single(3, 2.5) + single(4, 7.0)))
    return out


THROW = [1.5, 14.25, 3.0, 0.5, 2.0, 1.0, 8.0, 4.0, 2.0, 15.0, 10.0, 0.25, 0.125]


def usual(minor: int = 1, skeletons: bool = True) -> Capture:
    c = Capture(header(minor, roster=ROSTER))
    first = [joined(0, 1111, "Ada", BLUE, 7, 50), joined(1, 2222, "Bo", BLUE, 12, 3), joined(4, 3333, "Cy", ORANGE, 99, 20)]
    if minor:
        first.append(board(0, 0, 1, 0, "05:00.00"))
    first += [grab(0, "none", "geo"), stats(0, 2, 1, 1), stats(4, 0, 0, 0, 3)]
    c.frame(5, 0, arena_frame(0, bones=skeletons), first)
    c.frame(6, 33, arena_frame(1, holder=4), [sub(30, integer(1, (4,)) + (b"" if minor else integer(2, -1))), grab(4, "none", "disc")])
    c.frame(9, 140, arena_frame(2), [sub(30, (b"" if minor else integer(1, -1)) + integer(2, 4)), thrown(4, THROW), sub(23, integer(1, 1) + integer(2, 1))])
    c.frame(10, 170, arena_frame(3, pause=2), [sub(11, (integer(1, 2) + integer(2, ORANGE) + single(3, 7.0)) if minor else b"")])
    c.frame(11, 205, arena_frame(4, orange=2), [board(0, 2, 1, 0, "04:59.50"), goal(14.25, ORANGE, 2, 2, 12.5, "Cy", "[INVALID]"),
                                               sub(41, integer(1, 4) + integer(2, 1) + integer(3, 2)), stats(4, 2, 0, 1, 3)])  # fmt: skip
    c.frame(20, 900, arena_frame(5, orange=2, slots=(0, 4), ping=(1 << 32) - 1 if not minor else 40), [sub(21, integer(1, 1) + text(2, "Bo"))])
    c.frame(21, 933, arena_frame(6, orange=2, slots=(0, 4, 9)), [joined(9, 4444, "Dee", SPECTATOR, -1, 1)])
    c.frame(22, 966, arena_frame(7, orange=2, slots=(0, 4, 9)), [sub(26, integer(1, 9) + integer(2, 31) + integer(3, 8))])
    c.frame(23, 1000, arena_frame(8, orange=2, slots=(0, 4, 9), status=6), [sub(14, integer(1, ORANGE))])
    return c


def usual_truth(t: Truth, file: str, minor: int = 1) -> None:
    base = CREATED * 1000 + 250
    stamps = (0, 33, 140, 170, 205, 900, 933, 966, 1000)
    for i, ms in enumerate(stamps):
        t.add(
            file, "frames", i, recorded=base + ms, game_clock=300 - i / 8, status=4 if i < 8 else 7, orange_points=2.0 if i > 3 else 0.0,
            disc_position=(i / 4, 2.0, 1.0), disc_velocity=(3.0, i / 4, -1.0), bounce_count=i, vr_position=(0.5, 0.0, i / 4),
            session_id="5E3B1C9A-0000-4000-8000-00000000A11A", map_name="mpl_arena_a", match_type="Echo_Arena_Private",
            client_name="Recorder", private_match=True, total_round_count=3, blue_round_score=1 if minor or i > 3 else None,
            score_points=2 if i > 3 else None, goal_text="LONG SHOT" if i > 3 else "", person_scored="Cy" if i > 3 else "",
            throw_total_speed=14.25 if i > 1 else None, possession=(1, 0) if i == 1 else (-1, -1),
            paused_text="paused" if i == 3 else "unpaused", session_ip="10.0.0.7" if minor else "",
        )  # fmt: skip
        for name, value in columns(turn(i / 4, (1.0, 0.0, 0.0))).items():
            t.add(file, "frames", i, **{"disc_" + name: value})
    t.add(file, "frames", 3, err_code=-2, shoulders=(1.0, 0.0, 0.0, 0.5), blue_restart=True, paused_team=1, unpaused_team=0, paused_timer=7.0)
    t.add(file, "frames", 0, clock_display="05:00.00")
    t.add(file, "frames", 1, clock_display="04:59.87")
    row = 0
    for i in range(9):
        for place, slot in enumerate((0, 1, 4) if i < 5 else (0, 4) if i == 5 else (0, 4, 9)):
            who = {0: ("Ada", 1111, 7, 50, 0), 1: ("Bo", 2222, 12, 3, 0), 4: ("Cy", 3333, 99, 20, 1), 9: ("Dee", 4444, None, 1, 2)}[slot]
            number, level = (31, 8) if slot == 9 and i > 6 else (who[2], who[3])
            at = i / 4 + slot
            t.add(
                file, "players", row, name=who[0], userid=who[1], number=number, level=level, team=who[4], player_id=slot,
                head=(at, 1.5, -at), right_hand=(at + 0.25, 1.25, -at), velocity=(at / 2, 0.0, 0.125), packet_loss=0.015625,
                stunned=slot == 1 and i == 2, possession=slot == 4 and i == 1,
            )  # fmt: skip
            if slot == 4:
                t.add(file, "players", row, goals=1 if i > 3 else 0, stuns=3, points=2 if i > 3 else 0, possession_time=1.0)
                t.add(file, "players", row, holding_right=253 if i > 0 else None)
            if slot == 0:
                t.add(file, "players", row, goals=1, points=2, saves=1, holding_left=255, holding_right=254)
            if slot == 1:
                t.add(file, "players", row, goals=None, holding_left=None)
            for name, value in columns(turn(at, (0.0, 1.0, 0.0))).items():
                t.add(file, "players", row, **{"left_hand_" + name: value})
            row += 1
    t.add(file, "bones", 23, position=(1 + 3 / 8, 1 + 4 / 8, 1 + 5 / 8), rotation=(0.0, 0.25, 0.5, 0.75))
    t.add(file, "teams", 0, team=0, name="BLUE TEAM" if minor else "", goals=1, possession=False)


def combat() -> Capture:
    c = Capture(header(1, match=4, map="mpl_combat_dyson", roster=ROSTER))
    for i in range(3):
        frame = [integer(1, 3), single(2, 10.0), integer(3, 1)]
        frame += [sub(5, player(slot, i + slot, 0 if slot < 4 else 1 << 5, 20, rotated=slot != 1)) for slot in (0, 1, 4)]
        frame.append(sub(13, single(1, 1.0) + integer(2, 1) + single(3, 8.5 + i) + integer(4, 2) + single(5, 0.5)))
        events = [loadout(0, "rocket", "det", "heal"), loadout(1, "blaster", "", "strange"), loadout(4, "scout", "arc", "shield")]
        c.frame(i, 100 * i, frame, events if i == 1 else [])
    return c


def combat_truth(t: Truth, file: str) -> None:
    for i in range(3):
        t.add(file, "frames", i, disc_position=None, checkpoint=1, defenders=2, payload_distance=8.5 + i, payload_multiplier=1.0)
        t.add(file, "players", 3 * i, weapon=0 if i else None, ordnance=1 if i else None, tac_mod=2 if i else None)
        t.add(file, "players", 3 * i + 1, weapon=1 if i else None, ordnance=None, tac_mod=255 if i else None, head_forward=None)


def odd() -> bytes:
    """What other encoders may choose: padded varints, reversed fields, parts, groups, unknown fields and envelopes."""
    parts = header(1, roster=ROSTER)
    out = sized(sub(1, parts + tag(8, 2) + varint(10) + b"echo_arena" + tag(77, 0) + varint(5)), 4)
    frames = []
    last = arena_frame(1)
    frames.append(sub(10, b"".join(reversed(last))) + tag(2, 0) + varint(40, 10) + tag(1, 0) + varint(3, 5))
    half = arena_frame(2)
    frames.append(integer(2, 80) + sub(10, b"".join(half[:3])) + sub(10, b"".join(half[3:])) + tag(150, 3) + integer(9, 4) + tag(150, 4))
    frames.append(integer(2, 60) + sub(10, tag(2, 5) + struct.pack("<f", -0.0) + tag(1, 2) + varint(1) + b"x"))
    frames.append(b"")
    at = []
    for i, f in enumerate(frames):
        if i == 2:
            out += sized(sub(9, b"something else"), 2)
        at.append(len(out))
        out += sized(sub(2, f))
    end = integer(1, 4) + integer(3, len(out)) + sub(4, integer(1, 2) + integer(2, at[2]))
    return out + sized(sub(3, end), 3)


# ---- version 1 ---------------------------------------------------------------------------------


def first_pose(position: int, at: tuple[float, float, float]) -> Message:
    return doubles(position, at) + doubles(3, (0.0, 0.0, 1.0)) + doubles(4, (1.0, 0.0, 0.0)) + doubles(5, (0.0, 1.0, 0.0))


def first_player(slot: int, name: str, account: int, at: float, holds: str) -> Message:
    return (
        sub(5, first_pose(2, (at, 1.5, 0.1)))
        + sub(6, first_pose(2, (at, 1.0, 0.1)))
        + integer(7, account)
        + text(8, name)
        + integer(9, slot)
        + integer(10, 7 + slot if name != "Dee" else -1)
        + integer(11, 50)
        + integer(12, 33)
        + double(13, 0.125)
        + integer(14, slot == 1)
        + text(16, "none")
        + text(17, holds)
        + integer(20, holds == "disc")
        + sub(21, first_pose(1, (at - 0.25, 1.25, 0.1)))
        + sub(22, first_pose(1, (at + 0.25, 1.25, 0.1)))
        + doubles(23, (0.5, 0.0, at))
        + sub(24, double(1, 2.5) + integer(2, 2) + integer(4, 1) + integer(12, 3))
    )


def first_session(i: int) -> Message:
    teams = sub(32, sub(1, first_player(0, "Ada", 1111, i + 0.3, "none")) + sub(1, first_player(1, "Bo", 2222, i + 1.3, "0")) + text(2, "BLUE TEAM"))
    teams += sub(32, sub(1, first_player(4, "Cy", 3333, i + 4.3, "disc")) + text(2, "ORANGE TEAM") + integer(3, 1) + sub(4, integer(2, 5)))
    teams += sub(32, sub(1, first_player(9, "Dee", 4444, i + 9.3, "none")) + text(2, "SPECTATORS")) if i == 2 else sub(32, text(2, "SPECTATORS"))
    return (
        text(2, "A-SESSION") + text(3, "04:59.87") + text(4, "playing") + text(5, "10.0.0.7") + text(6, "Echo_Arena") + text(7, "mpl_arena_a")
        + sub(8, doubles(1, (i + 0.1, 2.2, 3.3)) + doubles(2, (0.0, 0.0, 1.0)) + doubles(3, (1.0, 0.0, 0.0)) + doubles(4, (0.0, 1.0, 0.0))
              + doubles(5, (7.7, 0.0, 0.0)) + integer(6, i))
        + integer(11, 1) + integer(12, 2 * i) + integer(18, 3)
        + sub(20, double(1, 1.5) + double(2, 14.2))
        + sub(21, doubles(1, (1.0, 0.0, 0.0)) + doubles(2, (0.5, 0.0, 0.5)) + doubles(3, (0.0, 0.0, 1.0)) + doubles(4, (0.0, 1.0, 0.0)))
        + sub(22, text(1, "unpaused") + text(2, "none") + text(3, "none"))
        + sub(23, varint(1) + varint(0)) + double(24, 1.0)
        + text(28, "[INVALID]") + text(30, "Recorder")
        + sub(31, double(1, 11.1) + text(2, "orange") + text(3, "SLAM DUNK") + integer(4, 2) + double(5, 1.25) + text(6, "Cy") + text(7, "[INVALID]"))
        + teams + double(39, 299.87 - i)
    )  # fmt: skip


def first_capture(frames: int = 3) -> bytes:
    out = sized(text(1, "A-SESSION") + sub(2, integer(1, CREATED)) + sub(3, text(1, "format") + text(2, "nevrcap")))
    for i in range(frames):
        skeletons = sub(5, sub(1, sub(1, struct.pack("<69f", *range(69))) + integer(2, 4) + sub(3, struct.pack("<92f", *range(92)))))
        stamp = sub(2, integer(1, CREATED + i) + integer(2, 125_000_000))
        out += sized(integer(1, i) + stamp + sub(3, sub(20, b"")) + sub(4, first_session(i)) + skeletons)
    return out


def first_truth(t: Truth, file: str) -> None:
    row = 0
    for i in range(3):
        t.add(
            file, "frames", i, recorded=(CREATED + i) * 1000 + 125, game_clock=299.87 - i, status=4, orange_points=2.0 * i,
            disc_position=(i + 0.1, 2.2, 3.3), disc_velocity=(7.7, 0.0, 0.0), disc_left=(1.0, 0.0, 0.0), bounce_count=i, match_type="Echo_Arena",
            session_id="A-SESSION", client_name="Recorder", total_round_count=3, blue_round_score=1, goal_text="SLAM DUNK", goal_type=6,
            score_team=1, person_scored="Cy", throw_total_speed=14.2, possession=(1, 0), paused_team=3, shoulders=(1.0, 0.0, 0.0, 0.0),
            clock_display="04:59.87", vr_position=(0.5, 0.0, 0.5), payload_distance=None, rules_changed_by="[INVALID]",
        )  # fmt: skip
        players = [(0, "Ada", 1111, 0, 255), (1, "Bo", 2222, 0, 0), (4, "Cy", 3333, 1, 253)] + [(9, "Dee", 4444, 2, 255)] * (i == 2)
        for slot, name, account, team, holds in players:
            t.add(
                file, "players", row, name=name, userid=account, player_id=slot, team=team, number=None if slot == 9 else 7 + slot, level=50,
                ping=33, packet_loss=0.125, stunned=slot == 1, holding_left=255, holding_right=holds, head=(i + slot + 0.3, 1.5, 0.1),
                head_up=(0.0, 1.0, 0.0), left_hand=(i + slot + 0.05, 1.25, 0.1), velocity=(0.5, 0.0, i + slot + 0.3), points=2, goals=1,
                shots_taken=3, possession_time=2.5,
            )  # fmt: skip
            row += 1
        t.add(file, "teams", 3 * i + 1, name="ORANGE TEAM", possession=True, points=5, team=1)
        t.add(file, "bones", 23 * i + 1, position=(3.0, 4.0, 5.0), rotation=(4.0, 5.0, 6.0, 7.0))


# ---- files -------------------------------------------------------------------------------------


def golden(t: Truth) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    files["blocks.tape"] = usual().blocks()
    usual_truth(t, "blocks.tape")
    files["stream.tape"] = zstd(usual(skeletons=True).plain(), False)
    usual_truth(t, "stream.tape")
    files["plain.tape"] = usual().plain(packed=False)
    usual_truth(t, "plain.tape")
    files["first.tape"] = zstd(usual(0).plain(left_out=(14, 15, 16, 48)), False)
    usual_truth(t, "first.tape", 0)
    files["combat.tape"] = combat().blocks()
    combat_truth(t, "combat.tape")
    files["odd.tape"] = odd()
    t.add("odd.tape", "frames", 0, game_clock=300 - 1 / 8, bounce_count=1, time=None if False else 0.0)
    files["first.nevrcap"] = zstd(first_capture(), False)
    first_truth(t, "first.nevrcap")
    files["plain.nevrcap"] = first_capture(1)
    files["nothing.tape"] = Capture(header()).plain()
    return files


def bad() -> dict[str, tuple[bytes, str]]:
    """Each bad file, and its line of errors.tsv: status, rule, section, offset."""
    plain = usual(skeletons=False).plain()
    c = usual(skeletons=False)
    packed = zstd(plain, False)
    blocks = c.blocks()
    files: dict[str, tuple[bytes, str]] = {}
    body = c.unfinished()
    files["tape-crash.tape"] = (zstd(body, False), f"truncated\ttape.no-footer\tfooter\t{len(body)}")
    offsets = c.stream_offsets()
    files["tape-cut.tape"] = (plain[: offsets[4] + 9], f"truncated\ttape.truncated\tmessages\t{offsets[4]}")
    files["tape-cut-zstd.tape"] = (packed[:-2], f"truncated\ttape.truncated\tzstd\t{len(packed) - 4}")
    wrong = bytearray(packed)
    wrong[-1] ^= 1
    files["tape-checksum.tape"] = (bytes(wrong), f"corrupt\ttape.zstd\tzstd\t{len(packed) - 4}")
    files["tape-version.tape"] = (plain.replace(integer(3, 2), integer(3, 3), 1), "unsupported\ttape.version\theader\t0")
    files["tape-dense.tape"] = (plain.replace(integer(7, 1), integer(7, 2), 1), "unsupported\ttape.encoding\theader\t0")
    files["tape-twice.tape"] = (plain + plain, f"corrupt\ttape.after-footer\tfooter\t{len(plain)}")
    files["tape-header-again.tape"] = (c.header + c.frames[0] + c.header, f"corrupt\ttape.header-again\tmessages\t{offsets[1]}")
    files["tape-frames.tape"] = (c.header + c.frames[0] + plain[offsets[-1] :], f"corrupt\ttape.frame-count\tfooter\t{offsets[1]}")
    files["tape-empty.tape"] = (c.header + b"\0" + c.frames[0], f"corrupt\ttape.message\tmessages\t{len(c.header) + 1}")
    files["tape-size.tape"] = (c.header + varint(1 << 63), f"limit\ttape.size\tmessages\t{len(c.header)}")
    broken = sized(sub(2, sub(10, sub(5, b"\x12\x7f"))))
    files["tape-broken.tape"] = (c.header + broken, f"corrupt\ttape.message\tmessages\t{len(c.header) + len(broken) - 2}")
    first = zstd(c.header, True)
    window = b"\x28\xb5\x2f\xfd\x04" + bytes([(28 - 10) << 3]) + b"\x01\x00\x00"
    files["tape-window.tape"] = (first + window, f"limit\ttape.window\tzstd\t{len(first)}")
    files["tape-dictionary.tape"] = (first + b"\x28\xb5\x2f\xfd\x07\x58\x00\x80\x00\x00", f"unsupported\ttape.dictionary\tzstd\t{len(first)}")
    first_one = first_capture()
    files["nevrcap-cut.nevrcap"] = (first_one[:-5], f"truncated\ttape.truncated\tmessages\t{len(first_capture(2))}")
    first_broken = sized(sub(4, sub(32, b"\x0a\x7f")))
    files["nevrcap-broken.nevrcap"] = (
        first_capture(1) + first_broken, f"corrupt\ttape.message\tmessages\t{len(first_capture(1)) + len(first_broken) - 2}")  # fmt: skip
    files["tape-garbage.tape"] = (blocks + b"garbage", f"corrupt\ttape.zstd\tzstd\t{len(blocks)}")
    lies = bytearray(blocks)
    lies[-17] ^= 1
    files["tape-table.tape"] = (bytes(lies), f"ok\ttape.seek-table\tzstd\t{len(blocks) - 17}")
    return files


def main() -> int:
    check = "--check" in sys.argv
    rest = [a for a in sys.argv[1:] if a != "--check"]
    folder = pathlib.Path(rest[0]) if rest else pathlib.Path(__file__).parent
    t = Truth()
    files = {f"golden/{name}": data for name, data in golden(t).items()}
    errors = {}
    for name, (data, line) in bad().items():
        files[f"bad/{name}"] = data
        errors[name.rsplit(".", 1)[0]] = line
    files["tape_truth.tsv"] = ("file\ttable\trow\tfield\tvalue\n" + "\n".join(t.lines) + "\n").encode()
    differ = 0
    for name, data in files.items():
        path = folder / name
        if check:
            differ += not path.exists() or path.read_bytes() != data
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    table = folder / "errors.tsv"
    lines = table.read_text().splitlines() if table.exists() else []
    kept = [line for line in lines if line.split("\t")[0] not in errors]
    if check:
        for name, line in errors.items():
            differ += f"{name}\t{line}" not in lines
        print(f"{len(files)} files, {differ} differences")
    else:
        table.write_text("\n".join([*kept, *(f"{n}\t{e}" for n, e in sorted(errors.items()))]) + "\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
