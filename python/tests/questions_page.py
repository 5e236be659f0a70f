# SPDX-License-Identifier: MIT
"""The blocks of docs/questions.md, and the folder that they ask. The tests of other doors import this file too."""

from __future__ import annotations

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent.parent
PAGE = REPOSITORY / "docs" / "questions.md"
FILES = ["full.bsor", "note-ids.bsor", "repeated-frames.bsor", "plain.gdr2", "arena.butter", "every-message.teehistorian"]
FILES += ["strange-clients.teehistorian", "slot-reuse.teehistorian"]
Rows = list[tuple[Any, ...]]


def _golden(name: str) -> Path:
    return next(REPOSITORY.glob(f"tests/formats/*/golden/{name}"))


def match_with_goals() -> str:
    """The first frame of an .echoreplay again and again, with two goals."""
    _, text = _golden("text.echoreplay").read_text(encoding="utf-8").splitlines()[0].split("\t", 1)
    frame = json.loads(text)
    scores = {3: ("blue", 2, "Grüß", 12.25), 7: ("orange", 3, "Ada", 17.75)}
    lines = []
    for number in range(12):
        frame["game_clock"] = 600 - number / 2
        if number in scores:
            team, points, scorer, speed = scores[number]
            frame[f"{team}_points"] += points
            frame["last_score"] |= {"team": team, "point_amount": points, "person_scored": scorer, "disc_speed": speed}
        lines.append(f"2021/11/20 21:15:{3 + number // 2:02}.{500 * (number % 2):03}\t{json.dumps(frame, ensure_ascii=False)}\r\n")
    return "".join(lines)


def make_folder(folder: Path) -> None:
    folder.mkdir()
    for name in FILES:
        shutil.copyfile(_golden(name), folder / name)
    (folder / "match.echoreplay").write_text(match_with_goals(), encoding="utf-8", newline="")
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
