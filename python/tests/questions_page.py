# SPDX-License-Identifier: MIT
"""The blocks of docs/questions.md, and the folders that they ask. The tests of other doors import this file too."""

from __future__ import annotations

import csv
import hashlib
import importlib.util
import json
import math
import re
import shutil
import struct
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = REPOSITORY / "docs" / "questions.md"
FILES = ["full.bsor", "note-ids.bsor", "repeated-frames.bsor", "plain.gdr2", "arena.butter", "every-message.teehistorian"]
FILES += ["strange-clients.teehistorian", "slot-reuse.teehistorian"]
Rows = list[tuple[Any, ...]]


def _golden(name: str) -> Path:
    return next(REPOSITORY.glob(f"tests/formats/*/golden/{name}"))


def match_with_goals() -> str:
    """The first frame of an .echoreplay again and again, with two goals."""
    _, text = _golden("text.echoreplay").read_text(encoding="utf-8").splitlines()[0].split("\t", 1)
    frame = json.loads(text)
    scores = {3: ("blue", 2, "Grüß", 12.25), 7: ("orange", 3, "Ada", 17.75)}
    lines = []
    for number in range(12):
        frame["game_clock"] = 600 - number / 2
        frame["disc"]["velocity"] = [number, 2 * number if number < 9 else 0, -1]
        frame["teams"][0]["players"][0]["stats"]["passes"] = number // 5
        if number in scores:
            team, points, scorer, speed = scores[number]
            frame[f"{team}_points"] += points
            frame["last_score"] |= {"team": team, "point_amount": points, "person_scored": scorer, "disc_speed": speed}
        lines.append(f"2021/11/20 21:15:{3 + number // 2:02}.{500 * (number % 2):03}\t{json.dumps(frame, ensure_ascii=False)}\r\n")
    return "".join(lines)


# plays of people who move

PEOPLE = {"Ada": (1.7, 0.30), "Grüß": (1.55, 0.35), "Zoë": (1.71, 0.12)}
"""How high each player holds the head, and how far the hands move, in m."""
LAG = 0.1
"""How much later the right hand does what the left one did, s."""
SECONDS, FPS = 6, 45


def motion_play(player: str, number: int) -> bytes:
    """A play of BSOR: the hands go up and down, at times that are not even, and three notes are missed."""
    height, reach = PEOPLE[player]

    def text(value: str) -> bytes:
        return struct.pack("<i", len(value.encode())) + value.encode()

    def swing(time: float) -> float:
        return 1 + reach * math.sin(2 * math.pi * (0.7 + 0.05 * number) * time)

    texts = ["1.0", "1.29", "1700000000", player, player, "steam", "OpenXR", "Headset", "Hands", f"{number:040}"]
    texts += ["song", "mapper", "Expert"]
    data = struct.pack("<IBB", 0x442D3D69, 1, 0) + b"".join(map(text, texts)) + struct.pack("<i", 0)
    data += b"".join(map(text, ("Standard", "scene", ""))) + struct.pack("<f?ffff", 17.5, False, height, 0, 0, 0)
    data += struct.pack("<Bi", 1, SECONDS * FPS)
    for i in range(SECONDS * FPS):
        time = 0.05 + i / FPS + 0.004 * math.sin(i)
        head = (0.02 * math.sin(time), height + 0.005 * number + 0.01 * math.sin(2 * time), 0)
        hands = ((-0.3, swing(time), 0.3), (0.3, swing(time - LAG), 0.3))
        data += struct.pack("<fi21f", time, FPS, *(value for place in (head, *hands) for value in (*place, 0, 0, 0, 1)))
    data += struct.pack("<Bi", 2, 3) + b"".join(struct.pack("<iffi", 30001, time, time - 1, 2) for time in (1.5, 2.625, 4.25))
    return data + b"".join(struct.pack("<Bi", section, 0) for section in (3, 4, 5))


# a race on a map with freeze and solo

NAMES = uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029")
WIDTH, HEIGHT, TILE = 40, 12, 32
FREEZE, SOLO, END_OF_SOLO = range(10, 14), 20, 30
"""Columns of the map."""
INDEXES = dict.fromkeys(FREEZE, 9) | {SOLO: 21, END_OF_SOLO: 22}


def map_file() -> bytes:
    """A wall around, and columns of tiles, by the maker of the golden maps."""
    spec = importlib.util.spec_from_file_location("make_maps", REPOSITORY / "tests" / "formats" / "ddnet_map" / "make_golden.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    cells = {(column, row): (index, 0) for column, index in INDEXES.items() for row in range(1, HEIGHT - 1)}
    made = make.Map()
    made.item(0, 0, 1)
    made.item(4, 0, 3, 0, 0, 100, 100, 0, 1, 0, 0, 0, 0, 0, *make.name("Game", 3))
    grid = make.grid(WIDTH, HEIGHT, make.border(WIDTH, HEIGHT) | cells)
    made.item(5, 0, *make.tiles(3, WIDTH, HEIGHT, make.GAME, made.block(grid), label="Game"))
    made.item(6, 0)
    return bytes(made.bytes())


def packed(values: Iterable[int]) -> bytes:
    """Numbers as teehistorian packs them."""
    data = bytearray()
    for value in values:
        rest, sign = (~value, 64) if value < 0 else (value, 0)
        data.append(rest & 63 | sign | (128 if rest > 63 else 0))
        rest >>= 6
        while rest:
            data.append(rest & 127 | (128 if rest > 127 else 0))
            rest >>= 7
    return bytes(data)


def race(level: bytes) -> bytes:
    """Two players run to the right. One rests in the freeze for 60 ticks, the other at the end for more than a second."""

    def message(name: str, payload: bytes) -> bytes:
        return packed([-11]) + uuid.uuid3(NAMES, name).bytes + packed([len(payload)]) + payload

    header = {
        "comment": "made",
        "version": "2",
        "version_minor": "22",
        "game_uuid": str(uuid.UUID(int=1)),
        "server_version": "0.6, 20.1",
    }
    header |= {"start_time": "2026-01-31T01:25:00+0000", "server_name": "s", "server_port": "8303", "game_type": "DDraceNetwork"}
    header |= {"map_name": "race", "map_size": str(len(level)), "map_sha256": hashlib.sha256(level).hexdigest(), "map_crc": "00000000"}
    header |= {"config": {}, "tuning": {}, "uuids": []}
    data = uuid.uuid3(NAMES, "teehistorian@ddnet.tw").bytes + json.dumps(header).encode() + b"\0"
    at = [3 * TILE + 16, 3 * TILE + 16]
    for tick in range(1, 161):
        data += packed([-2, 0])
        if tick == 1:
            for cid, name in enumerate(("Ada", "Grüß")):
                data += message("teehistorian-player-name@ddnet.org", packed([cid]) + name.encode() + b"\0")
                data += packed([-3, cid, at[cid], (3 + 4 * cid) * TILE + 16])
            continue
        for cid, step in ((0, 10), (1, 12)):
            rests = cid == 1 and at[1] >= FREEZE[1] * TILE and tick <= 80
            if at[cid] < 35 * TILE and not rests:
                at[cid] += step
                data += packed([cid, step, 0])
        if tick == 120:
            data += message("teehistorian-player-finish@ddnet.org", packed([0, 110]))
    return data + packed([-1])


def make_folder(folder: Path) -> None:
    """The folder, and beside it "people", "race" and "maps"."""
    for name in ("people", "race", "maps"):
        (folder.parent / name).mkdir()
    for number, player in enumerate(list(PEOPLE) * 2):
        (folder.parent / "people" / f"{number}.bsor").write_bytes(motion_play(player, number // len(PEOPLE)))
    level = map_file()
    (folder.parent / "maps" / "race.map").write_bytes(level)
    (folder.parent / "race" / "run.teehistorian").write_bytes(race(level))
    folder.mkdir()
    for name in FILES:
        shutil.copyfile(_golden(name), folder / name)
    (folder / "match.echoreplay").write_text(match_with_goals(), encoding="utf-8", newline="")
    (folder / "cut.bsor").write_bytes(_golden("full.bsor").read_bytes()[:634])
    (folder / "notes.txt").write_text("no replay")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text(), re.S)


def comparable(rows: Any) -> Rows:
    """Rows in an order of their own, whose numbers are rounded like those of the page."""
    return sorted(tuple(round(float(value), 4) if isinstance(value, (int, float)) else str(value) for value in row) for row in rows)


def answers() -> list[Rows]:
    """What the page says."""

    def value(text: str) -> object:
        try:
            return float(text)
        except ValueError:
            return text or None

    return [
        comparable([tuple(value(text) for text in row) for row in list(csv.reader(block.splitlines()))[1:]]) for block in blocks("csv")
    ]
