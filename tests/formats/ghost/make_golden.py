#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes golden/ and bad/: a writer of ghosts of its own, which knows nothing of the library; it builds the Huffman code from its frequencies.
# Run it in this folder.
import os
import struct

# Of the 256 bytes, and of the end; src/engine/shared/huffman.cpp of DDNet is the source.
# fmt: off
FREQUENCIES = [
    1073741824, 4545, 2657, 431, 1950, 919, 444, 482, 2244, 617, 838, 542, 715, 1814, 304, 240, 754, 212, 647, 186,
    283, 131, 146, 166, 543, 164, 167, 136, 179, 859, 363, 113, 157, 154, 204, 108, 137, 180, 202, 176,
    872, 404, 168, 134, 151, 111, 113, 109, 120, 126, 129, 100, 41, 20, 16, 22, 18, 18, 17, 19,
    16, 37, 13, 21, 362, 166, 99, 78, 95, 88, 81, 70, 83, 284, 91, 187, 77, 68, 52, 68,
    59, 66, 61, 638, 71, 157, 50, 46, 69, 43, 11, 24, 13, 19, 10, 12, 12, 20, 14, 9,
    20, 20, 10, 10, 15, 15, 12, 12, 7, 19, 15, 14, 13, 18, 35, 19, 17, 14, 8, 5,
    15, 17, 9, 15, 14, 18, 8, 10, 2173, 134, 157, 68, 188, 60, 170, 60, 194, 62, 175, 71,
    148, 67, 167, 78, 211, 67, 156, 69, 1674, 90, 174, 53, 147, 89, 181, 51, 174, 63, 163, 80,
    167, 94, 128, 122, 223, 153, 218, 77, 200, 110, 190, 73, 174, 69, 145, 66, 277, 143, 141, 60,
    136, 53, 180, 57, 142, 57, 158, 61, 166, 112, 152, 92, 26, 22, 21, 28, 20, 26, 30, 21,
    32, 27, 20, 17, 23, 21, 30, 22, 22, 21, 27, 25, 17, 27, 23, 18, 39, 26, 15, 21,
    12, 18, 18, 27, 20, 18, 15, 19, 11, 17, 33, 12, 18, 15, 19, 18, 16, 26, 17, 18,
    9, 10, 25, 22, 22, 17, 20, 16, 6, 16, 15, 20, 14, 18, 24, 335, 1,
]
# fmt: on
SKIN, OLD, CHARACTER, START = 0, 1, 2, 3


def make_codes():
    """Joins the two rarest until one is left; of equally frequent ones the later in the list, which a stable sort keeps in order."""
    left = [[count, (symbol,)] for symbol, count in enumerate(FREQUENCIES)]
    codes = [""] * len(FREQUENCIES)
    while len(left) > 1:
        left.sort(key=lambda node: -node[0])
        rarest, other = left.pop(), left[-1]
        for bit, node in (("0", rarest), ("1", other)):
            for symbol in node[1]:
                codes[symbol] = bit + codes[symbol]
        other[0] += rarest[0]
        other[1] += rarest[1]
    return codes


CODES = make_codes()


def huffman(data, since_20=False):
    bits = "".join(CODES[b] for b in data) + CODES[256]
    if not since_20 or len(bits) % 8:
        bits += "0" * (8 - len(bits) % 8)
    return bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))


def varint(value):
    sign = value < 0
    rest = ~value if sign else value
    out = [rest & 0x3F | (0x40 if sign else 0)]
    rest >>= 6
    while rest:
        out[-1] |= 0x80
        out.append(rest & 0x7F)
        rest >>= 7
    return bytes(out)


def wrapped(value):
    return (value + 2**31) % 2**32 - 2**31


class Ghost:
    def __init__(self, version, owner, name, ticks, time, since_20=False):
        self.version, self.since_20, self.last = version, since_20, None
        crc = 0 if version == 6 else 0x1234ABCD
        self.data = b"TWGHOST\0" + bytes([version]) + owner.ljust(16, b"\0") + name.ljust(64, b"\0")
        self.data += struct.pack(">III", crc, ticks, time)
        if version == 6:
            self.data += bytes(range(32))

    def chunk(self, kind, items):
        last = self.last[1] if self.last and self.version == 4 and self.last[0] == kind else [0] * len(items[0])
        numbers = b""
        for item in items:
            numbers += b"".join(varint(wrapped(a - b)) for a, b in zip(item, last))
            last = item
        self.last = kind, last
        packed = huffman(numbers, self.since_20)
        self.data += struct.pack(">BBH", kind, len(items), len(packed)) + packed


def skin(text):
    chars = text.encode().ljust(24, b"\0")
    words = [int.from_bytes(bytes((c + 128) % 256 for c in chars[i : i + 4]), "big") for i in range(0, 24, 4)]
    words[-1] &= 0xFFFFFF00
    return [w - 2**32 if w >= 2**31 else w for w in words]


def character(i, tick=True):
    hook = (5, 900 + i, 400) if i % 40 > 20 else (0, 0, 0)
    item = [1000 + 7 * i, 500 - i % 9, 0, 0, (i * 37) % 1608 - 400, (i // 20) % 3 - 1, i // 30 % 6, *hook, 40 + i // 50 * 50]
    return [*item, 100 + 2 * i] if tick else item


def run(version, count, since_20=False, tick=True, name="run"):
    g = Ghost(version, "Zo\u00eb".encode(), name.encode(), count, 20 * count, since_20)
    if tick:
        g.chunk(START, [[98]])
    g.chunk(SKIN, [[*skin("default"), 1, 0x123456, -1]])
    items = [character(i, tick) for i in range(count)]
    for i in range(0, count, 50):
        g.chunk(CHARACTER if tick else OLD, items[i : i + 50])
    return g


def extremes():
    g = Ghost(6, b"fifteen letters", b"m" * 63, 3, 2**32 - 1)
    g.chunk(START, [[-(2**31)]])
    g.chunk(SKIN, [[*skin("x" * 23), 0, 0, 0]])
    g.chunk(CHARACTER, [[2**31 - 1] * 12, [-(2**31)] * 12, [0] * 12])
    return g


def odd():
    """Two skins behind the characters, and more characters than the header states."""
    g = Ghost(5, b"", b"", 1, 0)
    g.chunk(CHARACTER, [character(i) for i in range(3)])
    g.chunk(SKIN, [[*skin(""), 0, 0, 0], [*skin("coala"), 1, 5, 6]])
    g.chunk(CHARACTER, [character(3)])
    return g


def bad():
    plain = run(6, 60).data
    first = 133
    second = first + 4 + int.from_bytes(plain[first + 2 : first + 4], "big")
    slack = Ghost(6, b"a", b"b", 0, 0)
    slack.chunk(START, [[5]])
    packed = huffman(varint(5) + varint(6))
    return {
        "head-cut": plain[:100],
        "version": plain[:8] + b"\7" + plain[9:],
        "chunk-cut": plain[:-10],
        "chunk-head-cut": plain[: second + 2],
        "chunk-missing": plain[:second],
        "chunk-type": plain[:second] + b"\4" + plain[second + 1 :],
        "chunk-items": plain[: second + 1] + b"\x33" + plain[second + 2 :],
        "chunk-empty": plain[: second + 1] + b"\0" + plain[second + 2 :],
        "chunk-size": plain[: second + 2] + b"\x19\x01" + plain[second + 4 :],
        "chunk-no-end": plain[:second] + bytes((START, 1, 0, 2, 255, 255)),
        "chunk-short": plain[:second]
        + struct.pack(">BBH", START, 2, len(packed) - 0)
        + huffman(varint(5)).ljust(len(packed), b"\0"),
        "chunk-number": plain[:second] + bytes((START, 1, 0, len(huffman(b"\x80")))) + huffman(b"\x80"),
        "chunk-slack": slack.data[:133] + struct.pack(">BBH", START, 1, len(packed)) + packed,
        "text": plain[:9] + b"\xff" * 16 + plain[25:],
    }


def write(folder, files):
    os.makedirs(folder, exist_ok=True)
    for base, data in files.items():
        with open(f"{folder}/{base}.gho", "wb") as out:
            out.write(data if isinstance(data, bytes) else data.data)


if __name__ == "__main__":
    assert huffman(bytes((0, 1, 0, 2, 0, 128, 0))).hex() == "b1082a6e00"
    golden = {
        "v6": run(6, 120),
        "v6-20": run(6, 120, True),
        "v5": run(5, 60),
        "v4": run(4, 110, tick=False),
        "v4-ticks": run(4, 60),
        "extremes": extremes(),
        "odd": odd(),
    }
    write("golden", golden)
    write("bad", bad())
