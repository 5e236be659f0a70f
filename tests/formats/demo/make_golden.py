#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes golden/ and bad/: a recorder of demos of its own, which knows nothing of the library. Run it in this folder.
import importlib.util
import os
import struct
import uuid

spec = importlib.util.spec_from_file_location("ghosts", "../ghost/make_golden.py")
ghosts = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ghosts)
huffman, varint, wrapped = ghosts.huffman, ghosts.varint, ghosts.wrapped

SIX, SEVEN = b"0.6 626fce9a778df4d4", b"0.7 802f1be60a05665f"
SHA256 = bytes.fromhex("6be6da4acebd380c9b5b1289c842d780")
NAMES = uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029")
SIZES = {
    SIX: (-1, 10, 6, 5, 4, 3, 8, 4, 15, 22, 5, 17, 3, 2, 2, 2, 2, 3, 3, 3, 3),
    SEVEN: (-1, 10, 6, 5, 3, 3, 3, 2, 4, 15, 22, 3, 4, 58, 5, 32, 2, 2, 2, 2, 3, 3, 5),
}
FULL, MESSAGE, DELTA = 1, 2, 3


def signed(word):
    return word - 2**32 if word >= 2**31 else word


def text(string, ints):
    data = string.encode().ljust(4 * ints, b"\0")
    words = [int.from_bytes(bytes(b ^ 128 for b in data[i : i + 4]), "big") for i in range(0, 4 * ints, 4)]
    words[-1] &= 0xFFFFFF00
    return [signed(w) for w in words]


def named(name):
    return [signed(w) for w in struct.unpack(">4I", uuid.uuid3(NAMES, name).bytes)]


class Demo:
    def __init__(self, version=6, net=SIX, map_data=b"", since_20=True, length=7, kind=b"server", markers=(), extension=True):
        self.version, self.net, self.since_20, self.last, self.tick, self.key_tick = version, net, since_20, None, None, None
        self.data = b"TWDEMO\0" + bytes([version]) + net.ljust(64, b"\0") + b"Kobra".ljust(64, b"\0")
        self.data += struct.pack(">II", len(map_data), 0x1234ABCD) + kind.ljust(8, b"\0")
        self.data += struct.pack(">I", length) + b"2026-11-28_19-38-24".ljust(20, b"\0")
        if version >= 4:
            self.data += struct.pack(">65i", len(markers), *markers, *[0] * (64 - len(markers)))
        if version >= 6 and extension:
            self.data += SHA256 + bytes(range(32))
        self.data += map_data

    def chunk(self, kind, ints, size_bytes=None, numbers=None):
        packed = huffman(numbers if numbers is not None else b"".join(varint(i) for i in ints), self.since_20)
        self.raw(kind, packed, size_bytes)

    def raw(self, kind, packed, size_bytes=None):
        size = len(packed)
        if size_bytes is None:
            size_bytes = 0 if size < 30 else 1 if size < 256 else 2
        self.data += bytes([kind << 5 | (size, 30, 31)[size_bytes]])
        self.data += (size.to_bytes(size_bytes, "little") if size_bytes else b"") + packed

    def mark(self, tick, key=False, absolute=None):
        step = tick - self.tick if self.tick is not None else 0
        if self.version < 5:
            absolute = absolute or self.tick is None or key or not 0 < step <= 63
            inline = step
        else:
            absolute = absolute or self.tick is None or key or not 0 <= step <= 31
            inline = 32 | step
        first = 128 | (64 if key else 0)
        self.data += bytes([first]) + struct.pack(">i", tick) if absolute else bytes([first | inline])
        self.tick = tick

    def full(self, items, size_bytes=None):
        offsets, body = [], []
        for (kind, number), ints in items:
            offsets.append(4 * len(body))
            body += [kind << 16 | number, *ints]
        self.chunk(FULL, [4 * len(body), len(items), *offsets, *body], size_bytes)
        self.last = dict(items)

    def delta_ints(self, items, third=0, order=None):
        now = dict(items)
        gone = [key for key in self.last if key not in now]
        changed = [key for key in order or now if self.last.get(key) != now[key]]
        ints = [len(gone), len(changed), third, *[kind << 16 | number for kind, number in gone]]
        for key in changed:
            old = self.last.get(key, [0] * len(now[key]))
            kind, number = key
            ints += [kind, number]
            sizes = SIZES[self.net]
            if kind >= len(sizes) or sizes[kind] < 0:
                ints.append(len(now[key]))
            ints += [wrapped(a - b) for a, b in zip(now[key], old)]
        self.last = now
        return ints, bool(gone or changed)

    def snap(self, tick, items, order=None):
        """As recorders do: a key frame at first and when more than 250 ticks passed; nothing where nothing changed."""
        if self.key_tick is None or tick - self.key_tick > 250:
            self.mark(tick, True)
            self.full(items)
            self.key_tick = tick
            return
        self.mark(tick)
        ints, any_change = self.delta_ints(items, order=order)
        if any_change:
            self.chunk(DELTA, ints)

    def message(self, data, size_bytes=None):
        data += b"\0" * (-len(data) % 4)
        self.chunk(MESSAGE, struct.unpack(f"<{len(data) // 4}i", data), size_bytes)


def message(number, *values, system=False, extended=None):
    data = varint(number << 1 | system)
    if extended:
        data += uuid.uuid3(NAMES, extended).bytes
    for value in values:
        data += varint(value) if isinstance(value, int) else value.encode() + b"\0"
    return data


def character(cid, tick, seven=False):
    hook = (cid ^ 1, 5, 3, 900 + tick, 410, 12, -250) if tick % 7 > 3 else (-1, 0, 0, 1000 + tick, 500, 0, 0)
    core = [
        tick - tick % 3,
        1000 + 7 * tick + 40 * cid,
        500 - tick % 9,
        256 * (tick % 5),
        -12,
        (tick * 37) % 1608 - 400,
        tick % 3 - 1,
        tick % 4,
    ]
    tail = [10, 0, 5, tick % 6, 0, tick // 50 * 50]
    return [*core, *hook, *tail, 3] if seven else [*core, *hook, 1, *tail]


def ddnet_character(cid, tick, size=11):
    return [0x1000 | cid, 0 if tick % 90 < 60 else tick + 90, 2, -1, 3 - cid, tick % 5, -1, -1, 100 + tick % 11, -50, -1, 77][:size]


def client(name, seven=False):
    if not seven:
        return [*text(name, 4), *text("clan", 3), 276, *text("coala", 6), 1, 0x123456, 65408]
    parts = [word for part in ("bear", "bear", "hair", "standard", "standard", "negative") for word in text(part, 6)]
    return [0, 0, *text(name, 4), *text("clan", 3), 276, *parts, 1, 0, 1, 0, 1, 0, 100, 200, 300, 400, 500, -1]


EXTENDED = (
    "character@netobj.ddnet.tw",
    "player@netobj.ddnet.tw",
    "gameinfo@netobj.ddnet.tw",
    "ddnet-projectile@netobj.ddnet.tw",
    "laser@netobj.ddnet.tw",
    "pickup@netobj.ddnet.tw",
    "spec-char@netobj.ddnet.tw",
)
CHARACTER, PLAYER, GAME, PROJECTILE, LASER, PICKUP, SPEC = (0x7FFF - i for i in range(len(EXTENDED)))


def game(tick, players, size=11, names=True, players_from=0):
    """A snapshot of a server of DDNet."""
    items = [((6, 0), [0, 8, 100, -90, 0, 0, 0, 1]), ((GAME, 0), [0x7FF, 13, 3, 1, 64][: 5 if size > 10 else 3])]
    for cid in range(players_from, players):
        items.append(((11, cid), client(f"tee {cid}" if cid else "Zo\u00eb")))
        items.append(((10, cid), [int(cid == 0), cid, 0 if cid < 9 else -1, -9999 + 3 * cid, 20 + (tick + cid) % 13]))
        items.append(((PLAYER, cid), [0, 0, 61, 500][: 4 if size > 10 else 2]))
        if cid < 9 or cid > 120:
            items.append(((9, cid), character(cid, tick)))
            items.append(((CHARACTER, cid), ddnet_character(cid, tick, size)))
    if tick % 10 < 5:
        items.append(((PROJECTILE, tick // 10 % 7), [100 * tick, 200, 1000000, 0, 3, tick - tick % 10, -1, 0, 0, 4]))
        items.append(((LASER, 4), [500, tick, 400, 300, tick - 2, 0, 1, 0, 0, 0][: 10 if size > 10 else 7]))
    if tick % 10 == 3:
        items += [((20, 1), [700, 80, tick]), ((14, 2), [300, tick])]
    items += [((PICKUP, 30), [640, 320, 3, 0, 0, 0][: 6 if size > 10 else 5]), ((4, 31), [32, 64, 0, 0]), ((5, 0), [1, 2, 0])]
    items.append(((SPEC, 2), [tick, 9]))
    if names:
        items += [((0, 0x7FFF - i), named(name)) for i, name in enumerate(EXTENDED)]
    return items


def server(since_20, ticks=40, **how):
    d = Demo(map_data=bytes(range(90)), since_20=since_20, markers=(120, 190), **how)
    size = 11 if since_20 else 10
    d.message(message(2, "Kobra", 0x1234, system=True))
    d.message(message(1, "welcome"))
    for tick in range(100, 100 + ticks):
        items = game(tick if tick % 4 else tick - 1, 3, size, names=since_20 or tick > 100)
        d.snap(tick, items, order=[key for key, _ in reversed(items)] if tick % 3 else None)
        if tick % 9 == 0:
            d.message(message(3, 0, 1, f"hello {tick}"))
        if tick == 120:
            d.message(message(0, 5, 6, extended="teamsstate@netmsg.ddnet.tw"))
            d.message(message(4, 0, 1, 3, 0))
            d.message(message(10, 2, 7))
            d.message(message(7, 1, 2, 3, system=True) + bytes(range(40)))
    d.snap(100 + ticks + 40, game(100 + ticks + 40, 2, size))
    d.snap(400, game(400, 3, size))
    d.snap(402, game(402, 3, size, players_from=1))
    return d


def players():
    """The last of 128 players, in a client's demo without a map."""
    d = Demo(kind=b"client", length=0)
    d.snap(5, game(5, 128, players_from=80))
    d.snap(6, game(6, 128, players_from=80))
    return d


def plain(version, net=SIX, ticks=(7, 8, 9, 80, 81)):
    """Teeworlds itself."""
    d = Demo(
        version, net, b"a map" if version == 3 else b"", since_20=False, length=1, kind=b"client", markers=(50,) if version > 3 else ()
    )
    seven = net == SEVEN
    for tick in ticks:
        items = [((2, 1), [tick, 2, 100, -100, 1, tick]), ((3, 2), [1, 2, 3, 4, tick]), ((5, 0), [1, 2, 0]), ((5, 1), [7, 8, 1])]
        if seven:
            items += [((6, 0), [1, 2, 3]), ((7, 0), [4, tick]), ((8, 0), [-2, 1, 0, tick]), ((14, 0), [1, 20, 10, 1, 1])]
            items += [((10, 0), character(0, tick, True)), ((11, 0), [8, tick, 30]), ((13, 0), client("nameless tee", True))]
            items += [((4, 3), [9, 9, 1]), ((15, 0), list(range(32))), ((23, 0), [tick])]
        else:
            items += [((6, 0), [3, 0, tick, 0, 20, 10, 1, 1]), ((7, 0), [1, 2, -1, 0]), ((4, 3), [9, 9, 2, 3])]
            items += [((9, 0), character(0, tick)), ((10, 0), [1, 0, 0, tick, 30]), ((11, 0), client("nameless tee"))]
            items += [((12, 0), [-1, 5, 6]), ((17, 3), [1, 2, 3])]
        d.snap(tick, items)
        d.message(message(3, *((1, 0, -1) if seven else (1, 0)), "gg"))
        d.message(message(5 if seven else 4, 1, 0, 2, 0))
    return d


def odd():
    """What no recorder writes, and the game reads."""
    d = Demo(length=0, extension=False, markers=(60, 3))
    d.data = d.data[:30] + b"junk" + d.data[34:]
    d.message(message(2, "early"), 2)
    d.raw(0, b"nothing", 1)
    d.raw(0, b"more")
    d.full([((9, 0), character(0, 1)), ((5, 0), [1, 2, 3])])
    d.mark(10, True)
    d.full(
        [((9, 0), character(0, 10)), ((9, 0), character(0, 10)), ((40, 5), []), ((6, 0), [1, 2]), ((5, 7), [4, 5, 6]), ((5, 7), [4])], 2
    )
    d.mark(11, absolute=True)
    d.mark(11)
    d.last = {(9, 0): character(0, 10), (40, 5): [], (6, 0): [1, 2], (5, 7): [4]}
    d.chunk(DELTA, d.delta_ints([((9, 0), character(0, 11)), ((11, 300), [5] * 17), ((6, 0), [1, 2])], third=9)[0])
    ints, _ = d.delta_ints([((9, 0), character(0, 12)), ((11, 300), [5] * 17), ((6, 0), [1, 2]), ((10, 400), [1, 2, 3, 4, 5])])
    d.chunk(DELTA, None, numbers=b"".join(varint(i) for i in ints[:-1]) + b"\x85\0")
    d.mark(8)
    d.chunk(DELTA, [*d.delta_ints([((9, 0), character(0, 8)), ((6, 0), [1, 2])])[0], 1, 2])
    d.data += bytes([128 | 3]) + struct.pack(">i", 9)
    d.tick = 9
    d.chunk(DELTA, [1, 0, 0, 77])
    d.since_20 = False
    for size in range(4):
        d.message(message(3, 0, 1, "x" * size))
    d.raw(MESSAGE, huffman(message(1, "tail ")) + b"more")
    return d


def newer():
    """Items longer than they are known, types that are renamed and removed, and a type of two numbers."""
    d = Demo(map_data=b"m")
    first = [((0, 0x7FFF), named(EXTENDED[0])), ((0, 0x7FFE), named("unknown@example.org")), ((0, 0x7000), named(EXTENDED[0]))]
    items = [((0x7FFF, 1), [*range(14)]), ((0x7FFE, 2), [1, 2, 3]), ((0x7000, 3), [*range(11)]), ((0x7FFF, 4), [*range(6)])]
    items += [((0x7FFF, 5), [1, 2, 3, 4]), ((0x7FFF, 6), [*range(5)]), ((0x7FFF, 7), [*range(8)]), ((0x7FFF, 8), [*range(10)])]
    d.snap(1, first + items)
    d.snap(2, [((0, 0x7FFF), named(EXTENDED[1])), first[2], *items[4:]])
    d.snap(
        3, [((0, 0x7FFF), named(EXTENDED[1])), ((0x7FFF, 5), [5, 6, 7, 8]), ((0, 0x6000), named(EXTENDED[4])), ((0x6000, 1), [1] * 7)]
    )
    d.snap(4, [((0, 0x6000), named("projectile@netobj.ddnet.tw")), ((0x6000, 1), [2] * 7), ((0x6000, 2), [3] * 6)])
    return d


def extremes():
    d = Demo(length=2**32 - 1)
    big, small = 2**31 - 1, -(2**31)
    d.snap(
        0,
        [
            ((9, 65535), [big] * 22),
            ((0, 32767), named("x")),
            ((32767, 65535), [small]),
            ((11, 0), client("x" * 15)),
            ((11, 1), [0] * 17),
        ],
    )
    d.snap(
        31,
        [
            ((9, 65535), [small] * 22),
            ((0, 32767), named("x")),
            ((32767, 65535), [big]),
            ((11, 0), [*client("ab")[:-1], 9]),
            ((11, 1), [5] * 17),
        ],
    )
    return d


def bad():
    head = Demo().data
    base = Demo()
    base.mark(5, True)
    base.full([((9, 0), character(0, 5)), ((0x6001, 1), [1, 2])])
    two = base.data

    def after(add):
        d = Demo()
        d.data, d.last, d.tick = two, {(9, 0): character(0, 5), (0x6001, 1): [1, 2]}, 5
        add(d)
        d.mark(7)
        d.chunk(DELTA, [0, 1, 0, 5, 0, 1, 2, 3])
        d.message(message(1, "after"))
        d.mark(8, True)
        d.full([((5, 0), [1, 2, 3])])
        return d.data

    with_map = Demo(map_data=b"map" * 30).data
    good = server(True, 4).data
    return {
        "head-cut": head[:170],
        "markers-cut": head[:300],
        "hash-cut": head[:450],
        "version": head[:7] + b"\7" + head[8:],
        "text": head[:72] + b"\xff" * 64 + head[136:],
        "map-cut": with_map[:-4],
        "chunk-cut": good[:-3],
        "types-cut": server(False, 1).data[:-900],
        "marker-cut": head + b"\x80\0\0",
        "size-cut": head + b"\x3f\1",
        "tick-first": head + b"\xa1",
        "zeros": good + bytes(100),
        "key-alone": good + b"\xc0\0\0\0\x77\xa1",
        "tick-high": head + b"\xc0\x70\0\0\0",
        "tick-negative": head + b"\xc0\xff\0\0\0",
        "delta-first": head + b"\xc0\0\0\0\5" + bytes([DELTA << 5 | len(huffman(b"\0\0\0"))]) + huffman(b"\0\0\0", True),
        "no-end": after(lambda d: d.raw(DELTA, b"\xff\xff")),
        "number-cut": after(lambda d: d.chunk(DELTA, None, numbers=b"\0\0\x80")),
        "too-long": after(lambda d: d.raw(DELTA, b"\xff" * 8300)),
        "message-no-end": after(lambda d: d.raw(MESSAGE, b"\xff\xff")),
        "delta-short": after(lambda d: d.chunk(DELTA, [0, 1])),
        "delta-counts": after(lambda d: d.chunk(DELTA, [9, 1, 0, 4])),
        "delta-type": after(lambda d: d.chunk(DELTA, [0, 1, 0, 32768, 0, 0])),
        "delta-id": after(lambda d: d.chunk(DELTA, [0, 1, 0, 5, 65536, 1, 2, 3])),
        "delta-item-cut": after(lambda d: d.chunk(DELTA, [0, 1, 0, 5, 1, 1, 2])),
        "delta-size": after(lambda d: d.chunk(DELTA, [0, 1, 0, 0x6001, 1, 1, 2])),
        "delta-twice": after(lambda d: d.chunk(DELTA, [0, 2, 0, 5, 1, 1, 2, 3, 5, 1, 1, 2, 3])),
        "delta-gone": after(lambda d: d.chunk(DELTA, [1, 0, 0, -5])),
        "full-size": after(lambda d: d.chunk(FULL, [12, 1, 0, 5 << 16, 1])),
        "full-offset": after(lambda d: d.chunk(FULL, [16, 2, 0, 6, 5 << 16, 1, 2, 3])),
        "full-key": after(lambda d: d.chunk(FULL, [8, 1, 0, -1, 1])),
        "full-twice": after(lambda d: [d.chunk(FULL, [8, 1, 0, -1, 1]), d.chunk(FULL, [4, 9])]),
    }


def write(folder, files):
    os.makedirs(folder, exist_ok=True)
    for base, data in files.items():
        with open(f"{folder}/{base}.demo", "wb") as out:
            out.write(data if isinstance(data, bytes) else data.data)


if __name__ == "__main__":
    golden = {
        "server-20": server(True),
        "server-16": server(False, 20),
        "players-128": players(),
        "teeworlds-3": plain(3),
        "teeworlds-4": plain(4),
        "teeworlds-7": plain(4, SEVEN),
        "version-5": plain(5),
        "odd-chunks": odd(),
        "newer-items": newer(),
        "extreme-values": extremes(),
        "header-alone": Demo(length=0),
    }
    write("golden", golden)
    write("bad", {f"demo-{name}": data for name, data in bad().items()})
