#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes honest plays of Beat Saber by simulating hands, and counts the alarms of `reel check --evidence`: there should be none.

    tests/insight/beatsaber/honest_plays.py REEL [SEEDS]       every kind of play, SEEDS of each, also packed with a precision; fails on an
                                                               alarm, if the score is not in the interval that the motion shows, and if a cut
                                                               of which everything is known is not supported to the same points
    tests/insight/beatsaber/honest_plays.py write KIND SEED OUT

The rules of the game are written down here again, from docs/evidence.md and with nothing of the library: what hands did is made first, then
notes are put where a saber passed, and the claims of the cuts are computed from frames in float32. Python's standard library is enough.
"""

import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

F32 = struct.Struct("<f")
TOPS, STARTS = (0.85, 1.4, 1.9), (0.25, 0.85, 1.45)
TILTS = (
    (-0.9543871, -0.1183784, 0.2741019),
    (0.7680854, -0.08805521, 0.6342642),
    (-0.6780157, 0.306681, -0.6680131),
    (0.1255014, 0.9398643, 0.3176546),
    (0.365105, -0.3664974, -0.8557909),
    (-0.8790653, -0.06244748, -0.4725934),
    (0.01886305, -0.8065798, 0.5908241),
    (-0.1455435, 0.8901445, 0.4318099),
    (0.07651193, 0.9474725, -0.3105508),
    (0.1306983, -0.2508438, -0.9591639),
)
ARROWS = (-180, 0, -90, 90, -135, 135, -45, 45, 0)


def f32(x):
    return F32.unpack(F32.pack(x))[0]


def f32s(v):
    return tuple(f32(x) for x in v)


# ---- vectors and rotations -------------------------------------------------------------------------------------------


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def mul(a, s):
    return (a[0] * s, a[1] * s, a[2] * s)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    size = length(a)
    return mul(a, 1 / size) if size > 1e-5 else (0.0, 0.0, 0.0)


def angle(a, b):
    return math.degrees(math.atan2(length(cross(a, b)), dot(a, b) + 0.0))  # 0 of a vector of no length, as in the game


def times(p, q):
    """The product of two quaternions (x, y, z, w)."""
    v = add(add(mul(q[:3], p[3]), mul(p[:3], q[3])), cross(p[:3], q[:3]))
    return (*v, p[3] * q[3] - dot(p[:3], q[:3]))


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return (*mul(axis, math.sin(half)), math.cos(half))


def euler(x, y, z):
    """About z first, then x, then y."""
    return times(about((0, 1, 0), y), times(about((1, 0, 0), x), about((0, 0, 1), z)))


def turned(q, v):
    return times(times(q, (*v, 0.0)), (-q[0], -q[1], -q[2], q[3]))[:3]


def normed(q):
    size = math.sqrt(sum(x * x for x in q))
    return tuple(x / size for x in q)


def lerp(p, q, t):
    sign = -1 if sum(x * y for x, y in zip(p, q)) < 0 else 1
    return normed([x * (1 - t) + sign * y * t for x, y in zip(p, q)])


def slerp(p, q, t):
    cosine = sum(x * y for x, y in zip(p, q))
    if cosine < 0:
        cosine, q = -cosine, tuple(-x for x in q)
    if cosine > 0.9999:
        return lerp(p, q, t)
    arc = math.acos(cosine)
    return tuple((x * math.sin(arc * (1 - t)) + y * math.sin(arc * t)) / math.sin(arc) for x, y in zip(p, q))


def look(ahead, up):
    """The rotation whose z axis is `ahead`, from the two turns that bring it there."""
    z = unit(ahead)
    q = times(about((0, 1, 0), math.degrees(math.atan2(z[0], z[2]))), about((1, 0, 0), -math.degrees(math.asin(max(-1, min(1, z[1]))))))
    x = unit(cross(up, z))
    roll = math.degrees(math.atan2(dot(x, turned(q, (0, 1, 0))), dot(x, turned(q, (1, 0, 0)))))
    return times(q, about((0, 0, 1), roll))


# ---- the rules of a cut ----------------------------------------------------------------------------------------------


class Saber:
    """The blade of one hand in every frame, as the game keeps it."""

    def __init__(self, frames, hand, grip):
        self.hilt, self.tip, self.normal, self.angle = [], [], [(0.0, 0.0, 0.0)], [0.0]
        self.time = [frame["time"] for frame in frames]
        ahead, offset = grip
        for frame in frames:
            position, rotation = frame["hands"][hand]
            hilt = f32s(add(position, turned(rotation, offset)))
            self.hilt.append(hilt)
            self.tip.append(f32s(add(hilt, turned(rotation, ahead))))
        for k in range(1, len(frames)):
            blade = sub(self.tip[k], self.hilt[k])
            middle = mul(add(self.tip[k - 1], self.hilt[k - 1]), 0.5)
            self.normal.append(f32s(unit(cross(blade, sub(middle, self.hilt[k])))))
            self.angle.append(f32(angle(sub(self.tip[k - 1], self.hilt[k - 1]), blade)))

    def blade(self, k):
        return sub(self.tip[k], self.hilt[k])

    def before(self, last, part, span):
        """The rating of the swing that ends in frame `last`, with `part` degrees of its segment."""
        total, k, reached = part, last - 1, self.time[last]
        while k > 0 and self.time[last] - reached < span:
            apart = angle(self.normal[k], self.normal[last])
            if apart > 90:
                break
            total += self.angle[k] * (1 - max(0, min(1, (apart - 75) / 15)))
            reached = self.time[k]
            k -= 1
        return total / 100

    def finds(self, k, center, rotation, high):
        """Whether the rectangle of the blade and the middle of the blade before touches the collider of a note."""
        along, way = (unit(self.blade(k)), sub(mul(add(self.tip[k - 1], self.hilt[k - 1]), 0.5), self.hilt[k]))
        across = sub(way, mul(along, dot(way, along)))
        back = (-rotation[0], -rotation[1], -rotation[2], rotation[3])
        corners = [turned(back, sub(c, center)) for c in (self.hilt[k], self.tip[k], add(self.tip[k], across), add(self.hilt[k], across))]
        corners = [(x, y, z + 0.25) for x, y, z in corners]
        edges, sides = ((sub(corners[1], corners[0]), sub(corners[3], corners[0])), ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
        half = (0.4, 0.4 if high else 0.25, 0.5)
        for axis in (*sides, cross(*edges), *(cross(side, edge) for side in sides for edge in edges)):
            places, reach = ([dot(corner, axis) for corner in corners], sum(h * abs(a) for h, a in zip(half, axis)))
            if min(places) > reach or max(places) < -reach:
                return False
        return True

    def ratings(self, cut, center, facing, span):
        plane = unit(cross(self.normal[cut], facing))
        before, after = self.before(cut, self.angle[cut], span), 0.0
        passed, since, full = False, self.time[cut], False
        for k in range(cut, len(self.time)):
            if self.time[k] - since > span or full:
                return before, after, True
            old, new = (dot(sub(self.tip[k - 1], center), plane), dot(sub(self.tip[k], center), plane))
            if not passed and (old > 0) != (new > 0):
                at = add(self.tip[k - 1], mul(sub(self.tip[k], self.tip[k - 1]), old / (old - new)))
                way = sub(at, mul(add(self.hilt[k - 1], self.hilt[k]), 0.5))
                before = self.before(k, angle(way, self.blade(k - 1)), span)
                after = angle(way, self.blade(k)) / 60
                passed, since = True, self.time[k]
                continue
            apart = angle(self.normal[k], self.normal[cut])
            if apart > 90:
                return before, after, True
            was = after
            after += self.angle[k] * (1 - max(0, min(1, (apart - 75) / 15))) / 60
            full = was >= 1 and passed
        return before, after, full or after >= 1


class Flight:
    """Where notes are, and where they look."""

    def __init__(self, speed, distance, tilted):
        self.speed, self.distance, self.tilted = speed, distance, tilted

    def place(self, note, to_hit, height, head):
        missing = (2 * to_hit * self.speed / self.distance) ** 2
        top, start = TOPS[note["layer"]] + height, STARTS[note["start"]]
        part = max(0.0, min(1.0, 0.5 - to_hit * self.speed / self.distance))
        share = 2 * part * (1 - part) + part if part < 0.5 else 1
        return ((note["line"] - 1.5) * 0.6, top - (top - start) * missing, 0.9 + self.speed * to_hit + head[2] * share)

    def rotation(self, note, to_hit, center, head):
        part = max(0.0, min(0.5, 0.5 - to_hit * self.speed / self.distance))
        arrow = ARROWS[note["direction"]]
        end = middle = euler(0, 0, arrow)
        if self.tilted:
            x, y, z = TILTS[abs(round(note["time"] * 10 + (note["line"] - 1.5) * 1.2 + STARTS[note["start"]] * 2)) % 10]
            middle = euler(20 * x, 20 * y, arrow + 20 * z)
        if part < 0.125:
            own = slerp((0, 0, 0, 1), middle, math.sin(math.pi * part * 4))
        else:
            own = slerp(middle, end, math.sin((part - 0.125) * math.pi * 2))
        eyes = (head[0], head[1] + (center[1] - head[1]) * 0.8, head[2])
        return lerp(own, look(sub(center, eyes), turned(own, (0, 1, 0))), part * 2)


# ---- hands -----------------------------------------------------------------------------------------------------------


def waves(rng, count, size, low, high):
    return [(rng.uniform(0.3, 1) * size / count, rng.uniform(low, high), rng.uniform(0, 7)) for _ in range(count)]


def sway(parts, t):
    return sum(a * math.sin(2 * math.pi * f * t + p) for a, f, p in parts)


class Hand:
    """Swings in a plane that rolls slowly, about a shoulder that sways, with the noise of a tracker."""

    def __init__(self, rng, side, reach):
        self.rng = rng
        self.side, self.reach = side, reach
        self.rate, self.pulse = rng.uniform(1.2, 2.6), waves(rng, 3, 0.7, 0.05, 0.4)
        self.amplitude, self.roll = (rng.uniform(45, 85), waves(rng, 4, rng.choice((20, 60, 120)), 0.03, 0.3))
        self.yaw = waves(rng, 3, 15, 0.1, 0.9)
        self.place = [waves(rng, 3, size, 0.1, 0.8) for size in (0.25, 0.2, 0.1)]
        self.noise = rng.choice((0.00003, 0.0002, 0.0008))

    def pose(self, t):
        swing = self.amplitude * math.sin(2 * math.pi * (self.rate * t + sway(self.pulse, t)) + self.side)
        q = times(euler(0, sway(self.yaw, t), sway(self.roll, t)), about((1, 0, 0), 5 + swing))
        jitter = about(unit((self.rng.gauss(0, 1), self.rng.gauss(0, 1), self.rng.gauss(0, 1))), self.rng.gauss(0, self.noise * 100))
        base = (0.3 if self.side else -0.3, self.reach, 0.3)
        position = [b + sway(w, t) + self.rng.gauss(0, self.noise) for b, w in zip(base, self.place)]
        return f32s(position), f32s(normed(times(q, jitter)))


# ---- plays -----------------------------------------------------------------------------------------------------------

PLAIN = {
    "rate": 90,  # frames a second of the room
    "jitter": 0.02,  # of a step
    "seconds": 24,
    "speed": 1.0,  # of the song
    "modifiers": "",
    "practice": 0.0,
    "njs": 16.0,
    "jump": 18.5,
    "height": 1.75,
    "tilted": False,
    "grips": (((0.0, 0.0, 1.0), (0.0, 0.0, 0.0)),) * 2,
    "start": 0.0,
    "mode": "Standard",
    "left_handed": False,
    "version": "1.39.1",
    "frames": None,  # changes the list of frames
    "times": None,  # gives the steps
    "heights": None,  # what is measured: (time, height)
    "lost_heights": False,
    "lanes": 0,  # degrees that notes are turned about the player, at most
    "scoring": (3,),
    "stored": "capped",  # ratings: capped, whole, next
    "most": 10**6,  # cuts
    "fps": "rounded",
    "hands": (0, 1),
    "cells": None,  # moves notes off the grid: by a mod
    "quit": 0.0,  # s that are missing at the end, with open swings
    "misses": 0.05,
    "stacks": 0.0,
    "early": 0.0,  # share of cuts that are earlier than their event can be
    "lost": None,  # a hand without tracking
    "carried": 0.0,  # m/s at which the map carries the player
}


def song_steps(o, rng):
    """Times of the frames and the steps of the room."""
    t, frames = o["start"], []
    while t < o["start"] + o["seconds"]:
        step = 1 / o["rate"] if not o["times"] else o["times"](rng, t - o["start"])
        step *= max(0.3, 1 + rng.gauss(0, o["jitter"]))
        t += step * o["speed"]
        frames.append((f32(t), step))
    return frames


def make_frames(o, rng):
    hands = [Hand(rng, side, o["height"] * 0.58) for side in (0, 1)]
    sway_head = [waves(rng, 3, size, 0.05, 0.6) for size in (0.1, 0.03, 0.06)]
    frames, room = [], 0.0
    for t, step in song_steps(o, rng):
        room += step
        head = f32s((sway(sway_head[0], room), o["height"] - 0.1 + sway(sway_head[1], room), sway(sway_head[2], room)))
        fps = {"rounded": round(1 / step), "floor": int(1 / step), "none": 0, "steady": o["rate"]}[o["fps"]]
        frames.append({"time": t, "fps": fps, "head": head, "hands": [hand.pose(room) for hand in hands]})
    if o["frames"]:
        o["frames"](frames, rng)
    return frames


def reached(saber, k, center):
    """How far the center is from what the blade swept, about."""
    if abs(dot(sub(center, saber.hilt[k]), saber.normal[k])) > 0.3:
        return 9.0
    best = 9.0
    for i in range(5):
        for tip, hilt in ((saber.tip[k], saber.hilt[k]), (saber.tip[k - 1], saber.hilt[k - 1])):
            best = min(best, length(sub(center, add(hilt, mul(sub(tip, hilt), i / 4)))))
    return best


def height_at(o, time):
    """What the player's height adds to the layers: the last one measured half a second before the jump."""
    height = o["height"]
    jump = time - o["jump"] / o["njs"] / 2 - 0.5
    for at, value in o["heights"] or ():
        if at <= jump:
            height = f32(value)
    return max(-0.2, min(0.6, (height - 1.8) / 2))


def seen_in(o, flight, frames, note, k, center=None):
    """A note in frame k: the time that is left, its center, its rotation. After its time it looks where it looked in the last frame before."""
    spawn = note["time"]
    deviation, height, head = (f32(spawn - frames[k]["time"]), height_at(o, spawn), frames[k]["head"])
    moved = center is not None
    center = center or flight.place(note, deviation, height, head)
    seen = k
    while seen and frames[seen]["time"] >= spawn:
        seen -= 1
    left, eyes = spawn - frames[seen]["time"], frames[seen]["head"]
    where = center
    if seen != k and not (moved and o["lanes"]):
        shift = sub(flight.place(note, left, height, eyes), flight.place(note, deviation, height, head))
        where = (center[0], center[1] + shift[1], center[2] + shift[2])
    return deviation, center, flight.rotation(note, left, where, eyes)


def across_arrow(saber, k, rotation):
    way = sub(saber.tip[k], saber.tip[k - 1])
    local = turned((-rotation[0], -rotation[1], -rotation[2], rotation[3]), way)
    return angle((local[0], local[1], 0), (0, -1, 0))


def first_found(o, flight, frames, saber, note, k, busy):
    """The frame of the swing through frame k in which the game finds the note, or None."""

    def finds(at):
        _, center, rotation = seen_in(o, flight, frames, note, at)
        return saber.finds(at, center, rotation, note["direction"] == 8)

    while k > busy and finds(k - 1):
        k -= 1
    if not finds(k) or finds(k - 1):
        return None
    step = length(sub(saber.tip[k], saber.tip[k - 1])) / max(1e-6, (frames[k]["time"] - frames[k - 1]["time"]) / o["speed"])
    _, _, rotation = seen_in(o, flight, frames, note, k)
    return k if 3 < step < 60 and (note["direction"] == 8 or across_arrow(saber, k, rotation) < 55) else None


def claim(o, flight, frames, saber, hand, k, busy, rng):
    """A note that the saber cuts in frame k or a little before, or None."""
    to_hit = rng.gauss(0, 0.015) * o["speed"]
    if rng.random() < o["early"]:
        to_hit = rng.uniform(0.16, 0.2)
    spawn = f32(frames[k]["time"] + to_hit)
    deviation = f32(spawn - frames[k]["time"])
    height, head = height_at(o, spawn), frames[k]["head"]
    turn = euler(0, rng.choice(range(-o["lanes"], o["lanes"] + 1, 15)), 0) if o["lanes"] else None
    best = None
    for line in range(4):
        for layer in range(3):
            note = {"line": line, "layer": layer, "start": 0, "direction": 8, "time": spawn}
            center = flight.place(note, deviation, height, head)
            if turn:
                center = turned(turn, center)
            if o["cells"]:
                center = add(center, o["cells"](rng))
            apart = reached(saber, k, center)
            if apart < (best[0] if best else 0.35):
                best = (apart, note, center)
    if not best:
        return None
    _, note, center = best
    plain = not turn and not o["cells"]
    choices = []
    for direction in range(8):
        note["direction"] = direction
        choices.append((across_arrow(saber, k, seen_in(o, flight, frames, note, k, None if plain else center)[2]), direction))
    apart, direction = min(choices)
    note["direction"] = direction if apart < 40 and rng.random() < 0.85 else 8
    if plain:
        k = first_found(o, flight, frames, saber, note, k, busy)
        if k is None:
            return None
    deviation, center, rotation = seen_in(o, flight, frames, note, k, None if plain else center)
    facing = turned(rotation, (0, 0, 1))
    before, after, closed = saber.ratings(k, center, facing, 0.4 * o["speed"])
    if not closed and not o["quit"]:
        return None
    event = k
    while event + 1 < len(frames) and deviation > 0.15 and spawn - frames[event]["time"] > 0.15:
        event += 1
    distance = dot(saber.normal[k], sub(center, saber.hilt[k]))
    scoring = rng.choice(o["scoring"])
    return {
        "id": scoring * 10000 + note["line"] * 1000 + note["layer"] * 100 + hand * 10 + note["direction"],
        "time": frames[event]["time"],
        "spawn": spawn,
        "kind": 0,
        "hand": hand,
        "frame": k,
        "deviation": deviation,
        "point": f32s(sub(center, mul(saber.normal[k], distance))),
        "normal": saber.normal[k],
        "distance": f32(abs(distance)),
        "before": before,
        "after": after,
    }


def store_ratings(o, notes):
    """How mods store what is above 1."""
    last = {}
    for note in sorted((n for n in notes if n["kind"] == 0), key=lambda n: -n["time"]):
        own = (note["before"], note["after"])
        for which in ("before", "after"):
            if o["stored"] == "capped":
                note[which] = min(1.0, note[which])
            elif o["stored"] == "next" and note[which] >= 1:
                note[which] = max(1.0, last.get((note["hand"], which), 1.0))
        for which, value in zip(("before", "after"), own):
            last[note["hand"], which] = value


def make_notes(o, frames, rng):
    flight = Flight(o["njs"], o["jump"], o["tilted"])
    notes = []
    for hand in o["hands"]:
        saber, busy = Saber(frames, hand, o["grips"][hand]), 20
        for k in range(20, len(frames)):
            speed = length(sub(saber.tip[k], saber.tip[k - 1])) / max(1e-6, (frames[k]["time"] - frames[k - 1]["time"]) / o["speed"])
            if k < busy or not 3 < speed < 60 or length(saber.normal[k]) < 0.5 or rng.random() < 0.4:
                continue
            note = claim(o, flight, frames, saber, hand, k, busy, rng)
            if not note:
                continue
            notes.append(note)
            while rng.random() < o["stacks"] and len([n for n in notes[-4:] if n["frame"] == k]) < 4:
                notes.append(dict(note))
            if rng.random() < o["misses"]:
                note["kind"] = 2
                late = note["spawn"] + 0.15 * o["speed"]
                note["time"] = next((frame["time"] for frame in frames[note["frame"] :] if frame["time"] >= late), note["time"])
            busy = max(k, note["frame"]) + int(0.12 * o["rate"])
    notes.sort(key=lambda n: n["time"])
    notes = notes[: o["most"]]
    store_ratings(o, notes)
    return notes


def score_of(notes):
    """The score of notes with normal scoring: a combo doubles the factor after 2, 4 and 8 good cuts."""
    score, factor, left = 0, 1, 2
    for note in notes:
        if note["kind"] != 0:
            factor, left = max(1, factor // 2), 0
            left = 2 * factor
            continue
        if factor < 8:
            left -= 1
            if left == 0:
                factor *= 2
                left = 2 * factor
        points = round(f32(70 * min(1.0, f32(note["before"])))) + round(f32(30 * min(1.0, f32(note["after"]))))
        score += factor * (points + round(15 * f32(1 - f32(min(1.0, f32(f32(note["distance"]) / f32(0.3)))))))
    return score


def text(value):
    data = value.encode()
    return struct.pack("<i", len(data)) + data


def encode(o, frames, notes, score=0):
    words = ["0.9.27", o["version"], "1700000000", "1", "Ann", "steam", "OpenVR", "headset", "controllers", "A" * 40, "A song", "mapper", "Expert"]
    out = [struct.pack("<iB", 0x442D3D69, 1), b"\0", *(text(word) for word in words), struct.pack("<i", score), text(o["mode"]), text("DefaultEnvironment")]
    out += [
        text(o["modifiers"]),
        struct.pack("<f?ffff", o["jump"], o["left_handed"], 0 if o["heights"] else o["height"], o["start"] if o["practice"] else 0.0, 0.0, o["practice"]),
    ]
    out += [b"\1", struct.pack("<i", len(frames))]
    for frame in frames:
        values = [*frame["head"], 0, 0, 0, 1]
        for position, rotation in frame["hands"]:
            values += [*position, *rotation]
        out.append(struct.pack("<fi21f", frame["time"], frame["fps"], *values))
    out += [b"\2", struct.pack("<i", len(notes))]
    for note in notes:
        out.append(struct.pack("<iffi", note["id"], note["time"], note["spawn"], note["kind"]))
        if note["kind"] == 0:
            out.append(struct.pack("<4Bf3fi", 1, 1, 1, 0, 12.0, 0.0, -1.0, 0.0, note["hand"]))
            out.append(struct.pack("<2f6f4f", note["deviation"], 5.0, *note["point"], *note["normal"], note["distance"], 0.0, note["before"], note["after"]))
    heights = o["heights"] if o["heights"] and not o["lost_heights"] else ()
    out += [b"\3", struct.pack("<i", 0), b"\4", struct.pack("<i", len(heights)), *(struct.pack("<ff", h, t) for t, h in heights), b"\5", struct.pack("<i", 0)]
    return b"".join(out)


# ---- kinds -----------------------------------------------------------------------------------------------------------


def frozen(hands, spans, home=False):
    """Tracking is lost: hands stay where they are, or go to the origin."""

    def change(frames, rng):
        for begin, end in spans:
            inside = [f for f in frames if begin <= f["time"] < end]
            for frame in inside:
                for hand in hands:
                    frame["hands"][hand] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)) if home else inside[0]["hands"][hand]

    return change


def slow_tracker(frames, rng):
    """The tracker gives a pose for every second frame."""
    for i in range(1, len(frames), 2):
        frames[i]["hands"] = list(frames[i - 1]["hands"])


def pauses(frames, rng):
    """The play is paused: while it is, hands go on, and no frame is recorded."""
    cut = len(frames) // 3
    gone = frames[cut + 60]["hands"]
    del frames[cut : cut + 60]
    shift = frames[cut]["time"] - frames[cut - 1]["time"] - 0.011
    for frame in frames[cut:]:
        frame["time"] = f32(frame["time"] - shift)
    frames[cut]["hands"] = list(gone)


def stalls(frames, rng):
    """The song stalls: a few frames have one time."""
    for at in range(100, len(frames), 333):
        for frame in frames[at : at + 4]:
            frame["time"] = frames[at]["time"]


def drops(frames, rng):
    for at in range(len(frames) - 1, 0, -1):
        if rng.random() < 0.03:
            del frames[at]


def jumps(frames, rng):
    """Tracking jumps by some centimetres for a frame or for good."""
    for at in range(50, len(frames) - 60, 211):
        by = (rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2))
        for frame in frames[at : at + rng.choice((1, 40))]:
            position, rotation = frame["hands"][at % 2]
            frame["hands"][at % 2] = (f32s(add(position, by)), rotation)


def uneven(rng, t):
    return rng.choice((1, 1, 1, 1, 2, 3)) / 90


def switching(rng, t):
    return 1 / 120 if t < 10 else 1 / 72


def grip(rng):
    ahead = unit((rng.uniform(-0.1, 0.1), rng.uniform(-0.15, 0.15), 1.0))
    return ahead, (rng.uniform(-0.02, 0.02), rng.uniform(-0.03, 0.03), rng.uniform(-0.05, 0.05))


KINDS = {
    "plain": {},
    "tilted notes": {"tilted": True, "version": "1.20.0"},
    **{f"{rate} Hz": {"rate": rate} for rate in (30, 45, 60, 72, 80, 100, 120, 144)},
    "frame rates rounded down": {"fps": "floor", "rate": 72},
    "30 Hz, frame rates rounded down": {"fps": "floor", "rate": 30},
    "no frame rates": {"fps": "none"},
    "uneven frames": {"times": uneven},
    "another frame rate from 10 s on": {"times": switching},
    "frames left out": {"frames": drops},
    "paused": {"frames": pauses},
    "the song stalls": {"frames": stalls},
    "a slow tracker": {"frames": slow_tracker, "rate": 120},
    "tracking jumps": {"frames": jumps},
    "one hand frozen": {"frames": frozen((0,), [(5, 9), (14, 16)])},
    "both hands frozen": {"frames": frozen((0, 1), [(5, 9), (14, 16)])},
    "hands lost to the origin twice": {"frames": frozen((0, 1), [(5, 9), (14, 18)], True)},
    "left-handed": {"left_handed": True},
    "a child": {"height": 1.1},
    "a giant": {"height": 2.3},
    "automatic height": {"heights": [(0.0, 1.75), (4.0, 1.6), (8.0, 1.4), (14.0, 1.7)]},
    "automatic height that was not recorded": {"heights": [(0.0, 1.75), (8.0, 1.72), (14.0, 1.7)], "lost_heights": True},
    "one change of height that was not recorded": {"heights": [(0.0, 1.75), (18.0, 1.73)], "lost_heights": True},
    "faster song": {"speed": 1.2, "modifiers": "FS"},
    "super fast song": {"speed": 1.5, "modifiers": "SF", "njs": 20.0},
    "slower song": {"speed": 0.85, "modifiers": "SS"},
    "practice at 0.5": {"speed": 0.5, "practice": 0.5},
    "practice at 1.3 from 60 s on": {"speed": 1.3, "practice": 1.3, "start": 60.0},
    "no fail": {"modifiers": "NF", "misses": 0.6},
    "90 degrees": {"lanes": 45, "mode": "90Degree"},
    "360 degrees": {"lanes": 180, "mode": "360Degree"},
    "some lanes turned": {"lanes": 15, "mode": "90Degree"},
    "arcs": {"scoring": (3, 3, 4, 5)},
    "chains": {"scoring": (3, 3, 6, 7)},
    "only chains": {"scoring": (6, 7, 7, 7)},
    "ids of old games": {"scoring": (0,), "version": "1.18.0", "tilted": True},
    "ratings above 1": {"stored": "whole"},
    "ratings of the next cut": {"stored": "next"},
    "stacked notes": {"stacks": 0.2},
    "one saber": {"hands": (1,), "mode": "OneSaber"},
    "a mod moves the sabers": {"grips": "random"},
    "a mod moves the sabers, few cuts": {"grips": "random", "most": 12},
    "a mod moves the sabers, very few cuts": {"grips": "random", "most": 5},
    "very few cuts": {"most": 4},
    "one cut": {"most": 1},
    "no cuts": {"most": 0},
    "left early": {"quit": 0.3, "seconds": 12},
    "joined late": {"start": 75.0, "seconds": 12},
    "notes moved by a mod": {"cells": lambda rng: (0.0, rng.uniform(-0.15, 0.15), 0.0)},
    "notes moved ahead by a mod": {"cells": lambda rng: (0.0, 0.0, rng.uniform(-0.1, 0.1))},
    "some notes moved by a mod": {"cells": lambda rng: (0.0, rng.choice((0, 0, 0, 0.05)), 0.0)},
    "slow notes": {"njs": 8.0, "jump": 14.0},
    "fast notes": {"njs": 23.0, "jump": 24.0},
    "still play at 144 Hz": {"rate": 144, "jitter": 0.0},
    "early cuts": {"njs": 6.0, "jump": 9.0, "early": 0.3},
    "one saber, the other hand without tracking": {"hands": (1,), "mode": "OneSaber", "lost": 0},
    "carried by the map": {"carried": 4.0},
}


def make(kind, seed, **more):
    rng = random.Random(f"{kind} {seed}")
    o = {**PLAIN, **KINDS[kind], **more}
    if o["grips"] == "random":
        o["grips"] = (grip(rng), grip(rng))
    frames = make_frames(o, rng)
    notes = make_notes(o, frames, rng)
    for frame in frames:
        if o["lost"] is not None:
            frame["hands"][o["lost"]] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
        if o["carried"]:
            way = (0.0, 0.0, -o["carried"] * frame["time"])
            frame["head"] = f32s(add(frame["head"], way))
            frame["hands"] = [(f32s(add(position, way)), rotation) for position, rotation in frame["hands"]]
    if o["quit"]:
        end = notes[-1]["time"] if notes else 0
        frames = [frame for frame in frames if frame["time"] <= end + 0.05]
    return o, frames, notes


# Words of kinds of which the motion cannot tell everything.
UNDECIDED = ("degrees", "lanes", "chains", "moved by a mod", "moved ahead", "not recorded", "few cuts", "one cut", "left early", "stacked", "carried")
# Of REEL_TEST_EFFORT: one kind of how many, and how long a play is.
EFFORTS = {"light": (9, 6), "quick": (4, 8), "full": (1, 24)}


PRECISIONS = ("0.05mm,0.02deg", "0.2mm,0.05deg", "1mm,0.1deg", "5mm,0.5deg")


def measure(reel, path):
    row = json.loads(subprocess.run([reel, "stats", "-t", "evidence", "--json", path], capture_output=True, text=True, check=False).stdout)
    found = json.loads(subprocess.run([reel, "check", "--evidence", "--json", path], capture_output=True, text=True, check=False).stdout)
    return row["stats"]["beatsaber"]["evidence"][0], found["findings"]


def faults(row, findings):
    """What is wrong with the answer about an honest play."""
    bad = [f"{f['rule']}: {f['message']}" for f in findings if f["severity"] == "error" and "motion-" in f["rule"]]
    if not row["motion_score"] <= row["event_score"] <= row["motion_score_most"]:
        bad.append(f"{row['event_score']} is not in {row['motion_score']} to {row['motion_score_most']}")
    return bad


def packed(reel, path, folder, number):
    out = os.path.join(folder, f"packed{number}.reel")
    subprocess.run([reel, "pack", "--precision", PRECISIONS[number % len(PRECISIONS)], "-o", out, path], capture_output=True, check=True)
    row, findings = measure(reel, out)
    return faults(row, findings) + ([] if row["rounded"] else ["the rounding is not measured"])


def run(reel, seeds):
    alarms = cuts = plays = full = 0
    step, seconds = EFFORTS[os.environ.get("REEL_TEST_EFFORT", "full")]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "honest.bsor")
        for kind in list(KINDS)[::step]:
            for seed in range(seeds):
                o, frames, notes = make(kind, seed, **({"seconds": seconds} if seconds < PLAIN["seconds"] else {}))
                with open(path, "wb") as file:
                    file.write(encode(o, frames, notes))
                row, findings = measure(reel, path)
                bad = faults(row, findings)
                known = not any(word in kind for word in UNDECIDED)
                if known and not row["good_cuts"] == row["supported"] == row["same_points"]:
                    bad.append("not all cuts are supported to the same points")
                bad += [f"packed: {each}" for each in packed(reel, path, folder, plays)]
                plays += 1
                cuts += row["good_cuts"]
                alarms += bool(bad)
                full += row["support"] == 2
                print(
                    f"{kind}, {seed}: {row['good_cuts']} cuts, {row['supported']} supported, {row['not_supported']} not, {row['undecidable']} undecidable ({row['first_reason']}), same points {row['same_points']}, support {row['support']}, {row['event_score']} in {row['motion_score']} to {row['motion_score_most']}"
                )
                for each in bad:
                    print("  ALARM", each)
                sys.stdout.flush()
    print(f"{plays} honest plays, each also packed with a precision, {cuts} good cuts: {alarms} alarms, {full} full")
    return alarms


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "write" and sys.argv[2] in KINDS:
        with open(sys.argv[4], "wb") as file:
            file.write(encode(*make(sys.argv[2], int(sys.argv[3]))))
    elif len(sys.argv) in (2, 3):
        sys.exit(1 if run(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 1) else 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
