# SPDX-License-Identifier: MIT
"""Maps of DDNet for the tests, and recordings of tees that stand in them."""

from __future__ import annotations

import hashlib
import json
import pathlib
import sys
import uuid

from races import FINISH, JOIN, MAGIC, SPACE, TICK_SKIP, extension, number

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/formats/ddnet_map"))
import make_golden as made  # noqa: E402

WIDTH, HEIGHT = 30, 12
NEW, INPUT_NEW = -3, -6
REST = (HEIGHT - 1) * 32 - 15  # y of a tee that stands on the floor
SOLID = 1


def course(author: str = "somebody") -> tuple[str, bytes]:
    """An empty room with a start and a finish: its hash, and the map."""
    room = made.Map()
    room.item(0, 0, 1)
    room.item(1, 0, 1, room.text(author), -1, -1, -1, -1)
    room.item(4, 0, 3, 0, 0, 100, 100, 0, 1, 0, 0, 0, 0, 0, *made.name("Game", 3))
    cells = made.border(WIDTH, HEIGHT)
    cells |= {(x, y): (tile, 0) for x, tile in ((8, 33), (20, 34)) for y in range(1, HEIGHT - 1)}
    tiles = room.block(made.grid(WIDTH, HEIGHT, cells))
    room.item(5, 0, *made.tiles(3, WIDTH, HEIGHT, made.GAME, tiles, label="Game"))
    room.item(6, 0)
    data: bytes = room.bytes()
    return hashlib.sha256(data).hexdigest(), data


def header(map_hash: str, level: str, of: str) -> bytes:
    values = {
        "comment": "teehistorian@ddnet.tw",
        "version": "2",
        "version_minor": "22",
        "game_uuid": str(uuid.uuid3(SPACE, f"{map_hash} {level} {of}")),
        "server_version": "0.6, 20.1",
        "start_time": "2026-01-01T00:00:00+0000",
        "server_name": "a server",
        "server_port": "8303",
        "game_type": "DDraceNetwork",
        "map_name": level,
        "map_size": "448",
        "map_sha256": map_hash,
        "map_crc": "eceaf25c",
        "prng_description": "pcg-xsh-rr:1:2",
        "config": {},
        "tuning": {},
        "uuids": [],
    }
    return MAGIC + json.dumps(values).encode() + b"\0"


def message(*values: int) -> bytes:
    return b"".join(map(number, values))


def tee(name: str, x: int, direction: int = 0) -> bytes:
    """A player comes, with a tee on the floor whose keys are these."""
    data = message(JOIN, 0) + extension("teehistorian-player-name@ddnet.org", 0, text=name)
    data += message(TICK_SKIP, 0, NEW, 0, x, REST)
    return data + message(INPUT_NEW, 0, direction, 10, 0, 0, 0, 0, 1, 0, 0, 0)


def finished(ticks: int) -> bytes:
    return extension("teehistorian-player-finish@ddnet.org", 0, ticks)


def stand(
    map_hash: str, name: str = "ann", *, ticks: int = 100, jump: tuple[int, int] = (0, 0), finish: int = 0, level: str = "room"
) -> bytes:
    """A tee that stands still. Half the way through it may be elsewhere at once, and at the end have finished in so many ticks."""
    data = header(map_hash, level, f"{name} {ticks} {jump} {finish}") + tee(name, 100)
    data += message(TICK_SKIP, ticks // 2, 0, *jump, TICK_SKIP, ticks // 2)
    return data + (finished(finish) if finish else b"") + message(FINISH)


def walk(map_hash: str, name: str = "ann", *, faster: int = 0, level: str = "room") -> bytes:
    """A tee that walks from the start to the finish: two units more a tick, up to ten. Its time may be stated as so many ticks less."""
    data = bytearray(header(map_hash, level, f"{name} {faster}") + tee(name, 100, 1))
    x, speed, tick, begun = 100, 0, 1, 0
    while x // 32 < 20:
        speed, tick = min(speed + 2, 10), tick + 1
        x += speed
        data += message(TICK_SKIP, 0, 0, speed, 0)
        begun = tick if x // 32 == 8 else begun
    data += finished(tick - begun - faster)
    return bytes(data + message(TICK_SKIP, 0, 0, 10, 0) + message(FINISH))
