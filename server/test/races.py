# SPDX-License-Identifier: MIT
"""Races for the tests, as teehistorian files: docs/formats/teehistorian.md."""

from __future__ import annotations

import hashlib
import json
import uuid

MAGIC = bytes.fromhex("699db17b8efb34ffb1d8da6f60c15dd1")
SPACE = uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029")
FINISH, TICK_SKIP, JOIN, EX = -1, -2, -8, -11


def number(value: int) -> bytes:
    sign, rest = (0x40, ~value) if value < 0 else (0, value)
    out = bytearray([sign | rest & 0x3F])
    rest >>= 6
    while rest:
        out[-1] |= 0x80
        out.append(rest & 0x7F)
        rest >>= 7
    return bytes(out)


def extension(name: str, *values: int, text: str | None = None) -> bytes:
    data = b"".join(number(each) for each in values)
    if text is not None:
        data += text.encode() + b"\0"
    return number(EX) + uuid.uuid3(SPACE, name).bytes + number(len(data)) + data


def race(level: str, finishes: list[tuple[str, int]], *, team: int | None = None, practice: bool = False) -> bytes:
    """A game in which players finish in so many ticks each, the first ones first. With a team all of them finish together."""
    header = {
        "comment": "teehistorian@ddnet.tw",
        "version": "2",
        "version_minor": "22",
        "game_uuid": str(uuid.uuid3(SPACE, level + repr(finishes))),
        "server_version": "0.6, 20.1",
        "start_time": "2026-01-01T00:00:00+0000",
        "server_name": "a server",
        "server_port": "8303",
        "game_type": "DDraceNetwork",
        "map_name": level,
        "map_size": "448",
        "map_sha256": hashlib.sha256(level.encode()).hexdigest(),
        "map_crc": "eceaf25c",
        "prng_description": "pcg-xsh-rr:1:2",
        "config": {},
        "tuning": {},
        "uuids": [],
    }
    data = bytearray(MAGIC + json.dumps(header).encode() + b"\0")
    for cid, (name, _) in enumerate(finishes[:128]):
        data += number(JOIN) + number(cid) + extension("teehistorian-player-name@ddnet.org", cid, text=name)
        if team is not None:
            data += extension("teehistorian-player-team@ddnet.tw", cid, team)
    if practice:
        data += extension("teehistorian-team-practice@ddnet.tw", team or 0, 1)
    tick = 0
    for n, (name, ticks) in enumerate(finishes):
        if n >= 128:  # a slot is used again
            data += extension("teehistorian-player-name@ddnet.org", n % 128, text=name)
        if ticks > tick:
            data += number(TICK_SKIP) + number(ticks - tick - 1)
            tick = ticks
        data += extension("teehistorian-player-finish@ddnet.org", n % 128, ticks)
    if team is not None:
        data += extension("teehistorian-team-finish@ddnet.org", team, finishes[-1][1])
    return bytes(data + number(FINISH))
