# SPDX-License-Identifier: MIT
"""Tables that are joined with one another: a folder that has rows of each, and what two of them are joined by."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pyreel
from plays import FORMATS

REPORTS = ("plays", "files", "findings")
KEYS = ("file", "cid", "tick", "frame", "session", "player_id", "team", "player", "hand", "client", "stroke", "device")
"""What rows of two tables are joined by."""


def make_folder(made: Path) -> Path:
    """Two replays of each game, in two folders, a replay that is cut, and a file that is not a replay."""
    for name in ("bsor/golden/full.bsor", "xror/golden/beatsaber.xror", "teehistorian/golden/every-message.teehistorian"):
        for inner in ("a", "b"):
            (made / inner).mkdir(exist_ok=True)
            shutil.copyfile(FORMATS / name, made / inner / Path(name).name)
    data = (made / "a" / "full.bsor").read_bytes()
    (made / "a" / "cut.bsor").write_bytes(data[: len(data) * 6 // 10])
    (made / "notes.txt").write_text("not a replay")
    return made


def every_table() -> dict[str, tuple[str | None, str]]:
    """All tables of such a folder, by names that say which format they are of: format and table."""
    tables: dict[str, tuple[str | None, str]] = {name: (None, name) for name in REPORTS}
    for kind in ("bsor", "xror", "teehistorian"):
        form = pyreel.formats()[kind]
        for name in (*form.tables, *(f"{each.id}.{table}" for each in form.insights for table in each.tables)):
            tables[f"{kind}.{name}"] = (kind, name)
    return tables


def pairs(columns: dict[str, Iterable[str]]) -> list[tuple[str, str, list[str]]]:
    """All pairs of tables with what they are joined by: the file, and the other keys that two tables of one format share."""
    found = []
    for left, right in combinations(columns, 2):
        shared = [name for name in KEYS if name in columns[left] and name in columns[right]]
        found.append((left, right, shared if left.split(".")[0] == right.split(".")[0] else ["file"]))
    return found
