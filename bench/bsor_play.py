# SPDX-License-Identifier: MIT
"""BSOR plays as lists that scripts can change."""

import struct

FRAME, NOTE, CUT = struct.Struct("<fi21f"), struct.Struct("<iffi"), struct.Struct("<4Bf3fiff3f3fffff")
SPEED, SABER, DEVIATION, POINT, NORMAL, DISTANCE, BEFORE, AFTER = 4, 8, 9, slice(11, 14), slice(14, 17), 17, 19, 20
GOOD, BAD, MISS = 0, 1, 2
HANDS = (slice(9, 16), slice(16, 23))  # position and rotation of the left and the right hand in a frame


class Play:
    """Info, frames and notes of a BSOR file; everything after the notes stays as it is."""

    def __init__(self, data):
        self.head = bytes(data[:5])
        at = 6
        for _ in range(13):
            at += 4 + struct.unpack_from("<i", data, at)[0]
        self.score_at = at - 6
        at += 4
        for _ in range(3):
            at += 4 + struct.unpack_from("<i", data, at)[0]
        at += 21
        self.info = bytearray(data[6:at])
        count = struct.unpack_from("<i", data, at + 1)[0]
        at += 5
        self.frames = [list(FRAME.unpack_from(data, at + i * FRAME.size)) for i in range(count)]
        at += count * FRAME.size
        count = struct.unpack_from("<i", data, at + 1)[0]
        at += 5
        self.notes = []
        for _ in range(count):
            note = list(NOTE.unpack_from(data, at))
            at += NOTE.size
            cut = None
            if note[3] in (GOOD, BAD):
                cut = list(CUT.unpack_from(data, at))
                at += CUT.size
            self.notes.append((note, cut))
        self.rest = bytes(data[at:])

    def write(self, score):
        struct.pack_into("<i", self.info, self.score_at, score)
        out = [self.head, b"\0", self.info, b"\1", struct.pack("<i", len(self.frames))]
        out += [FRAME.pack(*frame) for frame in self.frames]
        out += [b"\2", struct.pack("<i", len(self.notes))]
        for note, cut in self.notes:
            out.append(NOTE.pack(*note))
            if cut:
                out.append(CUT.pack(*cut))
        return b"".join(out) + self.rest

    def good(self):
        return [i for i, (note, _) in enumerate(self.notes) if note[3] == GOOD]


def chosen(play, share, random_, wanted=lambda cut: True):
    good = [i for i in play.good() if wanted(play.notes[i][1])]
    count = min(len(good), share if isinstance(share, int) else max(1, round(len(good) * share)))
    return random_.sample(good, count)


def load(path):
    with open(path, "rb") as file:
        return Play(file.read())
