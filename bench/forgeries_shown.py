# SPDX-License-Identifier: MIT
"""Forgeries for bench/evidence.py whose claims are computed by the rules: cuts at better frames, notes at better places and times, other heights
and speeds. And what files can hold that no play does: other numbers, identities, rows. `play.row` is what reel says of the play as it was."""

import math
import os
import struct
import sys

from bsor_play import AFTER, BAD, BEFORE, DEVIATION, DISTANCE, GOOD, HANDS, MISS, NORMAL, POINT, SABER

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "tests", "insight", "beatsaber"))
import honest_plays as rules

PLAIN = ((0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
TAIL = struct.Struct("<f?ffff")  # of the info: distance of the jump, left-handed, height, start, fail, speed


def info(play):
    return list(TAIL.unpack(play.info[-TAIL.size :]))


def set_info(play, values):
    play.info[-TAIL.size :] = TAIL.pack(*values)


class Rules:
    """The sabers of a play and the flight of its notes."""

    def __init__(self, play, speed=None, height=None):
        self.frames = [{"time": f[0], "head": tuple(f[2:5]), "hands": [(tuple(f[h][:3]), tuple(f[h][3:])) for h in HANDS]} for f in play.frames]
        self.at = {frame["time"]: k for k, frame in enumerate(self.frames)}
        self.sabers = [rules.Saber(self.frames, hand, PLAIN) for hand in (0, 1)]
        self.height = play.row["note_height"] if height is None else height
        self.flight = rules.Flight(speed or play.row["note_speed"], info(play)[0], play.row["tilted"])

    def note(self, event, spawn=None):
        digits = event[0][0] % 10000
        time = event[0][2] if spawn is None else spawn
        return {"line": digits // 1000, "layer": digits // 100 % 10, "start": 0, "direction": digits % 10, "time": time}

    def cut(self, event, k, spawn=None):
        """The event as if the cut had been in frame k, of a note at another time."""
        note, cut = event
        spawn = rules.f32(note[2] if spawn is None else spawn)
        saber, spot = self.sabers[cut[SABER]], self.note(event, spawn)
        deviation = rules.f32(spawn - self.frames[k]["time"])
        center = self.flight.place(spot, deviation, self.height, self.frames[k]["head"])
        seen = k
        while seen and self.frames[seen]["time"] >= spawn:
            seen -= 1
        left, eyes = spawn - self.frames[seen]["time"], self.frames[seen]["head"]
        shift = rules.sub(self.flight.place(spot, left, self.height, eyes), self.flight.place(spot, deviation, self.height, self.frames[k]["head"]))
        where = (center[0], center[1] + shift[1], center[2] + shift[2]) if seen != k else center
        facing = rules.turned(self.flight.rotation(spot, left, where, eyes), (0, 0, 1))
        before, after, _ = saber.ratings(k, center, facing, 0.4)
        away = rules.dot(saber.normal[k], rules.sub(center, saber.hilt[k]))
        own = list(cut)
        own[DEVIATION], own[DISTANCE] = deviation, rules.f32(abs(away))
        own[POINT] = rules.f32s(rules.sub(center, rules.mul(saber.normal[k], away)))
        own[NORMAL] = saber.normal[k]
        own[BEFORE], own[AFTER] = min(1.0, before), min(1.0, after)
        return ([note[0], self.frames[k]["time"], spawn, GOOD], own)

    def is_near(self, event, k):
        """Whether the saber is about at the note, in the same swing as in the frame of its cut."""
        note, cut = event
        own, saber = self.at.get(note[1]), self.sabers[cut[SABER]]
        if own is None or not 2 <= k < len(self.frames) or rules.dot(saber.normal[k], saber.normal[own]) < 0.3:
            return False
        center = self.flight.place(self.note(event), note[2] - self.frames[k]["time"], self.height, self.frames[k]["head"])
        return rules.reached(saber, k, center) < 0.4


def points(event):
    cut = event[1]
    return round(70 * min(1, cut[BEFORE])) + round(30 * min(1, cut[AFTER])) + round(15 * max(0, 1 - cut[DISTANCE] / 0.3))


def is_plain(event):
    return event[0][3] == GOOD and 30000 <= event[0][0] < 40000 and event[0][0] // 1000 % 10 < 4 and event[0][0] // 100 % 10 < 3


def better(choices):
    """Each cut becomes the best of several."""

    def forge(play, other, random_):
        known = Rules(play)
        for i, event in enumerate(play.notes):
            own = known.at.get(event[0][1])
            if is_plain(event) and own is not None:
                play.notes[i] = max([event, *choices(known, event, own)], key=points)
        play.notes.sort(key=lambda event: event[0][1])

    return forge


def other_frames(known, event, own):
    return [known.cut(event, k) for k in range(own - 4, own + 5) if k != own and known.is_near(event, k)]


def other_times(known, event, own):
    return [known.cut(event, own, event[0][2] + step / 1000) for step in range(-20, 21, 5)]


def other_cells(known, event, own):
    note, cut = event
    found = []
    for line in range(4):
        for layer in range(3):
            digits = note[0] // 10000 * 10000 + line * 1000 + layer * 100 + note[0] % 100
            found.append(known.cut(([digits, *note[1:]], cut), own))
    return found


def computed(speed=1.0, rise=0.0):
    """All claims are those of other notes: faster, or for a taller player."""

    def forge(play, other, random_):
        known = Rules(play, play.row["note_speed"] * speed, play.row["note_height"] + rise)
        values = info(play)
        values[2] += 2 * rise
        set_info(play, values)
        for i, event in enumerate(play.notes):
            own = known.at.get(event[0][1])
            if is_plain(event) and own is not None:
                play.notes[i] = known.cut(event, own)

    return forge


def faults_cut(play, other, random_):
    """Misses and bad cuts become good ones, with what the motion at the nearest frame gives."""
    known = Rules(play)
    like = next((cut for note, cut in play.notes if note[3] == GOOD), None)
    for i, (note, cut) in enumerate(play.notes):
        if note[3] not in (BAD, MISS) or not 30000 <= note[0] < 40000 or not like:
            continue
        own = list(like)
        own[SABER] = note[0] // 10 % 10
        if own[SABER] > 1:
            continue
        k = min(range(2, len(known.frames)), key=lambda k: abs(known.frames[k]["time"] - note[2]))
        event = ([note[0], known.frames[k]["time"], note[2], GOOD], own)
        play.notes[i] = max((known.cut(event, at) for at in range(max(2, k - 4), min(len(known.frames), k + 5))), key=points)


def late_faults(play, other, random_):
    """Misses and bad cuts are at the end, where they cost no combo."""
    end = play.frames[-1][0]
    for note, _ in play.notes:
        if note[3] in (BAD, MISS):
            note[1] = end
    play.notes.sort(key=lambda event: event[0][1])


def faults_of(kinds):
    def forge(play, other, random_):
        play.notes = [event for event in play.notes if event[0][3] not in kinds]

    return forge


def with_number(which, value, share=1):
    """Sets one number of every share-th cut to NaN, infinity or a value that no play has."""

    def forge(play, other, random_):
        for i in play.good()[::share]:
            play.notes[i][1][which] = value
            play.notes[i][1][BEFORE] = play.notes[i][1][AFTER] = 1.0

    return forge


def with_id(change):
    """Identities that no note has, and the best claims."""

    def forge(play, other, random_):
        for i in play.good():
            note, cut = play.notes[i]
            note[0] = change(note[0])
            cut[BEFORE] = cut[AFTER] = 1.0
            cut[DISTANCE] = 0.0

    return forge


def with_frames(change):
    """Rows of frames, and full swings."""

    def forge(play, other, random_):
        play.frames = change(play.frames)
        for i in play.good():
            play.notes[i][1][BEFORE] = play.notes[i][1][AFTER] = 1.0

    return forge


def twice_each(frames):
    return [list(frame) for frame in frames for _ in (0, 1)]


def with_nan(column):
    def change(frames):
        for frame in frames[::3]:
            frame[column] = math.nan
        return frames

    return change


def warped_part(play, other, random_):
    """The times of ten seconds are stretched and pressed by up to 60 ms: for notes of another rhythm."""
    middle = play.frames[len(play.frames) // 2][0]

    def moved(t):
        return t + 0.06 * math.sin((t - middle) * math.pi / 2.5) if middle <= t < middle + 10 else t

    for frame in play.frames:
        frame[0] = moved(frame[0])
    for note, cut in play.notes:
        note[1], spawn = moved(note[1]), note[2]
        note[2] = note[1] + cut[DEVIATION] if cut else moved(spawn)


def joined(play, other, random_):
    """The second half of another play, with its events, behind the first half of this one."""
    middle = play.frames[len(play.frames) // 2][0]
    play.frames = [f for f in play.frames if f[0] < middle] + [f for f in other.frames if f[0] >= middle]
    play.notes = [e for e in play.notes if e[0][1] < middle] + [e for e in other.notes if e[0][1] >= middle]


def exchanged(play, other, random_):
    """The events of each hand are those of the other one; the motion stays."""
    for note, cut in play.notes:
        if note[0] // 10 % 10 < 2:
            note[0] += 10 if note[0] // 10 % 10 == 0 else -10
        if cut:
            cut[SABER] = 1 - cut[SABER]


def stated(by):
    """The stated height of the player."""

    def forge(play, other, random_):
        values = info(play)
        values[2] += by
        set_info(play, values)
        for i in play.good():
            play.notes[i][1][POINT.start + 1] += by / 2

    return forge


def jump(by):
    def forge(play, other, random_):
        values = info(play)
        values[0] *= by
        set_info(play, values)
        for i in play.good():
            play.notes[i][1][BEFORE] = play.notes[i][1][AFTER] = 1.0

    return forge


SHOWN = {
    "each cut in the best frame of its pass": better(other_frames),
    "each note at the best time within 20 ms": better(other_times),
    "each note in the best cell": better(other_cells),
    "notes faster by 2 %, claims computed": computed(speed=1.02),
    "notes higher by 20 mm, claims and height computed": computed(rise=0.02),
    "misses and bad cuts made good, claims computed": faults_cut,
    "misses and bad cuts at the end": late_faults,
    "bombs removed": faults_of((3,)),
    "direction 9, full swings": with_id(lambda i: i - i % 10 + 9),
    "colour 3, full swings": with_id(lambda i: i - i // 10 % 10 * 10 + 30),
    "layer 3, full swings": with_id(lambda i: i - i // 100 % 10 * 100 + 300),
    "scoring 9, full swings": with_id(lambda i: 90000 + i % 10000),
    "scoring 1, full swings": with_id(lambda i: 10000 + i % 10000),
    "identities below 0, full swings": with_id(lambda i: -i),
    "identities above 100000, full swings": with_id(lambda i: i + 300000),
    "distance NaN, full swings": with_number(DISTANCE, math.nan),
    "distance -1, full swings": with_number(DISTANCE, -1.0),
    "normal 0, full swings": with_number(NORMAL.start, 0.0),
    "deviation infinite, full swings": with_number(DEVIATION, math.inf),
    "saber 7, full swings": with_number(SABER, 7),
    "each frame twice, full swings": with_frames(twice_each),
    "frames in reverse, full swings": with_frames(lambda frames: frames[::-1]),
    "a third of the heads NaN, full swings": with_frames(with_nan(3)),
    "a third of the left hands NaN, full swings": with_frames(with_nan(10)),
    "times of 10 s warped by 60 ms": warped_part,
    "the second half of another play": joined,
    "events of the other hand": exchanged,
    "height 50 mm more, points moved": stated(0.05),
    "jumps half as long, full swings": jump(0.5),
}
