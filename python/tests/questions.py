# SPDX-License-Identifier: MIT
"""The answers to the questions of docs/questions.md, computed from the bytes of the files by parsers of their own: nothing here uses reel.

Run as a program, it writes them into the page.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import re
import struct
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from questions_page import END_OF_SOLO, FREEZE, PAGE, SOLO, TILE, Rows, comparable, make_folder

MAGIC = struct.pack("<I", 0x442D3D69)  # of BSOR


class Event(NamedTuple):
    """A note or a bomb of BSOR. `kind` is 0 good, 1 bad, 2 miss, 3 bomb."""

    time: float
    kind: int
    id: int
    cut: tuple[Any, ...] | None


class Bsor:
    """A file, by struct."""

    def __init__(self, path: Path) -> None:
        self.data, self.at = path.read_bytes(), 5
        self.frames: list[tuple[float, ...]] = []
        self.events: list[Event] = []
        self.walls: list[float] = []
        self.pauses: list[tuple[int, float]] = []
        self.is_whole = False
        with contextlib.suppress(struct.error):  # the file ends
            self.read()
            self.is_whole = True

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
                    number, time, _, kind = self.take("iffi")
                    self.events.append(Event(time, kind, number, self.take("????f3fi2f3f3f4f") if kind in (0, 1) else None))
                elif section == 3:
                    time, spawn = self.take("ifff")[2:]
                    self.walls.append(max(time, spawn))
                elif section == 4:
                    self.take("ff")
                else:
                    self.pauses.append(self.take("qf"))

    def good(self) -> Iterator[tuple[Event, tuple[Any, ...]]]:
        return ((event, event.cut) for event in self.events if event.kind == 0 and event.cut is not None)

    def accuracy(self) -> float | None:
        """Score by the score that is possible, for notes of 115 points; None without notes."""
        most, full, earned, multiplier = 0, Multiplier(), 0, Multiplier()
        walls = [Event(time, -1, 0, None) for time in self.walls]
        for event in sorted([*self.events, *walls], key=lambda each: each.time):
            if event.kind in (0, 1, 2):
                most += 115 * full.hit()
            if event.kind == 0 and event.cut is not None:
                earned += points(event.id, event.cut) * multiplier.hit()
            else:
                multiplier.fault()
        return earned / most if most else None


class Multiplier:
    """1, 2, 4, 8 after 2, 4 and 8 hits more; half after a fault."""

    def __init__(self) -> None:
        self.value, self.progress = 1, 0

    def hit(self) -> int:
        self.progress += self.value < 8
        if self.progress == 2 * self.value:
            self.value, self.progress = 2 * self.value, 0
        return self.value

    def fault(self) -> None:
        self.value, self.progress = max(self.value // 2, 1), 0


PLAIN, ARC_HEAD = 3, 4  # kinds of notes, in the ten thousands of their ids


def points(number: int, cut: tuple[Any, ...]) -> int:
    """What a good cut earns: up to 70 for the swing before, 30 for the swing after, which an arc gives, and 15 for the centre."""
    kind = number // 10000
    assert kind in (PLAIN, ARC_HEAD)
    distance, _, before, after = cut[17:21]
    after = 1 if kind == ARC_HEAD else after
    swing = round(min(max(70 * before, 0), 70)) + round(min(max(30 * after, 0), 30))
    return swing + round(15 * (1 - min(max(distance / 0.3, 0), 1)))


class Numbers:
    """The packed numbers of GDR2 (LEB128) and teehistorian."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def leb(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def packed(self) -> int:
        first = self.data[self.at]
        self.at += 1
        value, shift, more = first & 63, 6, first & 128
        while more:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift, more = shift + 7, byte & 128
        return ~value if first & 64 else value

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> bytes:
        end = self.data.index(0, self.at)
        found, self.at = self.data[self.at : end], end + 1
        return found


def inputs(path: Path) -> tuple[float, list[tuple[int, int]]]:
    """Frames in a second, and frame and state (1 down) of the inputs of one player, of a GDR2 without blocks beside them, in a level that
    is not a platformer."""
    file = Numbers(path.read_bytes(), 3)
    file.leb()
    tag = file.take(file.leb())
    file.take(file.leb())
    file.take(file.leb())
    file.take(4)
    file.leb()
    framerate = struct.unpack(">d", file.take(8))[0]
    file.leb(), file.leb(), file.leb()
    platformer = file.leb()
    file.take(file.leb())
    file.leb(), file.leb()
    file.take(file.leb())
    file.take(file.leb())
    for _ in range(file.leb()):
        file.leb()
    count, first = file.leb(), file.leb()
    assert not tag
    assert not platformer
    found, frame = [], 0
    for number in range(count):
        step = file.leb()
        frame = (0 if number in (0, first) else frame) + (step >> 1)
        found.append((frame, step & 1))
    return framerate, found


def presses_per_second(path: Path) -> float:
    framerate, found = inputs(path)
    return sum(down for _, down in found) / (max(frame for frame, _ in found) / framerate)


def holds(path: Path) -> tuple[float, int]:
    """The mean of the frames from a press to its release, and the presses of the second with the most."""
    framerate, found = inputs(path)
    lengths = [after - at for (at, down), (after, then) in itertools.pairwise(found) if down and not then]
    presses = [frame for frame, down in found if down]
    return mean(lengths), max(sum(first <= frame < first + framerate for frame in presses) for first in presses)


FINISH = uuid.uuid3(uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029"), "teehistorian-player-finish@ddnet.org").bytes
NAME = uuid.uuid3(uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029"), "teehistorian-player-name@ddnet.org").bytes
HOOK, INPUTS = 5, 10


def recorded(path: Path) -> Iterator[tuple[str, int, int]]:
    """Inputs ("hook", client, state) and finishes ("finish", client, ticks) of a teehistorian."""
    file = Numbers(path.read_bytes(), 16)
    file.text()
    state: dict[int, list[int]] = defaultdict(lambda: [0] * INPUTS)
    while file.at < len(file.data):
        kind = file.packed()
        if kind >= 0:  # the character of a client moves
            file.packed(), file.packed()
        elif kind == -1:  # FINISH
            return
        elif kind in (-2, -4, -8):  # TICK_SKIP, PLAYER_OLD, JOIN
            file.packed()
        elif kind == -3:  # PLAYER_NEW
            file.packed(), file.packed(), file.packed()
        elif kind in (-5, -6):  # INPUT_DIFF, INPUT_NEW
            client = file.packed()
            values = [file.packed() for _ in range(INPUTS)]
            state[client] = [old + new for old, new in zip(state[client], values, strict=True)] if kind == -5 else values
            yield "hook", client, state[client][HOOK]
        elif kind == -7:  # MESSAGE
            file.packed()
            file.take(file.packed())
        elif kind == -9:  # DROP
            file.packed()
            file.text()
        elif kind == -10:  # CONSOLE_COMMAND
            file.packed(), file.packed()
            file.text()
            for _ in range(file.packed()):
                file.text()
        else:  # EX
            assert kind == -11, kind
            name = file.take(16)
            payload = Numbers(file.take(file.packed()))
            if name == FINISH:
                yield "finish", payload.packed(), payload.packed()


def goals(path: Path) -> Iterator[tuple[str, float]]:
    """Who scored, and the speed of the disc, from the lines of an .echoreplay."""
    before: dict[str, Any] | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        frame = json.loads(line.split("\t")[1])
        if before is not None and any(frame[team] > before[team] for team in ("blue_points", "orange_points")):
            yield frame["last_score"]["person_scored"], frame["last_score"]["disc_speed"]
        before = frame


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# the questions from 11 on

HEAD, LEFT, RIGHT = 2, 9, 16
"""Where a frame of BSOR has positions."""
RATE, WINDOW, STRIDE, NEAR, LAGS = 30, 30, 15, 0.05, 11


def at_30_hz(play: Bsor) -> dict[int, tuple[float, ...]]:
    """The values of a play between the frames before and after each sample."""
    samples = {}
    for before, after in itertools.pairwise(play.frames):
        for number in range(math.ceil(before[0] * RATE), math.ceil(after[0] * RATE)):
            share = (number / RATE - before[0]) / (after[0] - before[0])
            samples[number] = tuple(a + (b - a) * share for a, b in zip(before, after, strict=True))
    return samples


def spread(values: Sequence[float]) -> float:
    middle = mean(values)
    return math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    middles = mean(one), mean(other)
    both = sum((a - middles[0]) * (b - middles[1]) for a, b in zip(one, other, strict=True))
    return both / (len(one) - 1) / spread(one) / spread(other)


def lag(samples: dict[int, tuple[float, ...]]) -> int:
    def at(step: int) -> float:
        pairs = [(values[LEFT + 1], samples[k + step][RIGHT + 1]) for k, values in samples.items() if k + step in samples]
        return correlation([one for one, _ in pairs], [other for _, other in pairs])

    return max(range(LAGS), key=at)


def peak_speed(play: Bsor) -> float:
    return max(math.dist(a[RIGHT : RIGHT + 3], b[RIGHT : RIGHT + 3]) / (b[0] - a[0]) for a, b in itertools.pairwise(play.frames))


def of_people(plays: dict[str, Bsor]) -> list[list[tuple[Any, ...]]]:
    """The answers about plays of people who move."""
    bodies = {
        name: (mean([frame[HEAD + 1] for frame in play.frames]), spread([frame[LEFT + 1] for frame in play.frames]))
        for name, play in plays.items()
    }
    nearest = {
        name: min((math.dist(own, bodies[other]), other) for other in bodies if other != name)[1] for name, own in bodies.items()
    }
    samples = {name: at_30_hz(play) for name, play in plays.items()}
    near = [
        (name, round(event.time, 3), sum(abs(frame[0] - event.time) <= NEAR for frame in play.frames))
        for name, play in plays.items()
        for event in play.events
    ]
    return [
        [(name, plays[name].player, plays[other].player) for name, other in nearest.items()],
        [(name, len(found), round(found[2 * RATE][HEAD + 1], 3)) for name, found in samples.items()],
        [(name, round(peak_speed(play), 2)) for name, play in plays.items()],
        near,
        [(name, lag(found)) for name, found in samples.items()],
    ]


def tensors(plays: dict[str, Bsor]) -> list[tuple[Any, ...]]:
    sizes = {name: len(at_30_hz(play)) for name, play in plays.items()}
    return [(name, (size - WINDOW) // STRIDE + 1, WINDOW, 3 * 3) for name, size in sizes.items()]


def places(path: Path) -> dict[str, list[tuple[int, int]]]:
    """Where the tee of each name is in each tick of a teehistorian in which nobody leaves and each tick begins with a skip."""
    file = Numbers(path.read_bytes(), 16)
    file.text()
    names: dict[int, str] = {}
    at: dict[int, tuple[int, int]] = {}
    ticks: dict[int, list[tuple[int, int]]] = defaultdict(list)
    while (kind := file.packed()) != -1:
        if kind == -2:
            assert file.packed() == 0
            for client, place in at.items():
                ticks[client].append(place)
        elif kind == -3:
            client = file.packed()
            at[client] = file.packed(), file.packed()
        elif kind >= 0:
            at[kind] = at[kind][0] + file.packed(), at[kind][1] + file.packed()
        else:
            assert kind == -11, kind
            name = file.take(16)
            payload = Numbers(file.take(file.packed()))
            if name == NAME:
                client = payload.packed()
                names[client] = payload.text().decode()
    for client, place in at.items():
        ticks[client].append(place)
    return {names[client]: found for client, found in ticks.items()}


def of_race(path: Path) -> list[list[tuple[Any, ...]]]:
    """Tiles with more than a second, and the seconds in freeze and in solo, which the columns of the map decide."""
    heat: dict[tuple[int, int], int] = defaultdict(int)
    times = []
    for name, ticks in places(path).items():
        for x, y in ticks:
            heat[x // TILE, y // TILE] += 1
        freeze = solo = 0
        alone, before = False, ticks[0][0]
        for x, _ in ticks[:-1]:
            columns = range(before // TILE, x // TILE + 1)
            freeze += any(column in FREEZE for column in columns)
            for column in columns:
                alone = column == SOLO or (alone and column != END_OF_SOLO)
            solo += alone
            before = x
        times.append((name, freeze / 50, solo / 50))
    return [[(*tile, ticks) for tile, ticks in heat.items() if ticks > 50], times]


def disc(path: Path) -> tuple[float, int]:
    """The fastest disc, and how many passes were added."""
    frames = [json.loads(line.split("\t")[1]) for line in path.read_text(encoding="utf-8").splitlines()]
    passes = [sum(player["stats"]["passes"] for team in frame["teams"] for player in team.get("players", [])) for frame in frames]
    return max(math.hypot(*frame["disc"]["velocity"]) for frame in frames), passes[-1] - passes[0]


def truths(folder: Path) -> list[Rows]:
    """The answers. ``folder`` is the name that the rows have."""

    def of(kind: str) -> Iterable[tuple[str, Path]]:
        return ((f"{folder}/{path.name}", path) for path in sorted(folder.glob(f"*.{kind}")))

    plays = {name: Bsor(path) for name, path in of("bsor")}
    by_player: dict[tuple[str, str], list[float]] = defaultdict(list)
    timing: dict[str, list[float]] = defaultdict(list)
    for play in plays.values():
        accuracy = play.accuracy()
        if accuracy is not None:
            by_player[play.player, play.headset].append(accuracy)
        hands: dict[str, list[float]] = defaultdict(list)
        for event, cut in play.good():
            hands["right" if event.id // 10 % 10 else "left"].append(cut[9])
        for hand, times in hands.items():
            timing[hand].append(mean(times))
    first = [(*key, round(mean(values), 3)) for key, values in by_player.items()]
    second = [(hand, round(mean(values), 4)) for hand, values in timing.items()]
    third = [(name, round(mean([frame[3] for frame in play.frames]), 3)) for name, play in plays.items() if play.frames]
    fourth = [(name, len(play.pauses), sum(pause[0] for pause in play.pauses)) for name, play in plays.items() if play.pauses]
    fifth = [(name, round(presses_per_second(path), 3)) for name, path in of("gdr2")]
    hooks: dict[int, int] = defaultdict(int)
    finishes: dict[int, int] = defaultdict(int)
    for _, path in of("teehistorian"):
        held: dict[int, int] = defaultdict(int)
        for what, client, value in recorded(path):
            if what == "finish":
                finishes[client] += 1
                continue
            hooks[client] += value != 0 and held[client] == 0
            held[client] = value
    eighth = [(name, scorer, round(speed, 2)) for name, path in of("echoreplay") for scorer, speed in goals(path)]
    ninth = [(name, round(event.time, 3), round(cut[4], 2)) for name, play in plays.items() for event, cut in play.good()]
    tenth = [(name, "damaged", "bsor.truncated") for name, play in plays.items() if not play.is_whole]
    tenth += [(name, "not-a-replay", "reel.unknown-format") for name, path in of("txt") if path.read_bytes()[:4] != MAGIC]
    old = [first, second, third, fourth, fifth, hooks.items(), finishes.items(), eighth, ninth, tenth]
    people = {f"people/{path.name}": Bsor(path) for path in sorted(folder.with_name("people").iterdir())}
    discs = [(name, *disc(path)) for name, path in of("echoreplay")]
    clicks = [(name, *holds(path)) for name, path in of("gdr2")]
    new = [*of_people(people), *of_race(folder.with_name("race") / "run.teehistorian")]
    new += [
        [(name, round(speed, 2), passes) for name, speed, passes in discs],
        [(name, round(held, 3), most) for name, held, most in clicks],
    ]
    return [comparable(rows) for rows in (*old, *new, tensors(people))]


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
    heads += ["file,player,nearest", "file,samples,height", "file,speed", "file,event_time,frames", "file,lag", "tile_x,tile_y,ticks"]
    heads += ["name,freeze,solo", "file,max_disc_speed,passes", "file,mean_hold,most_presses", "file,windows,samples,columns"]
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
