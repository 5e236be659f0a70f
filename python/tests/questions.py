# SPDX-License-Identifier: MIT
"""The answers to the questions of docs/questions.md, computed from the bytes of BSOR files, and by plain loops over the rows of others.

Run as a program, it writes them into the page.
"""

from __future__ import annotations

import contextlib
import os
import re
import struct
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyreel
from questions_page import PAGE, Rows, comparable, make_folder


class Bsor:
    """Frames, notes and pauses of a file, by struct."""

    def __init__(self, path: Path) -> None:
        self.data, self.at = path.read_bytes(), 5
        self.frames: list[tuple[float, ...]] = []
        self.cuts: list[tuple[float, float]] = []
        self.pauses: list[tuple[int, float]] = []
        with contextlib.suppress(struct.error):  # the file ends
            self.read()

    def take(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def text(self) -> str:
        size = self.take("i")[0]
        self.at += size
        return self.data[self.at - size : self.at].decode()

    def read(self) -> None:
        assert self.take("B") == (0,)
        texts = [self.text() for _ in range(13)]
        self.take("i")
        texts += [self.text() for _ in range(3)]
        self.take("f?ffff")
        self.player, self.headset = texts[4], texts[7]
        while self.at < len(self.data):
            section = self.take("B")[0]
            if section not in (1, 2, 3, 4, 5):
                return
            for _ in range(self.take("i")[0]):
                if section == 1:
                    self.frames.append(self.take("fi21f"))
                elif section == 2:
                    _, time, _, event = self.take("iffi")
                    if event in (0, 1):
                        cut = self.take("????f3fi2f3f3f4f")
                        self.cuts += [(time, cut[4])] if event == 0 else []
                elif section == 3:
                    self.take("ifff")
                elif section == 4:
                    self.take("ff")
                else:
                    self.pauses.append(self.take("qf"))


def truths(folder: Path) -> list[Rows]:
    """The answers, computed here. ``folder`` is the name that the rows have."""
    plays = {f"{folder}/{path.name}": Bsor(path) for path in sorted(folder.glob("*.bsor"))}
    by_player: dict[tuple[str, str], list[float]] = defaultdict(list)
    timing: dict[str, list[float]] = defaultdict(list)
    for name, play in plays.items():
        replay = pyreel.open(name, strict=False)
        summary = replay.stats()["summary"][0]
        if summary["notes"] > 0:
            by_player[play.player, play.headset].append(summary["accuracy"])
        for hand in replay.stats()["hands"]:
            if hand["good_cuts"]:
                timing[hand["hand"]].append(hand["timing"])

    def mean(values: list[float]) -> float:
        return sum(values) / len(values)

    first = [(*key, round(mean(values), 3)) for key, values in by_player.items()]
    second = [(hand, round(mean(values), 4)) for hand, values in timing.items()]
    third = [(name, round(mean([frame[3] for frame in play.frames]), 3)) for name, play in plays.items() if play.frames]
    fourth = [(name, len(play.pauses), sum(pause[0] for pause in play.pauses)) for name, play in plays.items() if play.pauses]
    fifth = []
    for path in sorted(folder.glob("*.gdr2")):
        replay = pyreel.open(path)
        presses = sum(1 for row in replay["inputs"] if row["down"])
        fifth.append((f"{folder}/{path.name}", round(presses / replay.stats()["summary"][0]["length"], 3)))
    hooks: dict[int, int] = defaultdict(int)
    finishes: dict[int, int] = defaultdict(int)
    for path in sorted(folder.glob("*.teehistorian")):
        replay, held = pyreel.open(path), defaultdict(int)
        for row in replay["inputs"]:
            hooks[row["cid"]] += row["hook"] != 0 and held[row["cid"]] == 0
            held[row["cid"]] = row["hook"]
        for row in replay["finishes"]:
            finishes[row["cid"]] += 1
    eighth = []
    for path in sorted(folder.glob("*.butter")):
        eighth += [(f"{folder}/{path.name}", goal["scorer"], goal["disc_speed"]) for goal in pyreel.open(path)["echo.goals"]]
    ninth = [(name, round(time, 3), round(speed, 2)) for name, play in plays.items() for time, speed in play.cuts]
    tenth = []
    for path in sorted(folder.iterdir()):
        try:
            damage = pyreel.open(path, strict=False).damage
            tenth += [(f"{folder}/{path.name}", "damaged", damage.rule)] if damage else []
        except pyreel.ReelError as error:
            tenth.append((f"{folder}/{path.name}", "not-a-replay", error.rule))
    return [comparable(rows) for rows in (first, second, third, fourth, fifth, hooks.items(), finishes.items(), eighth, ninth, tenth)]


def write_answers(folder: Path) -> None:
    """Puts the answers into the page."""
    heads = [
        "player_name,headset,accuracy",
        "hand,timing",
        "file,height",
        "file,pauses,seconds",
        "file,presses_per_second",
        "cid,hooks",
    ]
    heads += ["cid,finishes", "file,scorer,disc_speed", "file,event_time,saber_speed", "file,verdict,rule"]
    parts = re.split(r"```csv\n.*?```", PAGE.read_text(), flags=re.S)
    page = parts[0]
    for head, rows, rest in zip(heads, truths(folder), parts[1:], strict=True):
        lines = [",".join(f"{value:g}" if isinstance(value, float) else value.replace("None", "") for value in row) for row in rows]
        page += "\n".join(["```csv", head, *lines, "```"]) + rest
    PAGE.write_text(page)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        make_folder(Path("replays"))
        write_answers(Path("replays"))
