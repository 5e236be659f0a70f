# SPDX-License-Identifier: MIT
"""The cases of all doors, for those that are tested in Python: see cases/README.md."""

from __future__ import annotations

import math
import struct
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
Line = list[str]


@dataclass
class Call:
    """One call of a case."""

    case: str
    name: str
    lines: list[Line]
    inputs: dict[str, bytes] = field(repr=False)
    reason: str | None = None  # why the door does not have it

    def all(self, word: str) -> list[Line]:
        return [line[1:] for line in self.lines if line[0] == word]

    def first(self, word: str) -> Line | None:
        return next(iter(self.all(word)), None)

    def wished(self, option: str) -> Line | None:
        return next((line[1:] for line in self.all("with") if line[0] == option), None)

    def wishes(self, option: str) -> bool:
        return self.wished(option) is not None

    def check_options(self, *known: str) -> None:
        unknown = {line[0] for line in self.all("with")}.difference(known)
        assert not unknown, f"unknown options {unknown}"

    def path(self, name: str, folder: Path) -> Path:
        """A file of the project, or an input in a folder."""
        if name not in self.inputs:
            return ROOT / name
        path = folder / name
        path.write_bytes(self.inputs[name])
        return path

    def file(self, folder: Path) -> Path:
        """The file of the case, of which it may have the first bytes only."""
        line, cut = self.first("file"), self.first("cut")
        assert line
        path = self.path(line[0], folder)
        if cut:
            data = path.read_bytes()[: int(cut[0])]
            path = folder / f"cut-{path.name}"
            path.write_bytes(data)
        return path

    def tables(self) -> Iterator[tuple[str, int, list[str], dict[int, list[str]]]]:
        """Each table with its number of rows, the columns, and values of rows."""
        for at, line in enumerate(self.lines):
            if line[0] == "table":
                rows = {}
                for row in self.lines[at + 1 :]:
                    if row[0] != "row":
                        break
                    rows[int(row[1])] = row[2:]
                yield line[1], int(line[2]), line[3:], rows


def read_calls(door: str) -> list[Call]:
    """All calls of all cases, also those that the door does not have."""
    blocks, inputs = [], {}
    for path in sorted((ROOT / "tests/doors/cases").glob("*.tsv")):
        for text in path.read_text(encoding="utf-8").split("\n\n"):
            lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
            if lines and lines[0][0] == "input":
                parts = (bytes.fromhex(line[-1]) * (int(line[1]) if line[0] == "repeat" else 1) for line in lines[1:])
                inputs[lines[0][1]] = b"".join(parts)
            elif lines:
                blocks.append(lines)
    calls = []
    for lines in blocks:
        for line in lines:
            if line[0] == "call":
                calls.append(Call(lines[0][1], line[1], lines, inputs))
            elif line[0] == "not" and line[1] == door:
                calls[-1].reason = line[2]
    return calls


def ident(call: Call) -> str:
    return f"{call.case}, {call.name}"


def token(kind: str, value: object, bits: int | None = None) -> str:
    """A value as cases have it. `bits` are those of a float."""
    if value is None:
        return "null"
    if kind in ("f32", "f64"):
        return f"0x{bits:0{8 if kind == 'f32' else 16}x}"
    if kind == "string":
        # U+F780 to U+F7FF are bytes that are not UTF-8
        raw = b"".join(bytes([ord(c) - 0xF700]) if 0xF780 <= ord(c) <= 0xF7FF else c.encode() for c in str(value))
        return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'%"' else f"%{b:02x}" for b in raw) + '"'
    if kind == "bytes":
        assert isinstance(value, bytes)
        return f"x{value.hex()}"
    if kind == "uuid":
        return str(uuid.UUID(bytes=value) if isinstance(value, bytes) else value)
    return ("false", "true")[bool(value)] if kind == "bool" else str(value)


def number_of(word: str) -> float:
    """The value of a number, of which a float has its bits."""
    if not word.startswith("0x"):
        return float(word)
    value: float = struct.unpack(">f" if len(word) == 10 else ">d", bytes.fromhex(word[2:]))[0]
    return value


def same_shared(expected: str, got: str) -> bool:
    """Whether a column has the value of a row in another type, which all columns of its name have."""
    if got.startswith('"'):  # a UUID, or the digits of what identifies something
        return (expected.count("-") == 4 or expected.lstrip("-").isdigit()) and got == f'"{expected}"'
    if not got.startswith("0x") or not (expected[:1].isdigit() or expected[:1] == "-"):
        return False
    wanted, found = number_of(expected), number_of(got)
    if math.isnan(wanted):  # a double has the bits of the single behind its own
        return math.isnan(found) and int(got, 16) >> 29 & 0x7FFFFF == int(expected, 16) & 0x7FFFFF
    return found == wanted or (len(got) == 10 and struct.pack(">f", wanted) == bytes.fromhex(got[2:]))


def same(expected: str, got: str, named: bool) -> bool:
    """Of an integer with a name, a door gives one or the other."""
    if expected.startswith('"') or "=" not in expected:
        return expected == got or same_shared(expected, got)
    number, name = expected.split("=", 1)
    return got == (token("string", name) if named else number)


def place(value: object) -> str:
    """A word of a finding."""
    return "-" if value in (None, "") else str(value)
