#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the BSOR vectors with py-bsor, a reader of other people, and compares every value: others.py VECTORS.zip

It reads a part of what the format allows: what it refuses is counted, and what it reads must be the rows of the vectors.
"""

from __future__ import annotations

import io
import json
import math
import struct
import sys
import zipfile
from typing import Any

from bsor.Bsor import make_bsor  # type: ignore[import-not-found]

# What the other reader reads in another way than the recorder, which is a program of C#: there every byte but 0 is true, and ids have a sign.
DISPUTED = ("bsor/flag-bytes.bsor",)
LEAST = 10  # files that it must have read, or the comparison proves nothing

INFO = {
    "mod_version": "version", "game_version": "gameVersion", "timestamp": "timestamp", "player_id": "playerId", "player_name": "playerName",
    "platform": "platform", "tracking_system": "trackingSystem", "headset": "hmd", "controller": "controller", "map_hash": "songHash",
    "song_name": "songName", "mapper": "mapper", "difficulty": "difficulty", "score": "score", "mode": "mode", "environment": "environment",
    "modifiers": "modifiers", "jump_distance": "jumpDistance", "left_handed": "leftHanded", "height": "height", "start_time": "startTime",
    "fail_time": "failTime", "speed": "speed",
}  # fmt: skip
NOTE = {"event_time": "event_time", "spawn_time": "spawn_time", "event_type": "event_type"}
CUT = {
    "speed_ok": "speedOK", "direction_ok": "directionOk", "saber_type_ok": "saberTypeOk", "was_cut_too_soon": "wasCutTooSoon",
    "saber_speed": "saberSpeed", "saber_direction": "saberDirection", "saber_type": "saberType", "time_deviation": "timeDeviation",
    "cut_direction_deviation": "cutDeviation", "cut_point": "cutPoint", "cut_normal": "cutNormal",
    "cut_distance_to_center": "cutDistanceToCenter", "cut_angle": "cutAngle", "before_cut_rating": "beforeCutRating",
    "after_cut_rating": "afterCutRating",
}  # fmt: skip
WALL = {"wall_id": "id", "energy": "energy", "time": "time", "spawn_time": "spawnTime"}


def single(value: Any) -> Any:
    """A float of the vectors: the fewest digits of a float of 32 bits, or the name of what has none."""
    if isinstance(value, list):
        return [single(part) for part in value]
    if isinstance(value, str) and value.lower() in ("nan", "inf", "-inf", "infinity", "-infinity"):
        value = float(value)
    return struct.unpack("<f", struct.pack("<f", value))[0] if isinstance(value, float) else value


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(same(one, other) for one, other in zip(ours, theirs, strict=True))
    if isinstance(theirs, float) and math.isnan(theirs):
        return isinstance(ours, float) and math.isnan(ours)
    return bool(ours == theirs)


def picked(thing: Any, names: dict[str, str]) -> dict[str, Any]:
    return {ours: getattr(thing, theirs) for ours, theirs in names.items()}


def pose(name: str, it: Any) -> dict[str, Any]:
    return {f"{name}_position": [it.x, it.y, it.z], f"{name}_rotation": [it.x_rot, it.y_rot, it.z_rot, it.w_rot]}


def note(it: Any) -> dict[str, Any]:
    signed = (it.note_id ^ 1 << 31) - (1 << 31)
    return {"note_id": signed} | picked(it, NOTE) | (picked(it.cut, CUT) if it.cut else {})


def frame(it: Any) -> dict[str, Any]:
    poses = pose("head", it.head) | pose("left_hand", it.left_hand) | pose("right_hand", it.right_hand)
    return {"time": it.time, "fps": it.fps} | poses


def tables(play: Any) -> dict[str, list[dict[str, Any]]]:
    """What the other reader read, in the names of the vectors."""
    return {
        "info": [picked(play.info, INFO)],
        "frames": [frame(it) for it in play.frames],
        "notes": [note(it) for it in play.notes],
        "walls": [picked(it, WALL) for it in play.walls],
        "heights": [{"height": it.height, "time": it.time} for it in play.heights],
        "pauses": [{"duration": it.duration, "time": it.time} for it in play.pauses],
    }


def differences(rows: dict[str, Any], play: Any) -> list[str]:
    wrong = []
    for table, theirs in tables(play).items():
        ours = rows[table] if isinstance(rows[table], list) else [rows[table]]
        if len(ours) != len(theirs):
            wrong.append(f"{table}: {len(ours)} rows, and {len(theirs)}")
            continue
        for number, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            wrong += [
                f"{table}[{number}].{field}: {one[field]!r}, and {value!r}"
                for field, value in other.items()
                if not same(single(one[field]), value)
            ]
    return wrong


def main(path: str) -> int:
    alike, refused, wrong = 0, [], []
    with zipfile.ZipFile(path) as packed:
        base = "replay-vectors/"
        for entry in json.loads(packed.read(f"{base}manifest.json"))["files"]:
            if entry["format"] != "bsor" or not entry["sound"] or entry["file"] in DISPUTED:
                continue
            try:
                play = make_bsor(io.BytesIO(packed.read(base + entry["file"])))
            except BaseException as why:  # noqa: BLE001 # its own exceptions are of that class
                refused.append(f"{entry['file']}: {why}")
                continue
            found = differences(json.loads(packed.read(base + entry["rows"])), play)
            wrong += [f"{entry['file']}: {what}" for what in found]
            alike += not found
    print(*(f"refused: {what}" for what in refused), *wrong, sep="\n")
    print(f"{alike} files are read alike, {len(refused)} are refused by the other reader")
    return 1 if wrong or alike < LEAST else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
