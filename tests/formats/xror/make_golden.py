#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes golden/ and bad/: a second writer of the layouts with a float codec of its own, which knows nothing of the library. Run it in
# this folder.
import math, os, struct

SCHEMA = "https://metaguard.github.io/xror/schema/v1.0.0/schema.json"


# ---- BSON -------------------------------------------------------------------------------------------------------------


class Raw:
    """A value of any type of BSON, as it stands in the file."""

    def __init__(self, kind, data):
        self.kind, self.data = kind, data


class Date(int):
    pass


def text(s):
    data = s if isinstance(s, bytes) else s.encode()
    return struct.pack("<i", len(data) + 1) + data + b"\0"


def value(v):
    if isinstance(v, Raw): return v.kind, v.data
    if isinstance(v, bool): return 0x08, bytes([v])
    if isinstance(v, Date): return 0x09, struct.pack("<q", v)
    if isinstance(v, float): return 0x01, struct.pack("<d", v)
    if isinstance(v, str): return 0x02, text(v)
    if isinstance(v, dict): return 0x03, document(v.items())
    if isinstance(v, list): return 0x04, document((str(i), x) for i, x in enumerate(v))
    if isinstance(v, bytes): return 0x05, struct.pack("<i", len(v)) + b"\0" + v
    if v is None: return 0x0A, b""
    return (0x10, struct.pack("<i", v)) if -(2**31) <= v < 2**31 else (0x12, struct.pack("<q", v))


def document(items):
    body = b""
    for key, v in items:
        kind, data = value(v)
        body += bytes([kind]) + key.encode() + b"\0" + data
    return struct.pack("<i", len(body) + 5) + body + b"\0"


# ---- fpzip ------------------------------------------------------------------------------------------------------------

M32 = 2**32 - 1


class Model:
    def __init__(self, symbols):
        self.n = symbols
        self.period = symbols // 16 | 2
        self.f = [65536 // symbols + (i < 65536 % symbols) for i in range(symbols)]
        self.c = [0] * symbols + [65536]
        self.more = self.incr = 0
        self.rebuild()

    def rebuild(self):
        if self.more:
            self.left, self.more = self.more, 0
            self.incr += 1
            return
        if self.period < 1024: self.period = min(2 * self.period, 1024)
        total = rest = 65536
        for i in range(self.n - 1, -1, -1):
            total -= self.f[i]
            self.c[i] = total
            self.f[i] = self.f[i] >> 1 | 1
            rest -= self.f[i]
        self.incr, self.more = divmod(rest, self.period)
        self.left = self.period - self.more

    def take(self, s):
        low, width = self.c[s], self.c[s + 1] - self.c[s]
        if self.left == 0: self.rebuild()
        self.left -= 1
        self.f[s] += self.incr
        return low, width


class Coder:
    def __init__(self):
        self.low, self.range, self.out = 0, M32, bytearray()

    def shift(self, count):
        for _ in range(count):
            self.out.append(self.low >> 24)
            self.low = self.low << 8 & M32

    def narrow(self, low, width):
        self.low = self.low + self.range * low & M32
        self.range = self.range * width & M32
        while (self.low ^ (self.low + self.range & M32)) < 1 << 24:
            self.shift(1)
            self.range = self.range << 8 & M32
        if self.range < 1 << 16:
            self.shift(2)
            self.range = -self.low & M32

    def raw(self, v, n, width):
        for _ in range(width // 16 - 1):
            if n <= 16: break
            self.range >>= 16
            self.narrow(v & 65535, 1)
            v, n = v >> 16, n - 16
        self.range >>= n
        self.narrow(v, 1)

    def symbol(self, model, s):
        low, width = model.take(s)
        self.range >>= 16
        self.narrow(low, width)


def fpzip(rows, wide=False, magic=b"fpz", version=0x0110, mode=1, precision=0, shape=None):
    """The stream of a table of finite numbers."""
    w, form, bits_form = (64, "<d", "<Q") if wide else (32, "<f", "<I")
    bits = lambda x: struct.unpack(bits_form, struct.pack(form, x))[0]
    single = lambda x: struct.unpack(form, struct.pack(form, x))[0]
    order = lambda b: ~b & (1 << w) - 1 if b >> w - 1 else b | 1 << w - 1
    columns = len(rows[0]) if rows else 0
    nx, ny, nz, nf = shape or (columns, len(rows), 1, 1)
    coder, model = Coder(), Model(2 * w + 1)
    for c in magic + b"\0": coder.raw(c, 8, 16)
    for v, n in ((version, 16), (mode, 8), (wide, 1), (precision, 7)): coder.raw(v, n, 16)
    for v in (nx, ny, nz, nf): coder.raw(v, 32, 32)
    above = [0.0] * columns
    for row in rows:
        row = [single(x) for x in row]
        for i, x in enumerate(row):
            left, diagonal = (row[i - 1], above[i - 1]) if i else (0.0, 0.0)
            guess = single(single(left + above[i]) - diagonal) + 0.0
            d = order(bits(x)) - order(bits(guess))
            k = abs(d).bit_length() - 1
            coder.symbol(model, w if d == 0 else w + 1 + k if d > 0 else w - 1 - k)
            if d: coder.raw(abs(d) - (1 << k), k, w)
        above = row
    coder.shift(4)
    return bytes(coder.out)


# ---- recordings -------------------------------------------------------------------------------------------------------

POSE = list("xyzijk") + ["1"]
CUT = ["spawnTime", "saberSpeed", "saberDirX", "saberDirY", "saberDirZ", "timeDeviation", "cutDirDeviation", "cutPointX",
       "cutPointY", "cutPointZ", "cutNormalX", "cutNormalY", "cutNormalZ", "cutDistanceToCenter", "cutAngle"]
GOOD = CUT + ["beforeCutRating", "afterCutRating", "noteID", "saberType"]
BAD = CUT + ["beforeCutRating", "afterCutRating", "noteID", "speedOK", "directionOK", "saberTypeOK", "wasCutTooSoon", "saberType"]


def device(name, kind, joint, axes=POSE):
    return {"name": name, "type": kind, "joint": joint, "axes": list(axes)}


def devices():
    return [device("Made HMD", "HMD", "HEAD"), device("Made Left", "CONTROLLER", "HAND_LEFT"),
            device("Made Right", "CONTROLLER", "HAND_RIGHT")]


def software():
    return {"app": {"id": "620980", "name": "Beat Saber", "version": "1.40.8_7379",
                    "extensions": [{"name": "BeatLeader", "version": "0.9.20"}]},
            "environment": {"name": "The First"},
            "activity": {"name": "Made Song", "songHash": "00112233445566778899AABBCCDDEEFF00112233", "mapper": "Somebody",
                         "difficulty": "Expert", "score": 115, "mode": "Standard", "modifiers": "NF,GN", "jumpDistance": 18.5,
                         "leftHanded": True, "height": 1.75, "startTime": 1.5, "failTime": 9.25, "speed": 0.75},
            "runtime": "steam", "api": "OpenXR"}


def recording(frames, events, hardware=None, soft=None, user=None, **more):
    info = {"timestamp": Date(1735689600000), "hardware": {"devices": devices() if hardware is None else hardware},
            "software": software() if soft is None else soft,
            "user": {"id": "10000000000000001", "name": "Made Player"} if user is None else user}
    return {"$schema": SCHEMA, "info": info, "frames": frames, "events": events, **more}


def pose(x, k):
    return [x, 1.5 + k / 64, 0.25, 0.0, math.sin(k / 8), 0.0, math.cos(k / 8)]


def motion(count=6):
    return [[k / 8] + pose(0.0, k) + pose(-0.25, -k) + pose(0.25, k) for k in range(count)]


def event(id, name, attr, rows=None, cells=None, **more):
    made = {"id": id, "name": name, "attr": list(attr)}
    if rows: made["floatData"] = rows if isinstance(rows, (bytes, list)) else fpzip(list(rows))
    if cells is not None: made["otherData"] = cells
    return {**made, **more}


def cut(k):
    return [0.5 + k / 4, 0.75 + k / 4, 12.0 + k, 0.0, -1.0, 0.25, 0.125, -2.0, 0.5, 1.0, 0.75, 1.0, 0.0, 0.0, 0.0625, 88.0]


def beatsaber():
    return [
        event("gc", "Good Cut", GOOD + ["order"], tuple(cut(k) for k in (0, 1, 3)),
              [[0.75, 1.125, 31001, 0, 0], [0.5, 1.0, 30110, 1, 1], [1.25, 0.25, 31207, 0, 4]]),
        event("bc", "Bad Cut", BAD + ["order"], (cut(2), cut(5)),
              [[0.75, 1.0, 30007, True, False, True, False, 0, 2], [0.0, 0.0, 4294967295, True, True, False, True, 1, 6]]),
        event("m", "Miss", ["spawnTime", "noteID", "order"], ([1.25, 1.0],), [[30115, 3]]),
        event("b", "Bomb Cut", ["spawnTime", "noteID", "order"], ([1.75, 1.5],), [[30019, 5]]),
        event("wh", "Wall Hit", ["energy", "spawnTime", "wallID"], ([0.5, 0.75, 0.25, 102.0], [0.75, 0.5, 0.5, 301.0])),
        event("h", "Height Change", ["height"], ([0.0, 1.75], [0.5, 1.6875])),
        event("p", "Pause", ["duration"], ([0.625],), [[12]]),
        event("f", "FPS", ["fps"], tuple([k / 8, 90.0 - k % 2] for k in range(6))),
    ]


def oculus():
    events = [event("gc", "Good Cut", GOOD), event("bc", "Bad Cut", ["spawnTime", "noteID"], ([1.0, 0.75], [1.5, 1.25]), [[31010], [-1]]),
              event("g", "Garbage", ["data"], ([1.0], [1.5]), [[bytes(range(72))], [bytes(72)]])]
    soft = software()
    soft["runtime"] = "oculus"
    soft["app"]["extensions"].append({"id": 7, "mood": "odd"})
    every = {"aDouble": 0.125, "aDocument": {"x": 2**40}, "anArray": [1, "two", 3.0, None], "old": Raw(0x05, b"\7\0\0\0\2\3\0\0\0abc"),
             "id": Raw(0x07, bytes(range(12))), "no": False, "at": Date(-1000), "pattern": Raw(0x0B, b"a.*b\0i\0"),
             "code": Raw(0x0D, text("x=1")), "scope": Raw(0x0F, struct.pack("<i", 24) + text("x=y") + document([("x", 1), ])[:0] +
                                                         document([("y", 1)])), "stamp": Raw(0x11, bytes(8)),
             "decimal": Raw(0x13, bytes(16)), "least": Raw(0xFF, b""), "most": Raw(0x7F, b""), "undefined": Raw(0x06, b""),
             "symbol": Raw(0x0E, text("s")), "pointer": Raw(0x0C, text("p") + bytes(12)), "": 0}
    made = recording(fpzip(motion(3)), events, soft=soft, user={"id": Raw(0x05, b"\x10\0\0\0\4" + bytes(range(16))), "name": "Söme"},
                     bsor={"version": 1})
    made["info"]["extra"] = every
    made["info"]["software"]["activity"]["difficulty"] = 9
    made["info"]["hardware"]["devices"][1]["serial"] = "S-1"
    events[2]["note"] = "kept"
    return {"$schema": SCHEMA, "$id": 12345678901, **{k: v for k, v in made.items() if k != "$schema"}}


def tilt():
    points = [[2500000.0 + t] + [k / 2, 10.0, -k / 4] + [0.0, 0.0, 1.0, 0.0] + [k / 8]
              for k, t in enumerate((0, 10, 20, 5, 15, 5, 25))]
    strokes = event("stroke", "Stroke", ["color_r", "color_g", "color_b", "color_a", "size", "scale", "brush"],
                    ([2500000.0, 1.0, 0.5, 0.25, 1.0, 0.125, 1.0], [2500005.0, 0.0, 0.5, 0.25, 1.0, 0.125, 1.0],
                     [2500005.0, 0.0, 0.0, 1.0, 1.0, 0.25, 2.0]), [["brush-a"], ["brush-b"], ["brush-a"]])
    soft = {"app": {"id": "327140", "name": "Tilt Brush"}, "environment": {"id": "standard", "Mirror": {"Transform": [[0.0, 1.0], [2]]}}}
    return recording(fpzip(points), [strokes], hardware=[{"name": "BRUSH", "type": "OTHER", "axes": POSE + ["p"]}], soft=soft, user={})


def general():
    hardware = [device("Tracker", "TRACKER", "PELVIS", "xyz"), {"axes": ["p"], "offsets": ["0"]}, device("Glove", "BODY", "HAND_LEFT")]
    frames = [[1735689600.125 + k / 3, 0.1 * k, 1.0, -k, k / 7] + pose(0.5, k) for k in range(4)]
    events = [
        event("cell", "Cells", ["a", "b", "text", "any"], ([0.25, 1.0, 2.0], [0.5, 3.0, 4.0]),
              [["one", 2**40], [b"two", None]]),
        event("only", "No floats", ["flag", "date"], None, [[True, Date(5)], [False, Date(-5)]]),
        event("doubles", "Doubles", ["value"], fpzip([[0.1, 0.2], [0.3, -0.4]], wide=True)),
        event("raw", "Raw", ["value"], [[0.5, 1], [0.75, 2.5]]),
        event("nested", "Nested", ["value"], ([0.5],), [[{"deep": [1, 2]}]]),
        event("h", "Height Change", ["height"], fpzip([[0.1, 1.7]], wide=True)),
        event("h", "Height Change", ["height"], ([0.5, 1.75],)),
        {"id": "zz", "note": "no attributes"},
    ]
    return recording(fpzip(frames, wide=True), events, hardware=hardware, soft={"app": {}}, user={"id": 5})


def empty_stream():
    """What the reference writes for no frames: a header that is not finished, and zeros."""
    return fpzip([], shape=(0, 1, 1, 1))[:24] + bytes(72)


def padded():
    rows = [cut(0)]
    padding = [[-1.0] * 16] * 2
    return recording(fpzip(motion(2)), [event("gc", "Good Cut", GOOD, fpzip(rows + padding, wide=True), [[0.75, 1.0, 31001, 0]])])


def arrays():
    return recording([[0, 1.5], [1, 2.5], [2, -1.0]], [], hardware=[{"axes": ["angle"]}], soft={}, user={})


def brush_doubles():
    points = [[0.1 * k, 0.3] + [0.0] * 3 + [0.0, 0.0, 1.0] + [0.5] for k in range(3)]
    return recording(fpzip(points, wide=True), [], hardware=[{"name": "BRUSH", "type": "OTHER", "axes": POSE + ["p"]}], soft={}, user={})


def save(folder, name, data):
    with open(os.path.join(folder, name + ".xror"), "wb") as out:
        out.write(data if isinstance(data, bytes) else document(data.items()))


def patched(data, at, new):
    return data[:at] + new + data[at + len(new):]


full = document(recording(fpzip(motion()), beatsaber()).items())
for name, made in (("beatsaber", full), ("oculus", oculus()), ("tilt", tilt()), ("general", general()), ("padded", padded()),
                   ("arrays", arrays()), ("brush-doubles", brush_doubles()),
                   ("empty", recording(empty_stream(), [], hardware=[], soft={}, user={})),
                   ("frames-only", {"frames": fpzip(motion(2))}), ("trailing", full + b"bytes behind")):
    save("golden", name, made)


def stream(data, **how):
    return recording(data if isinstance(data, bytes) else fpzip(data, **how), [event("h", "Height Change", ["height"], ([0.5, 1.75],))])


frames_at = full.index(b"\5frames\0")
events_at = full.index(b"\4events\0")
whole = fpzip(motion())
mangled = patched(whole, 200, b"\xff\xff")
for name, made in (
    ("short", full[:3]),
    ("cut-info", full[:300]),
    ("cut-frames", full[: frames_at + 60]),
    ("cut-events", full[: events_at + 1200]),
    ("length-long", patched(full, 0, struct.pack("<i", len(full) + 1000))),
    ("length-short", patched(full, 0, struct.pack("<i", len(full) - 100))),
    ("string-long", patched(full, 13, struct.pack("<i", 2**31 - 1))),
    ("string-no-nul", patched(full, 13, struct.pack("<i", 8))),
    ("binary-negative", patched(full, frames_at + 8, struct.pack("<i", -1))),
    ("type-unknown", patched(full, frames_at, b"\x20")),
    ("key-no-nul", document({"$schema": SCHEMA}.items())[:-1] + b"\2aaaa"),
    ("nesting", document({"$schema": SCHEMA, "info": {}, "deep": eval("{'a':" * 40 + "1" + "}" * 40)}.items())),
    ("not-xror", document({"$schema": SCHEMA, "other": 1}.items())),
    ("info-int", document({"info": 5, "frames": whole, "events": []}.items())),
    ("frames-string", recording("text", [])),
    ("frames-ragged", recording([[0, 1.5], [1]], [], hardware=[{"axes": ["angle"]}])),
    ("events-string", recording(whole, "text")),
    ("columns", recording(whole, [], hardware=devices()[:2])),
    ("no-axes", recording(fpzip(motion(2)), [], hardware=devices() + [{"name": "bare"}])),
    ("other-rows", recording(whole, [event("m", "Miss", ["spawnTime", "noteID"], ([1.0, 0.5], [2.0, 1.5]), [[1]])])),
    ("other-ragged", recording(whole, [event("m", "Miss", ["spawnTime", "noteID"], ([1.0, 0.5], [2.0, 1.5]), [[1], 5])])),
    ("names", recording(whole, [event("x", "X", ["one"], ([1.0, 0.5, 2.0],))])),
    ("key-twice", document(list(recording(whole, []).items()) + [("frames", whole)])),
    ("utf8", recording(whole, [], user={"name": Raw(2, text(b"\xff\xfe"))})),
    ("bool", recording(whole, [], soft={"activity": {"leftHanded": Raw(8, b"\2")}})),
    ("table-magic", stream(motion(), magic=b"fpy")),
    ("table-version", stream(motion(), version=0x0120)),
    ("table-mode", stream(motion(), mode=4)),
    ("table-precision", stream(motion(), precision=16)),
    ("table-fields", stream(motion(), shape=(22, 3, 1, 2))),
    ("table-header", stream(whole[:20])),
    ("table-cut", stream(whole[: len(whole) // 2])),
    ("table-mangled", stream(mangled)),
    ("table-rows", stream(motion(), shape=(22, 100, 1, 1))),
    ("table-huge", stream(motion(), shape=(65537, 65537, 1, 1))),
    ("table-dense", stream(motion(), shape=(22, 1000000, 1, 1))),
    ("table-slack", stream(whole + b"behind")),
    ("event-cut", recording(whole, [event("h", "Height Change", ["height"], fpzip([[k / 3, k * 7.1] for k in range(40)])[:150])])),
):
    save("bad", name, made)
