#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes golden/, bad/ and errors.tsv: a second writer of the layouts, which knows nothing of the library. Run it in this folder.
import json, lzma, os, struct

MAGIC = "ScoreSaber Replay ".encode() + "\U0001f44c\U0001f920".encode() + b"\r\n"


def i32(*v): return struct.pack("<%di" % len(v), *v)
def i64(*v): return struct.pack("<%dq" % len(v), *v)
def f32(*v): return struct.pack("<%df" % len(v), *v)
def text(s):
    b = s if isinstance(s, bytes) else s.encode()
    return i32(len(b)) + b


def metadata(version="3.1.0", modifiers=("GN", "NF"), left=0, room=(0.0, 0.0, 0.0, 0.0), recorder=("1.40.8", "3.3.20", "PC")):
    out = text(version) + text("custom_level_" + "0123456789ABCDEF" * 2 + "01234567") + i32(7) + text("Standard") + text("KDA")
    out += i32(len(modifiers)) + b"".join(text(m) for m in modifiers)
    out += f32(0.25) + bytes([left]) + f32(1.75) + f32(*room) + f32(0.0)
    return out + (b"".join(text(s) for s in recorder) if version == "3.1.0" else b"")


def pose(k):
    place = lambda x: f32(x, 1.5, 0.25, 0.0, 0.0, 0.0, 1.0)
    return place(0.0) + place(-0.5 - k / 64) + place(0.5 + k / 64) + i32(90) + f32(k / 8)


def note(k, v2, event=1, color=0, direction=1, flag=1, rating=1.0):
    head = f32(1.0 + k / 2) + i32(k % 3, k % 4, color, direction)
    if not v2: head += i32(0, 1) + f32(0.0)
    cut = f32(0.0, 1.0, 0.5, 1.0, 0.0, 0.0, 0.0, -1.0, 0.0) + i32(color) if event in (1, 2) else bytes(40)
    tail = bytes([flag]) + (f32(12.0, 90.0, 0.0625, 2.0, rating, rating) if event in (1, 2) else bytes(24))
    tail += f32(1.0 + k / 2 + 1 / 64, 1.0, 1.0)
    if v2: return head + i32(event) + cut + tail
    return head + i32(event) + cut + tail + f32(-1 / 64) + f32(0, 0, 0, 1) * 3 + f32(0.0, 0.0, 0.0)


def lists(v2, notes=None, poses=4):
    events = (1, 2, 3, 4) if notes is None else ()
    if notes is None:
        notes = [note(k, v2, e, -1 if e == 4 else k % 2, 9 if e == 4 else 1) for k, e in enumerate(events)]
    times = [1.0 + k / 2 + 1 / 64 for k in range(len(notes))]
    score = [i32(100) + f32(t) + (b"" if v2 else i32(115 * (k + 1))) for k, t in enumerate(times)]
    return [
        [pose(k) for k in range(poses)], [f32(1.75, 0.5)], notes, score,
        [i32(1 if k == 0 else 0) + f32(t) for k, t in enumerate(times)],
        [i32(1) + f32(0.5 if k == 0 else 0.0, t) for k, t in enumerate(times)],
        [f32(0.5, t) for t in times],
    ]


def payload(meta, sections, block=b"", gaps={}, head=b"", table=None):
    out, places = bytearray(40) + head, []
    places.append(len(out))
    out += meta + gaps.get(0, b"")
    for n, rows in enumerate(sections):
        places.append(len(out))
        out += i32(len(rows)) + b"".join(rows) + gaps.get(n + 1, b"")
    places.append(len(out) if block else 0)
    out += block
    places.append(0)
    out[0:40] = i32(*(table(places) if table else places))
    return bytes(out)


def entry(name, version, body): return text(name) + i32(version) + i32(len(body)) + body
def block(*entries): return i32(0x31585353, 1, len(entries)) + b"".join(entries)


def pack(data, marked=False, magic=MAGIC, size=None):
    body = lzma.compress(data, format=lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16}])
    stated = -1 if marked else len(data) if size is None else size
    return magic + b"\x5d\x00\x00\x80\x00" + i64(stated) + body


settings = f32(1.0, 16.5) + b"\1" + f32(1, 0, 0, 1) + b"\0" * 7 + b"\1" + f32(0, 0, 1, 1) + b"\1" + text("TheSecond") + i32(0, 1, 2)
settings += b"\0" + f32(0.5) + b"\1\1" + i32(1)
pauses = i32(1) + f32(2.5) + i64(7, 1700000000, 1700000007)
real_pauses = i32(2) + f32(2.5) + i64(4200, 1750000000000, 1750000004203) + f32(3.5) + i64(61000, 1750000010000, 1750000071000)
walls = i32(1) + f32(3.0, 3.25, 0.5, 2.75, 0.5) + i32(1, 2, 1, 3)
offsets = b"\1" + f32(0, 0.01, 0, 0, 5, 0) + b"\0\1" + f32(0.01, 0, 0, 0, 0, 5)
everything = block(entry("scoresaber.play-settings", 1, settings), entry("scoresaber.pause-events", 1, pauses),
                   entry("scoresaber.wall-events", 1, walls), entry("scoresaber.controller-offsets", 1, offsets),
                   entry("scoresaber.hsv-config", 1, b"{}"), entry("other.mod", 4, b"\0\1\2"))
empty = block(entry("scoresaber.pause-events", 1, i32(0)), entry("scoresaber.wall-events", 1, i32(0)), entry("other.mod", 1, b""),
              entry("", 0, b""), entry("scoresaber.wall-events", 1, walls), entry("scoresaber.wall-events", 1, i32(0)))
odd_block = block(entry("scoresaber.pause-events", 2, b"\xff"), entry("scoresaber.wall-events", 1, b"\1\0\0\0"),
                  entry("scoresaber.pause-events", 1, pauses), entry("scoresaber.pause-events", 1, pauses)) + b"rest"


def nrbf(count=3, order=None, inner=b"", end=b"\x0b"):
    s = lambda t: bytes([len(t)]) + t.encode()
    names = ["_%sPos%d" % (a, n) for n in (1, 2, 3) for a in "xyz"] + ["_%sRot%d" % (a, n) for n in (1, 2, 3) for a in "xyzw"]
    names += ["_time", "combo", "score"]
    out = b"\0" + i32(1, -1, 1, 0) + b"\x0c" + i32(2) + s("Assembly-CSharp, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null")
    out += b"\5" + i32(1) + s("Z+SavedData") + i32(1) + s("_keyframes") + b"\4" + s("Z+SavedData+KeyframeSerializable[]") + i32(2, 2)
    out += b"\x09" + i32(3) + b"\7" + i32(3) + b"\0" + i32(1, count) + b"\4" + s("Z+SavedData+KeyframeSerializable") + i32(2)
    for k in order or range(count): out += b"\x09" + i32(4 + k)
    out += inner
    for k in range(count):
        if k == 0:
            out += b"\5" + i32(4) + s("Z+SavedData+KeyframeSerializable") + i32(24) + b"".join(s(n) for n in names)
            out += b"\0" * 24 + b"\x0b" * 22 + b"\x08\x08" + i32(2)
        else:
            out += b"\1" + i32(4 + k, 4)
        out += f32(0.5, 1, 0.25, -0.5, 1, 0.25, 0, 1.75, 0) + f32(0, 0, 0, 1) * 3 + f32(k / 8) + i32(k, 115 * k)
    return out + end


# MS-NRBF 2.4 to 2.6: records of every other kind, of which nothing is read
records = b"\x0c" + i32(80) + b"\3Lib" + b"\6" + i32(81) + b"\x81\1" + b"t" * 129 + b"\x0a\x0d\2\x0e" + i32(3) + b"\x10" + i32(82, 1)
records += b"\x0a\x11" + i32(83, 0) + b"\x0f" + i32(84, 2) + b"\6" + bytes(16) + b"\7" + i32(85) + b"\0" + i32(1, 3) + b"\0\x0b" + f32(1, 2, 3)
records += b"\7" + i32(86) + b"\5" + i32(2, 2, 3, -1, 0) + b"\0\7" + bytes(12) + b"\7" + i32(87) + b"\2" + i32(2, 0, 5) + b"\7\x08"
records += b"\5" + i32(88) + b"\1C" + i32(5) + b"\1a\1b\1c\1d\1e" + b"\0\3\4\7\1" + b"\x0c\3Sys\3Own" + i32(2) + b"\x08" + i32(2)
records += bytes(8) + b"\x0a" * 4 + b"\1" + i32(89, 88) + bytes(8) + b"\x0a\x09" + i32(81) + b"\x0a\x0a"


part = lambda x: {"r": {"x": 0, "y": 0, "z": 0, "w": 1}, "p": {"x": x, "y": 1.5, "z": 0.25}}
frames = [{"h": part(0), "l": part(-0.30000001192092896), "r": part(1.1931894050576375e-7), "a": k / 8, "i": 90} for k in range(3)]
info = {"version": "2.0.0", "hash": "custom_level_" + "0123456789ABCDEF" * 2 + "01234567", "difficulty": 7, "mode": "Standard",
        "environment": "KDA", "modifiers": ["GN", "NF"], "noteJumpStartBeatOffset": 0.25, "leftHanded": False, "height": 1.75,
        "totalScore": 115}
decoded = {"frames": frames, "info": info, "scores": [115, -2, -3, -4, -5], "combos": [1, 0, 0, 0, 0],
           "noteTime": [1.015625, 1.515625, 2.015625, 2.515625, 3], "noteInfos": ["0010", "1111", "2210", "309-1"],
           "dynamicHeight": [{"h": 1.75, "a": 0.5}]}
plain = lambda value: json.dumps(value, separators=(",", ":")).replace("e-07", "e-7").encode()
short = dict(decoded, frames=frames[:1])
variant = dict(short, info=dict(info, rr=90.5, room={"x": 0.5, "y": 0, "z": -1}, st=12.5, extra=[1, {"a": None}], height=None),
               noteInfos=["10000010", "1111"], combos=[1], dynamicHeight=None, other={"deep": [[[]]]})
odd = {"frames": [1, {"h": 1}, {"h": part(0), "l": part(0), "r": part(0), "a": 0, "i": 89.5, "z": 1}, {}],
       "info": {"difficulty": "Hard", "modifiers": "GN", "leftHanded": 1, "version": "a\u00e9\\\"\n"},
       "scores": [1.5, None, 3e9], "combos": 4, "noteTime": [None, "x", 1], "noteInfos": [7, "2011"], "dynamicHeight": [{"h": 1}]}

v2, v31 = payload(metadata("2.0.0"), lists(True)), payload(metadata(), lists(False))
golden = {
    "v2.dat": pack(v2),
    "v3.0.dat": pack(payload(metadata("3.0.0"), lists(False))),
    "v3.1.dat": pack(v31),
    "end-mark.dat": pack(v31, marked=True),
    "no-magic.dat": pack(v31, magic=b""),
    "extensions.dat": pack(payload(metadata(modifiers=()), lists(False, []), everything)),
    "extensions-odd.dat": pack(payload(metadata(), lists(False, [], 0), odd_block)),
    "pauses.dat": pack(payload(metadata(), lists(False), block(entry("scoresaber.pause-events", 1, real_pauses)))),
    "extensions-empty.dat": pack(payload(metadata(), lists(False, []), empty)),
    "extensions-none.dat": pack(payload(metadata(), lists(False, []), block())),
    "extensions-other.dat": pack(payload(metadata(), lists(False, [], 0), i32(0x32585353, 1, 0))),
    "gaps.dat": pack(payload(metadata(), lists(False, [], 1), gaps={0: b"a", 1: b"bc", 3: b"def", 7: b"g"}, head=b"head")),
    "trailing.dat": pack(payload(metadata("2.0.0"), lists(True, [], 1))) + b"tail",
    "odd-values.dat": pack(payload(metadata(modifiers=("A,B", ""), left=7, room=(90.0, 1.0, 0.0, 2.0), recorder=(b"\xff\xfe", "", "Quest")),
                                   lists(False, [note(0, False, 9, 5, -3, 0xcc, float("nan"))], 1))),
    "keyframes.dat": pack(nrbf(), magic=b""),
    "keyframes-order.dat": pack(nrbf(order=(2, 1, 0)) + b"rest", magic=b"", marked=True),
    "keyframes-records.dat": pack(nrbf(inner=records), magic=b""),
    "decoded.json": plain(decoded),
    "decoded-spaced.json": b"\xef\xbb\xbf " + json.dumps(short, indent=1).encode() + b"\n",
    "decoded-variant.json": plain(variant),
    "decoded-odd.json": plain(odd) + b"\0\0",
    "decoded-empty.json": b'{"frames":[],"info":{},"scores":[],"combos":[],"noteTime":[],"noteInfos":[],"dynamicHeight":[]}',
    "decoded-frames-only.json": b'{"frames":[]}',
}


def at(n, value):
    def change(places):
        places = list(places)
        places[n] = value
        return places
    return change


def counted(n, value):
    rows = lists(False, [], 1)
    data = bytearray(payload(metadata(), rows))
    place = struct.unpack_from("<10i", data)[n]
    data[place:place + 4] = i32(value)
    return bytes(data), place


BOMB = 659  # place in the stream where the limit is met, found by running the reader
P = struct.unpack_from("<10i", v31)
many, many_at = counted(1, 2)
negative, negative_at = counted(5, -1)
long_block = payload(metadata(), lists(False, [], 0), block(entry("a", 1, b""))[:-4] + i32(99))
block_at = struct.unpack_from("<10i", long_block)[8]
class_of = lambda n: b"\5" + i32(90) + b"\1X" + i32(n)
at_items = len(nrbf(0, end=b""))
inside = lambda records: pack(nrbf(1, inner=records), magic=b"")
stopped = lambda records: pack(nrbf(0, inner=records, end=b""), magic=b"")
bad = {  # name: bytes, status, rule, section, offset
    "magic-short.dat": (MAGIC[:18] + b"\r\n" + b"\0" * 20, "unsupported", "scoresaber.magic", "head", 0),
    "magic-only.dat": (MAGIC, "truncated", "unpack.truncated", "compression", 28),
    "head-cut.dat": (MAGIC + b"\x5d\x00\x00\x80\x00\0\0\0", "truncated", "unpack.truncated", "compression", 36),
    "lzma-cut.dat": (pack(v31)[:-40], "truncated", "unpack.truncated", "compression", len(pack(v31)) - 40),
    "lzma-bomb.dat": (pack(v31 + bytes(1 << 23)), "limit", "unpack.limit", "compression", BOMB),
    "payload-short.dat": (pack(bytes(20)), "truncated", "scoresaber.truncated", "pointers", 20),
    "pointer-first.dat": (pack(payload(metadata(), lists(False), table=at(0, 12))), "corrupt", "scoresaber.pointer", "pointers", 0),
    "pointer-back.dat": (pack(payload(metadata(), lists(False), table=at(4, P[3] - 1))), "corrupt", "scoresaber.pointer", "pointers", 16),
    "pointer-beyond.dat": (pack(payload(metadata(), lists(False), table=at(6, 1 << 20))), "corrupt", "scoresaber.pointer", "pointers", 24),
    "version.dat": (pack(payload(metadata("3.2.0"), lists(False, []))), "unsupported", "scoresaber.version", "info", 40),
    "version-text.dat": (pack(payload(metadata("new"), lists(False, []))), "unsupported", "scoresaber.version", "info", 40),
    "metadata-short.dat": (pack(payload(metadata()[:60], lists(False, []))), "corrupt", "scoresaber.metadata", "info", 53),
    "string-negative.dat": (pack(payload(text("3.1.0") + i32(-5), lists(False, []))), "corrupt", "scoresaber.metadata", "info", 53),
    "count-many.dat": (pack(many), "corrupt", "scoresaber.count", "poses", many_at),
    "count-negative.dat": (pack(negative), "corrupt", "scoresaber.count", "combos", negative_at),
    "extension-long.dat": (pack(long_block), "corrupt", "scoresaber.extension", "extensions", block_at + 12),
    "keyframes-none.dat": (pack(nrbf(0), magic=b""), "corrupt", "scoresaber.no-keyframes", "keyframes", 0),
    "keyframes-cut.dat": (pack(nrbf()[:-60], magic=b""), "truncated", "scoresaber.truncated", "keyframes", len(nrbf()) - 1 - 96),
    "keyframes-record.dat": (pack(nrbf(1, inner=b"\x63"), magic=b""), "unsupported", "scoresaber.nrbf-record", "keyframes", at_items + 5),
    "keyframes-members.dat": (pack(nrbf(1, inner=class_of(257)), magic=b""), "corrupt", "scoresaber.nrbf", "keyframes", at_items + 5),
    "keyframes-deep.dat": (pack(nrbf(1, inner=class_of(1) + b"\1m\2" + i32(2) + (b"\1" + i32(91, 90)) * 40), magic=b""), "limit",
                           "scoresaber.nrbf-depth", "keyframes", at_items + 5 + 18 + 31 * 9),
    "keyframes-class.dat": (pack(nrbf(1, inner=b"\1" + i32(91, 77)), magic=b""), "corrupt", "scoresaber.nrbf", "keyframes", at_items + 5),
    "keyframes-classes.dat": (inside((class_of(0) + i32(2)) * 15), "limit", "scoresaber.nrbf-classes", "keyframes", at_items + 5 + 15 * 15),
    "keyframes-shape.dat": (inside(b"\5" + i32(90) + b"\x14KeyframeSerializable" + i32(1) + b"\1m\0\x0b" + i32(2)), "corrupt",
                            "scoresaber.nrbf", "keyframes", at_items + 5),
    "keyframes-type.dat": (inside(class_of(1) + b"\1m\0\x05" + i32(2)), "corrupt", "scoresaber.nrbf", "keyframes", at_items + 5),
    "keyframes-class-cut.dat": (stopped(class_of(3) + b"\1m"), "truncated", "scoresaber.truncated", "keyframes", at_items),
    "keyframes-id-cut.dat": (stopped(b"\1" + i32(91)), "truncated", "scoresaber.truncated", "keyframes", at_items),
    "keyframes-member-cut.dat": (stopped(class_of(1) + b"\1m\0\6" + i32(2) + bytes(7)), "truncated", "scoresaber.truncated", "keyframes",
                                 at_items + 19),
    "keyframes-record-cut.dat": (stopped(b"\x0e\0"), "truncated", "scoresaber.truncated", "keyframes", at_items),
    "keyframes-end.dat": (stopped(b""), "truncated", "scoresaber.truncated", "keyframes", at_items),
    "keyframes-kind.dat": (inside(b"\7" + i32(90) + b"\6" + i32(1, 0) + b"\2"), "corrupt", "scoresaber.nrbf", "keyframes", at_items + 5),
    "keyframes-rank.dat": (inside(b"\7" + i32(90) + b"\2" + i32(33)), "corrupt", "scoresaber.nrbf", "keyframes", at_items + 5),
    "keyframes-array-type.dat": (inside(b"\7" + i32(90) + b"\0" + i32(1, 0) + b"\0\4"), "corrupt", "scoresaber.nrbf", "keyframes",
                                 at_items + 5),
    "keyframes-array-huge.dat": (inside(b"\7" + i32(90) + b"\2" + i32(3, -1, -1, -1) + b"\0\2"), "corrupt", "scoresaber.nrbf", "keyframes",
                                 at_items + 5),
    "keyframes-array-cut.dat": (stopped(b"\7" + i32(90) + b"\0" + i32(1, 9) + b"\0\2" + bytes(8)), "truncated", "scoresaber.truncated",
                                "keyframes", at_items),
    "keyframes-primitives.dat": (inside(b"\x0f" + i32(90, 1) + b"\3"), "corrupt", "scoresaber.nrbf", "keyframes", at_items + 5),
    "cut.json": (plain(decoded)[:-60], "truncated", "scoresaber-json.truncated", "notes", len(plain(decoded)) - 60),
    "cut-frame.json": (plain(decoded)[:300], "truncated", "scoresaber-json.truncated", "frames", 298),
    "syntax.json": (b'{"frames":[,]}', "corrupt", "scoresaber-json.syntax", "frames", 11),
    "deep.json": (b'{"frames":[],"x":' + b"[" * 300, "limit", "scoresaber-json.depth", "extras", 17 + 127),
}


def write(name, data):
    with open(name, "wb") as f: f.write(data)


for folder in ("golden", "bad"): os.makedirs(folder, exist_ok=True)
for name, data in golden.items(): write("golden/" + name, data)
lines = ["# file\tstatus\trule\tsection\toffset\n"]
for name, (data, status, rule, section, offset) in bad.items():
    write("bad/" + name, data)
    lines.append("%s\t%s\t%s\t%s\t%s\n" % (name, status, rule, section, offset))
write("errors.tsv", "".join(lines).encode())
