#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A reader of .reel archives, written from docs/formats/reel.md and docs/formats/reel-columns.md alone.

    archive_reader.py FILE.reel            prints each table as JSON: {"table": ..., "rows": [...]}

It shows that the two pages are enough. It reads everything but quantised motion; zstd frames need the zstd command. It is slow.
"""
import hashlib
import json
import math
import struct
import subprocess
import sys

TYPES = {1: "B", 2: "B", 3: "b", 4: "H", 5: "h", 6: "I", 7: "i", 8: "Q", 9: "q", 10: "f", 11: "d"}
SIGNED, TEXTS = (3, 5, 7, 9), (12, 13)
MASK64 = (1 << 64) - 1


class Bad(Exception):
    """A file that is not what the pages say."""


class Cursor:
    def __init__(self, data, at=0, end=None):
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def take(self, size):
        if size > self.end - self.at:
            raise Bad(f"{size} bytes at {self.at}: there are {self.end - self.at}")
        self.at += size
        return self.data[self.at - size:self.at]

    def unpack(self, code):
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))

    def u8(self):
        return self.take(1)[0]

    def number(self):
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def text(self):
        return self.take(self.number())

    def part(self):
        method = self.u8()
        return zstd(self.text()) if method else self.text()


def zstd(frame):
    return subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE, check=True).stdout


def unzigzag(value):
    return value >> 1 ^ -(value & 1)


def order(bits, size):
    """The order of floats: a signed integer; its own inverse."""
    value = bits - (1 << size) if bits >> (size - 1) else bits
    return value ^ ((1 << (size - 1)) - 1) if value < 0 else value


def cut(value, size, signed):
    value &= (1 << size) - 1
    return value - (1 << size) if signed and value >> (size - 1) else value


# ---- symbols -----------------------------------------------------------------------------------------------------------


class Bits:
    def __init__(self, data):
        self.data, self.at = int.from_bytes(data, "little"), 0

    def get(self, count):
        value = self.data >> self.at & ((1 << count) - 1)
        self.at += count
        return value

    def gamma(self):
        zeros = 0
        while not self.get(1):
            zeros += 1
            if zeros > 64:
                raise Bad("gamma number")
        return (1 << zeros) + self.get(zeros)

    def table(self, symbols, total):
        """Frequencies of symbols, as a list of the symbol for each state; None: no symbols."""
        first = self.gamma()
        if first == 1:
            return None
        rest, frequency, symbol = first - 2, [0] * symbols, 0
        while symbol < symbols:
            if symbol == rest:
                symbol += 1
                continue
            length = self.get(4)
            if length == 0:
                run = self.gamma()
                symbol += run
                continue
            extra = min(length - 1, 3)
            frequency[symbol] = (1 << (length - 1)) | self.get(extra) << (length - 1 - extra)
            symbol += 1
        frequency[rest] = total - sum(frequency)
        starts, slots = [], []
        for symbol, count in enumerate(frequency):
            starts.append(len(slots))
            slots += [symbol] * count
        return frequency, starts, slots


class States:
    def __init__(self, data, count, bits):
        self.x = list(struct.unpack_from(f"<{count}I", data))
        self.words, self.at, self.bits = data[4 * count:], 0, bits

    def symbol(self, which, table):
        frequency, starts, slots = table
        x = self.x[which]
        f = x & ((1 << self.bits) - 1)
        symbol = slots[f]
        x = frequency[symbol] * (x >> self.bits) + f - starts[symbol]
        if x < 1 << 16:
            x = x << 16 | struct.unpack_from("<H", self.words, self.at)[0]
            self.at += 2
        self.x[which] = x
        return symbol


def coarse(s):
    return 0 if s == 0 else 1 if s < 3 else 2 if s < 16 else 3


def fine(s):
    return s if s < 12 else 12 if s < 16 else 13 if s < 24 else 14 if s < 36 else 15


def read_symbols(cursor, n, packing, row):
    """Residuals of packing 0 to 4, and their symbols."""
    bits, bytes_ = Bits(cursor.text()), 10 if n < 1024 else 11
    states = States(cursor.text(), 1 if n < 1024 else 4, bytes_)
    tables = [bits.table(136, 1 << bytes_) for _ in range((1, 4, 16, 4, 16)[packing])]
    residuals, symbols, before = [], [], 0
    for i in range(n):
        which = (0, coarse(before), fine(before), coarse(row[i]) if row else 0,
                 4 * coarse(row[i]) + coarse(before) if row else 0)[packing]
        symbol = before = states.symbol(i % len(states.x), tables[which])
        symbols.append(symbol)
        if symbol < 16:
            residuals.append(symbol)
            continue
        length = (symbol - 16) // 2 + 5
        top = 2 | (symbol - 16) & 1
        residuals.append(top << (length - 2) | bits.get(length - 2))
    return residuals, symbols


# ---- columns of numbers and text ---------------------------------------------------------------------------------------


class Series:
    """Values as integers of 64 bits or fewer, and the symbols that others may refer to."""

    def __init__(self, values, symbols=None):
        self.values, self.symbols = values, symbols or [0] * len(values)


def size_of(change):
    change = ~change if change < 0 else change
    return 1 + (max(change.bit_length() - 6, 0) + 6) // 7


def bytes_of(cursor, size):
    data = zstd(cursor.text()) if cursor.u8() else cursor.take(size)
    if len(data) != size:
        raise Bad("bytes of another size")
    return data


def place(cursor, columns):
    column, index = cursor.number(), cursor.number()
    return columns[column][index]


def read_series(cursor, n, size, signed, is_float, columns):
    head = cursor.u8()
    packing, transform = head >> 4, head & 15
    if transform == 0:
        return Series([cut(unzigzag(cursor.number()), size, signed)] * n)
    if transform == 1 and packing == 8:
        width = size // 8
        return Series([int.from_bytes(cursor.take(width), "little", signed=signed) for _ in range(n)])
    if transform == 7:
        values = read_series(cursor, cursor.number(), size, signed, is_float, columns).values
        return Series([values[i] for i in read_series(cursor, n, 32, False, False, columns).values])
    if transform == 8:
        return read_decimal(cursor, n, size, columns)
    key = [k & 255 for k in place(cursor, columns).values] if transform in (4, 5, 9) else [0] * n
    other = place(cursor, columns).values if transform == 6 else None
    if transform == 9:
        base = cursor.number()
        terms = [place(cursor, columns).values for _ in range(cursor.number())]
    if packing == 9:
        width = cursor.u8()
        planes = bytes_of(cursor, n * width)
        residuals = [sum(planes[b * n + i] << 8 * b for b in range(width)) for i in range(n)]
        symbols = None
    else:
        row = place(cursor, columns).symbols if packing in (3, 4) else None
        residuals, symbols = read_symbols(cursor, n, packing, row)
    values, last, step, shift, seen = [], {}, {}, 0, {}
    for i, r in enumerate(residuals):
        delta = unzigzag(r)
        before = values[-1] if values else 0
        if transform == 1:
            value = delta if signed or is_float else r
        elif transform == 2:
            value = before + delta
        elif transform == 3:
            value = before + (before - values[-2] if i > 1 else 0) + delta
        elif transform == 4:
            value = last.get(key[i], 0) + delta
        elif transform == 5:
            value = last.get(key[i], 0) + step.get(key[i], 0) + delta
            step[key[i]] = cut(value - last.get(key[i], 0), 64, True)
        elif transform == 6:
            shift += delta
            value = other[i] + shift
        else:
            value = before + shift + delta
            shift = base
            for t, term in enumerate(terms):
                shift += size_of(cut(term[i] - seen.get((t, key[i]), 0), 64, True))
                seen[t, key[i]] = term[i]
        value = cut(value, size, signed or is_float)
        last[key[i]] = value
        values.append(value)
    if is_float:
        values = [order(v & ((1 << size) - 1), size) & ((1 << size) - 1) for v in values]
    return Series(values, symbols)


def read_decimal(cursor, n, size, columns):
    scale = 10 ** cursor.u8()
    code, bits = ("<f", "<I") if size == 32 else ("<d", "<Q")
    exceptions, row = {}, 0
    for _ in range(cursor.number()):
        row += cursor.number()
        exceptions[row] = cursor.unpack(bits[1])[0]
    numbers = read_series(cursor, n, 64, True, False, columns).values
    return Series([exceptions.get(i, struct.unpack(bits, struct.pack(code, k / scale))[0]) for i, k in enumerate(numbers)])


def read_texts(cursor, n, columns):
    distinct = cursor.u8()
    count = cursor.number() if distinct else n
    sizes = read_series(cursor, count, 64, False, False, columns).values
    data, texts, at = bytes_of(cursor, sum(sizes)), [], 0
    for size in sizes:
        texts.append(data[at:at + size])
        at += size
    return [texts[i] for i in read_series(cursor, n, 64, False, False, columns).values] if distinct else texts


def read_rows_form(cursor, fields, n):
    columns = [[[] for _ in range(field["count"])] for field in fields]
    for _ in range(n):
        for field, column in zip(fields, columns):
            for values in column:
                kind = field["type"]
                if kind in TEXTS:
                    values.append(cursor.text())
                elif kind == 14:
                    values.append(cursor.take(16))
                elif kind in (10, 11) or kind < 4:
                    values.append(cursor.unpack(TYPES[kind])[0])
                else:
                    values.append(unzigzag(cursor.number()) if kind in SIGNED else cursor.number())
    return columns


def typed(field, series):
    """The values of a field as Python has them."""
    kind = field["type"]
    if kind == 14:
        low, high = series[0].values, series[1].values
        return [[struct.pack("<QQ", a & MASK64, b & MASK64) for a, b in zip(low, high)]]
    if kind in (10, 11):
        code, bits = ("<f", "<I") if kind == 10 else ("<d", "<Q")
        return [[struct.unpack(code, struct.pack(bits, v))[0] for v in one.values] for one in series]
    return [one.values for one in series]


def read_block(cursor, fields, n):
    """The columns of a block: for each field, for each value of it, a list of n values."""
    if n == 0:
        return [[[] for _ in range(field["count"])] for field in fields]
    if cursor.u8() == 0:
        return read_rows_form(cursor, fields, n)
    raw, result, motion = {}, [None] * len(fields), None
    for _ in fields:
        number, size = cursor.number(), cursor.number()
        field, column = fields[number], Cursor(cursor.data, cursor.at, cursor.at + size)
        cursor.take(size)
        head = column.u8()
        references = [column.number() for _ in range(head & 15)]
        kind = head >> 4
        if kind == 0:
            bits = {14: 64}.get(field["type"]) or 8 * struct.calcsize("<" + TYPES[field["type"]])
            count = 2 if field["type"] == 14 else field["count"]
            series = []
            for _ in range(count):
                series.append(read_series(column, n, bits, field["type"] in SIGNED, field["type"] in (10, 11),
                                          [raw[r] if r != number else series for r in references]))
            raw[number] = series
            result[number] = typed(field, series)
        elif kind == 1:
            result[number] = [read_texts(column, n, []) for _ in range(field["count"])]
        elif kind == 2:
            time = typed(fields[references[0]], raw[references[0]])[0] if references else None
            motion = (column, time, number)
            members = [number]
        else:
            members.append(number)
    if motion:
        for number, column in zip(members, read_motion(motion[0], motion[1], len(members) // 2, n)):
            result[number] = column
    return result


# ---- motion ------------------------------------------------------------------------------------------------------------

SHARE = (0, 4096, 2048, 1365, 1024, 819, 683)


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def sane(value):
    return value if -1e4 < value < 1e4 else 0.0


def matrix(q):
    x, y, z, w = q
    x2, y2, z2 = x + x, y + y, z + z
    return ((1 - (y * y2 + z * z2), x * y2 + w * z2, x * z2 - w * y2), (x * y2 - w * z2, 1 - (x * x2 + z * z2), y * z2 + w * x2),
            (x * z2 + w * y2, y * z2 - w * x2, 1 - (x * x2 + y * y2)))


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


class Device:
    def __init__(self, coefficients):
        self.c = coefficients
        self.q, self.p = [[0.0] * 4 for _ in range(6)], [[0.0] * 3 for _ in range(6)]
        self.s, self.u, self.v, self.w = 1, 0, 0, 0
        self.averages = [[141 * 256] * 3 for _ in range(8)]

    def step(self, i):
        """S of the page, of row i of the history."""
        a, b = self.q[i], self.q[i + 1]
        twice = 2 * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])
        return [twice * x - y - x for x, y in zip(a, b)]

    def rotation(self, row, pace):
        q = self.q
        if row < 2:
            return q[1]
        d = [None] + [minus(q[i], q[i + 1]) for i in range(1, 5)] if row >= 6 else [None, minus(q[1], q[2])]
        if row < 6:
            return [x + y for x, y in zip(q[1], d[1])]
        if not self.c:
            return [x + y for x, y in zip(q[1], self.step(1))]
        terms = (self.step(1), minus(self.step(2), d[2]), [x * pace for x in d[1]], d[2], d[3], d[4])
        return [q[1][i] + self.sum(terms, i, 0, 4) for i in range(4)]

    def position(self, row, pace):
        p = self.p
        if row < 2:
            return p[1]
        e = [minus(p[i], p[i + 1]) for i in range(1, 5 if row >= 6 else 2)]
        if row < 6 or not self.c:
            return [x + y for x, y in zip(p[1], e[0])]
        m = [matrix(q) for q in self.q[:4]]
        g = [minus(minus(m[a][i], m[a + 1][i]), minus(m[a + 1][i], m[a + 2][i])) for a in (0, 1) for i in range(3)]
        terms = (*e, [x * pace for x in e[0]], *g)
        return [p[1][i] + self.sum(terms, i, 24, 3) for i in range(3)]

    def sum(self, terms, component, first, width):
        total = self.c[first + component] * terms[0][component]
        for t, term in enumerate(terms[1:], 1):
            total += self.c[first + t * width + component] * term[component]
        return total


class Motion:
    def __init__(self, cursor, devices):
        flags = cursor.u8()
        if flags & ~1:
            raise Bad("quantised motion is not read here")
        self.devices = [Device([c / 4096 for c in cursor.unpack("57h")] if flags else None) for _ in range(devices)]
        self.changes, at = set(), 0
        for _ in range(cursor.number()):
            at += cursor.number()
            self.changes.add(at)
        self.bits = Bits(cursor.text())
        self.tables = [self.bits.table(16, 1024) for _ in range(10)]
        self.bits.at = (self.bits.at + 7) // 8 * 8
        self.states = States(cursor.text(), 4, 10)

    def value(self, device, kind, group, state, prediction):
        """The bits of the next float."""
        rounded = struct.unpack("<I", struct.pack("<f", prediction if -1e9 < prediction < 1e9 else 0.0))[0]
        exponent = max(rounded >> 23 & 255, 100)
        a, b, c = device.averages[kind]
        e = ((6 * a + 4 * b + 6 * c) >> 4) - 256 * exponent
        if kind != 7:
            e += ((device.u * SHARE[device.v] >> 12) * 4 + 3 * device.w) >> 4
        e = min(max(e, 0), 33 * 256)
        symbol = self.states.symbol(state, self.tables[2 * group + (e >> 7 & 1)])
        length = self.bits.get(6) if symbol in (0, 15) else symbol + (e >> 8) - 10
        length = min(max(length, 0), 32)
        residual = 0
        if length:
            residual = 1 << (length - 1) | self.bits.get(length - 1)
            residual = -residual if self.bits.get(1) else residual
        m = (length + exponent) * 256
        if kind != 7:
            device.u += m - 256 * exponent - e
            device.v += 1
        device.averages[kind] = [a + ((m - a) >> 2), b + ((m - b) >> 3), c + ((m - c) >> 5)]
        return order((order(rounded, 32) + residual) & 0xffffffff, 32) & 0xffffffff

    def rotation(self, number, row, pace):
        device = self.devices[number]
        if row * len(self.devices) + number in self.changes:
            device.s = -device.s
        device.q.insert(0, [0.0] * 4)
        prediction = device.rotation(row, pace)
        largest = max(range(4), key=lambda i: (abs(device.q[1][i]), -i))
        result, rest, state = [0.0] * 4, 1.0, 0
        for i in range(4):
            if i != largest:
                result[i] = single(self.value(device, i, 3 if number else 1, state, prediction[i] * device.s))
                rest -= sane(result[i]) * sane(result[i])
                state += 1
        root = math.sqrt(rest) if rest > 0 else 0.0
        root = -root if prediction[largest] * device.s < 0 else root
        result[largest] = single(self.value(device, 7, 4, 3, root))
        device.q = [[sane(v) * device.s for v in result]] + device.q[1:6]
        return result

    def position(self, number, row, pace):
        device = self.devices[number]
        device.p.insert(0, [0.0] * 3)
        prediction = device.position(row, pace)
        result = [single(self.value(device, 4 + i, 2 if number else 0, (i + number) % 4, prediction[i])) for i in range(3)]
        device.p = [[sane(v) for v in result]] + device.p[1:6]
        device.w, device.u, device.v = device.u * 683 >> 12, 0, 0
        return result


def pace_of(time, row):
    if not time or row < 2:
        return 0.0
    a, b = time[row] - time[row - 1], time[row - 1] - time[row - 2]
    return min(a / b, 3.0) - 1 if 0 < a <= 0.1 and 0 < b <= 0.1 else 0.0


def read_motion(cursor, time, devices, n):
    motion = Motion(cursor, devices)
    columns = [[[] for _ in range(4 if i % 2 else 3)] for i in range(2 * devices)]
    for row in range(n):
        pace = pace_of(time, row)
        rows = [None] * (2 * devices)
        for number in range(devices):
            rows[2 * number + 1] = motion.rotation(number, row, pace)
        for number in range(devices):
            rows[2 * number] = motion.position(number, row, pace)
        for column, values in zip(columns, rows):
            for one, value in zip(column, values):
                one.append(value)
    return columns


# ---- the container -----------------------------------------------------------------------------------------------------


def read_schema(cursor):
    tables = []
    for _ in range(cursor.number()):
        table = {"name": cursor.text().decode(), "flags": cursor.number(), "fields": [], "rows": []}
        for _ in range(cursor.number()):
            table["fields"].append({"name": cursor.text().decode(), "type": cursor.u8(), "count": cursor.number(),
                                    "flags": cursor.number(), "unit": cursor.text().decode(), "present": cursor.number(),
                                    "mask": cursor.u8()})
        tables.append(table)
    return tables


def read_parts(cursor, tables, header):
    for _ in range(cursor.number()):
        table, first, count = tables[cursor.number()], cursor.number(), cursor.number()
        if cursor.number() & 1:
            cursor.unpack("dd")
        columns = read_block(Cursor(cursor.text()), table["fields"], count)
        if header and first == 0:
            table["rows"] = []
        if first != len(table["rows"]):
            raise Bad(f"row {first} of {table['name']} follows {len(table['rows'])}")
        for i in range(count):
            table["rows"].append([[values[i] for values in column] for column in columns])


def read_archive(data):
    """The format, the id and the tables of the first replay; or the bytes of a stored file."""
    cursor = Cursor(data)
    magic = cursor.take(8)
    if magic[:6] == b"\x89reels":
        size, check = cursor.number(), cursor.take(4)
        file = cursor.take(size)
        file = zstd(file) if magic[6] else file
        if hashlib.sha256(file).digest()[:4] != check:
            raise Bad("another hash")
        return None, None, file
    version, required, _, _ = cursor.unpack("4I")
    if magic != b"\x89reela\r\n" or version != 1 or required:
        raise Bad("not an archive of version 1")
    tables = []
    while cursor.at < cursor.end and data[cursor.at] != 0x89:
        kind, flags, _, size, _ = cursor.unpack("BBHIQ")
        payload = Cursor(cursor.take(size))
        if kind == 1:
            format_id, replay_id, steps = payload.text().decode(), payload.text().decode(), payload.number()
            payload.take(16 if steps & 1 else 0)
            tables = read_schema(Cursor(payload.part()))
        elif kind in (2, 3):
            read_parts(payload, tables, kind == 3)
        elif kind == 4:
            if payload.number() & 1:
                payload.number(), payload.take(32)
            payload.take(8)
            if [payload.number() for _ in range(payload.number())] != [len(table["rows"]) for table in tables]:
                raise Bad("END counts other rows")
        elif kind > 8 and not flags & 1:
            raise Bad(f"unknown kind {kind}")
    return format_id, replay_id, tables


def main():
    with open(sys.argv[1], "rb") as file:
        format_id, _, tables = read_archive(file.read())
    if format_id is None:
        sys.stdout.buffer.write(tables)
        return
    for table in tables:
        names = [field["name"] for field in table["fields"]]
        plain = [dict(zip(names, row)) for row in table["rows"]]
        print(json.dumps({"table": table["name"], "rows": plain}, default=lambda value: value.hex()))


if __name__ == "__main__":
    main()
