# SPDX-License-Identifier: MIT
"""More forgeries for bench/evidence.py: by someone who knows the format, and some of the rules. Each changes a play; `other` is another one."""

import math

from bsor_play import AFTER, BEFORE, DEVIATION, DISTANCE, GOOD, HANDS, MISS, NORMAL, POINT, chosen

POSES = slice(2, 23)


def points(event):
    """What a normal note earns."""
    note, cut = event
    if note[3] != GOOD:
        return 0
    return round(70 * min(1, cut[BEFORE])) + round(30 * min(1, cut[AFTER])) + round(15 * max(0, 1 - cut[DISTANCE] / 0.3))


def first_at(play, time):
    """The first frame at or after a time."""
    return next((i for i, frame in enumerate(play.frames) if frame[0] >= time), len(play.frames))


def window_notes(play, begin, end):
    return [event for event in play.notes if begin <= event[0][1] < end]


def again(noise):
    """The ten seconds with the most points in place of the ten with the fewest: motion and events, at the frames that are there."""

    def forge(play, other, random_):
        last = play.frames[-1][0]
        spans = [(sum(points(e) for e in window_notes(play, t, t + 10)), t) for t in range(2, int(last) - 12, 2)]
        if len(spans) < 2:
            return
        best, worst = max(spans)[1], min(spans)[1]
        a, b, span = first_at(play, best), first_at(play, worst), first_at(play, best + 10) - first_at(play, best)
        if abs(a - b) < span:
            return
        to = {play.frames[a + k][0]: play.frames[b + k][0] for k in range(span) if b + k < len(play.frames)}
        events = []
        for note, cut in window_notes(play, best, best + 10):
            if note[3] != GOOD or note[1] not in to:
                continue
            spawn = to[note[1]] + cut[DEVIATION]
            events.append(([note[0], to[note[1]], spawn, GOOD], list(cut)))
        end = max(to.values())
        play.notes = [e for e in play.notes if not to[play.frames[a][0]] <= e[0][1] <= end] + events
        play.notes.sort(key=lambda event: event[0][1])
        poses = [list(play.frames[a + k][POSES]) for k in range(span)]
        for k in range(min(span, len(play.frames) - b)):
            play.frames[b + k][POSES] = [value + random_.gauss(0, noise) for value in poses[k]] if noise else poses[k]

    return forge


def swing_again(both):
    """Each miss gets the motion and the claims of a good cut of the same place and hand: 0.8 s of frames."""

    def forge(play, other, random_):
        place = {}
        for i in play.good():
            place.setdefault(play.notes[i][0][0], []).append(i)
        for i, (note, _) in enumerate(play.notes):
            if note[3] != MISS or note[0] not in place:
                continue
            like, cut = play.notes[random_.choice(place[note[0]])]
            a, b = first_at(play, like[1]), first_at(play, note[2] - cut[DEVIATION])
            before, after = min(a, b, 45), min(len(play.frames) - max(a, b), 45)
            hands = HANDS if both else (HANDS[cut[8]],)
            old = [[list(frame[hand]) for hand in hands] for frame in play.frames[a - before : a + after]]
            for k, poses in enumerate(old):
                for hand, pose in zip(hands, poses):
                    play.frames[b - before + k][hand] = pose
            time = play.frames[b][0]
            own = list(cut)
            own[DEVIATION] = note[2] - time
            play.notes[i] = ([note[0], time, note[2], GOOD], own)

    return forge


def swapped(play, other, random_):
    for frame in play.frames:
        frame[HANDS[0]], frame[HANDS[1]] = frame[HANDS[1]], frame[HANDS[0]]


def mirror_pose(values):
    x, y, z, qx, qy, qz, qw = values
    return [-x, y, z, qx, -qy, -qz, qw]


def mirrored(play, other, random_):
    """The play of someone else, mirrored with all its claims."""
    directions = (0, 1, 3, 2, 5, 4, 7, 6, 8, 9)
    for frame in play.frames:
        left, right = mirror_pose(frame[HANDS[0]]), mirror_pose(frame[HANDS[1]])
        frame[2:9] = mirror_pose(frame[2:9])
        frame[HANDS[0]], frame[HANDS[1]] = right, left
    for note, cut in play.notes:
        digits = note[0]
        line, layer, color, direction = digits // 1000 % 10, digits // 100 % 10, digits // 10 % 10, digits % 10
        if line < 4 and color < 2:
            note[0] = digits // 10000 * 10000 + (3 - line) * 1000 + layer * 100 + (1 - color) * 10 + directions[direction]
        if cut:
            cut[8] = 1 - cut[8]
            cut[POINT.start] *= -1
            cut[NORMAL.start] *= -1
            cut[5] *= -1


def warped(by, rates):
    """Another tempo: all times of the play, by a factor. `rates`: the frame rates too."""

    def forge(play, other, random_):
        for frame in play.frames:
            frame[0] *= by
            frame[1] = round(frame[1] / by) if rates else frame[1]
        for note, cut in play.notes:
            note[1] *= by
            note[2] *= by
            if cut:
                cut[DEVIATION] *= by

    return forge


def upsampled(play, other, random_):
    """Frames halfway between those that are there."""
    frames = []
    for a, b in zip(play.frames, play.frames[1:]):
        middle = [(x + y) / 2 for x, y in zip(a, b)]
        middle[1] = a[1]
        for hand in HANDS:
            size = math.sqrt(sum(q * q for q in middle[hand][3:])) or 1.0
            middle[hand.start + 3 : hand.stop] = [q / size for q in middle[hand][3:]]
        frames += [a, middle]
    play.frames = [*frames, play.frames[-1]]


def straight(play, other, random_):
    """Better time dependence: the normals have less of z."""
    for i in play.good():
        cut = play.notes[i][1]
        x, y, z = cut[NORMAL]
        size = math.sqrt(x * x + y * y + z * z / 4) or 1.0
        cut[NORMAL] = [x / size, y / size, z / 2 / size]


def nudged(play, other, random_):
    """All distances smaller by as much as the bound of the centre lets pass."""
    for i in chosen(play, 1.0, random_, lambda cut: cut[DISTANCE] > 0.001):
        play.notes[i][1][DISTANCE] -= 0.0009


def nudged_points(play, other, random_):
    """The same for distances and ratings at once."""
    nudged(play, other, random_)
    for i in play.good():
        cut = play.notes[i][1]
        for which in (BEFORE, AFTER):
            if cut[which] < 1:
                cut[which] = min(1.0, cut[which] + 0.0045)


def jittered(by):
    def forge(play, other, random_):
        for frame in play.frames:
            for hand in HANDS:
                for k in range(hand.start, hand.start + 3):
                    frame[k] += random_.gauss(0, by)

    return forge


def smooth_and_jittered(play, other, random_):
    old = [list(frame) for frame in play.frames]
    for i, frame in enumerate(play.frames):
        near = old[max(0, i - 2) : i + 3]
        for hand in HANDS:
            for k in range(hand.start, hand.start + 3):
                frame[k] = sum(f[k] for f in near) / len(near) + random_.gauss(0, 0.0003)


def window(change):
    """Only ten seconds in the middle."""

    def forge(play, other, random_):
        middle = play.frames[len(play.frames) // 2][0]
        a, b = first_at(play, middle), first_at(play, middle + 10)
        whole, notes = play.frames, play.notes
        play.frames, play.notes = whole[a:b], [e for e in notes if middle <= e[0][1] < middle + 10]
        inside = list(play.notes)
        change(play, other, random_)
        play.frames = whole[:a] + play.frames + whole[b:]
        left = [e for e in notes if not any(e is x for x in inside)]
        play.notes = sorted(left + play.notes, key=lambda event: event[0][1])

    return forge


def full_swings(play, other, random_):
    for i in play.good():
        play.notes[i][1][BEFORE] = play.notes[i][1][AFTER] = 1.0


def other_window(play, other, random_):
    """The events of another play, at the nearest frames."""
    if not play.frames:
        return
    begin, end = play.frames[0][0], play.frames[-1][0]
    play.notes = []
    for note, cut in window_notes(other, begin, end):
        if note[3] != GOOD:
            continue
        own = list(cut)
        time = play.frames[min(first_at(play, note[1]), len(play.frames) - 1)][0]
        own[DEVIATION] = note[2] - time
        play.notes.append(([note[0], time, note[2], GOOD], own))


def later_notes(play, other, random_):
    """The notes were 30 ms later: their times, and the deviations with them."""
    for note, cut in play.notes:
        note[2] += 0.03
        if cut:
            cut[DEVIATION] += 0.03


def one_hand_still(play, other, random_):
    middle = len(play.frames) // 2
    for frame in play.frames[middle:]:
        frame[HANDS[1]] = play.frames[middle][HANDS[1]]


def misses_gone(play, other, random_):
    """Misses are left out, and the half second of frames around each."""
    times = [note[2] for note, _ in play.notes if note[3] == MISS]
    play.notes = [event for event in play.notes if event[0][3] != MISS]
    good = {note[1] for note, _ in play.notes}
    play.frames = [f for f in play.frames if f[0] in good or not any(abs(f[0] - t) < 0.25 for t in times)]


def copies_apart(copies, step):
    """Each cut several times, a moment apart."""

    def forge(play, other, random_):
        events = []
        for note, cut in play.notes:
            for copy in range(copies if note[3] == GOOD else 1):
                events.append(([note[0], note[1], note[2] + copy * step, note[3]], list(cut) if cut else None))
                if events[-1][1] and copy:
                    events[-1][1][DEVIATION] = events[-1][0][2] - note[1]
        play.notes = events

    return forge


def slow_part(begin, end, by, rates):
    """A part of the play goes by at another speed, as if it had been played slower."""

    def forge(play, other, random_):
        last = play.frames[-1][0]
        a, b = begin * last, min(end * last if end <= 1 else begin * last + end, last)
        for frame in play.frames:
            if a <= frame[0] < b:
                frame[1] = round(frame[1] * (1 if rates else by))

    return forge


def slow_frames(begin, span, by):
    """Ten seconds at a part of the speed, with the frame rates that go with it: as many frames in less of the song."""

    def forge(play, other, random_):
        last = play.frames[-1][0]
        a, b = begin * last, min(begin * last + span, last)
        frames = []
        for i, frame in enumerate(play.frames):
            frames.append(frame)
            if a <= frame[0] < b and i + 1 < len(play.frames) and by <= 0.5:
                middle = [(x + y) / 2 for x, y in zip(frame, play.frames[i + 1])]
                middle[1] = frame[1] = round(frame[1] / by)
                frames.append(middle)
        play.frames = frames

    return forge


def line_seven(play, other, random_):
    """Notes in a line that the format does not have: their places are unknown."""
    for i in play.good():
        note = play.notes[i][0]
        note[0] += (7 - note[0] // 1000 % 10) * 1000
        play.notes[i][1][BEFORE] = play.notes[i][1][AFTER] = 1.0
        play.notes[i][1][DISTANCE] = 0.0


def odd_rotations(play, other, random_):
    """Rotations that are none, so that nothing can be compared, and the best claims."""
    for frame in play.frames:
        for hand in HANDS:
            for k in range(hand.start + 3, hand.stop):
                frame[k] *= 1.02
    full_swings(play, other, random_)


def far_head(play, other, random_):
    for frame in play.frames:
        frame[2] = 2e6
    full_swings(play, other, random_)


def no_frames(play, other, random_):
    play.frames = []
    full_swings(play, other, random_)


def frames_around_cuts(play, other, random_):
    """The frames before each cut are left out, and the swings are full."""
    times = sorted(play.notes[i][0][1] for i in play.good())
    gone = set()
    at = 0
    for i, frame in enumerate(play.frames):
        while at < len(times) and times[at] < frame[0]:
            at += 1
        if at < len(times) and frame[0] == times[at]:
            gone.update((i - 1, i - 2))
    play.frames = [frame for i, frame in enumerate(play.frames) if i not in gone]
    full_swings(play, other, random_)


def off_grid(play, other, random_):
    """Points of the cuts are moved, as in maps of mods, and the claims are the best."""
    for i in play.good():
        cut = play.notes[i][1]
        cut[POINT.start + 1] += 0.05 + 0.001 * (i % 40)
        cut[BEFORE] = cut[AFTER] = 1.0


def rounded(play, other, random_):
    """Poses are rounded to 2 mm, so that little can be compared, and all claims are better by a little."""
    for frame in play.frames:
        for hand in HANDS:
            for k in range(hand.start, hand.start + 3):
                frame[k] = round(frame[k] / 0.002) * 0.002
    for i in play.good():
        cut = play.notes[i][1]
        cut[BEFORE], cut[AFTER] = min(1.0, cut[BEFORE] + 0.1), min(1.0, cut[AFTER] + 0.1)
        cut[DISTANCE] *= 0.7


def chain_links(play, other, random_):
    """A chain link is added to each cut."""
    events = []
    for note, cut in play.notes:
        events.append((note, cut))
        if note[3] == GOOD and 30000 <= note[0] < 40000:
            events.append(([note[0] + 40000, note[1], note[2], GOOD], list(cut)))
    play.notes = events


def scoring_types(scoring):
    """Notes become ones whose swings are full by rule."""

    def forge(play, other, random_):
        for i in play.good():
            note = play.notes[i][0]
            if 30000 <= note[0] < 40000:
                note[0] += (scoring - 3) * 10000

    return forge


def claimed_frames(play, other, random_):
    """Each partial swing gets bigger in the frames: the hand turns by 1 % more between frames, and the claims say 1."""
    for hand in HANDS:
        old = [list(frame[hand]) for frame in play.frames]
        for i in range(1, len(old)):
            a, b = old[i - 1][3:], old[i][3:]
            q = [y + 0.01 * (y - x) for x, y in zip(a, b)]
            size = math.sqrt(sum(v * v for v in q)) or 1.0
            play.frames[i][hand] = old[i][:3] + [v / size for v in q]
    full_swings(play, other, random_)


MORE = {
    "each cut 8 times, 1 \u00b5s apart": copies_apart(8, 1e-6),
    "each cut 4 times": copies_apart(4, 0.0),
    "each cut twice, 20 ms apart": copies_apart(2, 0.02),
    "40 % at 0.7 of the speed": slow_part(0.3, 0.7, 0.7, False),
    "10 s at 0.5 of the speed": slow_part(0.4, 10, 0.5, False),
    "10 s at 0.5, with the frame rates that go with it": slow_frames(0.4, 10, 0.5),
    "notes in line 7, full swings": line_seven,
    "rotations of length 1.02, full swings": odd_rotations,
    "a head 2000 km away, full swings": far_head,
    "no frames, full swings": no_frames,
    "two frames before each cut left out, full swings": frames_around_cuts,
    "notes off the grid, full swings": off_grid,
    "poses rounded to 2 mm, claims better by 0.1": rounded,
    "a chain link with each cut": chain_links,
    "the best 10 s in place of the worst": again(0.0),
    "the same with noise of 0.1 mm": again(0.0001),
    "misses get the motion of good cuts, both hands": swing_again(True),
    "misses get the motion of good cuts, one hand": swing_again(False),
    "hands swapped": swapped,
    "mirrored with its claims": mirrored,
    "all times by 1.02": warped(1.02, False),
    "all times by 1.1, and the frame rates": warped(1.1, True),
    "frames halfway between": upsampled,
    "normals with half of z": straight,
    "distances smaller by 0.9 mm": nudged,
    "the same, and ratings better by 0.0045": nudged_points,
    "noise of 0.05 mm added": jittered(0.00005),
    "noise of 1 mm added": jittered(0.001),
    "hands smoothed, noise of 0.3 mm added": smooth_and_jittered,
    "full swings in 10 s": window(full_swings),
    "distance 0 in 10 s": window(lambda play, other, random_: [play.notes[i][1].__setitem__(DISTANCE, 0.0) for i in play.good()]),
    "events of another play in 10 s": window(other_window),
    "events of another play at the nearest frames": other_window,
    "noise of 0.3 mm in 10 s": window(jittered(0.0003)),
    "notes 30 ms later": later_notes,
    "one hand still in the second half": one_hand_still,
    "misses and the frames around them removed": misses_gone,
    "notes made ends of arcs": scoring_types(5),
    "notes made chain links": scoring_types(7),
    "rotations exaggerated by 1 %, full swings": claimed_frames,
}
