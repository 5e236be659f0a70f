# SPDX-License-Identifier: MIT
"""Plays for the tests, as BSOR files: docs/formats/bsor.md."""

from __future__ import annotations

import math
import random
import struct

HASH = "A" * 40
NOTE = 30000 + 1000 + 0 + 0 + 1  # normal, line 1, lowest layer, red, down


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<i", len(data)) + data


def info(
    player: str | bytes,
    name: str | bytes,
    level: str,
    score: int,
    song: str | bytes,
    fail_time: float,
    speed: float,
    mapper: str | bytes = "mapper",
    difficulty: str | bytes = "Expert",
    others: str | bytes = "",
    modifiers: str | bytes = "",
    headset: str | bytes = "headset",
) -> bytes:
    words = ["0.5.0", "1.29.1", "1700000000", player, name, "steam", "OpenVR", others or headset, "controllers", level, song]
    words += [mapper, difficulty]
    data = b"".join(text(each) for each in words) + struct.pack("<i", score)
    data += text("Standard") + text(others or "DefaultEnvironment") + text(modifiers)
    return data + struct.pack("<f?ffff", 18.0, False, 1.7, 0.0, fail_time, speed)


def motion(seed: int, seconds: float, rate: int) -> bytes:
    """Frames of a head and two hands that move on sums of sines."""
    source = random.Random(seed)
    waves = [[(source.uniform(0.1, 0.3), source.uniform(1, 9), source.uniform(0, 6)) for _ in range(4)] for _ in range(9)]
    count = int(seconds * rate)
    frames = bytearray(struct.pack("<i", count))
    for i in range(count):
        time = i / rate
        at = [sum(a * math.sin(f * time + p) for a, f, p in wave) for wave in waves]
        values = [at[0] / 9, 1.6 + at[1] / 9, at[2] / 9, 0, 0, 0, 1]
        values += [at[3] - 0.3, 1 + at[4], 0.4 + at[5], 0, 0, 0, 1, at[6] + 0.3, 1 + at[7], 0.4 + at[8], 0, 0, 0, 1]
        frames += struct.pack("<fi21f", time, rate, *values)
    return bytes(frames)


def cut(time: float, before: float, after: float) -> bytes:
    data = struct.pack("<iffi", NOTE, time, time - 1, 0) + struct.pack("<4?f3fi", True, True, True, False, 20, 0, -1, 0, 0)
    return data + struct.pack("<ff3f3fffff", 0.01, 1.0, 0, 1, 0, 1, 0, 0, 0.02, 1.0, before, after)


def score_of(notes: list[tuple[float, float]]) -> int:
    """Points with the game's multiplier. All cuts are near the centre."""
    total = 0
    for i, (before, after) in enumerate(notes):
        factor = 1 if i < 1 else 2 if i < 5 else 4 if i < 13 else 8
        total += factor * (round(70 * before) + round(30 * after) + 14)
    return total


def play(
    player: str | bytes = "76561190000000001",
    *,
    name: str | bytes = "Ann",
    level: str = HASH,
    song: str | bytes = "A song",
    notes: int = 8,
    good: int = 8,
    seed: int = 1,
    seconds: float = 6.0,
    rate: int = 30,
    score: int | None = None,
    fail_time: float = 0.0,
    speed: float = 0.0,
    **more: str | bytes,
) -> bytes:
    """A play of `notes` notes. `good` of them are cut fully, the others with half a swing. `speed` is that of practice mode."""
    cuts = [(1.0, 1.0) if i < good else (0.5, 0.5) for i in range(notes)]
    stated = score_of(cuts) if score is None else score
    data = struct.pack("<iB", 0x442D3D69, 1) + b"\0" + info(player, name, level, stated, song, fail_time, speed, **more)
    data += b"\1" + motion(seed, seconds, rate)
    data += b"\2" + struct.pack("<i", notes)
    data += b"".join(cut(1 + 0.5 * i, before, after) for i, (before, after) in enumerate(cuts))
    return data + b"\3" + struct.pack("<i", 0) + b"\4" + struct.pack("<i", 0) + b"\5" + struct.pack("<i", 0)
