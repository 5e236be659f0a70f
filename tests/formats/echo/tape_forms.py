#!/usr/bin/env python3
"""Captures in every form that an encoder may choose, and broken ones of every kind, tried with the command.

    tape_forms.py REEL [--seeds COUNT] [--keep FOLDER]

Like make_tape.py, it is written from the published schemas alone. A capture of another form must have the rows of the plain one, and be
written byte for byte. A broken one must give the finding that is listed for it, and what `repair` makes of it must be sound.
"""

from __future__ import annotations

import json
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import make_tape as make
from make_tape import integer, single, sized, sub, tag, text, varint, zstd

# ---- messages in another form -------------------------------------------------------------------

# Fields that are messages, by number: what is in them, and whether they repeat. "packed": a list of varints; numbers: of that many bytes.
Schema = dict
LEAF: Schema = {}
POSE = {1: (LEAF, False), 2: (LEAF, False)}
PLAYER = {
    2: (POSE, False),
    3: (POSE, False),
    4: (POSE, False),
    5: (POSE, False),
    6: (LEAF, False),
}
EVENT = {n: (LEAF, False) for n in range(10, 59)} | {31: ({2: (LEAF, False)}, False)}
ARENA = {
    4: ({1: (POSE, False), 2: (LEAF, False)}, False), 5: (PLAYER, True), 6: (LEAF, True), 8: (POSE, False), 12: (EVENT, True), 13: (LEAF, False), 21: (LEAF, False),
}  # fmt: skip
MATCH = {8: (LEAF, True), 9: (LEAF, False)}
ENVELOPE = {
    1: ({2: (LEAF, False), 4: (LEAF, True), 10: (MATCH, False)}, False),
    2: ({10: (ARENA, False)}, False),
    3: ({4: (LEAF, True), 5: ({2: "packed"}, True)}, False),
}
VECTORS = {1: 8, 2: 8, 3: 8, 4: 8, 5: 8}
PART = {2: 8, 3: 8, 4: 8, 5: 8}
HAND = {1: 8, 3: 8, 4: 8, 5: 8}
MEMBER = {
    5: (PART, False),
    6: (PART, False),
    21: (HAND, False),
    22: (HAND, False),
    23: 8,
    24: (LEAF, False),
}
SESSION = {
    8: (VECTORS, False), 20: (LEAF, False), 21: ({n: 8 for n in range(1, 5)}, False), 22: (LEAF, False), 23: "packed", 31: (LEAF, False),
    32: ({1: (MEMBER, True), 4: (LEAF, False)}, True),
}  # fmt: skip
FIRST_FRAME = {
    2: (LEAF, False),
    3: (EVENT, True),
    4: (SESSION, False),
    5: ({1: ({1: 4, 3: 4}, True)}, False),
}
FIRST_HEADER = {2: (LEAF, False), 3: (LEAF, True)}


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def fields(data: bytes) -> list[tuple[int, int, bytes | int]]:
    out, at = [], 0
    while at < len(data):
        key, at = read_varint(data, at)
        number, wire = key >> 3, key & 7
        if wire == 0:
            value, at = read_varint(data, at)
            out.append((number, wire, value))
            continue
        size = 8 if wire == 1 else 4
        if wire == 2:
            size, at = read_varint(data, at)
        out.append((number, wire, data[at : at + size]))
        at += size
    return out


def unknown(rng: random.Random) -> bytes:
    number = rng.randrange(600, 1 << 28)
    return rng.choice(
        [
            tag(number, 0) + varint(rng.randrange(1 << 64)),
            tag(number, 1) + rng.randbytes(8),
            tag(number, 5) + rng.randbytes(4),
            sub(number, rng.randbytes(rng.randrange(40))),
            tag(number, 3) + tag(3, 3) + integer(9, 4) + tag(3, 4) + tag(number, 4),
        ]
    )


class Style:
    """What one encoder chooses."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.pads, self.shuffles, self.splits, self.adds = (
            rng.random() < 0.6 for _ in range(4)
        )

    def pad(self, value: int, most: int) -> bytes:
        return varint(
            value,
            self.rng.randrange(1, most + 1)
            if self.pads and self.rng.random() < 0.3
            else 0,
        )

    def put(self, number: int, wire: int, value: bytes | int) -> bytes:
        head = self.pad(number << 3 | wire, 5)
        if isinstance(value, int):
            return head + self.pad(value, 10)
        return head + (self.pad(len(value), 5) if wire == 2 else b"") + value

    def list_of(self, number: int, value: bytes, kind: object) -> list[bytes]:
        """A packed list in parts, or as single fields."""
        if kind == "packed":
            items, at = [], 0
            while at < len(value):
                item, end = read_varint(value, at)
                items.append((0, item))
                at = end
        else:
            size = int(kind)  # type: ignore[call-overload]
            items = [
                (1 if size == 8 else 5, value[i : i + size])
                for i in range(0, len(value), size)
            ]
        if not self.splits:
            return [self.put(number, 2, value)]
        if self.rng.random() < 0.5:
            return [self.put(number, wire, item) for wire, item in items]
        middle = self.rng.randrange(len(items) + 1)
        parts = [
            b"".join(varint(i) if isinstance(i, int) else i for _, i in some)
            for some in (items[:middle], items[middle:])
        ]
        return [self.put(number, 2, part) for part in parts if part]

    def message(self, data: bytes, schema: Schema) -> bytes:
        parts: dict[int, list[bytes]] = {}
        order: list[int] = []
        for number, wire, value in fields(data):
            kind = schema.get(number)
            if wire == 2 and kind is not None and not isinstance(kind, tuple):
                made = self.list_of(number, value, kind)  # type: ignore[arg-type]
            elif wire == 2 and kind is not None:
                assert isinstance(value, bytes)
                inner = [self.message(value, kind[0])]
                whole = fields(value)
                if (
                    self.splits
                    and not kind[1]
                    and len(whole) > 1
                    and self.rng.random() < 0.4
                ):
                    middle = self.rng.randrange(1, len(whole))
                    inner = [
                        self.message(b"".join(Style.plain(f) for f in some), kind[0])
                        for some in (whole[:middle], whole[middle:])
                    ]
                made = [self.put(number, 2, part) for part in inner]
            else:
                made = [self.put(number, wire, value)]
            parts.setdefault(number, []).extend(made)
            order += [number] * len(made)
        if self.shuffles:
            self.rng.shuffle(order)
        out = []
        for number in order:
            if self.adds and self.rng.random() < 0.05:
                out.append(unknown(self.rng))
            out.append(parts[number].pop(0))
        return b"".join(out)

    @staticmethod
    def plain(field: tuple[int, int, bytes | int]) -> bytes:
        number, wire, value = field
        if isinstance(value, int):
            return tag(number, 0) + varint(value)
        return tag(number, wire) + (varint(len(value)) if wire == 2 else b"") + value

    def envelope(self, whole: bytes) -> bytes:
        _, at = read_varint(whole, 0)
        made = self.message(whole[at:], ENVELOPE)
        return (
            self.pad(len(made), 5)
            if not self.pads
            else varint(
                len(made), self.rng.choice((0, 3, 5)) if len(made) < 1 << 20 else 0
            )
        )

    def sized(self, whole: bytes, schema: Schema = ENVELOPE) -> bytes:
        _, at = read_varint(whole, 0)
        made = self.message(whole[at:], schema)
        return (
            varint(len(made), self.rng.choice((0, 0, 3, 5)) if self.pads else 0) + made
        )


def chunked(data: bytes, rng: random.Random) -> bytes:
    """zstd frames that end anywhere, some of them empty, with frames between them that zstd skips."""
    out, at = [], 0
    while at < len(data):
        size = min(
            len(data) - at, 1 + int(rng.expovariate(1 / 700)) + (200 if at == 0 else 0)
        )
        out.append(
            zstd(data[at : at + size], rng.random() < 0.5, rng.choice((1, 3, 19)))
        )
        at += size
        if rng.random() < 0.2:
            out.append(struct.pack("<II", 0x184D2A50 + rng.randrange(14), 5) + b"skip!")
        if rng.random() < 0.2:
            out.append(zstd(b"", False))
    return b"".join(out)


def without_checksum(data: bytes) -> bytes:
    return subprocess.run(
        ["zstd", "-3", "-q", "-c", "--no-check"],
        input=data,
        capture_output=True,
        check=True,
    ).stdout


class Form(make.Capture):
    """A capture whose messages are in the style of another encoder."""

    def styled(self, style: Style) -> None:
        self.style = style
        self.header = style.sized(self.header)
        self.frames = [style.sized(frame) for frame in self.frames]

    def footer(self, *args: object, **how: object) -> bytes:
        return self.style.sized(super().footer(*args, **how))  # type: ignore[arg-type]


def capture(rng: random.Random) -> tuple[Form, make.Capture]:
    """The same capture in another form, and as it is."""
    plain = rng.choice(
        (
            lambda: make.usual(),
            lambda: make.usual(0),
            lambda: make.usual(skeletons=False),
            make.combat,
        )
    )()
    other = Form(b"")
    other.__dict__.update({k: v for k, v in plain.__dict__.items()})
    other.interval = rng.choice((1, 2, 4, 100))
    other.frames = list(plain.frames)
    other.styled(Style(rng))
    return other, plain


def second_version(rng: random.Random) -> tuple[bytes, bytes]:
    other, plain = capture(rng)
    kind = rng.randrange(6)
    if kind == 0:
        return other.plain(), plain.plain()
    if kind == 1:
        return zstd(other.plain(), False, rng.choice((1, 3, 9, 19))), plain.plain()
    if kind == 2:
        return other.blocks(table=True), plain.plain()
    if kind == 3:
        return other.blocks(table=False), plain.plain()
    if kind == 4:
        return without_checksum(other.plain()), plain.plain()
    return chunked(other.plain(), rng), plain.plain()


def first_version(rng: random.Random) -> tuple[bytes, bytes]:
    plain = make.first_capture(rng.randrange(1, 4))
    style, out, at, number = Style(rng), b"", 0, 0
    while at < len(plain):
        size, start = read_varint(plain, at)
        out += style.sized(
            plain[at : start + size], FIRST_FRAME if number else FIRST_HEADER
        )
        at, number = start + size, number + 1
    kind = rng.randrange(4)
    return (out, zstd(out, False), without_checksum(out), chunked(out, rng))[
        kind
    ], plain


# ---- broken ones --------------------------------------------------------------------------------


def table(
    entries: list[tuple[int, int]],
    count: int | None = None,
    descriptor: int = 0,
    magic: int = 0x8F92EAB1,
    size: int | None = None,
) -> bytes:
    rest = b"".join(
        struct.pack("<II", *e) + (bytes(4) if descriptor & 0x80 else b"")
        for e in entries
    )
    rest += struct.pack(
        "<IBI", len(entries) if count is None else count, descriptor, magic
    )
    return struct.pack("<II", 0x184D2A5E, len(rest) if size is None else size) + rest


def many(count: int, slots: object = None) -> make.Capture:
    """A roster and a frame of many players."""
    people = [
        make.person(
            i if slots is None else slots, 1000 + i, f"P{i}", 1 + i % 2, i % 100, 1
        )
        for i in range(count)
    ]
    c = make.Capture(make.header(roster=people))
    c.frame(
        0,
        0,
        [
            integer(1, 3),
            *(sub(5, integer(1, i) + integer(7, (i % 2) << 5)) for i in range(count)),
        ],
    )
    return c


def one_frame(*arena: bytes, events: list[bytes] | None = None) -> make.Capture:
    c = make.Capture(make.header(roster=make.ROSTER))
    c.frame(0, 0, [integer(1, 3), integer(3, 1), *arena], events)
    return c


def times(*offsets: int) -> make.Capture:
    c = make.Capture(make.header(roster=make.ROSTER))
    for i, ms in enumerate(offsets):
        c.frame(i, ms, make.arena_frame(i))
    return c


def odd_footer(**values: object) -> bytes:
    """The usual capture with another footer."""
    c = make.usual(skeletons=False)
    offsets = c.stream_offsets()
    at = offsets[-1]
    frames = values.get("frames", len(c.frames))
    out = (
        integer(1, frames)
        + integer(2, values.get("duration", c.offset_ms))
        + integer(3, values.get("at", at))
    )  # type: ignore[arg-type]
    for frame, offset in values.get(
        "keys", [(0, offsets[0]), (4, offsets[4]), (8, offsets[8])]
    ):  # type: ignore[union-attr]
        out += sub(4, integer(1, frame) + integer(2, offset))
    events: dict[int, list[int]] = {}
    for kind, frame in c.events:
        events.setdefault(kind, []).append(frame)
    for kind, listed in {**events, **values.get("events", {})}.items():  # type: ignore[dict-item]
        out += sub(5, integer(1, kind) + sub(2, b"".join(varint(f) for f in listed)))
    return c.unfinished() + sized(sub(3, out + values.get("more", b"")))  # type: ignore[operator]


def replaced(data: bytes, old: bytes, new: bytes) -> bytes:
    assert data.count(old) >= 1
    return data.replace(old, new, 1)


def warnings() -> dict[str, tuple[bytes, str]]:
    """Captures that can be read whole, and what is to be said of them; "": nothing."""
    files: dict[str, tuple[bytes, str]] = {}
    c = make.usual(skeletons=False)
    body = [zstd(c.header, True), *(zstd(f, True) for f in c.frames)]
    blocks = c.blocks()
    size = len(blocks) - 8 - struct.unpack("<I", blocks[-9:-5])[0] * 8 - 9
    entries = [
        struct.unpack("<II", blocks[i : i + 8])
        for i in range(size + 8, len(blocks) - 9, 8)
    ]
    files["table-more"] = (blocks[:size] + table(entries + [(1, 1)]), "tape.seek-table")
    files["table-fewer"] = (blocks[:size] + table(entries[:-1]), "tape.seek-table")
    files["table-count"] = (
        blocks[:size] + table(entries, count=0xFFFFFFFF),
        "tape.seek-table",
    )
    files["table-magic"] = (blocks[:size] + table(entries, magic=1), "tape.seek-table")
    files["table-bits"] = (
        blocks[:size] + table(entries, descriptor=4),
        "tape.seek-table",
    )
    files["table-sizes"] = (
        blocks[:size] + table([(0xFFFFFFFF, 0xFFFFFFFF) for _ in entries]),
        "tape.seek-table",
    )
    files["table-swapped"] = (
        blocks[:size] + table(list(reversed(entries))),
        "tape.seek-table",
    )
    files["table-zero"] = (blocks[:size] + table([]), "tape.seek-table")
    files["table-none"] = (blocks[:size], "tape.seek-table")
    files["table-twice"] = (blocks + table(entries), "")
    files["table-inside"] = (
        blocks + struct.pack("<II", 0x184D2A50, 0),
        "tape.seek-table",
    )
    files["table-early"] = (
        table(entries).join([body[0], b"".join(body[1:])])
        + zstd(odd_footer()[len(c.unfinished()) :], True),
        "tape.seek-table",
    )
    files["duration"] = (odd_footer(duration=1), "tape.duration")
    files["footer-offset"] = (odd_footer(at=1), "tape.footer-offset")
    files["footer-offset-63"] = (odd_footer(at=1 << 63), "tape.footer-offset")
    files["keyframes-range"] = (
        odd_footer(keys=[(0, 0), (1 << 31, 5)]),
        "tape.keyframes",
    )
    files["keyframes-none"] = (odd_footer(keys=[]), "")
    files["events-range"] = (odd_footer(events={30: [0xFFFFFFFF]}), "tape.event-index")
    files["events-kind"] = (
        odd_footer(events={0xFFFFFFFF: [1], 17: [2]}),
        "tape.unknown-fields",
    )
    files["events-missing"] = (odd_footer(events={20: []}), "tape.event-index")
    files["footer-unknown"] = (
        odd_footer(more=sub(99, b"later")),
        "tape.unknown-fields",
    )
    files["times-back"] = (times(0, 50, 20, 60).plain(), "tape.time-backwards")
    files["times-wrap"] = (times(0, 0xFFFFFFFF, 5).plain(), "tape.time-backwards")
    files["roster-10000"] = (many(10000).blocks(), "tape.slot")
    files["slot-negative"] = (many(3, -1).plain(), "tape.slot")
    files["nobody-named"] = (one_frame(sub(5, integer(1, 77))).plain(), "tape.roster")
    files["text"] = (
        one_frame(events=[sub(20, integer(1, 0) + sub(3, b"\xff\xfe\x80"))]).plain(),
        "tape.text",
    )
    files["names-1M"] = (
        one_frame(events=[make.joined(0, 1, "x" * (1 << 20), 1, 1, 1)]).plain(),
        "",
    )
    files["counters"] = (
        one_frame(
            sub(5, integer(1, 0)), events=[make.stats(0, 1 << 31, 70000, -1)]
        ).plain(),
        "tape.values",
    )
    files["goal-type"] = (
        one_frame(events=[make.goal(1.0, 1, 99, 2, 1.0, "Ada", "")]).plain(),
        "tape.words",
    )
    files["pause-word"] = (one_frame(integer(3, 99)).plain(), "tape.words")
    files["status"] = (one_frame(integer(1, (0,))).plain(), "tape.recorder-status")
    files["disc-minus"] = (
        one_frame(events=[sub(30, integer(1, -1))]).plain(),
        "tape.recorder-disc",
    )
    files["ping-minus"] = (
        one_frame(sub(5, integer(1, 0) + integer(8, (1 << 32) - 5))).plain(),
        "tape.recorder-ping",
    )
    files["skeleton"] = (one_frame(sub(6, sub(2, bytes(13)))).plain(), "tape.skeleton")
    files["mistyped"] = (one_frame(sub(2, b"clock")).plain(), "tape.mistyped")
    files["nan"] = (
        one_frame(
            single(2, float("nan")),
            sub(4, sub(1, make.pose((float("inf"), 0, 0), (0, 0, 0, float("nan"))))),
        ).plain(),
        "",
    )
    files["zero-minus"] = (one_frame(tag(2, 5) + struct.pack("<f", -0.0)).plain(), "")
    files["only-events"] = (one_frame(events=[make.board(1, 2, 0, 0, "")]).plain(), "")
    nothing = make.Capture(make.header())
    nothing.frames = [sized(sub(2, b"")), sized(sub(2, integer(1, 4000000000)))]
    files["frames-of-nothing"] = (nothing.plain(), "tape.recorder-status")
    files["no-frames"] = (make.Capture(make.header()).blocks(), "")
    late = make.usual(skeletons=False)
    late.others = {
        0: sized(sub(9, b"x")),
        4: sized(integer(15, 1)),
        8: sized(tag(200, 3) + tag(200, 4)),
    }
    files["envelopes"] = (late.blocks(), "tape.unknown-messages")
    later = make.usual(skeletons=False)
    later.frames[2] = sized(sub(2, integer(1, 9) + integer(2, 140)))
    later.events = [e for e in later.events if e[1] != 2]
    files["frame-without-a-game"] = (later.blocks(), "tape.recorder-status")
    files["nested-groups"] = (
        one_frame(
            b"".join(tag(300 + i, 3) for i in range(60))
            + b"".join(tag(359 - i, 4) for i in range(60))
        ).plain(),
        "tape.unknown-fields",
    )
    files["team-3"] = (
        one_frame(sub(5, integer(1, 0) + integer(7, 3 << 5))).plain(),
        "",
    )
    files["flags-all"] = (
        one_frame(sub(5, integer(1, 0) + integer(7, 0xFFFFFFFF))).plain(),
        "",
    )
    files["holder-elsewhere"] = (one_frame(integer(7, -7)).plain(), "")
    files["points"] = (
        one_frame(integer(9, -(1 << 31)), integer(10, (1 << 31) - 1)).plain(),
        "",
    )
    files["switch"] = (
        one_frame(
            sub(5, integer(1, 0)),
            events=[sub(22, integer(1, 0) + integer(2, 2) + integer(3, 1))],
        ).plain(),
        "",
    )
    return files


def broken() -> dict[str, tuple[bytes, str]]:
    """Captures that are damaged, and the rule."""
    files: dict[str, tuple[bytes, str]] = {}
    c = make.usual(skeletons=False)
    body, plain = c.unfinished(), c.plain()
    head = c.header + c.frames[0]
    files["size-11"] = (head + b"\xff" * 10 + b"\x01", "tape.size")
    files["size-63"] = (head + varint(1 << 63) + b"\x12\x00", "tape.size")
    files["size-256M"] = (head + varint((256 << 20) + 1), "tape.size")
    files["size-255M"] = (head + varint(255 << 20) + b"\x12\x00", "tape.truncated")
    files["size-cut"] = (head + b"\x80", "tape.truncated")
    for name, inner in {
        "length-63": tag(5, 2) + varint(1 << 63),
        "length-31": tag(5, 2) + varint((1 << 31) - 1) + b"x",
        "length-64": tag(5, 2) + varint((1 << 64) - 1),
        "wire-6": b"\x2e",
        "number-0": b"\x00\x00",
        "group-open": tag(400, 3) + integer(1, 1),
        "group-other": tag(400, 3) + tag(401, 4),
        "group-end": tag(400, 4),
        "depth": b"".join(tag(400, 3) for _ in range(10000))
        + b"".join(tag(400, 4) for _ in range(10000)),
        "varint-cut": b"\x08\xff\xff",
        "varint-11": b"\x08" + b"\xff" * 10 + b"\x01",
        "float-cut": b"\x15\x00",
        "event": sub(12, sub(20, b"\x1a\x7f")),
        "skeleton": sub(6, b"\x12\xff\x01"),
        "disc": sub(4, sub(1, sub(1, b"\x0d\x00"))),
    }.items():
        files["message-" + name] = (
            head + sized(sub(2, sub(10, inner))),
            "tape.message",
        )
    files["envelope-cut"] = (head + sized(tag(2, 2) + varint(90)), "tape.message")
    files["footer-broken"] = (body + sized(sub(3, sub(4, b"\x08"))), "tape.message")
    files["index-broken"] = (body + sized(sub(3, sub(5, b"\x08"))), "tape.message")
    files["footer-packed"] = (
        body + sized(sub(3, sub(5, integer(1, 10) + sub(2, b"\xff")))),
        "tape.message",
    )
    files["frame-count-0"] = (odd_footer(frames=0), "tape.frame-count")
    files["frame-count-max"] = (odd_footer(frames=0xFFFFFFFF), "tape.frame-count")
    files["after-footer"] = (plain + c.frames[0], "tape.after-footer")
    files["footer-twice"] = (plain + plain[len(body) :], "tape.after-footer")
    files["footer-first"] = (
        c.header + plain[len(body) :] + body[len(c.header) :],
        "tape.frame-count",
    )
    files["zeros"] = (plain + bytes(100), "tape.after-footer")
    files["no-footer"] = (body, "tape.no-footer")
    files["no-footer-blocks"] = (c.blocks(footer=False), "tape.no-footer")
    files["no-footer-crash"] = (c.blocks(footer=False, table=False), "tape.no-footer")
    files["header-only"] = (c.header, "tape.no-footer")
    packed = zstd(plain, False)
    files["zstd-cut"] = (
        packed[: len(packed) // 2],
        "unpack.truncated",
    )  # its only block: nothing tells what it is
    start = zstd(c.header, True)
    for name, frame, rule in (
        (
            "window-256M",
            b"\x04" + bytes([(28 - 10) << 3]) + b"\x01\x00\x00" + bytes(4),
            "tape.window",
        ),
        (
            "window-1T",
            b"\x04" + bytes([0xF8]) + b"\x01\x00\x00" + bytes(4),
            "tape.window",
        ),
        (
            "content-1T",
            b"\xe4" + struct.pack("<Q", 1 << 40) + b"\x01\x00\x00" + bytes(4),
            "tape.window",
        ),
        ("reserved", b"\x04\x00\x07\x00\x00", "tape.zstd"),
        ("reserved-bit", b"\x0c\x00\x01\x00\x00", "tape.zstd"),
        ("block-size", b"\x04\x00\xfd\xff\xff", "tape.zstd"),
        ("dictionary", b"\x07\x58\x00\x80\x00\x00", "tape.dictionary"),
    ):
        files["zstd-" + name] = (start + b"\x28\xb5\x2f\xfd" + frame, rule)
    files["zstd-content"] = (
        start + b"\x28\xb5\x2f\xfd\x20\x05\x09\x00\x00\x00",
        "tape.zstd",
    )
    files["zstd-skip-4G"] = (
        start
        + zstd(c.frames[0], True)
        + struct.pack("<II", 0x184D2A5E, 0xFFFFFFFF)
        + b"x",
        "tape.truncated",
    )
    files["zstd-table-cut"] = (c.blocks()[:-3], "tape.truncated")
    bomb = b"\x28\xb5\x2f\xfd\x00\x58" + b"".join(
        struct.pack("<I", (131072 << 3) | 2)[:3] + b"\0" for _ in range(2000)
    )
    files["zstd-bomb"] = (start + bomb, "tape.message")
    files["players-million"] = (
        c.header + sized(sub(2, sub(10, sub(5, b"") * 1000000))),
        "tape.no-footer",
    )
    files["frames-million"] = (c.header + sized(sub(2, b"")) * 300000, "tape.no-footer")
    files["version-9"] = (replaced(plain, integer(3, 2), integer(3, 9)), "tape.version")
    files["draft"] = (
        sized(
            sub(
                1,
                text(1, "id")
                + sub(2, integer(1, make.CREATED))
                + text(3, "A-SESSION")
                + text(4, "mpl_arena_a"),
            )
        )
        + b"".join(c.frames),
        "tape.version",
    )
    files["other-game"] = (
        sized(
            sub(
                1,
                text(1, "id")
                + sub(2, integer(1, make.CREATED))
                + integer(3, 2)
                + sub(11, b""),
            )
        ),
        "tape.game",
    )
    first = make.first_capture(2)
    files["first-cut"] = (first[:-1], "tape.truncated")
    files["first-cut-zstd"] = (zstd(first, False)[:-8], "unpack.truncated")
    files["first-empty"] = (first + b"\0", "tape.message")
    files["first-vector"] = (first + sized(sub(4, sub(8, sub(1, bytes(7))))), "")
    return files


def long_recording() -> bytes:
    """Lines enough for several chunks, with others between them."""
    lines = (
        (pathlib.Path(__file__).parent / "golden/text.echoreplay")
        .read_bytes()
        .splitlines(keepends=True)
    )
    lines = [line for line in lines if b"\t" in line]
    out = []
    for i in range(700):
        line = lines[i % len(lines)]
        start = f"2024/03/01 12:{i // 60:02}:{i % 60:02}.125".encode()
        out.append(start + line[line.index(b"\t") :])
        if i % 97 == 0:
            out.append(b"\r\n" if i % 2 else b"no frame\n")
    return b"".join(out)


# ---- trying ---------------------------------------------------------------------------------------

SECONDS, MEMORY = 20, 1 << 30  # of processor time: others may use the machine


def run(reel: str, *args: str) -> subprocess.CompletedProcess[bytes]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    done = subprocess.run(
        [reel, *args],
        capture_output=True,
        timeout=SECONDS * 20,
        preexec_fn=limit,
        check=False,
    )
    if done.returncode not in (0, 1, 3):
        raise AssertionError(
            f"{args} ends with {done.returncode}: {done.stderr.decode(errors='replace')[:300]}"
        )
    return done


def rows(reel: str, path: pathlib.Path) -> dict[str, list[object]]:
    out = {}
    for name in ("frames", "teams", "players", "bones", "metadata"):
        done = run(reel, "export", "--to", "jsonl", "-t", name, str(path))
        out[name] = [json.loads(line) for line in done.stdout.splitlines()]
    return out


def rules(reel: str, path: pathlib.Path) -> list[tuple[str, str]]:
    done = run(reel, "check", "--json", str(path))
    found = []
    for line in done.stdout.splitlines():
        for finding in json.loads(line).get("findings", []):
            found.append((finding["rule"], finding["severity"]))
        if "error" in json.loads(line):
            found.append((json.loads(line)["error"]["rule"], "error"))
    return found


class Trial:
    def __init__(self, reel: str, folder: pathlib.Path) -> None:
        self.reel, self.folder, self.failed, self.count = reel, folder, 0, 0

    def fail(self, name: str, why: str) -> None:
        self.failed += 1
        print(f"{name}: {why}")

    def file(self, name: str, data: bytes) -> pathlib.Path:
        path = self.folder / name
        path.write_bytes(data)
        return path

    def copies(self, name: str, path: pathlib.Path) -> None:
        copy = self.folder / ("copy-" + path.name)
        done = run(self.reel, "convert", "-o", str(copy), str(path))
        if done.returncode or copy.read_bytes() != path.read_bytes():
            self.fail(
                name, f"is not copied byte for byte: {done.stderr.decode()[:200]}"
            )
        self.archived(name, path)

    def archived(self, name: str, path: pathlib.Path) -> None:
        """The archive of a file gives the file again, and the same rows."""
        archive, back = self.folder / f"{path.name}.reel", self.folder / f"back-{path.name}"
        done = run(self.reel, "pack", "-o", str(archive), "--replace", str(path))
        if done.returncode:
            self.fail(name, f"is not packed: {done.stderr.decode()[:200]}")
            return
        done = run(self.reel, "unpack", "-o", str(back), "--replace", str(archive))
        if done.returncode or back.read_bytes() != path.read_bytes():
            self.fail(
                name, f"is not unpacked byte for byte: {done.stderr.decode()[:200]}"
            )
        if rows(self.reel, archive) != rows(self.reel, path):
            self.fail(name, "the archive has other rows")
        if archive.stat().st_size > path.stat().st_size + 22:
            self.fail(name, "the archive is larger than the stored file")

    def form(self, name: str, data: bytes, plain: bytes, suffix: str) -> None:
        self.count += 1
        path, base = (
            self.file(name + suffix, data),
            self.file("plain-" + name + suffix, plain),
        )
        mine, theirs = rows(self.reel, path), rows(self.reel, base)
        if not theirs["frames"]:
            self.fail(name, "the plain capture has no frames")
        for table_name in theirs:
            if mine[table_name] != theirs[table_name]:
                self.fail(name, f"table {table_name} is not that of the plain capture")
        for rule, severity in rules(self.reel, path):
            if severity not in ("note",) and rule not in (
                "tape.seek-table",
                "tape.words",
            ):
                self.fail(name, f"finding {rule}")
        self.copies(name, path)

    def warning(self, name: str, data: bytes, rule: str) -> None:
        self.count += 1
        path = self.file(name + ".tape", data)
        found = [r for r, _ in rules(self.reel, path) if r.startswith("tape.")]
        if (rule and rule not in found) or (not rule and found):
            self.fail(name, f"findings are {found}, not {rule or 'none'}")
        self.copies(name, path)
        self.repaired(
            name,
            path,
            (
                "tape.seek-table",
                "tape.duration",
                "tape.footer-offset",
                "tape.keyframes",
                "tape.event-index",
            ),
        )

    def carried(self, name: str, data: bytes) -> None:
        """.echoreplay to .tape and back: the same bytes, and no loss either way. A capture that was changed gives its own rows."""
        self.count += 1
        path, tape, back = (
            self.file(name, data),
            self.folder / (name + ".tape"),
            self.folder / ("back-" + name),
        )
        for source, to, made in ((path, "tape", tape), (tape, "echoreplay", back)):
            done = run(
                self.reel,
                "convert",
                "--carry",
                "--to",
                to,
                "-o",
                str(made),
                str(source),
            )
            if done.returncode or b"convert." in done.stderr:
                self.fail(
                    name, f"to {to}: {done.stderr.decode(errors='replace')[-300:]}"
                )
                return
        if back.read_bytes() != data:
            self.fail(name, "does not come back")
        edited, other = (
            self.folder / ("edited-" + name + ".tape"),
            self.folder / ("other-" + name),
        )
        run(self.reel, "edit", "--anonymise", "-o", str(edited), str(tape))
        done = run(
            self.reel, "convert", "--to", "echoreplay", "-o", str(other), str(edited)
        )
        if not other.exists():
            self.fail(name, "edited, is not converted")
        elif any(
            word in other.read_bytes() for word in (b"Ada", b"blue_0", b"Recorder")
        ):
            self.fail(name, "edited, the carried lines come back")

    def reference(self) -> None:
        """--as-reference makes the reference's known faults, and only it does."""
        self.count += 1
        source = self.file("reference.tape", make.usual().blocks())
        right, text, text_right = (
            self.folder / "right.tape",
            self.folder / "faults.echoreplay",
            self.folder / "right.echoreplay",
        )
        faults = self.folder / "faults.tape"
        run(
            self.reel,
            "convert",
            "--to",
            "echoreplay",
            "-o",
            str(text_right),
            str(source),
        )
        run(
            self.reel,
            "convert",
            "--as-reference",
            "--to",
            "echoreplay",
            "-o",
            str(text),
            str(source),
        )
        run(self.reel, "convert", "--to", "tape", "-o", str(right), str(text_right))
        run(
            self.reel,
            "convert",
            "--as-reference",
            "--to",
            "tape",
            "-o",
            str(faults),
            str(text_right),
        )
        if [r for r, _ in rules(self.reel, right) if r.startswith("tape.")]:
            self.fail("right", f"has findings: {rules(self.reel, right)}")
        found = {r for r, _ in rules(self.reel, faults)}
        if not {"tape.recorder-disc", "tape.recorder-index"} <= found:
            self.fail("faults", f"has {found} only")
        if (
            b"last_throw" in text.read_bytes()
            or b"last_throw" not in text_right.read_bytes()
        ):
            self.fail("last_throw", "is not only left out as the reference does")
        if text.read_bytes().count(b'"SPECTATORS"') >= text_right.read_bytes().count(
            b'"SPECTATORS"'
        ):
            self.fail("teams", "without players do not vanish")

    def repaired(self, name: str, path: pathlib.Path, gone: tuple[str, ...]) -> None:
        out = self.folder / ("repaired-" + path.name)
        done = run(self.reel, "repair", "-o", str(out), str(path))
        if not out.exists():
            if done.returncode == 0:
                self.fail(name, "is repaired to nothing")
            return
        left = [(r, s) for r, s in rules(self.reel, out) if r.startswith("tape.")]
        if any(s in ("error", "damage") or r in gone for r, s in left):
            self.fail(name, f"repaired, has {left}")

    def damage(self, name: str, data: bytes, rule: str) -> None:
        self.count += 1
        path = self.file(
            name + (".nevrcap" if name.startswith("first") else ".tape"), data
        )
        found = [r for r, _ in rules(self.reel, path)]
        if not any(r.startswith(rule) for r in found):
            self.fail(name, f"findings are {found}, not {rule}")
        for verb in ("info", "stats"):
            run(self.reel, verb, str(path))
        self.repaired(name, path, ())


def main() -> int:
    reel = str(pathlib.Path(sys.argv[1]).resolve())
    seeds = (
        int(sys.argv[sys.argv.index("--seeds") + 1]) if "--seeds" in sys.argv else 60
    )
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(
            sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv else made
        )
        folder.mkdir(parents=True, exist_ok=True)
        trial = Trial(reel, folder)
        for seed in range(seeds):
            rng = random.Random(seed)
            first = seed % 4 == 3
            data, plain = first_version(rng) if first else second_version(rng)
            trial.form(
                f"form-{seed}",
                data,
                plain,
                ".tape" if seed % 8 == 7 else ".nevrcap" if first else ".tape",
            )
        for name, (data, rule) in warnings().items():
            trial.warning(name, data, rule)
        for name, (data, rule) in broken().items():
            trial.damage(name, data, rule)
        for path in sorted(
            (pathlib.Path(__file__).parent / "golden").glob("*.echoreplay")
        ):
            trial.carried(path.name, path.read_bytes())
        trial.carried("long.echoreplay", long_recording())
        trial.reference()
    print(f"{trial.count} captures, {trial.failed} failures")
    return 1 if trial.failed or not trial.count else 0


if __name__ == "__main__":
    sys.exit(main())
