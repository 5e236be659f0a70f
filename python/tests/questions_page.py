# SPDX-License-Identifier: MIT
"""The blocks of docs/questions.md, and the folder that they ask. The tests of other doors import this file too."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = REPOSITORY / "docs" / "questions.md"
FILES = [
    "full.bsor",
    "note-ids.bsor",
    "repeated-frames.bsor",
    "plain.gdr2",
    "arena.butter",
    "arena-2.butter",
    "every-message.teehistorian",
]
FILES += ["strange-clients.teehistorian", "slot-reuse.teehistorian"]
Rows = list[tuple[Any, ...]]


def _golden(name: str) -> Path:
    return next(REPOSITORY.glob(f"tests/formats/*/golden/{name}"))


def make_folder(folder: Path) -> None:
    folder.mkdir()
    for name in FILES:
        shutil.copyfile(_golden(name), folder / name)
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
