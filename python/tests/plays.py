# SPDX-License-Identifier: MIT
"""The golden and bad files of the project, and a play that the tests make."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pyreel

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FORMATS = REPOSITORY / "tests" / "formats"
CORPUS = Path(os.environ.get("REEL_CORPUS") or REPOSITORY.parent / "shared")


def files(kind: str) -> list[Path]:
    return sorted(path for path in FORMATS.glob(f"*/{kind}/*") if path.is_file())


def stored(data: bytes) -> bytes:
    """An archive that keeps the bytes of a file, as docs/formats/reel.md has it."""
    size, rest = bytearray(), len(data)
    while rest > 127:
        size.append(rest & 127 | 128)
        rest >>= 7
    return b"\x89reels\0\n" + bytes(size) + bytes([rest]) + hashlib.sha256(data).digest()[:4] + data


def golden(name: str) -> Path:
    found = list(FORMATS.glob(f"*/golden/{name}"))
    assert found, f"no golden file {name}: the tests need a checkout of the project"
    return found[0]


def frame(time: float) -> dict[str, Any]:
    pose = {"head_position": (0.25, 1.5, -0.125), "head_rotation": (0, 0, 0, 1)}
    for hand in ("left_hand", "right_hand"):
        pose |= {f"{hand}_position": (time, 1, 0.5), f"{hand}_rotation": (0, 0, 0, 1)}
    return {"time": time, "fps": 90, **pose}


def write_play(
    to: Any,
    *,
    frames: int = 3,
    score: int = 0,
    name: str = "Zoë",
    timestamp: str = "1700000000",
    player: str = "1",
    level: str = "0" * 40,
) -> None:
    """A play with `frames` frames, half a second apart, and four missed notes."""
    with pyreel.Writer(to, "bsor", replace=True) as writer:
        info = {"player_name": name, "score": score, "mode": "Standard", "difficulty": "Expert", "timestamp": timestamp}
        info |= {"map_hash": level, "height": 1.75, "jump_distance": 17.5, "player_id": player, "platform": "steam"}
        writer.append("info", info)
        writer.append("frames", [frame(i / 2) for i in range(frames)])
        notes = [{"note_id": 30001, "event_time": i / 4, "spawn_time": i / 4, "event_type": "miss"} for i in range(4)]
        writer.append("notes", notes)


def write_level(folder: Path, title: str = "A song") -> str:
    """A level with the notes of such a play. Returns its hash."""
    folder.mkdir(parents=True)
    difficulty = {
        "_difficulty": "Expert",
        "_beatmapFilename": "Expert.dat",
        "_noteJumpMovementSpeed": 16,
        "_noteJumpStartBeatOffset": 0,
    }
    modes = [{"_beatmapCharacteristicName": "Standard", "_difficultyBeatmaps": [difficulty]}]
    info = {"_version": "2.0.0", "_songName": title, "_beatsPerMinute": 60, "_difficultyBeatmapSets": modes}
    notes = {"version": "3.3.0", "colorNotes": [{"b": i / 4, "x": 0, "y": 0, "c": 0, "d": 1} for i in range(4)]}
    texts = json.dumps(info).encode(), json.dumps(notes).encode()
    for name, text in zip(("Info.dat", "Expert.dat"), texts, strict=True):
        (folder / name).write_bytes(text)
    return hashlib.sha1(b"".join(texts)).hexdigest()
