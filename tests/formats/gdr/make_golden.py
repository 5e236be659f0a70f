#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the files in golden/ and bad/ from the rules of docs/formats/gdr.md, without the library: python3 make_golden.py"""
import json
import os
import struct

HERE = os.path.dirname(os.path.abspath(__file__))


def save(name, data):
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


# ---- GDR2 -----------------------------------------------------------------------------------------------------------

def varint(value, longer=0):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    for _ in range(longer):
        out[-1] |= 0x80
        out.append(0)
    return bytes(out)


def text(value):
    data = value if isinstance(value, bytes) else value.encode()
    return varint(len(data)) + data


def header(tag="", author="ann", description="made by hand", duration=4.5, game=22074, rate=240.0, seed=7, coins=1, low=b"\0",
           platformer=b"\0", bot="reel", bot_version=1, level=128, name="Level", extension=b"", version=b"\2"):
    return (b"GDR" + version + text(tag) + text(author) + text(description) + struct.pack(">f", duration) + varint(game) +
            struct.pack(">d", rate) + varint(seed) + varint(coins) + low + platformer + text(bot) + varint(bot_version) +
            varint(level) + text(name) + text(extension))


def numbers(values):
    out, before = varint(len(values)), 0
    for value in values:
        out += varint(value - before)
        before = value
    return out


def inputs(first, second, platformer=False, block=None):
    out = varint(len(first) + len(second)) + varint(len(first))
    for player in (first, second):
        before = 0
        for row in player:
            frame, down, button = (*row, 1)[:3]
            step = frame - before
            out += varint((step << 3 | button << 1 | down) if platformer else (step << 1 | down))
            if block:
                out += text(block(frame))
            before = frame
    return out


def physics(frame):
    return struct.pack(">fffdd", frame * 1.5, 105.0, frame % 360, 5.77, -0.25 * frame)


STEPS = [(10, 1), (14, 0), (60, 1), (123, 0), (124, 1), (188, 0), (5000, 1), (5001, 0), (20000, 1), (20009, 0), (20010, 1),
         (20020, 0)]

save("golden/plain.gdr2", header() + numbers([]) + inputs(STEPS, []))
save("golden/two_players.gdr2", header(seed=-5) + numbers([]) + inputs(STEPS, [(9, 1), (300, 0), (300, 1), (9000, 0)]))
save("golden/platformer.gdr2", header(platformer=b"\1") + numbers([300, 250, 900]) +
     inputs([(f, d, 1 + i % 3) for i, (f, d) in enumerate(STEPS)], [(4, 1, 0), (90, 0, 2)], platformer=True))
save("golden/physics.gdr2", header(tag="Phys", rate=480.0) + numbers([40]) + inputs(STEPS, [(77, 1), (78, 0)], block=physics))
save("golden/physics_some.gdr2", header(tag="Phys") + numbers([]) +
     inputs(STEPS, [], block=lambda f: physics(f) if f % 3 else b"" if f % 2 else b"odd"))
save("golden/blocks.gdr2", header(tag="MyInput", extension=varint(50)) + numbers([]) +
     inputs(STEPS, [(5, 1)], block=lambda f: struct.pack(">f", f)))
save("golden/unsorted.gdr2", header() + numbers([9, 3]) + inputs([(300, 1), (100, 0), (350, 1), (340, 0)], [(10, 1)]))
save("golden/unsorted_platformer.gdr2", header(platformer=b"\1") + numbers([]) +
     inputs([(300, 1, 2), (100, 0, 2), (350, 1, 3), (340, 0, 3)], [], platformer=True))
save("golden/odd_bool.gdr2", header(low=b"\2", platformer=b"\x83\1") + numbers([]) + inputs([(3, 1, 1)], [], platformer=True))
save("golden/odd_numbers.gdr2", header(version=varint(2, 1), level=(1 << 33) + 5, coins=1 << 31) + varint(0, 2) +
     varint(2, 1) + varint(2) + varint(7, 3) + varint(20))
save("golden/odd_split.gdr2", header(name=b"\xff\xfe") + numbers([]) + varint(2) + varint(9) + varint(21) + varint(20))
save("golden/trailing.gdr2", header() + numbers([]) + inputs(STEPS, []) + b"left over")
save("golden/long_text.gdr2", header(description="x" * 65536) + numbers([]) + inputs([], []))
save("golden/least.gdr2", b"GDR\2" + bytes(28))
save("golden/no_numbers.gdr2", header(duration=float("inf"), rate=float("nan"), version=b"\0") + numbers([]) + inputs([], [(1, 1)]))

good = header() + numbers([5, 8]) + inputs(STEPS, [])
whole = header() + numbers([])
save("bad/empty.gdr2", b"")
save("bad/cut_magic.gdr2", b"GD")
save("bad/cut_text.gdr2", good[:14])
save("bad/cut_framerate.gdr2", good[:40])
save("bad/cut_death.gdr2", header() + b"\2\5\x88")
save("bad/cut_input.gdr2", good[:-4])
save("bad/overflow.gdr2", whole + b"\1\1" + b"\xff" * 9 + b"\2")
save("bad/overflow_header.gdr2", b"GDR" + b"\x80" * 11)
save("bad/negative_frame.gdr2", whole + varint(3) + varint(3) + varint(21) + varint(((10 - 21) << 1) | 1) + varint(20))
save("bad/deaths_2p31.gdr2", header() + varint(1 << 31))
save("bad/inputs_2p64.gdr2", whole + varint((1 << 64) - 1) + varint(1))
save("bad/inputs_missing.gdr2", whole + varint(5) + varint(5) + b"\x15\x14\x15")
save("bad/extension_past_end.gdr2", header()[:-1] + varint(1 << 40) + b"abc")
save("bad/block_past_end.gdr2", header(tag="X") + numbers([]) + varint(1) + varint(1) + b"\x15" + varint((1 << 64) - 1) + b"ab")

# ---- GDR1 -----------------------------------------------------------------------------------------------------------

class F32(float):
    """A number that msgpack keeps in four bytes."""


class Raw(bytes):
    """Bytes of msgpack as they are."""


def pack(value):
    if isinstance(value, Raw):
        return bytes(value)
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, F32):
        return b"\xca" + struct.pack(">f", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, int):
        if 0 <= value < 128:
            return bytes([value])
        if -32 <= value < 0:
            return struct.pack("b", value)
        for code, form in ((0xCC, ">B"), (0xCD, ">H"), (0xCE, ">I"), (0xCF, ">Q")) if value >= 0 else (
                (0xD0, ">b"), (0xD1, ">h"), (0xD2, ">i"), (0xD3, ">q")):
            try:
                return bytes([code]) + struct.pack(form, value)
            except struct.error:
                continue
    if isinstance(value, str):
        data = value.encode()
        return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
    if isinstance(value, list):
        return (bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + struct.pack(">H", len(value))) + b"".join(
            map(pack, value))
    return bytes([0x80 | len(value)]) + b"".join(pack(k) + pack(v) for k, v in value.items())


def macro(rows, number=float, **more):
    top = {"author": "ann", "bot": {"name": "reel", "version": "v1.2.3"}, "coins": 0, "description": "made by hand",
           "duration": number(4.5), "framerate": number(240), "gameVersion": number(2.2074), "inputs": rows, "ldm": False,
           "level": {"id": 128, "name": "Level"}, "seed": -7, "version": number(1), **more}
    return dict(sorted(top.items()))


def row(frame, down, second=False, button=1, **more):
    return {"2p": second, "btn": button, "down": down, "frame": frame, **more}


ROWS = [row(f, bool(d)) for f, d in STEPS] + [row(25000, True, True, 2), row(25007, False, True, 2)]
FIXES = [{"frame": f, "p1": {"r": F32(1.5), "x": F32(f / 4)}, "p2": {"x": F32(f), "y": 2.1}} for f in (3, 4, 9)]
HACK = [row(f, bool(d), mhr_meta=True, mhr_x=F32(f * 1.298), mhr_y=F32(105), mhr_yvel=-0.1) for f, d in STEPS]
MIXED = [{"frame": 5, "z": 1, "btn": 1, "correction": {"player2": False, "xVel": 5.77}, "2p": False, "down": True},
         {"down": False, "2p": True, "btn": 3, "frame": 9}]

save("golden/plain.gdr", pack(macro(ROWS, F32)))
save("golden/fixes.gdr", pack(macro(ROWS, F32, frameFixes=FIXES)))
XDBOT = {"name": "xdBot", "version": "v2.3.11"}
CLEAN = [{"frame": f, "p1": {"r": F32(1.5), "x": F32(f / 4)}, **({"p2": {"x": F32(f), "y": F32(2.5)}} if f > 3 else {})} for f in (3, 4, 900)]
save("golden/fixes_xdbot.gdr", pack(macro(ROWS, F32, frameFixes=CLEAN, bot=XDBOT)))
hack = macro(HACK, F32, duration=20020, bot={"name": "MH_REPLAY", "version": "8.0.6-alpha.1 (geode)"})
del hack["framerate"]
save("golden/hack.gdr", pack(hack))
for rate, speeds in ((480, (311.58,)), (360, (311.58, 387.42)), (240, (251.16, 576))):
    hack["inputs"], x = [], 0.0
    for i in range(1, 25):
        x += 50 * speeds[i * len(speeds) // 25] / rate
        hack["inputs"].append(row(50 * i, bool(i % 2), mhr_meta=True, mhr_x=F32(x), mhr_y=F32(105), mhr_yvel=-0.1))
    save("hack/%d.gdr" % rate, pack(hack))
hack["inputs"] = [row(50 * i, bool(i % 2), mhr_meta=True, mhr_x=F32(i * i), mhr_y=F32(105), mhr_yvel=-0.1) for i in range(1, 25)]
save("hack/none.gdr", pack(hack))
save("golden/mixed.gdr", pack({"inputs": MIXED, **{k: v for k, v in macro([]).items() if k != "inputs"},
                               "odd": Raw(b"\xc7\x03\x05abc"), "bytes": Raw(b"\xc4\x02\x00\xff"), "wide": Raw(b"\xcf" + bytes(7) + b"\x09")}))
save("golden/odd_keys.gdr", Raw(b"\x84") + pack("author") + pack("a") + b"\x07" + pack("seven") + pack("author") + pack("b") +
     pack("inputs") + pack([row(5, True)]) + b"tail")
save("golden/plain.gdr.json", json.dumps(macro(ROWS), separators=(",", ":")).encode())
save("golden/spaced.gdr.json", json.dumps(macro(HACK), indent=2).encode() + b"\n")
save("golden/mixed.gdr.json", b'\xef\xbb\xbf {"inputs" : [ {"frame":5.0,"z":1e3 ,"btn":1,"y":"\\u00e9\\ud83d\\ude00\\n","2p":0,"down":true},'
     b'{"frame":-0,"btn":9,"2p":null}, 7],"bot":{"version":3,"own":[1,2]},"level":[],"author":"a\\"b","seed":1e2,"k":{"a":[{}]}} \n')

# A macro of GDR1 that is carried in GDR2: docs/formats/gdr.md, "Carried macros".
def carried(before, form, *parts, version=1):
    body = bytes([version, form]) + b"".join(b"\0" + text(part) if isinstance(part, bytes) else bytes([part]) for part in parts)
    return before + body + struct.pack(">I", len(body)) + b"reelGDR1"


def around(document, *values):
    """The bytes before, between and after some values of a document, each of them with the part that it becomes."""
    parts = []
    for part, value in values:
        at = document.index(value)
        parts += [document[:at], part]
        document = document[at + len(value):]
    return [*parts, document]


def fixes(rows):
    def player(place):
        return struct.pack(">fffB", place.get("x", 0), place.get("y", 0), place.get("r", 0), "r" in place)
    return varint(len(rows)) + b"".join(varint(r["frame"]) + player(r.get("p1", {})) + player(r.get("p2", {})) for r in rows)


def json_of(value):
    return json.dumps(value, separators=(",", ":")).encode()


FIRST = [r for r in ROWS if not r["2p"]]
ONE = macro(FIRST, F32, zoo="kept", bot=XDBOT, frameFixes=CLEAN)
save("golden/carried.gdr2", header(bot="xdBot", seed=-7, coins=0, extension=carried(fixes(CLEAN), 0, *around(
    pack(ONE), (2, pack(CLEAN)), (1, pack(FIRST))))) + numbers([]) + inputs(STEPS, []))
LAST = macro(FIRST, zoo=[1, {"a": None}])
save("golden/carried_json.gdr2", header(seed=-7, coins=0, extension=carried(b"\0", 1, *around(
    json_of(LAST), (1, json_of(FIRST))))) + numbers([]) + inputs(STEPS, []))
MARKED = macro([row(f, bool(d), mine=f) for f, d in STEPS], F32)
save("golden/carried_blocks.gdr2", header(seed=-7, coins=0, extension=carried(b"\0", 0, pack(MARKED))) + numbers([]) +
     inputs(STEPS, []))
LONG = pack(macro(FIRST, F32, zoo="kept"))
for name, wrong in (("version", carried(b"\0", 0, LONG, version=2)), ("form", carried(b"\0", 2, LONG)),
                    ("cut", carried(b"\0", 0, LONG[:100])), ("part", carried(b"\0", 0, *around(LONG, (3, pack(FIRST))))),
                    ("twice", carried(b"\0", 0, LONG[:50], 1, 1, LONG[50:])), ("nothing", carried(b"\0", 0)),
                    ("size", carried(b"\0", 0, LONG)[:-16] + b"\xff" * 4 + b"reelGDR1"),
                    ("fixes", carried(b"\3", 0, *around(pack(ONE), (2, pack(CLEAN))))),
                    ("foreign", carried(b"\0", 0, pack({"hello": 1})))):
    save("carried/bad_%s.gdr2" % name, header(seed=-7, coins=0, extension=wrong) + numbers([]) + inputs(STEPS, []))
plain = pack(macro(ROWS, F32))
save("bad/cut.gdr", plain[:200])
save("bad/cut_header.gdr", plain[:20])
save("bad/count_past_end.gdr", b"\x82" + pack("author") + pack("a") +
     pack("inputs") + b"\xdd\x80\x00\x00\x00" + b"\x80" * 20)
save("bad/deep.gdr", b"\x82" + pack("author") + pack("a") + pack("x") + b"\x91" * 5000)
save("bad/reserved.gdr", b"\x82" + pack("author") + pack("a") + pack("x") + b"\xc1")
save("bad/foreign.gdr", pack({"hello": 1}))
save("bad/cut.gdr.json", json.dumps(macro(ROWS)).encode()[:300])
save("bad/deep.gdr.json", b'{"author":"a","inputs":[{"frame":1,"x":' + b"[" * 5000)
save("bad/comma.gdr.json", b'{"author":"a","inputs":[{"frame":1,}]}')
save("bad/negative_duration.gdr.json", json.dumps({**macro(ROWS), "duration": -1.5}).encode())
save("bad/foreign.gdr.json", b'{"inputless":1,"bots":[]}')
