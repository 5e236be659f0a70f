#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the macros of bots in golden/ and bad/, and what is in them in macros.tsv, from the rules of docs/formats/macros.md, without the
library: python3 make_macros.py"""
import gzip
import json
import os
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
truth = []


def save(folder, name, data):
    path = os.path.join(HERE, folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    return data


def good(name, fmt, data, inputs, fps, seed=None, events=(), fixes=0, physics=0):
    """`inputs`: (frame, button, player 2, down); `events`: (frame, kind, index)."""
    truth.append([name, fmt, repr(float(fps)), "" if seed is None else str(seed),
                  " ".join(":".join(map(str, row)) for row in inputs), " ".join(":".join(map(str, row)) for row in events),
                  str(fixes), str(physics)])
    return save("golden", name, data)


def bad(name, data):
    save("bad", name, data)


def pack(form, *values):
    return struct.pack("<" + form, *values)


def leb(value):
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


# jump only, two players; with buttons
JUMPS = [(3, 1, 0, 1), (3, 1, 1, 1), (17, 1, 0, 0), (19, 1, 1, 0), (240, 1, 0, 1), (251, 1, 0, 0)]
WALK = [(0, 3, 0, 1), (8, 1, 0, 1), (20, 1, 0, 0), (20, 3, 0, 0), (20, 2, 1, 1), (700, 2, 1, 0)]
ONE = [row for row in JUMPS if not row[2]]
FIXES = [(2, 0, 10.5, 105.0, 0.0, 0.0), (5, 0, 12.0, 110.25, -45.5, 11.25), (4, 1, 9.0, 95.0, 12.0, -3.5)]

# ---- Silicate -------------------------------------------------------------------------------------------------------


def slc3(payload, fps=240.0, seed=0xFEDCBA9876543210, size=None, before=b"", version=2, footer=b"\xcc"):
    atom = pack("IQ", 1, len(payload) if size is None else size) + payload
    return b"SLC3RPLY" + pack("HdQIII", 64, fps, seed, version, 81, 0) + bytes(36) + before + atom + footer


def section(n, states, w=0):
    return pack("H", w << 12 | n << 8) + b"".join(state.to_bytes(1 << w, "little") for state in states)


def state(delta, row):
    return delta << 4 | row[1] << 2 | row[2] << 1 | row[3]


SWIFT = 1  # with button 0: a press and a release
seed = 0xFEDCBA9876543210
# steps of 12, 8, then a swift after 15 more, then 1000: classes of 1 byte and of 2
rows = [(12, 1, 0, 1), (20, 1, 0, 0), (35, 1, 0, 1), (35, 1, 0, 0), (1035, 1, 0, 1), (1040, 1, 0, 0)]
plain3 = slc3(pack("Q", 6) + section(1, [state(12, rows[0]), state(8, rows[1])]) + section(0, [15 << 4 | SWIFT]) +
              section(0, [state(1000, rows[4])], 1) + section(0, [state(5, rows[5])]))
good("swift.slc", "slc3", plain3, rows, 240, seed)
# 16 times the same two states: a group that repeats 4 times, one that repeats twice, the rest
rows = [(6 * (i + 1), 1, 0, 1 - i % 2) for i in range(16)]
pair = bytes([state(6, rows[0]), state(6, rows[1])])
repeat = pack("H", 1 << 14 | 1 << 8 | 2 << 3) + pair + pack("H", 1 << 14 | 1 << 8 | 1 << 3) + pair
tail = section(2, [state(6, row) for row in rows[12:]])
good("repeat.slc", "slc3", slc3(pack("Q", 16) + repeat + tail), rows, 240, seed)


def special(kind, w, delta, rest=b""):
    return pack("H", 2 << 14 | kind << 10 | w << 8) + delta.to_bytes(1 << w, "little") + rest


rows = [(5, 1, 0, 1), (9, 1, 0, 0), (400, 3, 1, 1), (401, 3, 1, 0)]
events = slc3(pack("Q", 9) + section(1, [state(5, rows[0]), state(4, rows[1])]) + special(2, 0, 11, pack("Q", 77)) +
              special(0, 0, 0, pack("Q", 78)) + special(1, 0, 0, pack("Q", 79)) + special(3, 1, 300, pack("d", 480.0)) +
              special(4, 0, 1) + section(0, [state(79, rows[2])], 1) + section(0, [state(1, rows[3])]))
good("events.slc", "slc3", events, rows, 240, seed,
     [(20, 3, 2), (20, 1, 2), (20, 2, 2), (320, 4, 2), (321, 5, 2)])
good("empty.slc", "slc3", slc3(pack("Q", 0)), [], 240, seed)
good("atoms.slc", "slc3", slc3(pack("Q", 1) + section(0, [state(7, (7, 2, 1, 1))]), before=pack("IQ", 2, 3) + b"abc", version=1),
     [(7, 2, 1, 1)], 240, seed)
good("size0.slc", "slc3", slc3(pack("Q", 1) + section(0, [state(7, (7, 1, 0, 1))]), size=0), [(7, 1, 0, 1)], 240, seed)
bad("cut.slc", plain3[:100])
bad("magic3.slc", b"SLC3RPLY" + pack("H", 63) + plain3[10:])
bad("count.slc", slc3(pack("Q", 1 << 33) + repeat))
bad("bomb.slc", slc3(pack("Q", 100) + pack("H", 1 << 14 | 31 << 3) + b"\x55"))
bad("kind3.slc", slc3(pack("Q", 1) + pack("H", 3 << 14)))
bad("special9.slc", slc3(pack("Q", 1) + special(9, 0, 0)))
bad("section.slc", slc3(pack("Q", 9) + section(0, [0x55])))
bad("surplus.slc", slc3(pack("Q", 1) + section(0, [0x55]) + b"ab"))
bad("footer.slc", slc3(pack("Q", 0), footer=b"\xcd"))
bad("tps.slc", slc3(pack("Q", 1) + special(3, 0, 0, pack("d", -1.0))))
bad("nan.slc", slc3(pack("Q", 0), fps=float("nan")))
bad("frame.slc", slc3(pack("Q", 8) + section(3, [(1 << 63) + 5] * 8, 3)))


def slc2(blobs, count, meta=pack("Q", 99) + bytes(56), fps=240.0, footer=b"EOM"):
    table, data, at = b"", b"", 0
    for width, states in blobs:
        table += pack("QQQ", width, at, len(states))
        at += len(states)
        data += b"".join(s if isinstance(s, bytes) else s.to_bytes(width, "little") for s in states)
    return b"SILL" + pack("dQ", fps, len(meta)) + meta + pack("QQ", count, len(blobs)) + table + data + footer


def state2(delta, row):
    return delta << 5 | row[1] << 2 | row[2] << 1 | row[3]


rows = [(5, 1, 0, 1), (9, 1, 0, 0), (2009, 3, 1, 1)]
two = slc2([(1, [state2(5, rows[0]), state2(4, rows[1])]), (2, [state2(1000, (0, 0, 0, 0)), state2(1000, rows[2])])], 4)
good("two.slc", "slc2", two, rows, 240, 99, [(1009, 6, 2)])
tps = pack("Q", state2(10, (0, 7, 0, 0))) + pack("d", 480.0)
good("rate.slc2", "slc2", slc2([(8, [tps]), (1, [state2(1, (0, 6, 0, 0)), state2(0, (0, 4, 0, 0)), state2(2, (0, 1, 0, 1))])], 4, meta=b""),
     [(13, 1, 0, 1)], 240, None, [(10, 4, 0), (11, 3, 0), (11, 1, 0)])
good("empty.slc2", "slc2", slc2([], 0), [], 240, 99)
bad("width.slc2", slc2([(3, [0])], 1))
bad("blob.slc2", slc2([(1, [4, 4])], 3))
bad("length.slc2", slc2([(1, [4, 4])], 1))
bad("footer.slc2", slc2([], 0, footer=b"EON"))
bad("meta.slc2", b"SILL" + pack("dQ", 240.0, 1 << 60))
bad("cut.slc2", two[:-6])


def slc1(rows, tail=b"", fps=240.0):
    return pack("dI", fps, len(rows)) + b"".join(pack("I", r[0] << 4 | r[2] << 3 | r[1] << 1 | r[3]) for r in rows) + tail


good("one.slc1", "slc1", slc1(WALK), WALK, 240)
good("seed.slc1", "slc1", slc1(JUMPS, pack("Q", 1 << 63)), JUMPS, 240, 1 << 63)
bad("tail.slc1", slc1(JUMPS, b"abc"))
bad("cut.slc1", slc1(JUMPS)[:-5])

# ---- text -----------------------------------------------------------------------------------------------------------


def xd(rows, fps="480", end="\n", fields=17, only=()):
    lines = [fps] if fps else []
    for row in rows:
        lines.append("|".join(map(str, [row[0], row[3], row[1], 1 - row[2]] + [0] * (fields - 4))))
    return (end.join(lines + list(only)) + end).encode()


good("full.xd", "xd", xd(WALK), WALK, 480)
good("old.xd", "xd", xd(JUMPS, None, "\n", 4), JUMPS, 240)
good("crlf.xd", "xd", xd(JUMPS, "240", "\r\n", 4), JUMPS, 240)
good("android.xd", "xd", xd(ONE, "android"), ONE, 60)
good("fixes.xd", "xd", xd(ONE, "240", only=["300|0|1|1|1|5.5|105|0|-80085|0|1.5e+01|0.25|1|0|3|0|-80085"]), ONE, 240, fixes=2)
bad("letters.xd", b"240\n12|1|1|1\n13|x|1|1\n")
bad("line.xd", b"240\n12|1|1|1\n13|1\n")
bad("button.xd", b"240\n12|1|1|1\n13|1|4|1\n")
bad("rate.xd", b"0\n12|1|1|1\n")
bad("decimal_comma.xd", b"240,0\n12|1|1|1\n13|0|1|1\n")
bad("thousands.xd", b"240,000\n12|1|1|1\n13|0|1|1\n")
bad("one_padding.xd", b"240\n12|1|1|1\n13|0|1|1\xff")
bad("cut_fields.xd", b"240\n12|1|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0\n13|0|1|1")
bad("cut_fix.xd", b"240\n12|0|1|1|1|5.5|105|0|0|0|1|1|0|3|0|0|0.2")
bad("open_fix.xd", b"240\n12|0|1|1|1|5.5|105|0|0|0|1|0|0|0|0|0|0")
bad("cut_digits.xbot", b"fps: 60\nframes\n1 20\n0 3")
bad("utf16_mark.xd", "240\n12|1|1|1\n".encode("utf-16"))
bad("utf16.mhr.json", '{"meta": {"fps": 240}, "events": []}'.encode("utf-16-be"))

good("four.txt", "macro-text", ("480.5\n" + "".join("%d %d %d %d\n" % (r[0], r[3], r[1], 1 - r[2]) for r in WALK)).encode(), WALK, 480.5)
good("three.txt", "macro-text", ("240\n" + "".join("%d %d %d\n" % (r[0], r[3], r[2]) for r in JUMPS)).encode(), JUMPS, 240)
bad("xpos.txt", b"240\n1.5 1 1 1\n2 0 1 1\n")
bad("short.txt", b"240\n1 1 1 1\n2 0 1\n")
bad("rate.txt", b"fast\n1 1 1 1\n")

# ---- Mega Hack ------------------------------------------------------------------------------------------------------

FOOTER = bytes.fromhex("fa67555a8d959407c98cba7f759cef3c")


def mhr(rows, size=32, meta=pack("I", 360), physics=(), footer=FOOTER, count=None):
    out = b"HACKPRO\x07" + pack("I", len(meta)) + meta + bytes(8) + pack("II", size, len(rows) if count is None else count)
    for i, row in enumerate(rows):
        more = pack("fff4xd", 1.5 + i, 2.5, 90.0, -0.5) if i in physics else bytes(24)
        out += (pack("HBBi", 1, row[3], row[2], row[0]) + more).ljust(size, b"\0")[:size]
    return out + footer


good("plain.mhr", "mhr", mhr(JUMPS), JUMPS, 360)
good("physics.mhr", "mhr", mhr(JUMPS, 40, pack("I", 240) + b"more", (1, 4)), JUMPS, 240, physics=2)
good("nofooter.mhr", "mhr", mhr(ONE, 8, footer=b""), ONE, 360)
bad("negative.mhr", mhr([(-1, 1, 0, 1)]))
bad("size.mhr", mhr([], 4))
bad("count.mhr", mhr(ONE, count=1 << 20))
bad("meta.mhr", b"HACKPRO\x07" + pack("I", 3) + bytes(20))
bad("magic.mhr", b"HACKPRO\x08" + mhr(ONE)[8:])


def mhr_json(rows, extra=(), meta={"fps": 360}):
    items = [dict(sorted({"frame": r[0], "down": bool(r[3]), **({"p2": True} if r[2] else {})}.items())) for r in rows]
    for at, item in extra:
        items[at].update(item) if at < len(items) else items.append(item)
    return json.dumps({"_": "made by hand", "events": items, "meta": meta}, sort_keys=True).encode()


good("plain.mhr.json", "mhr-json", mhr_json(JUMPS), JUMPS, 360)
good("physics.mhr.json", "mhr-json",
     mhr_json(JUMPS, [(0, {"x": 1.5, "y": 2.0, "r": 0.5, "a": -1.25}), (99, {"frame": 300, "x": 3.0, "y": 4.0, "p2": True})],
              {"fps": 240.5}), JUMPS, 240.5, fixes=1, physics=1)
good("empty.mhr.json", "mhr-json", mhr_json([]), [], 360)
bad("cut.mhr.json", mhr_json(JUMPS)[:60])
bad("nofps.mhr.json", b'{"events": [], "meta": {}}')
bad("frame.mhr.json", b'{"_": "", "events": [{"frame": -4, "down": true}], "meta": {"fps": 240}}')
bad("noframe.mhr.json", b'{"_": "", "events": [{"down": true}], "meta": {"fps": 240}}')

# ---- ReplayEngine ---------------------------------------------------------------------------------------------------


def fix(f, rubbish=b"\xaa" * 7):
    return pack("Ifffd", *(f[0], *f[2:5], f[5])) + bytes([1 - f[1]]) + rubbish


def re_input(r, rubbish=b"\xbb" * 3):
    return pack("I", r[0]) + bytes([r[3]]) + rubbish + pack("i", r[1]) + bytes([1 - r[2]]) + rubbish


def old_input(r):
    return pack("IBB", r[0], r[3], 1 - r[2]) + b"\xcc\xcc"


fixes = b"".join(map(fix, FIXES))
good("plain.re", "re1", pack("fII", 240, 3, len(WALK)) + fixes + b"".join(map(re_input, WALK)), WALK, 240, fixes=3)
good("old.re", "re1", pack("fII", 360, 3, len(JUMPS)) + fixes + b"".join(map(old_input, JUMPS)), JUMPS, 360, fixes=3)
good("fixes.re", "re1", pack("fII", 240, 3, 0) + fixes, [], 240, fixes=3)
bad("cut.re", (pack("fII", 240, 3, 4) + fixes)[:-9])
good("plain.re2", "re2", b"RE2" + pack("I", len(WALK)) + b"".join(map(re_input, WALK)), WALK, 240)
ours, theirs = [r for r in WALK if not r[2]], [r for r in WALK if r[2]]
both = pack("II", len(ours), len(theirs)) + b"".join(map(re_input, ours + theirs))
good("plain.re21", "re2", b"RE21" + both, WALK, 240)
many = [(i, 1, 0, 1 - i % 2) for i in range(0x31)]
good("like21.re2", "re2", b"RE2" + pack("I", len(many)) + b"".join(map(re_input, many)), many, 240)
bad("count.re2", b"RE2" + pack("I", 3) + re_input(WALK[0]) + b"abc")
bad("button.re2", b"RE2" + pack("I", 1) + re_input((1, 9, 0, 1)))
bad("magic.re2", b"RE7" + pack("I", 0))
merged = sorted(WALK, key=lambda r: (r[0], r[2]))
three = pack("fIIII", 480, 2, 1, len(ours), len(theirs)) + fixes + b"".join(map(re_input, ours + theirs))
good("plain.re3", "re3", three, merged, 480, fixes=3)
swift = [(7, 1, 0, 1), (7, 1, 0, 0), (7, 1, 1, 1)]
good("swift.re3", "re3", pack("fIIII", 240, 0, 0, 2, 1) + b"".join(map(re_input, swift)), swift, 240)


def re4(inputs, fixes=FIXES, more=b"", count=None):
    out = b"RE4" + pack("fQ", 240, len(fixes)) + b"".join(pack("QffdB", f[0], f[2], f[3], f[5], f[1]) for f in fixes)
    return out + pack("Q", len(inputs) if count is None else count) + b"".join(pack("QBiB", r[0], r[3], r[1], r[2]) for r in inputs) + more


good("plain.re4", "re4", re4(WALK), WALK, 240, fixes=3)
good("more.re4", "re4", re4(JUMPS, (), b"xy"), JUMPS, 240)
bad("count.re4", re4(WALK, count=99))
bad("frame.re4", re4([(1 << 62, 1, 0, 1)]))

# ---- ToastyReplay ---------------------------------------------------------------------------------------------------


def ttr3(rows, flags=0, packed=False, extra=(), fps=240.0, late=0.0, sections=None):
    text = pack("H", 5) + b"Level" + pack("H", 3) + b"ann"
    inputs = pack("Q", len(rows)) + b"".join(pack("dBBH", r[0] / fps + late, r[1], r[2] | r[3] << 1, 0) for r in rows)
    parts = [(1, inputs), *extra]
    payload, table = b"", b""
    for kind, data in parts:
        table += pack("B3xQQ", kind, len(payload), len(data))
        payload += data
    flags |= 1 << 10 if packed else 0
    head = pack("Qqi", 0xFFFF0003, 22074, 42) + text + pack("dffqIB", fps, 0.0, 0.0, 1700000000, 5, 0)
    return (b"TTR3" + pack("HHII", 1, 0, flags, 16 + len(head)) + head + pack("H", len(parts)) + (sections or table) +
            (zlib.compress(payload) if packed else payload))


good("plain.ttr3", "ttr3", ttr3(WALK), WALK, 240, 5)
good("packed.ttr3", "ttr3", ttr3(JUMPS, packed=True), JUMPS, 240, 5)
rate = (2, pack("Qdd", 1, 0.25, 480.0))
try_ = (5, pack("QdB7xQ", 1, 0.5, 0, 1) + pack("dBBH", 0.1, 1, 2, 0) + pack("Q", 0))
good("attempt.ttr3", "ttr3", ttr3(WALK, 1 << 7 | 1 << 8, True, [rate, try_], late=0.001), WALK, 240, 5, [(60, 4, 5)])


def anchor(flags):
    return bytes(8) + bytes([flags]) + bytes(3 + 158 + (158 if flags & 1 else 0) + (8 if flags & 2 else 0) + 8)


deaths = pack("Q", 2)
for anchors in ((0, 3), (1, 2, 0)):
    deaths += pack("dB7xQ", 0.5, 1, 1) + pack("dBBH", 0.1, 1, 2, 0) + pack("Q", len(anchors)) + b"".join(map(anchor, anchors))
good("attempts.ttr3", "ttr3", ttr3(WALK, 1 << 7 | 1 << 8, False, [rate, (5, deaths)], late=0.001), WALK, 240, 5, [(60, 4, 5)])
bad("flags.ttr3", ttr3(WALK, 1 << 30))
bad("overlap.ttr3", ttr3(WALK, sections=pack("B3xQQ", 1, 2, 1 << 63) ))
bad("time.ttr3", ttr3([WALK[2], WALK[0]]))
bad("button.ttr3", ttr3([(1, 0, 0, 1)]))
bad("zlib.ttr3", ttr3(WALK, packed=True)[:-1] + b"?")
bad("cut.ttr3", ttr3(WALK)[:-10])


def ttr(rows, magic=b"TTR2", version=2, flags=0, before=b"", behind=b""):
    head = b"".join(pack("H", len(t)) + t for t in (b"ann", b"run", b"Level")) + pack("iddIffIq", 42, 240.0, 3.5, 22074, 0.0, 0.0, 5, 0)
    steps, last = pack("I", len(rows)), 0
    for r in rows:
        steps += leb(r[0] - last) + before + bytes([r[1], r[2] | r[3] << 1]) + behind
        last = r[0]
    steps += pack("I", 0) * 2
    return magic + pack("HII", version, flags, 14 + len(head)) + head + pack("I", len(steps)) + zlib.compress(steps)


good("plain.ttr2", "ttr", ttr(WALK), WALK, 240, 5)
good("plain.ttr", "ttr", ttr(JUMPS, b"TTR\0", 6), JUMPS, 240, 5)
good("timed.ttr2", "ttr", ttr(WALK, flags=1, before=bytes(8)), WALK, 240, 5)
good("exact.ttr", "ttr", ttr(JUMPS, b"TTR\0", 6, 64 | 128, behind=bytes(8)), JUMPS, 240, 5)
first = b"".join(pack("IBBI", r[0], r[1], r[2] | r[3] << 1, 0) for r in JUMPS)
packed = ttr(JUMPS, b"TTR\0", 1)
good("first.ttr", "ttr", packed[:struct.unpack_from("<I", packed, 10)[0]] + pack("I", len(JUMPS)) + first, JUMPS, 240, 5)
bad("version.ttr", ttr(WALK, b"TTR\0", 9))

# ---- TCBot ----------------------------------------------------------------------------------------------------------

TCM = bytes.fromhex("9f8889849f3b1dd8cca1868a88998400")


def tcm(version, body, rate=240.0, flags=0, seed=0):
    return TCM + pack("BBBBfQ", version, 0, flags, 0, rate, seed) + bytes(48) + body


one = b"".join(leb(r[0]) + bytes([r[1] - 1 | r[2] << 6 | r[3] << 7]) for r in WALK)
good("one.tcm", "tcm", tcm(1, leb(len(WALK) + 1) + one + leb(700) + b"\x05" + b"\xcc"), WALK, 240, None, [(700, 3, 6)])
# a press with a step of 14, a swift with the last step again, a release, a restart, a press, a change of the rate
two = leb(3) + bytes([1 | 1 << 2 | 1 << 6, 14, 1 | 1 << 2 | 1 << 4 | 1 << 5, 2 | 1 << 3, 1 << 4]) + pack("Q", 88)
two += bytes([3 | 1 << 2 | 2 << 6]) + pack("H", 500) + bytes([3 << 2]) + pack("f", 480.0)
rows = [(3, 1, 0, 1), (17, 1, 0, 1), (17, 1, 0, 0), (31, 2, 1, 0), (0, 3, 0, 1)]
good("two.tcm", "tcm", tcm(2, two, 1 / 240, 1, 1 << 40), rows, 240, 1 << 40, [(31, 1, 4), (500, 4, 5)])
good("empty.tcm", "tcm", tcm(2, b"", 360.0, 2), [], 360)
bad("state.tcm", tcm(1, leb(1) + b"\x05\x06\xcc"))
bad("varint.tcm", tcm(1, leb(1) + b"\xff\xff\xff\xff\x7f\0\xcc"))
bad("count.tcm", tcm(1, leb(50) + one))
bad("footer.tcm", tcm(1, leb(len(WALK)) + one + b"\xcd"))
bad("cut.tcm", tcm(2, leb(3) + bytes([1 | 3 << 6, 1])))
bad("flags.tcm", tcm(2, b"", 240.0, 4))
bad("rate.tcm", tcm(2, b"", 0.0))
bad("version.tcm", tcm(3, b""))

# ---- uvBot, yBot, zBot ----------------------------------------------------------------------------------------------


def uv(rows, version=2, counts=None, footer=b"TOBVU"):
    out = b"UVBOT" + bytes([version]) + (pack("f", 360.0) if version == 2 else b"")
    out += pack("iii", *(counts or (len(rows), 2, 1)))
    out += b"".join(pack("QB", r[0], (r[1] - 1 + 3 * r[2]) << 1 | r[3]) for r in rows)
    return out + b"".join(pack("Qfffd", f[0], *f[2:]) for f in FIXES) + footer


good("two.uv", "uv", uv(WALK), WALK, 360, fixes=3)
good("one.uv", "uv", uv(JUMPS, 1), JUMPS, 240, fixes=3)
bad("count.uv", uv(WALK, counts=(6, -1, 1)))
bad("footer.uv", uv(WALK, footer=b"TOBVV"))
bad("cut.uv", uv(WALK, footer=b"")[:-3])


def ybot(rows, meta=36, blobs=(b"note",), more=b""):
    out, before = b"", 0
    for r in rows:
        out += leb((r[0] - before) << 4 | r[1] << 2 | r[3] << 1 | (1 - r[2]))
        before = r[0]
    head = pack("qQQfQ", 0, 3, 700, 360.0, 4)[:meta]
    return b"ybot" + pack("III", 1, len(head), len(blobs)) + head + b"".join(pack("I", len(b)) + b for b in blobs) + out + more


good("plain.ybot", "ybot", ybot(WALK), WALK, 360)
good("short.ybot", "ybot", ybot(JUMPS, 8, ()), JUMPS, 240)
good("rate.ybot", "ybot", ybot(ONE, more=leb(5 << 4) + pack("f", 480.0)), ONE, 360, None, [(256, 4, 4)])
bad("cut.ybot", ybot(WALK)[:-1])
bad("blob.ybot", b"ybot" + pack("IIII", 1, 0, 1, 77) + b"ab")
bad("varint.ybot", ybot([], more=b"\xff" * 9 + b"\x7f"))


def zbf(rows, delta=1 / 240, speed=1.0):
    return pack("ff", delta, speed) + b"".join(pack("i", r[0]) + b"%d%d" % (r[3], 1 - r[2]) for r in rows)


good("plain.zbf", "zbf", zbf(JUMPS), JUMPS, 240)
good("speed.zbf", "zbf", zbf(ONE, 1 / 120, 0.5), ONE, 240)
good("version.zbf", "zbf", zbf(ONE, 1 / 240, 3.0), ONE, 240)  # of the public zBot
bad("odd.zbf", zbf(JUMPS) + b"\x01\x02")
bad("speed-negative.zbf", zbf(JUMPS, speed=-1.0))

# ---- archived formats -----------------------------------------------------------------------------------------------

player = pack("ffdf", 1.5, 2.5, -0.25, 90.0)
good("plain.zr", "zephyrus", b"ZR\2" + pack("III", 240, len(WALK), 1) +
     b"".join(pack("IB", r[0], r[2] << 7 | r[3] << 6 | r[1] << 4) for r in WALK) + pack("I", 8) + player + b"\1" + player, WALK, 240, fixes=2)
bad("button.zr", b"ZR\2" + pack("IIIIB", 240, 1, 0, 5, 0))
flat = b"".join(pack("IBB", r[0], r[3], r[2]) for r in JUMPS)
short = b"".join(pack("IB", r[0], r[2] << 1 | r[3]) for r in JUMPS)
good("plain.replay", "replaybot", b"RPLY\2\1" + pack("f", 240.0) + short, JUMPS, 240)
bad("xpos.replay", b"RPLY\1" + bytes(10))
good("plain.kd", "kdbot", pack("f", 240.0) + flat, JUMPS, 240)
good("plain.rsh", "rush", pack("h", 360) + short, JUMPS, 360)
states = b"".join(pack("II", r[0], r[2] | r[3] << 1) for r in JUMPS)
good("plain.ybf", "ybot-frame", pack("fI", 240.0, len(JUMPS)) + states, JUMPS, 240)
good("magic.ybf", "ybot-frame", b"ybot" + pack("fI", 240.0, len(JUMPS)) + b"".join(
    pack("I", r[0]) + struct.pack(">I", r[2] | r[3] << 1) for r in JUMPS), JUMPS, 240)
rbot = pack("II", 240, len(JUMPS)) + flat + pack("IIBfff", 1, 9, 1, 1.5, 2.5, 90.0)
# in a folder of its own: the generic tests take golden files for files that are not wrapped
good("../packed/packed.rbot", "rbot", gzip.compress(rbot, mtime=0), JUMPS, 240, fixes=1)
ddhor = sorted(JUMPS, key=lambda r: r[2])
good("plain.ddhor", "ddhor", b"DDHR" + pack("hii", 240, 4, 2) + b"".join(pack("fB", r[0], 1 - r[3]) for r in ddhor), ddhor, 240)
bad("xpos.ddhor", b"DDHR" + pack("hiifBfB", 240, 1, 1, 153.25, 0, 204.5, 1))
good("plain.echo", "echobot", b"META".ljust(24, b"\0") + pack("f", 240.0) + bytes(20) + flat, JUMPS, 240)
good("old.echo", "echobot-json", json.dumps({"FPS": 240, "Starting Frame": 2, "Echo Replay": [
    {"Frame": r[0] - 2, "Player 2": bool(r[2]), "Hold": bool(r[3])} for r in JUMPS]}).encode(), JUMPS, 240)
good("new.echo", "echobot-json", json.dumps({"fps": 240.0, "inputs": [
    {"frame": r[0], "holding": bool(r[3]), "player_2": bool(r[2]), "x_position": 1.0, "y_position": 2.0} for r in JUMPS]}).encode(),
    JUMPS, 240, physics=6)
tas = [(3, 1, 1), (9, 1, 0), (17, 2, 2)]
rows = [(3, 1, 0, 1), (3, 1, 1, 1), (9, 1, 0, 0), (9, 1, 0, 1), (17, 1, 0, 0), (17, 1, 1, 0)]
good("plain.tasbot.json", "tasbot", json.dumps({"fps": 240, "macro": [
    {"frame": f, "player_1": {"click": a, "x_position": 0.5}, "player_2": {"click": b}} for f, a, b in tas]}).encode(), rows, 240)
bad("click.tasbot.json", b'{"fps": 240, "macro": [{"frame": 1, "player_1": {"click": 7}}]}')
good("plain.xbot", "xbot", ("fps: 240\nframes\n" + "".join("%d %d\n" % (r[2] * 2 + r[3], r[0]) for r in JUMPS)).encode(), JUMPS, 240)
bad("pro.xbot", b"fps: 240\npro_plus\n1 1120403456\n")
lists = [[r for r in JUMPS if (r[2], r[3]) == key] for key in ((0, 1), (0, 0), (1, 1), (1, 0))]
good("plain.thyst", "amethyst", "".join("%d\n" % len(one) + "".join("%r\n" % (r[0] / 240) for r in one) for one in lists).encode(),
     [r for one in lists for r in one], 240)

# ---- XDBot 2.7 ------------------------------------------------------------------------------------------------------


def zig(value):
    return leb(value << 1 if value >= 0 else (-value << 1) - 1)


def hide(data):
    return bytes(byte ^ (61 * i + 167 + 17 * (i // 2)) & 0xFF for i, byte in enumerate(data))


def cml_text(text, hidden):
    data = text.encode()
    return leb(len(data)) + (hide(data) if hidden else data)


def cml_fix(before, fix, valid):
    """`fix`: six values in thousandths; `valid`: whether it counts for each player, None: as before."""
    flags = sum(1 << i for i in range(6) if fix[i] != before[i]) | sum(0x40 << i for i in range(2) if valid[i] is not None)
    return bytes([flags]) + b"".join(zig(fix[i] - before[i]) for i in range(6) if fix[i] != before[i]) + bytes(
        valid[i] for i in range(2) if valid[i] is not None)


def cml(rows, version=1, hidden=True, groups=(), fps=240.0, parts=0, last=None, count=None, names=("someone", "a macro", "xdBot", "2.7", "level"),
        size=None, cut=0, tail=b""):
    """`groups`: (frame, [(six values, valid), ...]); `parts`: of a frame, added to every second input."""
    unit = 1000000 if version >= 5 else 1
    author, description, bot, bot_version, name = (cml_text(text, hidden) for text in names)
    body = author + description + pack("ffff", 0.5, 3.25, 1.0, fps) + zig(-7) + zig(1 << 40) + b"\x01"
    body += zig(rows[-1][0] if last is None and rows else last or 0) + bot + bot_version + leb(0xFEDCBA9876543210) + name
    body += leb(len(rows) if count is None else count)
    at = 0
    for i, row in enumerate(rows):
        place = row[0] * unit + (parts if i % 2 else 0)
        button = row[1] if row[1] > 1 else 0
        body += zig(place - at) + bytes([button << 2 | row[2] << 1 | row[3]])
        at = place
    body += leb(len(groups))
    at, before = 0, [0] * 6
    for frame, fixes in groups:
        body += zig((frame - at) * unit)
        at = frame
        if version in (2, 3):
            body += leb(len(fixes))
            at += len(fixes) - 1
        for fix, valid in fixes:
            body += cml_fix(before, fix, valid)
            before = fix
    if version >= 5:
        packed = gzip.compress(body, mtime=0)
        body = leb(len(body) if size is None else size) + packed[:len(packed) - cut]
    return (b"\xd7\x8a\x3e\x91" if hidden else b"CML\0") + leb(version) + body + tail


ALL = (None, None)
FLAT = [(2, [([10500, 105000, 0, 0, 0, 0], ALL)]), (5, [([12000, 110250, -45500, 9000, 95001, 12], ALL)]),
        (9, [([12000, 110250, -45500, 9000, 96001, 12], (0, None))]), (9, [([13000, 110250, -45500, 9000, 96001, 12], (1, 0))])]
RUNS = [(2, [([10500, 105000, 0, 0, 0, 0], ALL), ([10750, 105000, 1, 0, 0, 0], ALL), ([11000, 105000, 2, -5, 0, 0], ALL)]),
        (40, [([12000, 110250, -45500, -5, 0, 7], (1, 1))])]
good("plain.cml", "cml", cml(WALK, hidden=False, groups=FLAT), WALK, 240, 0xFEDCBA9876543210, fixes=5)
good("hidden.cml", "cml", cml(JUMPS, groups=FLAT, fps=360.0), JUMPS, 360, 0xFEDCBA9876543210, fixes=5)
good("runs2.cml", "cml", cml(WALK, 2, groups=RUNS), WALK, 240, 0xFEDCBA9876543210, fixes=6)
good("runs3.cml", "cml", cml(JUMPS, 3, hidden=False, groups=RUNS), JUMPS, 240, 0xFEDCBA9876543210, fixes=6)
good("packed5.cml", "cml", cml(WALK, 5, groups=FLAT), WALK, 240, 0xFEDCBA9876543210, fixes=5)
good("packed6.cml", "cml", cml(JUMPS, 6, hidden=False, groups=FLAT, last=251000000), JUMPS, 240, 0xFEDCBA9876543210, fixes=5)
good("parts.cml", "cml", cml(WALK, 6, parts=250000, fps=100.0), WALK, 100, 0xFEDCBA9876543210)
good("empty.cml", "cml", cml([], names=("", "", "", "", "")), [], 240, 0xFEDCBA9876543210)
good("back.cml", "cml", cml([(9, 1, 0, 1), (4, 1, 0, 0)], last=-3), [(9, 1, 0, 1), (4, 1, 0, 0)], 240, 0xFEDCBA9876543210)
good("tail.cml", "cml", cml(JUMPS, 5, tail=b"more"), JUMPS, 240, 0xFEDCBA9876543210)
good("size.cml", "cml", cml(JUMPS, 5, size=3), JUMPS, 240, 0xFEDCBA9876543210)
for number in (0, 4, 7):
    bad("version%d.cml" % number, b"\xd7\x8a\x3e\x91" + leb(number) + cml(JUMPS)[5:])
bad("cut.cml", cml(WALK, groups=FLAT)[:-9])
bad("cut_packed.cml", cml(WALK * 40, 5, groups=FLAT, cut=12))
bad("sum_packed.cml", cml(WALK, 5, groups=FLAT)[:-6] + b"abcdef")
bad("not_packed.cml", cml(WALK, 5)[:7] + b"no gzip at all")
bad("count.cml", cml(WALK, count=1 << 40))
bad("negative.cml", cml([(5, 1, 0, 1), (-1, 1, 0, 0)]))
bad("frame.cml", cml([(5, 1, 0, 1), (1 << 32, 1, 0, 0)]))
bad("fps.cml", cml(JUMPS, fps=float("nan")))
bad("text.cml", b"CML\0\x01" + leb(1 << 20) + b"abc")
bad("group.cml", cml(JUMPS, 2)[:-1] + leb(1) + zig(3) + leb(1 << 30) + b"\0")

# ---- OmegaBot, qBot, GDMegaOverlay ------------------------------------------------------------------------------------


def prefixed(value, most=8):
    """A number whose first byte has as many leading ones as bytes follow."""
    for more in range(most):
        if value < 1 << (7 * more + 7):
            ones = 0xFF << (8 - more) & 0xFF
            own = 7 - more
            return bytes([ones | value & (1 << own) - 1]) + (value >> own).to_bytes(more, "little")
    return bytes([0xFF << (8 - most) & 0xFF]) + value.to_bytes(most, "little")


def omega2(rows, kind=1, changes=(), fps=240.0, count=None):
    entries = [(r[0], pack("I", (4 if r[2] else 2) + 1 - r[3])) for r in rows] + [(f, pack("If", 1, rate)) for f, rate in changes]
    entries.sort(key=lambda entry: entry[0])
    return pack("ffIQQ", fps, fps, kind, 0, len(entries) if count is None else count) + b"".join(
        pack("II", 1, f) + click for f, click in entries)


def omega3(rows, changes=(), fps=240.0, count=None):
    entries = [(r[0], prefixed((3 if r[2] else 1) + 1 - r[3], 4)) for r in rows] + [(f, prefixed(5, 4) + pack("f", rate)) for f, rate in changes]
    entries.sort(key=lambda entry: entry[0])
    return pack("ff", fps, fps) + prefixed(len(entries) if count is None else count) + b"".join(
        prefixed(f, 4) + click for f, click in entries)


def qbot(rows, changes=(), fps=240.0, placed=True, count=None):
    entries = [(r[0], prefixed(0, 4) + bytes([r[2], r[3]]) + prefixed(r[1] - 1, 4)) for r in rows]
    entries += [(f, prefixed(1, 4) + pack("f", rate)) for f, rate in changes]
    entries.sort(key=lambda entry: entry[0])
    place = b"\x01" + pack("fff", 1.5, 2.5, -45.0) if placed else b"\0"
    return pack("ff", fps, fps) + prefixed(0) + prefixed(len(entries) if count is None else count) + b"".join(
        prefixed(f, 4) + pack("d", f / fps) + action + pack("dd", 5.77, -1.25) + place for f, action in entries)


def gdmo21(rows, captures=(), count=None, fps=240.0, stated=None):
    return pack("fII", fps, len(rows) if stated is None else stated, len(captures) if count is None else count) + b"".join(
        pack("BBHIdff", r[3], r[2], 0xCDCD, r[0], -1.25, 1.5, 2.5) for r in rows) + b"".join(
        pack("B3xIdfffI", player2, frame, speed, x, y, rotation, 0xCDCDCDCD) for frame, player2, x, y, rotation, speed in captures)


def gdmo(rows, fixes=(), size=56, stated=None):
    data = pack("I", len(rows) if stated is None else stated) + b"".join(
        pack("diBBH", r[0] / 240, r[1], r[3], 1 - r[2], 0xCDCD) for r in rows) + pack("I", len(fixes))
    for frame, player2, x, y, rotation, speed in fixes:
        data += (pack("dB7xddfffff", frame / 240, 1 - player2, speed, 5.77, x, y, x, y, rotation)).ljust(size, b"\xcd")
    return data


FAR = [(3, 1, 0, 1), (200, 1, 0, 0), (20000, 1, 1, 1), (3000000, 1, 1, 0), (200000000, 1, 0, 1), (200000001, 1, 0, 0)]
good("omega.replay", "omegabot2", omega2(JUMPS), JUMPS, 240)
good("omega_byte.replay", "omegabot2", b"\0" + omega2(JUMPS), JUMPS, 240)
good("omega_rate.replay", "omegabot2", omega2(JUMPS, changes=[(100, 360.0)]), JUMPS, 240, None, [(100, 4, 4)])
good("omega3.replay", "omegabot3", omega3(JUMPS), JUMPS, 240)
good("omega3_far.replay", "omegabot3", omega3(FAR, changes=[(100, 360.0)]), FAR, 240, None, [(100, 4, 1)])
good("plain.qb", "qbot", qbot(WALK), WALK, 240, physics=6)
good("rate.qb", "qbot", qbot(FAR, [(100, 360.0)], placed=False), FAR, 240, None, [(100, 4, 1)], physics=6)
good("old.macro", "gdmo21", gdmo21(JUMPS), JUMPS, 240, physics=6)
good("captures.macro", "gdmo21", gdmo21(JUMPS, FIXES), JUMPS, 240, fixes=3, physics=6)
good("new.macro", "gdmo", gdmo(WALK, FIXES), WALK, 240, fixes=3)
good("large.macro", "gdmo", gdmo(JUMPS, FIXES[:1], 9128), JUMPS, 240, fixes=1)
good("alone.macro", "gdmo", gdmo(JUMPS), JUMPS, 240)
bad("omega_xpos.replay", omega2(JUMPS, 0))
LONG = [(5 * i, 1, 0, 1 - i % 2) for i in range(600)]
bad("omega_cut.replay", omega2(JUMPS)[:-3])
bad("omega_click.replay", omega2(LONG)[:-4] + pack("I", 9))
bad("omega3_count.replay", omega3(LONG * 4, count=1 << 20))
bad("cut.qb", qbot(LONG)[:-9])
bad("cut.macro", gdmo21(LONG)[:-9])
bad("cut-captures.macro", gdmo21(LONG, FIXES, 7))
bad("sizes.macro", gdmo(LONG, FIXES)[:-5])

with open(os.path.join(HERE, "macros.tsv"), "w", encoding="ascii") as file:
    file.write("file\tformat\tfps\tseed\tinputs\tevents\tfixes\tphysics\n")
    for row in truth:
        file.write("\t".join(row) + "\n")
