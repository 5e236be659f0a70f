# SPDX-License-Identifier: MIT
"""Makes recordings in the folders of BOXRR-23, and times what a study does with them: for docs/boxrr.md.

    python boxrr.py FOLDER [COUNT]

FOLDER must not exist. Makes COUNT recordings (100000) of 100 frames, 50 of each user, each with motion of its own, as
``users/0/USER/RECORDING.xror``, and ``metadata/replays.bson.gz``. Then: names and metadata, a scan, an update after 20 files changed
and 50 were removed, a question, and a pseudonymised dataset. Prints seconds, seconds of processors, and bytes. ``REEL`` names the
command.
"""

from __future__ import annotations

import gzip
import io
import os
import resource
import struct
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl

import pyreel
from pyreel import boxrr

FRAMES, EACH, MOTIONS = 100, 50, 1 << 16
CHANGED, REMOVED = 20, 50
Recording = tuple[str, str]


def bson(document: dict[str, object]) -> bytes:
    """A document of texts and documents."""
    body = b""
    for name, value in document.items():
        if isinstance(value, dict):
            body += b"\x03" + name.encode() + b"\0" + bson(value)
        else:
            text = str(value).encode() + b"\0"
            body += b"\x02" + name.encode() + b"\0" + struct.pack("<i", len(text)) + text
    return struct.pack("<i", len(body) + 5) + body + b"\0"


def motion(seed: int) -> np.ndarray:
    """A long walk of head and hands that recordings are slices of."""
    steps = np.random.default_rng(seed).normal(0, 0.004, (MOTIONS, 9))
    return np.sin(steps.cumsum(axis=0)).astype("<f4")


class Maker:
    """Makes recordings as the data set's own tool did: a play of BSOR, converted."""

    def __init__(self, seed: int) -> None:
        self.motion = motion(seed)
        self.frames = np.zeros(FRAMES, pyreel.open(self._play("", "", None)).table("frames").rows().dtype)
        self.frames["time"] = np.arange(FRAMES, dtype="<f4") / 80
        self.frames["fps"] = 80

    def _play(self, user: str, level: str, frames: np.ndarray | None) -> bytes:
        play = io.BytesIO()
        with pyreel.Writer(play, "bsor") as writer:
            info = {"player_id": user, "map_hash": level, "mode": "Standard", "difficulty": "Expert", "platform": "steam"}
            writer.append("info", info | {"timestamp": "1690000000", "modifiers": "NF", "jump_distance": 18.0})
            if frames is None:
                frames = [{"time": 0.0}]  # type: ignore[assignment]
            writer.append("frames", frames)
            note = {"note_id": 30001, "event_type": "miss"}
            writer.append("notes", [note | {"event_time": i / 8, "spawn_time": i / 8} for i in range(4)])
        return play.getvalue()

    def write(self, path: Path, user: str, number: int, height: float) -> None:
        begin = number * 97 % (MOTIONS - FRAMES)
        walk = self.motion[begin : begin + FRAMES]
        rest = ((0, height, 0), (-0.3, height - 0.5, 0.4), (0.3, height - 0.5, 0.4))
        for part, (name, at) in enumerate(zip(("head", "left_hand", "right_hand"), rest, strict=True)):
            self.frames[f"{name}_position"] = walk[:, 3 * part : 3 * part + 3] / 4 + np.float32(at)
            self.frames[f"{name}_rotation"] = (0, 0, 0, 1)
        play = self._play(user, f"{number % 200:040X}", self.frames)
        pyreel.open(play).convert("xror", path, loss="allow", replace=True)


@cache
def maker() -> Maker:
    """One for each process."""
    return Maker(23)


def new_uuid(words: np.random.Generator) -> str:
    return str(uuid.UUID(bytes=words.bytes(16), version=4))


def make_user(folder: Path, first: int, count: int) -> list[Recording]:
    """A user with `count` recordings, whose numbers begin with `first`."""
    words = np.random.default_rng(first)
    user, height = new_uuid(words), words.uniform(1.5, 1.9)
    own = folder / "users" / user[0] / user
    own.mkdir(parents=True)
    made = [(user, new_uuid(words)) for _ in range(count)]
    for number, (_, recording) in enumerate(made, first):
        maker().write(own / f"{recording}.xror", user, number, height)
    return made


def make(folder: Path, count: int) -> list[Recording]:
    """The folders of users, and the file with the metadata."""
    starts = range(0, count, EACH)
    counts = [min(EACH, count - first) for first in starts]
    with ProcessPoolExecutor() as pool:
        made = [each for user in pool.map(make_user, [folder] * len(starts), starts, counts) for each in user]
    (folder / "metadata").mkdir()
    with gzip.open(folder / "metadata" / "replays.bson.gz", "wb", compresslevel=1) as metadata:
        for user, recording in made:
            document = {"_id": recording, "user_id": user, "info": {"software": {"app": {"name": "Beat Saber"}}}}
            metadata.write(bson(document))
    return made


def change(folder: Path, made: list[Recording], words: np.random.Generator) -> None:
    """Changes some recordings, and removes others."""
    chosen = words.permutation(len(made))[: CHANGED + REMOVED]
    for number, (user, recording) in enumerate(made[index] for index in chosen):
        path = folder / "users" / user[0] / user / f"{recording}.xror"
        if number < CHANGED:
            maker().write(path, user, number + 1, 1.7)
        else:
            path.unlink()


def run(*words: object) -> None:
    command = [os.environ.get("REEL", "reel"), *map(str, words)]
    if subprocess.run(command, check=False).returncode > 1:  # noqa: S603
        sys.exit(f"{' '.join(command)} failed")


def heights(folder: Path) -> pl.DataFrame:
    """The height of the head of each user, from the dataset and the names of the folders."""
    users = pl.from_arrow(boxrr.recordings(folder / "users")).with_columns(pl.col("file").str.slice(len(f"{folder / 'users'}/")))
    frames = pl.scan_parquet(folder / "dataset" / "xror" / "frames" / "*.parquet")
    frames = frames.group_by("file").agg(pl.col("head_position_y").mean())
    return users.lazy().join(frames, on="file").group_by("user").agg(pl.col("head_position_y").mean()).collect()


def size_of(folder: Path) -> tuple[int, int]:
    found = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(found), sum(found)


def timed(what: str, work: Callable[[], object]) -> object:
    def used() -> float:
        return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))

    began, before = time.perf_counter(), used()
    result = work()
    print(f"{what:<32}{time.perf_counter() - began:9.1f} s {used() - before:9.1f} s of processors", flush=True)
    return result


def main() -> None:
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    folder.mkdir(parents=True)
    key = folder / "study.key"
    key.write_bytes(os.urandom(32))
    key.chmod(0o600)
    made = timed(f"make {count} recordings", lambda: make(folder, count))
    users, dataset = folder / "users", folder / "dataset"
    print("  {} files, {} bytes".format(*size_of(users)))
    found = timed("names and metadata", lambda: boxrr.recordings(users, ["info.software.app.name"]))
    print(f"  {found.num_rows} recordings")  # type: ignore[attr-defined]
    scan = ("scan", "-q", "--stats", "-t", "frames", users, "-o", dataset)
    timed("scan, with statistics and frames", lambda: run(*scan))
    print("  {} files, {} bytes".format(*size_of(dataset)))
    change(folder, made, np.random.default_rng(7))  # type: ignore[arg-type]
    timed(f"update, {CHANGED} changed, {REMOVED} removed", lambda: run(*scan))
    answer = timed("question: height of each user", lambda: heights(folder))
    print(f"  {answer.height} users")  # type: ignore[attr-defined]
    published = ("--pseudonymise", key, users, "-o", folder / "published")
    timed("scan --pseudonymise", lambda: run(*scan[:-3], *published))
    print("  {} files, {} bytes".format(*size_of(folder / "published")))


if __name__ == "__main__":
    main()
