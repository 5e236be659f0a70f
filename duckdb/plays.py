# SPDX-License-Identifier: MIT
"""Writes plays of Beat Saber (BSOR) for the tests and the benchmark, without reel."""

from __future__ import annotations

import random
import struct
from array import array
from pathlib import Path

FRAME = 23  # values of 4 bytes


def text(value: bytes) -> bytes:
    return struct.pack("<i", len(value)) + value


def play(frames: int, *, player: bytes = b"bench", seed: int = 1) -> bytes:
    numbers = random.Random(seed)
    names = [
        b"1.0",
        b"1.29",
        b"1700000000",
        b"1",
        player,
        b"steam",
        b"OpenXR",
        b"Index",
        b"Index",
        b"0" * 40,
        b"song",
        b"mapper",
        b"Expert",
    ]
    info = b"".join(map(text, names)) + struct.pack("<i", 0)
    info += b"".join(map(text, (b"Standard", b"scene", b""))) + struct.pack("<f?ffff", 17.5, False, 1.75, 0, 0, 0)
    rows = array("f", [numbers.random() for _ in range(FRAME * min(frames, 512))]) * (frames // 512 + 1)
    data = bytearray(rows[: FRAME * frames].tobytes())
    for i in range(frames):
        struct.pack_into("<fi", data, 4 * FRAME * i, i / 90, 90)
    empty = b"".join(struct.pack("<Bi", section, 0) for section in range(2, 6))
    return struct.pack("<IBB", 0x442D3D69, 1, 0) + info + struct.pack("<Bi", 1, frames) + bytes(data) + empty


def write_plays(folder: Path, count: int, frames: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        (folder / f"{i:05}.bsor").write_bytes(play(frames, seed=i))
