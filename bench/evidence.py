#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of docs/evidence.md: how much of the claims of honest plays follows from their motion, and which forgeries are found.

    bench/evidence.py REEL reproduced FILE...   one row per mod version and platform
    bench/evidence.py REEL forged FILE...       forges each play in every way and prints which are found (REEL_FORGERIES=WORD: those with a word)
    bench/evidence.py REEL forge KIND IN OUT    writes one forged play

FILE are complete BSOR plays. Python's standard library is enough.
"""

import collections
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

from bsor_play import AFTER, BAD, BEFORE, DEVIATION, DISTANCE, GOOD, HANDS, MISS, NORMAL, POINT, chosen, load
from forgeries import MORE, warped
from forgeries_shown import SHOWN

# ---- forgeries: each changes a play; `other` is another one ----------------------------------------------------------


def copies(play, other, random_):
    for i in chosen(play, 3, random_):
        note, cut = play.notes[i]
        for copy in range(500):
            play.notes.append(([note[0], note[1] + copy / 1000, note[2] + copy / 1000, note[3]], list(cut)))
    play.notes.sort(key=lambda event: event[0][1])


def distances(share):
    def forge(play, other, random_):
        for i in chosen(play, share, random_, lambda cut: cut[DISTANCE] > 0.01):
            play.notes[i][1][DISTANCE] = 0.0

    return forge


def points_too(share):
    """A smaller distance whose point of the cut is moved along, so that the centre stays on the grid."""

    def forge(play, other, random_):
        for i in chosen(play, share, random_, lambda cut: cut[DISTANCE] > 0.01):
            note, cut = play.notes[i]
            x = (note[0] // 1000 % 10 - 1.5) * 0.6
            centers = [[p + sign * cut[DISTANCE] * n for p, n in zip(cut[POINT], cut[NORMAL])] for sign in (1, -1)]
            cut[POINT] = min(centers, key=lambda c: abs(c[0] - x))
            cut[DISTANCE] = 0.0

    return forge


def ratings(which, share, by=None):
    def forge(play, other, random_):
        for i in chosen(play, share, random_, lambda cut: cut[which] < 1):
            cut = play.notes[i][1]
            cut[which] = 1.0 if by is None else min(1.0, cut[which] + by)

    return forge


def other_events(play, other, random_):
    end = play.frames[-1][0]
    play.notes = [event for event in other.notes if event[0][1] < end]


def misses_cut(share):
    """Misses become copies of the good cut before them, with the numbers of the note."""

    def forge(play, other, random_):
        misses = [i for i, (note, _) in enumerate(play.notes) if note[3] == MISS]
        for i in random_.sample(misses, min(len(misses), share)):
            note = play.notes[i][0]
            color = note[0] // 10 % 10
            like = [j for j in play.good() if play.notes[j][0][0] // 10 % 10 == color]
            if not like:
                continue
            cut = list(play.notes[min(like, key=lambda j: abs(j - i))][1])
            time = min((frame[0] for frame in play.frames), key=lambda t: abs(t - note[2]))
            cut[DEVIATION] = note[2] - time
            play.notes[i] = ([note[0], time, note[2], GOOD], cut)

    return forge


def bad_good(play, other, random_):
    """Bad cuts become good ones, with the ratings of full swings."""
    for i, (note, cut) in enumerate(play.notes):
        if note[3] == BAD:
            note[3] = GOOD
            cut[0:3] = [1, 1, 1]
            cut[3] = 0
            cut[BEFORE], cut[AFTER] = 1.0, 1.0


def removed(play, other, random_):
    """Misses and bad cuts are left out, so that the combo goes on."""
    play.notes = [event for event in play.notes if event[0][3] not in (BAD, MISS)]


def shifted(by):
    def forge(play, other, random_):
        for frame in play.frames:
            frame[0] += by

    return forge


def thinned(step):
    def forge(play, other, random_):
        play.frames = play.frames[::step]

    return forge


def smoothed(width):
    def forge(play, other, random_):
        old = [list(frame) for frame in play.frames]
        for i, frame in enumerate(play.frames):
            near = old[max(0, i - width) : i + width + 1]
            for hand in HANDS:
                mean = [sum(f[k] for f in near) / len(near) for k in range(hand.start, hand.stop)]
                length = math.sqrt(sum(q * q for q in mean[3:])) or 1.0
                frame[hand] = mean[:3] + [q / length for q in mean[3:]]

    return forge


def scaled(by):
    def forge(play, other, random_):
        for frame in play.frames:
            for hand in HANDS:
                for k in range(hand.start, hand.start + 3):
                    frame[k] *= by

    return forge


def still(play, other, random_):
    middle = len(play.frames) // 2
    for frame in play.frames[middle:]:
        for hand in HANDS:
            frame[hand] = play.frames[middle][hand]


def spliced(play, other, random_):
    """The poses of a third of the play, again in place of the next third."""
    third = len(play.frames) // 3
    for i in range(third, 2 * third):
        play.frames[i][2:] = play.frames[i - third][2:]


def bigger(play, other, random_):
    """Turns the hands a little more in each frame, around the axis that they turn about."""
    for hand in HANDS:
        old = [list(frame[hand]) for frame in play.frames]
        for i in range(1, len(old)):
            a, b = old[i - 1][3:], old[i][3:]
            q = [y + 0.2 * (y - x) for x, y in zip(a, b)]
            length = math.sqrt(sum(v * v for v in q)) or 1.0
            play.frames[i][hand] = old[i][:3] + [v / length for v in q]


KINDS = {
    "3 cuts copied 500 times, 1 ms apart": copies,
    "distance 0: all cuts": distances(1.0),
    "distance 0: 1 % of the cuts": distances(0.01),
    "distance 0: 3 cuts": distances(3),
    "distance 0: 1 cut": distances(1),
    "distance 0 and point moved: 1 % of the cuts": points_too(0.01),
    "full swing before: all partial ones": ratings(BEFORE, 1.0),
    "full swing before: 3 cuts": ratings(BEFORE, 3),
    "swing before better by 0.02: all partial ones": ratings(BEFORE, 1.0, 0.02),
    "swing before better by 0.006: all partial ones": ratings(BEFORE, 1.0, 0.006),
    "swing before better by 0.004: all partial ones": ratings(BEFORE, 1.0, 0.004),
    "full swing after: all partial ones": ratings(AFTER, 1.0),
    "events of another play": other_events,
    "all misses made cuts": misses_cut(10**6),
    "3 misses made cuts": misses_cut(3),
    "bad cuts made good": bad_good,
    "misses and bad cuts removed": removed,
    "frames 1 ms later": shifted(0.001),
    "frames 20 ms later": shifted(0.02),
    "every second frame": thinned(2),
    "hands smoothed over 3 frames": smoothed(1),
    "hands smoothed over 7 frames": smoothed(3),
    "positions scaled by 1.001": scaled(1.001),
    "positions scaled by 1.05": scaled(1.05),
    "played at 0.95 of the speed": warped(0.95, False),
    "played at 0.7 of the speed": warped(0.7, False),
    "hands still in the second half": still,
    "a third of the motion again": spliced,
    "rotations exaggerated by 20 %": bigger,
    **MORE,
    **SHOWN,
}


# ---- running reel ----------------------------------------------------------------------------------------------------


def stats(reel, path, tables):
    run = subprocess.run([reel, "stats", "-t", tables, "--json", path], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["stats"]["beatsaber"]


def findings(reel, path):
    run = subprocess.run([reel, "check", "--evidence", "--json", path], capture_output=True, text=True, check=False)
    return json.loads(run.stdout).get("findings", [])


def forge(play, other, kind, seed):
    KINDS[kind](play, other, random.Random(seed))


def forged(reel, paths):
    print("| forgery | plays | against | partial | none | full | other rules | gain of the score | shown of the gain | reasons |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "forged.bsor")
        for kind in [kind for kind in KINDS if os.environ.get("REEL_FORGERIES", "") in kind]:
            counts, reasons, gains, shown = (collections.Counter(), collections.Counter(), [], [])
            for number, path in enumerate(paths):
                play, other = load(path), load(paths[(number + 1) % len(paths)])
                honest = stats(reel, path, "evidence")["evidence"][0]
                before = honest["event_score"]
                play.row = honest
                original = bytes(play.write(0))
                forge(play, other, kind, number)
                if play.write(0) == original:
                    continue
                with open(out, "wb") as file:
                    file.write(play.write(0))
                score = stats(reel, out, "evidence")["evidence"][0]["event_score"]
                with open(out, "wb") as file:
                    file.write(play.write(min(score, 2**31 - 1)))
                found = findings(reel, out)
                row = stats(reel, out, "evidence")["evidence"][0]
                motion = [f for f in found if f["rule"].startswith("beatsaber.motion-")]
                errors = [f["rule"][17:] for f in motion if f["severity"] == "error"]
                others = [f for f in found if f["severity"] == "error" and f not in motion and f["rule"].startswith("beatsaber.")]
                counts["plays"] += 1
                counts[("none", "partial", "full", "against")[row["support"]]] += 1
                counts["others"] += bool(others)
                reasons.update(errors)
                gains.append(score - before)
                shown.append(row["motion_score"] - honest["motion_score"])
            top = ", ".join(rule for rule, _ in reasons.most_common(3))
            span = f"{min(gains)} to {max(gains)}" if gains else ""
            print(
                f"| {kind} | {counts['plays']} | {counts['against']} | {counts['partial']} | {counts['none']} | {counts['full']} | {counts['others']} "
                f"| {span} | {max(shown, default=0)} | {top} |"
            )
            sys.stdout.flush()


def same(a, b, scale):
    return abs(a - b) <= scale


def reproduced(reel, paths):
    """A claim is reproduced if it is within a unit in the last place of its scale; of ratings, those that are not full on both sides."""
    names = ("good cuts", "supported", "points", "normal", "centre", "distance", "before", "after")
    groups = {}
    for path in paths:
        run = subprocess.run([reel, "info", "--json", path], capture_output=True, text=True, check=False)
        info = json.loads(run.stdout)["header"]["info"]
        group = groups.setdefault((info["mod_version"], info["platform"]), collections.Counter())
        for cut in stats(reel, path, "cuts")["cuts"]:
            if cut["kind"] != 0:
                continue
            group["good cuts"] += 1
            group["supported"] += cut["support"] == 1
            if cut.get("motion_points") is None:
                continue
            group["points"] += cut["points"] == cut["motion_points"]
            group["normal"] += cut["normal_difference"] < 1e-3
            group["centre"] += cut["center_difference"] < 1e-3
            group["distance"] += same(cut["distance"], cut["motion_distance"], 1e-4)
            group["before"] += same(min(cut["before"], 1), min(cut["motion_before"], 1), 1e-3)
            group["after"] += same(min(cut["after"], 1), min(cut["motion_after"], 1), 1e-3)
    print("| mod | platform | " + " | ".join(names) + " |")
    print("| --- | --- |" + " --: |" * len(names))
    total = collections.Counter()
    for group in groups.values():
        total.update(group)
    for (mod, platform), group in [*sorted(groups.items()), (("all", ""), total)]:
        shares = [f"{group['good cuts']}"] + [f"{100 * group[name] / group['good cuts']:.2f} %" for name in names[1:]]
        print(f"| {mod} | {platform} | " + " | ".join(shares) + " |")


def main():
    if len(sys.argv) > 3 and sys.argv[2] == "reproduced":
        reproduced(sys.argv[1], sys.argv[3:])
    elif len(sys.argv) > 3 and sys.argv[2] == "forged":
        forged(sys.argv[1], sys.argv[3:])
    elif len(sys.argv) == 6 and sys.argv[2] == "forge" and sys.argv[3] in KINDS:
        play = load(sys.argv[4])
        play.row = stats(sys.argv[1], sys.argv[4], "evidence")["evidence"][0]
        forge(play, load(sys.argv[4]), sys.argv[3], 0)
        with open(sys.argv[5], "wb") as file:
            file.write(play.write(struct.unpack_from("<i", play.info, play.score_at)[0]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
