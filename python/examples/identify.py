# SPDX-License-Identifier: MIT
"""How often 30 seconds of motion find another play of the same player: a baseline for docs/privacy.md.

    python identify.py FOLDER

FOLDER has replays, or is a dataset of `reel scan -t frames`. Each play of BSOR is described by where the head and the hands are,
relative to where the player looks: median, spread and range. Its nearest neighbour among plays of other levels is its guess. A play
without another one of its player on another level is left out.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np
import polars as pl

import pyreel

SECONDS = (5.0, 35.0)
LEAST_FRAMES = 300
FRAMES = ["time", "head_position", "head_rotation", "left_hand_position", "right_hand_position"]


def features(frames: pl.DataFrame) -> np.ndarray:
    """The play as 28 numbers."""

    def columns(name: str, letters: str) -> np.ndarray:
        return frames.select([f"{name}_{letter}" for letter in letters]).to_numpy()

    head, (x, y, z, w) = columns("head_position", "xyz"), columns("head_rotation", "xyzw").T
    yaw = np.arctan2(2 * (x * z + w * y), 1 - 2 * (x**2 + y**2))
    parts = [head[:, 1]]
    for hand in ("left", "right"):
        right, up, forward = (columns(f"{hand}_hand_position", "xyz") - head).T
        parts += [np.cos(yaw) * right - np.sin(yaw) * forward, up, np.sin(yaw) * right + np.cos(yaw) * forward]
    rows = np.array(parts)
    spread = [np.percentile(rows, share, axis=1) for share in (10, 50, 90)]
    return np.concatenate([*spread, rows.std(axis=1)])


def read_replays(folder: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Plays that are complete, and the frames of the 30 seconds."""
    plays = pyreel.scan(folder, "plays", format="bsor").to_polars().filter(pl.col("player_id").is_not_null() & pl.col("complete"))
    frames = pyreel.scan(plays["file"].to_list(), "frames", FRAMES, after=SECONDS[0], before=SECONDS[1], clean=True).to_polars()
    return plays, frames.drop_nulls()


def read_dataset(folder: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The same from the tables that `reel scan -t frames` wrote, whose values are those of the files."""
    info = pl.read_parquet(f"{folder}/bsor/info/*.parquet").join(pl.read_parquet(f"{folder}/files/*.parquet"), on="file")
    level = pl.concat_str(pl.col("map_hash").str.to_uppercase(), "difficulty", "mode", separator="/")
    plays = info.filter((pl.col("player_id") != "") & (pl.col("status") == "ok"))
    rows = pl.scan_parquet(f"{folder}/bsor/frames/*.parquet").filter(pl.col("time").is_between(*SECONDS, closed="left"))
    values = pl.col("^(head|left_hand|right_hand)_(position|rotation)_.$")
    length = pl.sum_horizontal(pl.col("^head_rotation_.$") ** 2)
    frames = rows.filter(pl.all_horizontal(values.is_finite()) & length.is_between(0.98, 1.02)).collect()
    score = pl.when(pl.col("score") > 0).then("score")
    return plays.select("file", "player_id", level.alias("level"), score.alias("stated_score")), frames


def main(folder: str) -> None:
    """Prints the shares."""
    warnings.simplefilter("ignore", pyreel.ReelWarning)
    plays, frames = (read_dataset if (Path(folder) / "bsor" / "frames").is_dir() else read_replays)(folder)
    described = {}
    for (file,), rows in frames.group_by(["file"], maintain_order=True):
        if rows.height >= LEAST_FRAMES:
            described[file] = features(rows)
    own = plays.filter(pl.col("file").is_in(list(described))).select("file", "player_id", "level")
    player, level = own["player_id"].to_numpy(), own["level"].to_numpy()
    values = np.array([described[file] for file in own["file"]])
    scaled = (values - values.mean(axis=0)) / (values.std(axis=0) + 1e-9)
    distance = np.linalg.norm(scaled[:, None] - scaled[None], axis=2)
    other = level[:, None] != level[None]
    distance[~other] = np.inf
    same = player[:, None] == player[None]
    tried = (same & other).any(axis=1)
    found = player[distance.argmin(axis=1)] == player
    chance = (same & other).sum(axis=1) / np.maximum(other.sum(axis=1), 1)
    print(f"{tried.sum()} plays of {len(set(player[tried]))} players, among {len(player)} plays of {len(set(player))}:")
    print(f"found by 30 s of motion {found[tried].mean():.0%}, by chance {chance[tried].mean():.0%}")
    scored = plays.filter(pl.col("stated_score").is_not_null() & pl.col("level").is_not_null())
    keys = scored.group_by("level", "stated_score").agg(pl.col("player_id").n_unique().alias("players"))
    alone = keys.filter(pl.col("players") == 1).height
    print(f"{scored.height} plays with a level and a score: {alone} of {keys.height} pairs of these are of one player")


main(sys.argv[1])
