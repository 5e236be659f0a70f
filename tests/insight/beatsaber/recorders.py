#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays honest plays through models of the game and of its recorders, and compares what reel says of each recording.

    tests/insight/beatsaber/recorders.py REEL [SEEDS]       fails if two recordings of one play, or a conversion of one, have another answer
    tests/insight/beatsaber/recorders.py write KIND SEED FOLDER

The models are written from the public sources, without their code, and with nothing of the library:

    game                the controllers of score and combo and the energy counter, as BeatLeader/beatleader-mod and
                        MatrikMoon/TournamentAssistant repeat them: notes are counted at the end of a frame, in the order of their times in
                        the map; a wall lowers the multiplier as the head enters it; the combo changes with the cut
    pc, quest           ReplayRecorder of BeatLeader/beatleader-mod and of BeatLeader/beatleader-qmod
    scoresaber          Recorders/* of ScoreSaber/scoresaber-plugin: rows come as scoring finishes (state A), and in its newer state with the
                        time of the cut from the note, and with or without the extension block (B2, B1)

Python's standard library is enough.
"""

import json
import lzma
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

import honest_plays as honest
from honest_plays import f32

GOOD, BAD, MISS, BOMB = range(4)
SWINGS = {"before": (0, 3, 4, 6), "after": (0, 3, 5)}  # the scoring types that count them
FIXED = {4: 30, 5: 70}
LINK = 7
EARLY = 0.15  # s
NEAR = 3  # frames
CODES = ("BE", "NF", "IF", "CS", "NO", "NB", "SA", "DA", "GN", "SS", "FS", "SF", "SC", "PM", "NA")  # the order of the plug-in
LEADER = ("DA", "FS", "SS", "SF", "GN", "NA", "NB", "NF", "NO", "SA", "SC", "PM", "CS", "IF", "BE")  # and of the mod


def points(note):
    scoring, total = note["scoring"], 0
    if scoring == LINK:
        return 20
    for which, width in (("before", 70), ("after", 30)):
        if scoring in SWINGS[which]:
            total += max(0, min(width, round(f32(width * f32(note[which])))))
    total += FIXED.get(scoring, 0)
    return total + round(15 * f32(1 - f32(min(1.0, f32(f32(note["distance"]) / f32(0.3))))))


class Multiplier:
    def __init__(self):
        self.value, self.progress = 1, 0

    def rise(self):
        if self.value >= 8:
            return False
        self.progress += 1
        if self.progress >= 2 * self.value:
            self.value, self.progress = 2 * self.value, 0
        return True

    def fall(self):
        changed = self.value > 1 or self.progress > 0
        self.value, self.progress = max(1, self.value // 2), 0
        return changed


class Listener:
    """What a recorder can hear. `t` is the song time."""

    def started(self, t, note): ...
    def counted(self, t, note): ...
    def finished(self, t, note): ...
    def score(self, t, score, most): ...
    def combo(self, t, combo): ...
    def multiplier(self, t, multiplier): ...
    def energy(self, t, energy): ...
    def empty(self, t): ...
    def entered(self, t, wall, first): ...
    def left(self, t, energy): ...
    def paused(self, t, ms, began): ...


class Game:
    """Runs through the frames. `notes` have kind, frame (of the cut, or of the moment at which a miss has passed) and done (of the frame in
    which the scoring of a good cut is finished); walls have enter and leave, which are frames."""

    def __init__(self, play, listeners):
        self.play, self.listeners = play, listeners
        self.count, self.best = Multiplier(), Multiplier()
        self.total = self.most = self.combo_now = self.combo_most = 0
        self.codes = play["codes"]
        self.level = 1.0 if "BE" in self.codes else 0.5
        self.ran_out = self.failed = self.inside = False
        self.waiting, self.open, self.change = [], [], 0.0

    def mixed(self):
        """Whether notes were scored during contacts, of which recordings state the energy at the end."""
        frames = {note["frame"] for note in self.play["notes"]}
        return any(frames & set(range(w["enter"], w["leave"] + 1)) for w in self.play["walls"])

    def say(self, what, *values):
        for listener in self.listeners:
            getattr(listener, what)(*values)

    def add_energy(self, t, change):
        if self.ran_out or (change > 0 and ("BE" in self.codes or self.level >= 1)):
            return
        if change < 0:
            self.level = 0.0 if "IF" in self.codes else f32(self.level - 0.25) if "BE" in self.codes else f32(self.level + change)
            if self.level <= 1e-5:
                self.level, self.ran_out = 0.0, True
                self.say("empty", t)
        else:
            self.level = min(1.0, f32(self.level + change))
        self.say("energy", t, self.level)

    def take_note(self, t, note):
        link = note["scoring"] == LINK
        if note["kind"] == GOOD:
            self.combo_now += 1
            self.combo_most = max(self.combo_most, self.combo_now)
            self.say("combo", t, self.combo_now)
            self.change += 0.002 if link else 0.01
        else:
            if self.combo_now:
                self.combo_now = 0
                self.say("combo", t, 0)
            self.change -= {BAD: 0.025 if link else 0.1, MISS: 0.03 if link else 0.15, BOMB: 0.15}[note["kind"]]
        self.waiting.append(note)
        self.say("started", t, note)

    def take_wall(self, t, wall, inside):
        self.say("entered", t, wall, not inside)
        wall["fell"] = not inside and (self.combo_now > 0 or self.count.value > 1 or self.count.progress > 0)
        if inside:
            return
        if self.count.fall():
            self.say("multiplier", t, self.count)
        if self.combo_now:
            self.combo_now = 0
            self.say("combo", t, 0)

    def count_notes(self, t, uncut):
        """The end of a frame."""
        self.waiting.sort(key=lambda note: note["spawn"])
        changed = False
        while self.waiting and (self.waiting[0]["spawn"] < f32(t + f32(EARLY)) or self.waiting[0]["spawn"] > uncut):
            note = self.waiting.pop(0)
            self.say("counted", t, note)
            changed |= self.count.rise() if note["kind"] == GOOD else self.count.fall()
            if note["kind"] != BOMB:
                self.best.rise()
            note["times"], note["times_best"] = self.count.value, self.best.value
            self.open.append(note)
        if changed:
            self.say("multiplier", t, self.count)

    def finish_notes(self, t, frame):
        scored = False
        for note in [n for n in self.open if n["kind"] != GOOD or n["done"] <= frame]:
            self.open.remove(note)
            if note["kind"] != BOMB:
                scored = True
                self.total += note["times"] * (points(note) if note["kind"] == GOOD else 0)
                self.most += note["times_best"] * {6: 85, LINK: 20}.get(note["scoring"], 115)
            self.say("finished", t, note)
        if scored:
            self.say("score", t, self.total, self.most)

    def run(self):
        play, rng = self.play, self.play["rng"]
        frames, last = play["frames"], None
        by_frame = {}
        for note in play["notes"]:
            by_frame.setdefault(note["frame"], []).append(note)
        spawns = sorted((note["spawn"], note["frame"]) for note in play["notes"] if note["kind"] != BOMB)
        next_spawn = 0
        for k, frame in enumerate(frames):
            t = frame["time"]
            for pause in [p for p in play["pauses"] if p["frame"] == k]:
                self.say("paused", t, pause["ms"], pause["began"])
            inside = any(w["enter"] < k < w["leave"] for w in play["walls"])
            events = [(self.take_note, note) for note in by_frame.get(k, ())]
            events += [(self.take_wall, wall) for wall in play["walls"] if wall["enter"] == k]
            rng.shuffle(events)
            for take, what in events:
                if take == self.take_wall:
                    take(t, what, inside)
                    inside = True
                else:
                    take(t, what)
            while next_spawn < len(spawns) and spawns[next_spawn][1] <= k:
                next_spawn += 1
            uncut = min((s for s, f in spawns[next_spawn:] if f > k and s - 1.0 < t), default=math.inf)
            self.count_notes(t, uncut)
            self.finish_notes(t, k)
            within = any(w["enter"] <= k < w["leave"] for w in play["walls"])
            if within:
                self.add_energy(t, -1.3 * (t - last) / play["o"]["speed"] if last is not None else 0.0)
            if self.change:
                self.add_energy(t, self.change)
                self.change = 0.0
            if self.inside and not within:
                self.say("left", t, self.level)
            self.inside, last = within, t
            if self.ran_out and "NF" not in self.codes:  # what is cut is still scored while the song fades
                self.failed = True
                for note in self.open:
                    note["done"] = k
                self.finish_notes(t, k)
                play["frames"] = frames[: k + 1]
                return self
        return self


# ---- BeatLeader ------------------------------------------------------------------------------------------------------


class Leader(Listener):
    """Notes are added as they are counted, with the time of that frame."""

    def __init__(self, quest):
        self.quest, self.notes, self.walls, self.pauses, self.wall = quest, [], [], [], None

    def counted(self, t, note):
        self.notes.append({"note": note, "time": t, "done": False})

    def finished(self, t, note):
        for row in self.notes:
            row["done"] |= row["note"] is note

    def entered(self, t, wall, first):
        if self.wall is None:
            self.wall = {"id": wall["line"] * 100 + wall["width"], "energy": 0.0, "time": t, "spawn": t if self.quest else wall["time"]}
            self.walls.append(self.wall)

    def left(self, t, energy):
        if self.wall is not None:
            self.wall["energy"] = t if self.quest else energy
            self.wall = None

    def paused(self, t, ms, began):
        self.pauses.append((ms // 1000, t))

    def file(self, game):
        play, o = game.play, game.play["o"]
        text, codes = honest.text, [c for c in play["codes"] if c != "NF" or game.level == 0]
        words = ["0.9.27" if not self.quest else "0.7.0", o["version"], "1700000000", "1", "Ann", "oculus" if self.quest else "steam"]
        words += ["OpenVR", "headset", "controllers", play["hash"], "A song", "mapper", "Expert"]
        out = [struct.pack("<iB", 0x442D3D69, 1), b"\0", *map(text, words), struct.pack("<i", game.total), text(o["mode"]), text("DefaultEnvironment")]
        out += [text(",".join(c for c in LEADER if c in codes))]
        fail = play["frames"][-1]["time"] if game.failed else 0.0
        out += [struct.pack("<f?ffff", o["jump"], o["left_handed"], 0 if o["heights"] else o["height"], 0.0, fail, o["practice"])]
        out += [b"\1", struct.pack("<i", len(play["frames"]))]
        for frame in play["frames"]:
            out.append(struct.pack("<fi21f", frame["time"], frame["fps"], *pose_values(frame)))
        rows = [row for row in self.notes if row["done"]]
        out += [b"\2", struct.pack("<i", len(rows)), *(self.note(row) for row in rows)]
        out += [b"\3", struct.pack("<i", len(self.walls)), *(struct.pack("<ifff", w["id"], w["energy"], w["time"], w["spawn"]) for w in self.walls)]
        heights = o["heights"] or ()
        out += [b"\4", struct.pack("<i", len(heights)), *(struct.pack("<ff", h, t) for t, h in heights)]
        out += [b"\5", struct.pack("<i", len(self.pauses)), *(struct.pack("<qf", *pause) for pause in self.pauses)]
        return b"".join(out)

    def note(self, row):
        note = row["note"]
        color, direction = (3 if self.quest else -1, 9) if note["kind"] == BOMB else (note["hand"], note["direction"])
        scoring = 2 if note["kind"] == BOMB else note["scoring"]
        number = scoring * 10000 + note["line"] * 1000 + note["layer"] * 100 + color * 10 + direction
        out = struct.pack("<iffi", number, row["time"], note["spawn"], note["kind"])
        if note["kind"] > BAD:
            return out
        good = note["kind"] == GOOD
        out += struct.pack("<4Bf3fi", 1, good or not note["wrong_way"], good or note["wrong_way"], 0, note["speed"], 0.0, -1.0, 0.0, note["saber"])
        ratings = (note["before"], note["after"]) if good else (0.0, 0.0)
        return out + struct.pack("<2f6f4f", note["deviation"], 5.0, *note["point"], *note["normal"], note["distance"], 0.0, *ratings)


def pose_values(frame):
    values = [*frame["head"], 0, 0, 0, 1]
    for position, rotation in frame["hands"]:
        values += [*position, *rotation]
    return values


# ---- ScoreSaber ------------------------------------------------------------------------------------------------------


class Saber(Listener):
    """Rows are added as the game says it. `state`: "A", "B1" or "B2"."""

    def __init__(self, state):
        self.state, self.fail, self.begun = state, 0.0, {}
        self.notes, self.scores, self.combos, self.multipliers, self.energies = [], [], [], [], []
        self.pauses, self.walls, self.open = [], [], []
        self.stalls = []

    def started(self, t, note):
        self.begun[id(note)] = t

    def finished(self, t, note):
        cut = note["kind"] != MISS
        when = f32(note["spawn"] - note["deviation"]) if self.state != "A" and cut else self.begun[id(note)] if note["kind"] == GOOD else t
        self.notes.append((note, when))

    def score(self, t, score, most):
        self.scores.append(struct.pack("<ifi", score, t, most))

    def combo(self, t, combo):
        self.combos.append(struct.pack("<if", combo, t))

    def multiplier(self, t, multiplier):
        self.multipliers.append(struct.pack("<iff", multiplier.value, multiplier.progress / (2 * multiplier.value), t))

    def energy(self, t, energy):
        self.energies.append(struct.pack("<ff", energy, t))
        self.level = energy

    def empty(self, t):
        self.fail = t

    def entered(self, t, wall, first):
        row = {"time": t, "exit": t, "energy": getattr(self, "level", 0.5), "wall": wall}
        self.walls.append(row)
        self.open.append(row)

    def left(self, t, energy):
        for row in self.open:
            row["exit"], row["energy"] = t, energy
        self.open = []

    def paused(self, t, ms, began):
        self.pauses.append(struct.pack("<fqqq", t, ms, began, began + ms + 3))
        self.stalls.append(t)

    def note(self, note, when):
        bomb, good, missed = note["kind"] == BOMB, note["kind"] == GOOD, note["kind"] == MISS
        color, direction, scoring = (-1, 9, 0) if bomb else (note["hand"], note["direction"], note["scoring"] - 2)
        out = struct.pack("<f6if", note["spawn"], note["layer"], note["line"], color, direction, 1 if bomb else 0, scoring, 0.0)
        out += struct.pack("<i", (1, 2, 3, 4)[note["kind"]])
        if missed:
            return out + struct.pack("<9fiB6f3f", *[0.0] * 9, color, 0, *[0.0] * 6, when, 1.0, 1.0) + bytes(64)
        ratings = (min(1.0, note["before"]), min(1.0, note["after"])) if good else (0.0, 0.0)
        out += struct.pack("<9fiB", *note["point"], *note["normal"], 0.0, -1.0, 0.0, note["saber"], good)
        out += struct.pack("<6f3f", note["speed"], 0.0, note["distance"], 5.0, *ratings, when, 1.0, 1.0)
        return out + struct.pack("<f12f3f", note["deviation"], *(0.0, 0.0, 0.0, 1.0) * 3, *note["point"])

    def poses(self, play):
        rows = []
        for frame in play["frames"]:
            fps = int(frame["fps"])
            rows.append(struct.pack("<21fif", *pose_values(frame), fps, frame["time"]))
            rows += rows[-1:] * (3 if frame["time"] in self.stalls else 0)  # of a pause
        return rows

    def extensions(self, game):
        if self.state != "B2":
            return b""
        play, o = game.play, game.play["o"]
        settings = struct.pack("<ff", o["speed"], o["jump"]) + bytes(9) + b"\0" + honest.text("TheSecond") + struct.pack("<3i?f??i", 0, 0, 0, False, 0.5, False, True, 0)
        entries = [("scoresaber.play-settings", settings)]
        if self.pauses:
            entries.append(("scoresaber.pause-events", struct.pack("<i", len(self.pauses)) + b"".join(self.pauses)))
        for row in self.open:  # closed by the export
            row["exit"], row["energy"] = play["frames"][-1]["time"], game.level
        if self.walls:
            rows = [struct.pack("<5f4i", r["time"], r["exit"], r["energy"], r["wall"]["time"], 0.5, r["wall"]["line"], 0, r["wall"]["width"], 5) for r in self.walls]
            entries.append(("scoresaber.wall-events", struct.pack("<i", len(rows)) + b"".join(rows)))
        out = struct.pack("<3i", 0x31585353, 1, len(entries))
        for name, body in entries:
            out += honest.text(name) + struct.pack("<ii", 1, len(body)) + body
        return out

    def file(self, game):
        play, o, text = game.play, game.play["o"], honest.text
        codes = ["SC" if code == "CS" else code for code in CODES if code in play["codes"]]
        info = text("3.1.0") + text("custom_level_" + play["hash"]) + struct.pack("<i", 7) + text(o["mode"]) + text("DefaultEnvironment")
        info += struct.pack("<i", len(codes)) + b"".join(map(text, codes))
        info += struct.pack("<f?f5f", 0.0, o["left_handed"], o["height"], *play["room"], self.fail)
        info += text(o["version"]) + text("3.3.20.0") + text("PC")
        heights = [struct.pack("<ff", h, t) for t, h in o["heights"] or ()]
        sections = [self.poses(play), heights, [self.note(*row) for row in self.notes], self.scores, self.combos, self.multipliers, self.energies]
        out, places = bytearray(40), [40]
        out += info
        for rows in sections:
            places.append(len(out))
            out += struct.pack("<i", len(rows)) + b"".join(rows)
        block = self.extensions(game)
        places += [len(out) if block else 0, 0]
        out += block
        out[:40] = struct.pack("<10i", *places)
        body = lzma.compress(bytes(out), format=lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16}])
        return "ScoreSaber Replay \U0001f44c\U0001f920\r\n".encode() + b"\x5d\0\0\x80\0" + struct.pack("<q", len(out)) + body


# ---- plays -----------------------------------------------------------------------------------------------------------

# What happens beside the notes, by kind: shares of bad cuts and bombs, contacts with walls, how many frames they last, codes, pauses.
KINDS = {
    "plain": {},
    "faults": {"bad": 0.1, "bombs": 0.05},
    "walls": {"walls": 5},
    "walls in walls": {"walls": 5, "nested": True},
    "walls with every fault": {"walls": 8, "bad": 0.15, "bombs": 0.1, "beside": True},
    "walls at once with notes": {"walls": 8, "beside": True},
    "long walls": {"walls": 3, "lasting": 30},
    "no fail, not needed": {"codes": "NF"},
    "no fail, needed": {"codes": "NF", "bad": 0.4},
    "failed": {"bad": 0.4},
    "battery": {"codes": "BE", "bad": 0.02},
    "one life": {"codes": "IF", "bad": 0.03},
    "small cubes": {"codes": "GN SC"},
    "fail on saber clash": {"codes": "CS NB"},
    "paused": {"pauses": 2, "walls": 1},
    "room": {"room": (90.0, 0.35, 0.0, -0.2), "walls": 2},
    "faster song": {"of": "faster song", "codes": "FS", "walls": 3},
    "slower song": {"of": "slower song", "codes": "SS", "bad": 0.1},
    "chains": {"of": "chains", "walls": 3, "bad": 0.1},
    "arcs": {"of": "arcs", "walls": 2},
    "stacked notes": {"of": "stacked notes", "bad": 0.2, "walls": 3},
    "30 Hz": {"of": "30 Hz", "walls": 3, "bad": 0.1},
    "144 Hz": {"of": "144 Hz", "walls": 3, "bad": 0.1},
}


def add_faults(kind, notes, frames, rng):
    """Bad cuts and bombs among the notes; a miss is known when the note has passed."""
    for note in notes:
        note.setdefault("scoring", note["id"] // 10000)
        note["line"], note["layer"], note["direction"] = note["id"] // 1000 % 10, note["id"] // 100 % 10, note["id"] % 10
        note["speed"], note["saber"], note["wrong_way"] = 12.0 + rng.gauss(0, 2), note["hand"], True
        if note["kind"] == GOOD and rng.random() < kind.get("bad", 0):
            note["kind"] = BAD
            if rng.random() < 0.5:
                note["saber"], note["wrong_way"] = 1 - note["hand"], False
        elif note["kind"] == GOOD and rng.random() < kind.get("bombs", 0):
            note["kind"] = BOMB
        after = note["spawn"] + 0.1 if note["kind"] == MISS else note["time"] + rng.uniform(0, 0.38)
        k = note["frame"]
        while k + 1 < len(frames) and frames[k]["time"] < after:
            k += 1
        note["frame" if note["kind"] == MISS else "done"] = k
        if note["kind"] == MISS:
            note["deviation"] = 0.0


def add_walls(kind, notes, frames, rng):
    """Contacts far from each other: most between the frames of notes, some in one of them."""
    walls, used = [], {note["frame"] for note in notes}
    faults = sorted({note["frame"] for note in notes if note["kind"] != GOOD} | used)
    for n in range(kind.get("walls", 0)):
        begin = len(frames) * (2 * n + 1) // (2 * kind["walls"] + 1)
        enter = begin + rng.randrange(20)
        if kind.get("beside"):
            enter = min(faults, key=lambda k: abs(k - enter))
        leave = enter + 1 + rng.randrange(kind.get("lasting", 3))
        walls.append({"enter": enter, "leave": leave, "line": rng.randrange(4), "width": 1, "time": f32(frames[enter]["time"] - 0.05)})
        if kind.get("nested"):
            walls.append({**walls[-1], "enter": enter + 1, "line": 0, "leave": leave + 2})
            walls[-2]["leave"] = leave + 2
    return walls


def make(name, seed, seconds):
    kind, rng = KINDS[name], random.Random(f"{name} {seed}")
    o, frames, notes = honest.make(kind.get("of", "plain"), seed, seconds=seconds)
    add_faults(kind, notes, frames, rng)
    play = {"o": o, "frames": frames, "notes": notes, "rng": rng, "hash": "0123456789ABCDEF0123456789ABCDEF01234567"}
    play["codes"], play["room"] = kind.get("codes", "").split(), kind.get("room", (0.0,) * 4)
    play["walls"] = add_walls(kind, notes, frames, rng)
    play["pauses"] = [{"frame": len(frames) * (n + 1) // 4, "ms": 3100 + 977 * n, "began": 1750000000000 + n} for n in range(kind.get("pauses", 0))]
    return play


RECORDERS = {"pc.bsor": lambda: Leader(False), "quest.bsor": lambda: Leader(True), "a.dat": lambda: Saber("A"), "b1.dat": lambda: Saber("B1"), "b2.dat": lambda: Saber("B2")}


def record(name, seed, seconds):
    """The recordings of a play by name, and the game that was played."""
    play = make(name, seed, seconds)
    recorders = {file: new() for file, new in RECORDERS.items()}
    game = Game(play, list(recorders.values())).run()
    return {file: recorder.file(game) for file, recorder in recorders.items()}, game


# ---- what is compared ------------------------------------------------------------------------------------------------

TARGETS = {"bsor": ("scoresaber", "scoresaber-json", "xror"), "dat": ("bsor", "scoresaber-json", "xror")}


def answers(reel, path):
    stats = json.loads(subprocess.run([reel, "stats", "-t", "summary,evidence", "--json", path], capture_output=True, text=True, check=True).stdout)["stats"]["beatsaber"]
    check = json.loads(subprocess.run([reel, "check", "--evidence", "--json", path], capture_output=True, text=True, check=False).stdout)
    return stats["summary"][0], stats["evidence"][0], [f for f in check["findings"] if f["severity"] != "note"]


def expected(game):
    """What the game itself knows."""
    done = [note for note in game.play["notes"] if "times" in note and note not in game.open]
    kinds = [sum(note["kind"] == kind for note in done) for kind in range(4)]
    want = {"score": game.total, "stated_score": game.total, "max_score": game.most, "good_cuts": kinds[GOOD], "bad_cuts": kinds[BAD], "misses": kinds[MISS], "bombs": kinds[BOMB]}
    return want


def contacts(game):
    """How many there were, and how many of them the lists of ScoreSaber show: a fault in the same frame can hide one."""
    walls, rows = game.play["walls"], {note["frame"] for note in game.play["notes"] if note["kind"] != GOOD}
    real = [w for w in walls if w["enter"] < len(game.play["frames"]) and not any(o["enter"] < w["enter"] < o["leave"] for o in walls)]
    return len(real), sum(w["fell"] and not rows & set(range(w["enter"] - NEAR, w["enter"] + NEAR + 1)) for w in real)


def differences(game, row, evidence, findings, label):
    """What is wrong in the answers to one file."""
    wrong, want, json_like = [], expected(game), "json" in label
    most, least = contacts(game)
    if not (least if label[:2] in ("a.", "b1") else most) <= row["walls"] <= most:
        wrong.append(f"walls is {row['walls']}, not {most}")
    if evidence["not_supported"] and not any(note["scoring"] > 5 for note in game.play["notes"]):  # chains move without a trace
        wrong.append(f"the motion contradicts {evidence['not_supported']} cuts")
    if json_like:
        del want["max_score"]  # the decoded JSON has no scoring types
        if any(note["scoring"] != 3 for note in game.play["notes"]):
            del want["score"], want["stated_score"]
    for key, value in want.items():
        if row[key] != value:
            wrong.append(f"{key} is {row[key]}, not {value}")
    if (row["fail_time"] is not None) != game.ran_out and not json_like:
        wrong.append(f"fail_time is {row['fail_time']}, but energy {'ran' if game.ran_out else 'did not run'} out")
    if row["won"] is not None and row["won"] != (not game.failed):
        wrong.append(f"won is {row['won']}, but the play was {'failed' if game.failed else 'played to the end'}")
    if not json_like and "quest" not in label and most == least and not game.mixed() and abs(row["final_energy"] - game.level) > 1e-4:
        wrong.append(f"energy is {row['final_energy']}, not {game.level}")
    forced = set()
    if game.failed and game.inside and "quest" in label:  # a standalone headset has no end of such a contact, and no energy
        forced |= {"bsor.wall-end-before-start", "beatsaber.fail-with-energy"}
    if game.failed and most > least and label[:2] in ("a.", "b1"):  # the contact that was hidden by a fault drained energy
        forced.add("beatsaber.fail-with-energy")
    if game.play["o"]["stacks"]:  # they are equal
        forced.add("bsor.note-twice")
    for finding in [f for f in findings if f["rule"] not in forced]:
        wrong.append(f"{finding['severity']}: {finding['rule']}: {finding['message']}")
    return wrong


def compare(reel, folder, files, game):
    wrong, compared = [], 0
    for name, data in files.items():
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(data)
        made = {name: path}
        for target in TARGETS[name.split(".")[1]]:
            made[f"{name} as {target}"] = os.path.join(folder, f"{name}.{target}")
            if subprocess.run([reel, "convert", "--to", target, "-o", made[f"{name} as {target}"], "--replace", path], capture_output=True, check=False).returncode > 1:
                wrong.append(f"{name} does not become {target}")
                del made[f"{name} as {target}"]
        for label, each in made.items():
            compared += 1
            wrong += [f"{label}: {problem}" for problem in differences(game, *answers(reel, each), label)]
    return wrong, compared


# Of REEL_TEST_EFFORT: one kind of how many, and how long a play is.
EFFORTS = {"light": (6, 5), "quick": (3, 6), "full": (1, 12)}


def run(reel, seeds):
    problems = files = plays = 0
    step, seconds = EFFORTS[os.environ.get("REEL_TEST_EFFORT", "full")]
    with tempfile.TemporaryDirectory() as folder:
        for kind in list(KINDS)[::step]:
            for seed in range(seeds):
                recordings, game = record(kind, seed, seconds)
                wrong, compared = compare(reel, folder, recordings, game)
                plays, files, problems = plays + 1, files + compared, problems + bool(wrong)
                print(f"{kind}, {seed}: {len(game.play['notes'])} notes, score {game.total}, {compared} files")
                for each in wrong:
                    print("  WRONG", each)
                sys.stdout.flush()
    print(f"{plays} plays in {files} files: {problems} with another answer")
    return problems


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "write" and sys.argv[2] in KINDS:
        for name, data in record(sys.argv[2], int(sys.argv[3]), 12)[0].items():
            with open(os.path.join(sys.argv[4], name), "wb") as file:
                file.write(data)
    elif len(sys.argv) in (2, 3):
        sys.exit(1 if run(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 1) else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
