#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes golden/ and bad/: a writer of datafiles of its own, which knows nothing of the library. Run it in this folder.
import os
import struct
import uuid
import zlib

GAME, TELE, SPEEDUP, FRONT, SWITCH, TUNE = 1, 2, 4, 8, 16, 32
UUIDS = uuid.UUID("e05ddaaa-c4e6-4cfb-b642-5d48e80c0029")


def ints(*values):
    return b"".join(struct.pack("<I", v & 0xFFFFFFFF) for v in values)


def name(text, count):
    """Text as `count` ints: four characters in each, the first in the highest bits, each 128 too large."""
    chars = text.encode().ljust(4 * count, b"\0")
    words = [int.from_bytes(bytes((c + 128) % 256 for c in chars[i : i + 4]), "big") for i in range(0, 4 * count, 4)]
    words[-1] &= 0xFFFFFF00
    return words


class Map:
    def __init__(self, version=4, magic=b"DATA", quirk=False):
        self.version, self.magic, self.quirk = version, magic, quirk
        self.items, self.blocks = [], []

    def block(self, data, stated=None, packed=None):
        """Adds a block and returns its number."""
        stored = packed if packed is not None else zlib.compress(data, 9) if self.version == 4 else data
        self.blocks.append((stored, len(data) if stated is None else stated))
        return len(self.blocks) - 1

    def text(self, text):
        return self.block(text.encode() + b"\0")

    def item(self, kind, number, *values):
        self.items.append((kind, number, ints(*values)))

    def bytes(self, order=None):
        items = sorted(self.items, key=lambda item: item[0]) if order is None else self.items
        types = []
        for i, (kind, _, _) in enumerate(items):
            if not types or types[-1][0] != kind:
                types.append([kind, i, 0])
            types[-1][2] += 1
        bodies = [ints(kind << 16 | number, len(data)) + data for kind, number, data in items]
        lists = b"".join(ints(*t) for t in types)
        at = 0
        for body in bodies:
            lists += ints(at)
            at += len(body)
        item_bytes, at = at, 0
        for stored, _ in self.blocks:
            lists += ints(at)
            at += len(stored)
        if self.version == 4:
            lists += ints(*(stated for _, stated in self.blocks))
        size = 20 + len(lists) + item_bytes + at - (4 * len(self.blocks) if self.quirk else 0)
        head = self.magic + ints(self.version, size, size - at, len(types), len(items), len(self.blocks), item_bytes, at)
        return head + lists + b"".join(bodies) + b"".join(stored for stored, _ in self.blocks)


def tiles(version, width, height, kind, data, image=-1, own=-1, label="", short=None, fields=5, detail=0, unused=0):
    """The ints of a layer of tiles; `own` is the block of its kind."""
    base = [unused, 2, detail, version, width, height, kind, 255, 255, 255, 255, -1, 0, image, data]
    if version >= 3:
        base += name(label, 3)
    order = [TELE, SPEEDUP, FRONT, SWITCH, TUNE]
    base += [own if kind == k else -1 for k in order][:fields]
    return base[:short] if short else base


def grid(width, height, cells, size=4):
    """Tiles by position; everything else is empty."""
    data = bytearray(width * height * size)
    for (x, y), tile in cells.items():
        at = (y * width + x) * size
        data[at : at + size] = bytes(tile).ljust(size, b"\0")
    return bytes(data)


def border(width, height):
    cells = {}
    for x in range(width):
        for y in range(height):
            if x in (0, width - 1) or y in (0, height - 1):
                cells[x, y] = (1, 0)
    return cells


def quad(x, y, size, seed):
    corners = [(x - size, y - size), (x + size, y - size), (x - size, y + size), (x + size, y + size), (x, y)]
    colors = [(seed * 16 + i * 4 + k) % 256 for i in range(4) for k in range(4)]
    texture = [v for u in ((0, 0), (1024, 0), (0, 1024), (1024, 1024)) for v in u]
    return ints(*(c * 1024 for p in corners for c in p), *colors, *texture, seed - 1, 10 * seed, -1, 0)


def usual():
    m = Map()
    m.item(0, 0, 1)
    texts = [m.text(t) for t in ("nobody", "1.2", "thanks to Zoë", "CC0")]
    settings = m.block(b"tune gravity 0.4\0sv_deepfly 0\0\0mapbug grenade-doubleexplosion@ddnet.tw\0")
    m.item(1, 0, 1, *texts, settings)
    m.item(2, 0, 1, 1024, 1024, 1, m.text("grass_main"), -1)
    pixels = bytes(range(2 * 3 * 4))
    m.item(2, 1, 1, 2, 3, 0, m.text("own"), m.block(pixels))
    m.item(3, 0, 2, 3, 0, 2, *name("platform", 8), 1)
    m.item(3, 1, 2, 4, 2, 1, *name("", 8), 0)
    m.item(4, 0, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, *name("sky", 3))
    m.item(4, 1, 3, 0, 0, 100, 100, 2, 6, 0, 0, 0, 0, 0, *name("Game", 3))
    m.item(4, 2, 3, -320, 64, 50, 40, 8, 2, 1, 10, 20, 300, 200, *name("elevenbytes", 3))
    quads = m.block(quad(10, 20, 5, 1) + quad(-40, 7, 3, 2))
    m.item(5, 0, 0, 3, 0, 2, 2, quads, -1, *name("Quads", 3))
    w, h = 12, 8
    design = grid(w, h, {(x, y): (16 + x % 2, 8 if y == 3 else 0) for x in range(3, 9) for y in range(2, 5)})
    m.item(5, 1, *tiles(3, w, h, 0, m.block(design), image=0, label="grass", detail=1))
    cells = border(w, h) | {(2, 6): (33, 0), (3, 6): (33, 0), (9, 6): (34, 0), (5, 5): (192, 0), (6, 3): (60, 9)}
    m.item(5, 2, *tiles(3, w, h, GAME, m.block(grid(w, h, cells)), label="Game"))
    front = grid(w, h, {(4, 4): (9, 0), (5, 4): (9, 0), (6, 4): (11, 0)})
    empty = bytes(4 * w * h)
    m.item(5, 3, *tiles(3, w, h, FRONT, m.block(empty), own=m.block(front), label="Front"))
    tele = grid(w, h, {(1, 1): (1, 26), (10, 1): (1, 27), (2, 1): (0, 31)}, 2)
    m.item(5, 4, *tiles(3, w, h, TELE, m.block(empty), own=m.block(tele), label="Tele"))
    speed = grid(w, h, {(3, 3): struct.pack("<BBBBh", 20, 10, 28, 0, 270), (4, 3): struct.pack("<BBBBh", 20, 10, 28, 0, 270)}, 6)
    m.item(5, 5, *tiles(3, w, h, SPEEDUP, m.block(empty), own=m.block(speed), label="Speedup"))
    switch = grid(w, h, {(7, 2): (5, 22, 0, 3), (8, 2): (5, 24, 0, 0), (1, 5): (0, 79, 0, 1)})
    m.item(5, 6, *tiles(3, w, h, SWITCH, m.block(empty), own=m.block(switch), label="Switch"))
    tune = grid(w, h, {(x, 1): (2, 68) for x in range(12)} | {(0, 2): (2, 68)}, 2)
    m.item(5, 7, *tiles(3, w, h, TUNE, m.block(empty), own=m.block(tune), label="Tune"))
    source = ints(100 * 1024, -50 * 1024, 1, 1, 2, 80, 0, 5, -1, 0, 1, 600 * 1024, 0)
    box = ints(0, 0, 0, 0, 0, 0, -1, 0, 1, 7, 0, 64 * 1024, 32 * 1024)
    m.item(5, 8, 0, 10, 1, 2, 2, m.block(source + box), 0, *name("wind", 3))
    m.item(5, 9, 0, 3, 0, 2, 0, -1, 1, *name("none", 3))
    m.item(6, 0, 0, 1, 0, 0, 0, 0, 1000, 4, 1024, 2048, 360 * 1024, 0, 500, 0, 1024, 512, 256, 1024)
    m.item(7, 0, 1, 0, m.text("wind"), m.block(b"OggS made, not heard"), 20)
    mapper = uuid.uuid3(UUIDS, "mapitemtype-automapper-config@ddnet.tw")
    words = struct.unpack(">4I", mapper.bytes)
    m.item(0xFFFE, 0, 1, 1, 1, -1, 7, 0)
    m.item(0xFFFF, 0xFFFE, *words)
    return m


def least(version=4):
    m = Map(version)
    m.item(0, 0, 1)
    m.item(4, 0, 3, 0, 0, 100, 100, 0, 1, 0, 0, 0, 0, 0, *name("Game", 3))
    m.item(5, 0, *tiles(3, 2, 2, GAME, m.block(grid(2, 2, {(0, 1): (1, 0), (1, 1): (1, 0)})), label="Game"))
    m.item(6, 0)
    return m


def old():
    """Items of old versions, which end where their version does, or sooner."""
    m = Map(quirk=True)
    m.item(0, 0, 1)
    m.item(2, 0, 1, 16, 16, 1, m.text("generic"), -1)
    m.item(3, 0, 1, 4, 0, 1, -1)
    m.item(3, 1, 1, 3, 0, 1, *[0] * 8)
    m.item(4, 0, 1, 0, 0, 100, 100, 0, 4)
    m.item(4, 1, 2, 0, 0, 100, 100, 4, 6, 0, 0, 0, 0, 0)
    w, h = 3, 2
    empty = bytes(4 * w * h)
    m.item(5, 0, *tiles(2, w, h, 0, m.block(grid(w, h, {(1, 1): (7, 3)})), image=0, short=15, unused=-858993460))
    m.item(5, 1, *tiles(2, w, h, GAME, m.block(grid(w, h, {(0, 0): (1, 0), (2, 0): (3, 0)})), short=15))
    m.item(5, 2, 0, 3, 0, 1, 1, m.block(quad(0, 0, 9, 3)), 0)
    m.item(5, 3, *tiles(2, w, h, TELE, m.block(empty), own=m.block(grid(w, h, {(1, 0): (4, 26)}, 2)), short=16))
    speed = grid(w, h, {(1, 0): struct.pack("<BBBBh", 9, 0, 28, 0, -90)}, 6)
    m.item(5, 4, *tiles(2, w, h, SPEEDUP, m.block(empty), own=m.block(speed), short=17))
    m.item(5, 5, *tiles(2, w, h, FRONT, m.block(empty), own=m.block(grid(w, h, {(2, 1): (12, 0)})), short=18))
    m.item(5, 6, *tiles(2, w, h, SWITCH, m.block(empty), own=m.block(grid(w, h, {(0, 1): (1, 24, 0, 0)})), short=19))
    m.item(5, 7, *tiles(2, w, h, TUNE, m.block(empty), own=m.block(grid(w, h, {(0, 1): (1, 68)}, 2)), short=20))
    m.item(5, 8, 0, 9, 1, 1, 1, m.block(ints(1024, 2048, 0, 1, 900, -1, 0, -1, 0)), 0)
    m.item(5, 9, 0, 77, 0, 1, 2, 3)
    m.item(6, 0, 0, 0, 1, 2, 3, 4)
    return m


def packed(cells):
    """Tiles as pairs of tile and count, with skips."""
    data = b""
    for (index, flags), count in cells:
        while count:
            here = min(count, 256)
            data += bytes((index, flags, here - 1, 0))
            count -= here
    return data


def skips():
    """A map of Teeworlds 0.7: layers of version 4, and of upstream: images of version 2, points with tangents."""
    m = Map()
    m.item(0, 0, 1)
    m.item(1, 0, 1, m.text("upstream"), -1, -1, -1)
    m.item(2, 0, 2, 1, 2, 0, m.text("rgb"), m.block(b"abcdef"), 0)
    m.item(3, 0, 3, 1, 0, 1, *name("bezier", 8), 0)
    m.item(4, 0, 3, 0, 0, 100, 100, 0, 2, 0, 0, 0, 0, 0, *name("Game", 3))
    m.item(
        5, 0, *tiles(4, 40, 30, 0, m.block(packed([((5, 1), 45), ((0, 0), 600), ((5, 2), 555)])), image=0, label="wall", fields=0)
    )
    m.item(
        5, 1, *tiles(4, 40, 30, GAME, m.block(packed([((0, 0), 1), ((1, 0), 299), ((0, 0), 600), ((1, 0), 300)])), label="Game")
    )
    m.item(6, 0, 0, 5, 1024, 0, 0, 0, *range(1, 17))
    return m


def odd():
    """What nobody needs and real files have: unused blocks, ids with gaps, two info items, texts without an end, bytes at the end."""
    m = Map(magic=b"ATAD")
    m.block(b"unused")
    m.item(0, 3, 1, 99)
    m.item(
        1, 0, 1, m.block(b"no end"), m.block(b"text\0and more"), -1, m.block(b"\xff\xfe\0"), m.block(b"sv_team 1\0sv_solo_s"), 17
    )
    m.item(1, 1, 1, -1, -1, -1, -1)
    m.item(2, 9, 1)
    m.item(4, 5, 3, 0, 0, 100, 100, 1, 2, 0, 0, 0, 0, 0, *name("Game", 3), 1, 2)
    m.item(5, 0, *tiles(3, 4, 4, 0, m.block(grid(4, 4, {(0, 0): (0, 9), (1, 0): (2, 0, 7)})), label="free"))
    m.item(5, 4, *tiles(3, 4, 4, GAME, m.block(grid(4, 6, {(2, 2): (1, 0), (0, 5): (1, 0)})), label="first"))
    m.item(5, 6, *tiles(3, 4, 3, GAME, m.block(grid(4, 3, {(3, 2): (2, 0)})), label="second", fields=2) + [])
    m.item(6, 0, 0, 1, 2)
    m.item(6, 1, 5)
    m.item(0x1234, 0, 1, 2, 3)
    return m.bytes() + b"tail"


def wide():
    """Physics layers of another width than the game layer are read with that of the game layer."""
    m = Map()
    m.item(0, 0, 1)
    m.item(4, 0, 3, 0, 0, 100, 100, 0, 3, 0, 0, 0, 0, 0, *name("Game", 3))
    m.item(5, 0, *tiles(3, 5, 4, GAME, m.block(grid(5, 4, border(5, 4))), label="Game"))
    tele = bytearray(2 * 8 * 3)
    for cell in (7, 8, 9, 10, 23):
        tele[2 * cell : 2 * cell + 2] = bytes((1, 26))
    m.item(5, 1, *tiles(3, 8, 3, TELE, m.block(bytes(4 * 24)), own=m.block(bytes(tele)), label="Tele"))
    front = grid(10, 2, {(4, 0): (9, 0), (5, 0): (9, 0)})
    m.item(5, 2, *tiles(3, 10, 2, FRONT, m.block(bytes(80)), own=m.block(front), label="Front"))
    m.item(6, 0)
    return m


def lengths():
    """Items of every length, from none to more than their version has; two layers of quads, and two of sounds."""
    m = Map()
    m.item(0, 0, 1)
    texts = [m.text(t) for t in ("me", "1", "", "CC0")]
    m.item(1, 0, 1, *texts)
    m.item(1, 1, 1, *texts[:2])
    image = [1, 1, 1, 0, m.text("dot"), m.block(b"rgba"), 1, 9]
    for i in range(1, 9):
        m.item(2, i, *image[:i])
    for i in range(0, 14):
        m.item(3, i, *[2, 3, 0, 0, *name("points", 8), 1, 9][:i])
    group = [3, 1, 2, 100, 100, 0, 2, 1, 4, 5, 6, 7, *name("Group", 3), 9]
    for i in range(1, 17):
        m.item(4, i - 1, *group[:i])
    m.item(4, 16, 3, 0, 0, 100, 100, 2, 99, 0, 0, 0, 0, 0, *name("Game", 3))
    empty, cells = m.block(bytes(16)), m.block(grid(2, 2, {(0, 1): (1, 0)}))
    m.item(5, 0, *[0, 3, 0, 2, 2, m.block(quad(10, 20, 5, 1) + quad(-40, 7, 3, 2)), 1, *name("Quads", 3)])
    m.item(5, 1, *[0, 3, 0, 2, 1, m.block(quad(3, 4, 5, 3)), -1, *name("more", 3)])
    m.item(5, 2, *tiles(3, 2, 2, GAME, cells, label="Game"))
    at = 3
    for whole in (
        tiles(3, 2, 2, 0, empty, label="tiles", fields=5) + [-1, 7],
        tiles(2, 2, 2, 0, empty, fields=5) + [7],
        [0, 3, 0, 2, 0, -1, 0, *name("none", 3), 9],
        [0, 10, 1, 2, 0, -1, 0, *name("silent", 3), 9],
    ):
        for i in range(2, len(whole) + 1):
            m.item(5, at, *whole[:i])
            at += 1
    sound = ints(1024, -1024, 1, 0, 2, 80, 0, 5, -1, 0, 1, 600 * 1024, 0)
    m.item(5, at, 0, 10, 0, 2, 1, m.block(sound), 0, *name("one", 3))
    m.item(5, at + 1, 0, 10, 0, 2, 2, m.block(sound + sound), 0, *name("two", 3))
    m.item(6, 0, 0, 1, 0, 0, 0, 0, 1000, 4, 1024, 2048, 360 * 1024, 0)
    m.item(7, 0, 1, 0, m.text("wind"), m.block(b"OggS"), 4)
    for i in range(1, 6):
        m.item(7, i, *[1, 1, 0, -1, 20][:i])
    return m


# ---- damaged files ----------------------------------------------------------------------------------------------------


def patched(data, at, *values):
    return data[:at] + ints(*values) + data[at + 4 * len(values) :]


def one_layer(layer, blocks):
    m = Map()
    for data, stated, stored in blocks:
        m.block(data, stated, stored)
    m.item(0, 0, 1)
    m.item(4, 0, 3, 0, 0, 100, 100, 0, 1, 0, 0, 0, 0, 0, *name("Game", 3))
    m.item(5, 0, *layer)
    m.item(6, 0)
    return m.bytes()


def bad():
    plain = least().bytes()
    full = usual().bytes()
    tile = grid(4, 4, {(1, 1): (1, 0)})
    game = tiles(3, 4, 4, GAME, 0, label="Game")
    stream = zlib.compress(tile)
    no_game = Map()
    no_game.item(0, 0, 1)
    settings = Map()
    settings.item(0, 0, 1)
    settings.item(1, 0, 1, -1, -1, -1, -1, 99)
    return {
        "head-cut": plain[:30],
        "lists-cut": plain[:60],
        "items-cut": plain[:200],
        "blocks-cut": full[:-700],
        "version": patched(plain, 4, 5),
        "counts-negative": patched(plain, 20, -1),
        "counts-large": patched(plain, 20, 400),
        "size-wrong": patched(plain, 8, 1),
        "types-start": patched(full, 36 + 12 + 4, 7),
        "types-twice": patched(full, 36 + 12, 0),
        "item-offset": patched(plain, 36 + 12 * 4 + 4, 8),
        "block-offset": patched(full, 36 + 12 * 10 + 4 * 25 + 4, 0),
        "block-size-negative": patched(plain, 36 + 12 * 4 + 4 * 4 + 4, -4),
        "block-states-more": one_layer(game, [(tile, 80, None)]),
        "block-states-less": one_layer(game, [(tile, 63, None)]),
        "block-states-2gib": one_layer(game, [(tile, 2**31 - 1, None)]),
        "block-empty": one_layer(game, [(tile, 0, None)]),
        "block-garbage": one_layer(game, [(tile, 64, b"garbage, not zlib")]),
        "block-checksum": one_layer(game, [(tile, 64, stream[:-1] + bytes((stream[-1] ^ 1,)))]),
        "block-number": one_layer(tiles(3, 4, 4, GAME, 7, label="Game"), [(tile, None, None)]),
        "block-none": one_layer(tiles(3, 4, 4, GAME, -1, label="Game"), [(tile, None, None)]),
        "layer-huge": one_layer(tiles(3, 60000, 60000, GAME, 0, label="Game"), [(tile, None, None)]),
        "layer-46340": one_layer(tiles(4, 46340, 46340, GAME, 0, label="Game"), [(packed([((1, 0), 999)]), None, None)]),
        "layer-65536": one_layer(tiles(3, 65536, 65536, GAME, 0, label="Game"), [(tile, None, None)]),
        "layer-negative": one_layer(tiles(3, -4, 4, GAME, 0, label="Game"), [(tile, None, None)]),
        "layer-short": one_layer(tiles(3, 4, 5, GAME, 0, label="Game"), [(tile, None, None)]),
        "layer-thin": one_layer(tiles(3, 16, 1, GAME, 0, label="Game"), [(tile, None, None)]),
        "layer-version": one_layer([0, 2, 0, 5, *game[4:]], [(tile, None, None)]),
        "layer-two-kinds": one_layer(tiles(3, 4, 4, GAME | TELE, 0, label="Game"), [(tile, None, None)]),
        "skip-short": one_layer(tiles(4, 4, 4, GAME, 0, label="Game"), [(packed([((1, 0), 15)]), None, None)]),
        "skip-long": one_layer(tiles(4, 4, 4, GAME, 0, label="Game"), [(packed([((1, 0), 17)]), None, None)]),
        "quads-short": one_layer([0, 3, 0, 2, 3, 0, -1, *name("", 3)], [(quad(1, 2, 3, 4), None, None)]),
        "no-game-layer": no_game.bytes(),
        "settings-number": settings.bytes(),
        "lengths": lengths().bytes(),
        "group-overlap": patched(full, full.index(ints(*name("Game", 3))) - 28, 1),
    }


def write(folder, files):
    os.makedirs(folder, exist_ok=True)
    for base, data in files.items():
        with open(f"{folder}/{base}.map", "wb") as out:
            out.write(data if isinstance(data, bytes) else data.bytes())


if __name__ == "__main__":
    write(
        "golden",
        {"usual": usual(), "least": least(), "stored": least(3), "old": old(), "skips": skips(), "odd": odd(), "wide": wide()},
    )
    write("bad", bad())
