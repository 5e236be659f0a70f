#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A reader of .reel archives, written from docs/formats/reel.md and docs/formats/reel-columns.md: the two pages are enough.

archive_reader.py < FILE.reel prints the format and the tables as JSON. It is slow, reads the first replay only, verifies no
checksums, and reads motion neither quantised nor of one stream (older archives). Parts that are zstd need the zstd command."""
import json
import lzma
import math
import re
import struct
import subprocess
import sys
from bisect import bisect
from functools import reduce
from io import BytesIO
from itertools import accumulate, count, pairwise, repeat
from operator import add, mul, sub

# The types of fields: codes of the struct module, `s` for texts and bytes, `u` for UUIDs
CODES = dict(enumerate("BBbHhIiQqfdssu", start=1))
SIGNED, BITS_OF, HIGHEST = "bhiq", {"f": "I", "d": "Q"}, {"f": 1 << 31, "d": 1 << 63}
# What divides symbols into classes. For each packing: the classes of `before`, and those of `row`
CLASS, FINE = (1, 3, 16), (*range(1, 13), 16, 24, 36)
PACKINGS = (((), ()), (CLASS, ()), (FINE, ()), ((), CLASS), (CLASS, CLASS))
# For each transform: the values, from residuals r and the key, the other series, or the sums
TRANSFORMS = {
    1: lambda r, _: r,
    2: lambda r, _: accumulate(r),
    3: lambda r, _: accumulate(r[:1] + list(accumulate(r[1:]))),
    4: lambda r, key: by_key(lambda last, _, change: (last + change, 0), r, key),
    5: lambda r, key: by_key(lambda last, step, change: (last + step + change, step + change), r, key),
    6: lambda r, other: map(add, other, accumulate(r)),
    9: lambda r, sums: map(add, r, sums),
    12: lambda r, expected: map(add, r, expected),
    13: lambda r, expected: map(add, r, expected),
    14: lambda r, roots: (in_order((root + unzigzag(v >> 1) & 0x7fffffff) | (v & 1) << 31, "f") for v, root in zip(r, roots)),
}
# For each packing and transform without residuals: the values, from the column, their number and their type
SPECIAL = {
    (10, 0): lambda column, n, code: [narrow(unzigzag(column.number()), code)] * n,
    (8, 1): lambda column, n, code: column.unpack(f"{n}{bits_code(code)}"),
    (10, 7): lambda column, n, code: pick(column.series(column.number(), code)[0], column.series(n, "I")[0]),
    (10, 8): lambda column, n, code: column.decimals(n, code, False),
    (10, 10): lambda column, n, code: column.decimals(n, code, True),
    (10, 11): lambda column, n, code: column.same(code),
}

# The kinds of records, in the order that they may have; and what may follow them
ORDER = "1(5?[23])*(5|5?45?(67)?)?"
MEMBERS = (b"\x89reela\r\n", b"\x89reels\x00\n", b"\x89reels\x01\n", b"\x89reels\x02\n", b"\x89reels\x03\n")

def unzigzag(value): return value >> 1 ^ -(value & 1)
def recast(value, old, new): return struct.unpack(new, struct.pack(old, value))[0]
def pick(values, numbers): return [values[number] for number in numbers]
def differences(rows): return [list(map(sub, new, old)) for new, old in pairwise(rows)]
def sane(values): return [value if -1e4 < value < 1e4 else 0.0 for value in values]
def size_of(change): return 1 + (max((change ^ change >> 63).bit_length() - 6, 0) + 6) // 7
def planes(data, n): return [int.from_bytes(data[i::n], "little") for i in range(n)]
def new_bits(size): return [[1 << 15, 0] for _ in range(size)]
def unpack_zstd(frame): return subprocess.run(["zstd", "-dc"], input=frame, stdout=subprocess.PIPE, check=True).stdout

def unpack_lzma2(body):
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": (2 | body[0] & 1) << body[0] // 2 + 11}]
    return lzma.decompress(body[1:], lzma.FORMAT_RAW, filters=filters)

# The type of a value's bits; a value cut to its type; the bits of a float in their order, and back
def bits_code(code): return BITS_OF.get(code, code)
def narrow(value, code): return recast(value % (1 << 8 * struct.calcsize(code)), bits_code(code).upper(), bits_code(code))
def in_order(value, code): return value ^ HIGHEST[code] - 1 if value & HIGHEST[code] else value

def decimal(k, digits, form):
    """The value of a whole number of units of 10 to the power of -digits."""
    value = recast(k * recast(float(f"1e-{digits}"), "f", "f"), "f", "f") if form else k / 10 ** digits
    power = 10.0 ** next((m for m in range(12) if abs(value) >= float(f"1e{7 - m}")), 12)
    return math.copysign(math.floor(abs(value) * power + 0.5) / power, value) if form == 2 and abs(value) < 1e8 else value

def by_key(function, values, keys):
    """For each row the first of two numbers: a function of both of the last row with the same key, and of the value."""
    last = {}
    for value, key in zip(values, keys):
        last[key & 255] = function(*last.get(key & 255, (0, 0)), value)
        yield last[key & 255][0]

class Cursor(BytesIO):
    """The numbers and texts of both pages."""
    def take(self, size):
        data = self.read(size)
        assert len(data) == size, f"{size} bytes before {self.tell()}"
        return data

    def unpack(self, code): return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))
    def u8(self): return self.take(1)[0]
    def numbers(self, size): return [self.number() for _ in range(size)]
    def text(self): return self.take(self.number())
    def number(self): return byte & 127 | self.number() << 7 if (byte := self.u8()) > 127 else byte

    def part(self, size=None):
        """A part of a payload; or, with their size, the *bytes* of a column."""
        return unpack_zstd(self.text()) if self.u8() else self.text() if size is None else self.take(size)

    def value(self, code):
        """A value of a block of form 0."""
        if code in "Bbfdus":
            return self.text() if code == "s" else self.unpack({"u": "16s"}.get(code, code))[0]
        return unzigzag(self.number()) if code in SIGNED else self.number()

class Symbols:
    """Tables and bits, and states and words."""
    def __init__(self, cursor, tables, symbols, total, states):
        self.bits, self.at, self.words = int.from_bytes(cursor.text(), "little"), 0, Cursor(cursor.text())
        self.states = list(self.words.unpack(f"{states}I"))
        self.tables = [self.table(symbols, total) for _ in range(tables)]

    def gamma(self): return 1 << (zeros := next(n for n in count() if self.get(1))) | self.get(zeros)
    def get(self, size):
        self.at += size
        return self.bits >> (self.at - size) & ((1 << size) - 1)

    def table(self, symbols, total):
        """For each state modulo total: the symbol, its frequency and its start."""
        rest, frequencies = self.gamma() - 2, []
        while rest >= 0 and len(frequencies) < symbols - 1:
            extra = min((length := self.get(4)) - 1, 3)
            frequencies += [(1 << extra | self.get(extra)) << (length - 1 - extra)] if length else [0] * self.gamma()
        frequencies.insert(rest, total - sum(frequencies))
        return [slot for slot in zip(range(symbols), frequencies, accumulate(frequencies, initial=0)) for _ in range(slot[1])]

    def next(self, state, table):
        high, low = divmod(self.states[state], len(self.tables[table]))
        symbol, frequency, start = self.tables[table][low]
        x = frequency * high + low - start
        self.states[state] = x if x >> 16 else x << 16 | self.words.unpack("H")[0]
        return symbol

class Column(Cursor):
    """A column of a block. A series is its values, of floats their bits, and the symbols of its residuals."""
    def __init__(self, data, series):
        super().__init__(data)
        head = self.u8()
        self.kind, self.references = head >> 4, self.numbers(head & 15)
        self.columns = [series.get(number) for number in self.references]
        self.before = []

    def position(self): return self.columns[self.number()][self.number()]
    def symbols(self, n, packing):
        """Residuals of packing 0 to 4, and their symbols."""
        row = self.position()[1] if packing >= 3 else [0] * n
        by_before, by_row = PACKINGS[packing]
        (states, total), step = (1, 1024) if n < 1024 else (4, 2048), len(by_before) + 1
        coded = Symbols(self, step * (len(by_row) + 1), 136, total, states)
        residuals, symbols = [], [0]
        for i in range(n):
            symbol = coded.next(i % states, step * bisect(by_row, row[i]) + bisect(by_before, symbols[-1]))
            low = (symbol - 16) // 2 + 3
            residuals.append(symbol if symbol < 16 else (2 | symbol & 1) << low | coded.get(low))
            symbols.append(symbol)
        return residuals, symbols[1:]

    def sums(self, n, key):
        """For each row: the sizes of the changes in some series."""
        base, terms = self.numbers(2)
        sizes = [by_key(lambda _, last, now: (size_of(narrow(now - last, "q")), now), self.position()[0], key) for _ in range(terms)]
        return map(sum, zip([base] * n, *sizes))

    def floats(self): return [0.0 if v >> 23 & 255 == 255 else recast(v, "I", "f") for v in self.position()[0]]
    def expected(self, transform):
        """For each row: the bits of the float that follows from others, in their order unless it is a root."""
        if transform == 14:
            pairs = zip(*([0.0 if v >> 23 & 255 == 255 else recast(v, "I", "f") for v in one] for one, *_ in self.before[-2:]))
            return [recast(math.sqrt(max(1 - x * x - y * y, 0.0)), "f", "I") for x, y in pairs]
        a = self.floats()
        b = self.floats() if transform == 12 else repeat(-unzigzag(self.number()))
        return [in_order(recast(x - y, "f", "I"), "f") for x, y in zip(a, b)]

    def exceptions(self, code):
        """The values that replace others, by row."""
        pairs = [(self.number(), *self.unpack(bits_code(code))) for _ in range(self.number())]
        return dict(zip(accumulate(step for step, _ in pairs), (value for _, value in pairs)))

    def decimals(self, n, code, is_scaled):
        form, digits = divmod(self.u8(), 16)
        prediction = is_scaled and self.u8()
        terms = [self.position()[2] for _ in range(4 * (prediction == 1))]
        exceptions, scale = self.exceptions(code), 10 ** digits
        predicted = [narrow(a * b - c * d + scale // 2, "q") // scale for a, b, c, d in zip(*terms)] or [0] * n
        numbers = self.series(n, "q")[0]
        if prediction == 2:
            sizes = [math.floor(recast(root, "I", "f") * scale + 0.5) for root in self.expected(14)]
            numbers = [(-1) ** (m & 1) * (size + (m >> 1)) for m, size in zip(numbers, sizes)]
        self.wholes = [narrow(k + more, "q") for k, more in zip(numbers, predicted)]
        values = (recast(decimal(k, digits, form), code, BITS_OF[code]) for k in self.wholes)
        return [exceptions.get(i, value) for i, value in enumerate(values)]

    def same(self, code):
        (values, _, self.wholes), exceptions = self.position(), self.exceptions(code)
        return [exceptions.get(i, narrow(value, code)) for i, value in enumerate(values)]

    def series(self, n, code):
        packing, transform = method = divmod(self.u8(), 16)
        self.wholes = None
        if method in SPECIAL:
            return SPECIAL[method](self, n, code), [0] * n, self.wholes
        other = self.expected(transform) if transform > 11 else self.position()[0] if transform > 3 else None
        other = self.sums(n, other) if transform == 9 else other
        residuals, symbols = (planes(self.part(n * self.u8()), n), [0] * n) if packing == 9 else self.symbols(n, packing)
        if transform != 14 and (transform > 1 or code in BITS_OF or code in SIGNED):
            residuals = list(map(unzigzag, residuals))
        values = [narrow(value, code) for value in TRANSFORMS[transform](residuals, other)]
        return [in_order(value, code) for value in values] if code in BITS_OF else values, symbols, None

    def texts(self, n):
        distinct = self.u8()
        sizes, *_ = self.series(self.number() if distinct else n, "Q")
        texts = list(map(Cursor(self.part(sum(sizes))).take, sizes))
        return pick(texts, self.series(n, "Q")[0]) if distinct else texts

class Decisions(Cursor):
    """The range coder. A bit is a list: its probability and count."""
    def __init__(self, data):
        super().__init__(data + bytes(4))
        self.range, self.code = (1 << 32) - 1, int.from_bytes(self.take(4), "big")

    def bit(self, bit):
        bound, bit[1] = (self.range >> 16) * bit[0], min(bit[1] + 1, 5)
        value = int(self.code >= bound)
        self.range, self.code = (self.range - bound, self.code - bound) if value else (bound, self.code)
        bit[0] += -(bit[0] >> bit[1]) if value else 65535 - bit[0] >> bit[1]
        if self.range < 1 << 24:
            self.range, self.code = self.range << 8, self.code << 8 | self.u8()
        return value

    def number(self, lengths):
        length = next((i for i, bit in enumerate(lengths) if not self.bit(bit)), 64)
        return reduce(lambda high, _: high * 2 | self.bit([1 << 15, 0]), range(length - 1), min(length, 1))

def read_order(cursor, size):
    """The offset of the first row, the bytes of a missing number, and of each row: member, number, clock, key, numbers missing."""
    number, clock, offset, width = cursor.numbers(4)
    decisions, clock, events = Decisions(cursor.read()), unzigzag(clock), [(-1, 0, []), (-1, 0, [])]
    known, tree, same, steps, keys, members = map(new_bits, (1, 1024, 1, 64, 64, 64))
    before, missing, rows = 0, 0, []
    while len(rows) < size:
        member, key, followers = events[before]
        rank = next((i for i, one in enumerate(followers) if decisions.bit(one[1])), len(followers))
        if rank == len(followers):
            event = len(events)
            if decisions.bit(known[0]):
                event = reduce(lambda at, _: at * 2 | decisions.bit(tree[at]), range(10), 1) - 1024
            else:
                events.append((decisions.number(members), unzigzag(decisions.number(keys)), []))
            begins = before < 2 or (events[event][0] == member and events[event][1] <= key)
            followers.append([event, *new_bits(2), 0, int(begins)])
        follower = followers.pop(rank)
        followers[:], before = [follower, *followers[:7]], follower[0]
        if before != 1:
            if not decisions.bit(follower[2]):
                follower[3:] = decisions.bit(same[0]), unzigzag(decisions.number(steps))
            number, clock = number + missing + (rows != [] and not follower[3]), clock + follower[4]
            rows.append((events[before][0], number, clock, events[before][1], missing))
        missing = missing + 1 if before == 1 else 0
    return offset, width, rows

def matrix(q):
    x, y, z, w = q
    return (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
            2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
            2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))

def predict(row, before, change, terms, coefficients):
    more = reduce(add, map(mul, coefficients, terms)) if coefficients and row > 5 else change
    return before + more if row > 1 else before

def codes(lengths):
    """Symbols by their codes, each after a 1."""
    ordered = sorted((length, symbol) for symbol, length in enumerate(lengths) if length)
    starts = accumulate((256 >> length for length, _ in ordered), initial=256)
    return {start >> 8 - length: symbol for start, (length, symbol) in zip(starts, ordered)}

class Device:
    """The names are those of the page. Histories begin with the row before, until it is added."""
    get = Symbols.get

    def __init__(self, bits, tables, number, coefficients, grain):
        self.bits, self.at, self.tables, self.number = int.from_bytes(bits, "little"), 0, tables, number
        self.q, self.p, self.averages = [[0.0] * 4] * 6, [[0.0] * 3] * 6, [((141 - grain) * 256,) * 2] * 8
        self.of_rotation, self.of_position, self.s, self.b, self.grain = coefficients[:24], coefficients[24:], 1, 0, grain

    def value(self, kind, prediction):
        rounded, code, changes = recast(prediction, "f", "I"), 1, kind != 7 and self.of_position
        x, (a, b) = max(rounded >> 23 & 255, 100), self.averages[kind]
        e = (a + b >> 1) - 256 * x + (self.b >> 1 if changes else 0)
        table = self.tables[2 * (kind == 7) + (e >> 7 & 1)]
        while code not in table:
            code = 2 * code | self.get(1)
        length = table[code] + (e >> 8) - 10
        length = min(self.get(6), 32) if table[code] == 15 or not 0 <= length <= 32 else length
        residual = self.get(length)
        residual -= (1 << length) - 1 if 2 * residual < 1 << length else 0
        self.b += 256 * length - e - self.b >> 3 if changes else 0
        self.averages[kind] = a + ((length + x) * 256 - a >> 2), b + ((length + x) * 256 - b >> 4)
        rounded = (rounded + (1 << self.grain >> 1) & 0xffffffff) >> self.grain
        return recast((rounded + residual << self.grain) & 0xffffffff, "I", "f")

    def rotation(self, row, pace, is_change):
        self.s = -self.s if is_change else self.s
        twice = [2 * reduce(add, map(mul, a, b)) for a, b in zip(self.q[:2], self.q[1:])]
        d, (s1, s2) = differences(self.q), ([t * a - b - a for a, b in zip(*two)] for t, two in zip(twice, pairwise(self.q)))
        terms = [(s1[i], s2[i] - d[1][i], d[0][i] * pace, d[1][i], d[2][i], d[3][i]) for i in range(4)]
        prediction = [self.s * predict(row, self.q[0][i], d[0][i], terms[i], self.of_rotation[i::4]) for i in range(4)]
        k = max(range(4), key=lambda i: abs(self.q[0][i]))
        result = [self.value(i, prediction[i]) for i in range(4) if i != k]
        root = math.sqrt(max(reduce(sub, (v * v for v in sane(result)), 1.0), 0.0))
        result.insert(k, self.value(7, -root if prediction[k] < 0 else root))
        self.q = [[value * self.s for value in sane(result)], *self.q[:5]]
        return result

    def position(self, row, pace):
        g, e = differences(differences([matrix(q) for q in self.q[:4]])), list(zip(*differences(self.p)))
        terms = [(*e[i][:4], e[i][0] * pace, *g[0][i::3], *g[1][i::3]) for i in range(3)]
        prediction = [predict(row, self.p[0][i], e[i][0], terms[i], self.of_position[i::3]) for i in range(3)]
        result = [self.value(4 + i, prediction[i]) for i in range(3)]
        self.p = [sane(result), *self.p[:5]]
        return result

def read_motion(cursor, times, devices, n):
    """The columns of position, rotation, position, ... of the devices."""
    flags, rows = cursor.u8(), []
    assert flags & ~9 == 4, "motion that is quantised or of one stream"
    grain = cursor.u8() if flags & 8 else 0
    coefficients = [[c / 4096 for c in cursor.unpack("57h" * (flags & 1))] for _ in range(devices)]
    changes = set(accumulate(cursor.numbers(cursor.number())))
    lengths = [nibble for byte in cursor.take(32) for nibble in (byte & 15, byte >> 4)]
    tables = [codes(lengths[i:i + 16]) for i in range(0, 64, 16)]
    devices = [Device(cursor.text(), tables, i, own, grain) for i, own in enumerate(coefficients)]
    for row in range(n):
        a, b = (times[row] - times[row - 1], times[row - 1] - times[row - 2]) if row > 1 else (0, 0)
        pace = min(a / b, 3.0) - 1 if 0 < a <= 0.1 and 0 < b <= 0.1 else 0.0
        rotations = [d.rotation(row, pace, row * len(devices) + d.number in changes) for d in devices]
        positions = [d.position(row, pace) for d in devices]
        rows.append([pose for device in zip(positions, rotations) for pose in device])
    return [list(zip(*column)) for column in zip(*rows)]

def values_of(series, code):
    """The values of a field, from its series."""
    values = [one[0] for one in series]
    if code == "u":
        return [[struct.pack("<QQ", *halves) for halves in zip(*values)]]
    return [[recast(value, BITS_OF[code], code) for value in one] for one in values] if code in BITS_OF else values

def read_block(cursor, fields, n, ordered):
    """For each field, for each of its values in a row: the n values. Ordered are values, by role."""
    types = [(CODES[field["type"]], field["count"]) for field in fields]
    series = {f: [(ordered[field["role"]], [0] * n, None)] for f, field in enumerate(fields) if field["role"] in ordered}
    result = {f: [series[f][0][0]] if f in series else [[] for _ in range(size)] for f, (_, size) in enumerate(types)}
    absent, members, motion = [f for f in result if f not in series], [], None
    as_rows = n == 0 or cursor.u8() == 0
    for code, values in ((types[f][0], values) for f in absent * n * as_rows for values in result[f]):
        values.append(cursor.value(code))
    for _ in absent * (not as_rows):
        f, column = cursor.number(), Column(cursor.text(), series)
        code, size = types[f]
        if column.kind == 0:
            series[f] = column.before
            column.before += (column.series(n, own) for own in ("QQ" if code == "u" else code * size))
            result[f] = values_of(series[f], code)
        elif column.kind == 1:
            result[f] = [column.texts(n) for _ in range(size)]
        else:
            members.append(f)
            motion = motion or column
    if members:
        times = result[motion.references[0]][0] if motion.references else [0] * n
        result.update(zip(members, read_motion(motion, times, len(members) // 2, n)))
    return list(result.values())

def read_schema(cursor):
    return [{"name": cursor.text().decode(), "flags": cursor.number(), "rows": [], "fields": [
        {"name": cursor.text().decode(), "type": cursor.u8(), "count": cursor.number(), "flags": cursor.number(),
         "unit": cursor.text().decode(), "present": cursor.number(), "mask": cursor.u8(), "role": cursor.number()}
        for _ in range(cursor.number())]} for _ in range(cursor.number())]

def read_part(cursor, tables):
    """A table, the number of its first row here, the number of rows, whether they are ordered, and their block."""
    table, (first, size, flags) = tables[cursor.number()], cursor.numbers(3)
    if flags & 1:
        clock = next(field for field in table["fields"] if field["flags"] & 1)
        _ = cursor.numbers(2) if clock["count"] == 1 and clock["type"] < 8 else cursor.take(16)
    return table, first, size, flags & 2, cursor.text()

def read_rows(cursor, tables, replace):
    parts, columns, lengths = [read_part(cursor, tables) for _ in range(cursor.number())], [], []
    size = sum(part[2] for part in parts if part[3])
    offset, width, order = read_order(cursor, size) if size else (0, 0, [])
    for table, _, size, ordered, block in parts:
        values = zip(*[row[1:4] for row in order if ordered and row[0] == len(lengths)])
        columns.append(read_block(Cursor(block), table["fields"], size, dict(zip((1, 3, 4), values))))
        lengths += [own[0] for field, own in zip(table["fields"], columns[-1]) if ordered and field["role"] == 2]
    done = [0] * len(lengths)
    for member, *_, missing in order:
        offset += missing * width
        row, done[member] = done[member], done[member] + 1
        lengths[member][row], offset = offset, offset + lengths[member][row]
    for (table, first, size, *_), column in zip(parts, columns):
        table["rows"] = [] if replace and first == 0 else table["rows"]
        assert first == len(table["rows"]), "rows that do not follow those before"
        table["rows"] += [[[one[i] for one in values] for values in column] for i in range(size)]

class Messages:
    """The messages of a teehistorian file, from its streams."""
    @staticmethod
    def unpack(body):
        cursor, self, size = Cursor(body), Messages(), 0
        self.previous, self.followers, self.out = 255, {}, bytearray()
        self.steps, self.keys, self.aims = {}, {}, {}
        while more := cursor.number():
            size, block = size + more, Cursor(cursor.text())
            streams = []
            for _ in range(21):
                plain, packed = block.numbers(2)
                streams.append(Cursor(unpack_zstd(block.take(packed)) if packed else block.take(plain)))
            self.block(streams, size)
        return bytes(self.out)

    def block(self, streams, size):
        self.runs, self.ranks, self.events, *rest, bits, self.lengths, self.texts = streams
        self.x, self.y, self.key_streams, self.aim_streams = rest[:4], rest[4:8], rest[8:10], (rest[11:13], rest[13:])
        self.values = rest[10]
        self.bits, self.at = int.from_bytes(bits.read(), "little"), 0
        while len(self.out) < size:
            run = 0
            while (more := self.runs.u8()) == 255:
                run += 255
            for _ in range(run + more):
                self.event(0) if len(self.out) < size else None
            self.event(self.ranks.u8()) if len(self.out) < size else None
        assert len(self.out) == size, "a block of another size"

    def event(self, rank):
        followers = self.followers.setdefault(self.previous, [255] * 3)
        event = followers[rank] if rank < 3 else self.events.u8()
        del followers[min(rank, 2)]
        followers.insert(0, event)
        self.previous = event
        if event == 255:
            self.out += self.texts.take(self.lengths.number())
        elif event < 128:
            self.number(event, 0)
            for axis in (self.x, self.y):
                step, context = self.steps.get((event, axis is self.y), (0, 0))
                change = recast(axis[context].u8(), "B", "b")
                step += change
                self.steps[event, axis is self.y] = step, 1 + (change != 0) + (abs(change) > 2) if step else 0
                self.number(step ^ step >> 31, step < 0)
        else:
            self.input(event - 128)

    def input(self, client):
        keys = self.key_streams[self.keys.get(client, 0)].u8()
        self.keys[client] = int(keys != 0)
        values = [self.values.u8() if keys >> i & 1 else 0 for i in range(8)]
        self.out.append(0x44)
        self.number(client, 0)
        self.out.append(values[0])
        length = self.aims[client] = self.aim(self.aim_streams[0][self.aims.get(client, 0) > 0])
        self.aim(self.aim_streams[1][length > 0])
        self.out += bytes(values[1:])

    get = Symbols.get

    def aim(self, stream):
        length, low = divmod(stream.u8(), 4)
        high, extra = (2 | low >> 1, length - 2) if length > 1 else (length, 0)
        self.number(high << extra | self.get(extra), low & 1)
        return length

    def number(self, bits, sign):
        two = bits > 63
        self.out += bytes([bits & 63 | sign << 6 | two << 7, *[bits >> 6] * two])

def read_archive(data):
    """The format and the tables of the first replay; or None and the bytes of a stored file."""
    magic = (cursor := Cursor(data)).take(8)
    if magic[:6] == b"\x89reels":
        file = cursor.take(cursor.number() + 4)[4:]
        return None, (bytes, unpack_zstd, unpack_lzma2, Messages.unpack)[magic[6]](file)
    assert magic == b"\x89reela\r\n" and cursor.unpack("4I")[:2] == (1, 0), "another version"
    kinds = ""
    while (rest := data[cursor.tell():]) and not rest.startswith(MEMBERS):
        kind, flags, zero, size, _ = cursor.unpack("BBHIQ")
        assert zero == 0 and (kind > 8 or flags == (kind > 4)), "flags of a record"
        kinds += str(kind) if kind <= 8 else ""
        payload = Cursor(cursor.take(size))
        if kind == 1:
            format_id, _ = payload.text().decode(), payload.text()
            payload.take(16 if payload.number() & 1 else 0)
            tables = read_schema(Cursor(payload.part()))
        elif kind in (2, 3):
            read_rows(Cursor(payload.part()) if kind == 3 else payload, tables, kind == 3)
        elif kind == 8:
            return read_archive(cursor.read())
        assert kind <= 8 or flags & 1, "an unknown kind of record"
    assert re.fullmatch(ORDER, kinds), "records out of order"
    return format_id, tables

if __name__ == "__main__":
    print(json.dumps(read_archive(sys.stdin.buffer.read()), default=bytes.hex))
