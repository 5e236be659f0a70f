# SPDX-License-Identifier: MIT
"""The words of a file of cases, and how values are written in it."""

from __future__ import annotations

import hashlib
import struct
import uuid
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "tests/doors/cases"
HEX_LINE = 96  # bytes of a line

# What a door cannot express, by the call of a case.
READS = {"duckdb": "reads only", "spark": "reads only"}
NOT: dict[str, dict[str, str]] = {
    "chunks": {"duckdb": "SQL has no chunks", "spark": "a table of Spark has no chunks"},
    "rewrite": READS,
    "convert": READS,
    "write": {**READS, "npm": "writes no rows but those of a conversion"},
    "options": dict.fromkeys(("cpp", "csharp", "rust", "go", "python", "npm", "duckdb", "spark"), "the door sets the size itself"),
}


class Bits(int):
    """The bits of a float that Python would not keep, such as a NaN with a payload."""


def f32(value: float | Bits) -> str:
    return f"0x{struct.pack('>I' if isinstance(value, Bits) else '>f', value).hex()}"


def f64(value: float) -> str:
    return f"0x{struct.pack('>d', value).hex()}"


def text(value: str | bytes) -> str:
    data = value if isinstance(value, bytes) else value.encode()
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'%"' else f"%{byte:02x}" for byte in data) + '"'


def raw(value: bytes) -> str:
    return f"x{value.hex()}"


def boolean(value: object) -> str:
    return "true" if value else "false"


def guid(value: bytes) -> str:
    return str(uuid.UUID(bytes=value))


NULL = "null"


class Case:
    """One case, whose lines are added in the order in which they are read."""

    def __init__(self, name: str) -> None:
        self.lines: list[list[str]] = [["case", name]]

    def line(self, *words: object) -> Case:
        self.lines.append([str(word) for word in words])
        return self

    def file(self, path: str) -> Case:
        return self.line("file", path)

    def call(self, name: str) -> Case:
        """A call, with the doors that do not have it. Several calls of one case have the same answer."""
        self.line("call", name)
        for door, reason in NOT.get(name, {}).items():
            self.line("not", door, reason)
        return self

    def without(self, reason: str, *doors: str) -> Case:
        """Doors that cannot express the last call with what this case asks of it."""
        for door in doors:
            self.line("not", door, reason)
        return self

    def read(self) -> Case:
        """Reading at once, and chunk by chunk."""
        return self.call("load").call("chunks")

    def table(self, name: str, count: int, columns: str, rows: dict[int, list[object]] | Iterable[list[object]] = ()) -> Case:
        """`count` rows of a table, and some of them: all by default from the first, or by their numbers."""
        self.line("table", name, count, *columns.split())
        numbered = rows if isinstance(rows, dict) else dict(enumerate(rows))
        for number, values in numbered.items():
            if len(values) != len(columns.split()):
                raise ValueError(f"{name}: {values} for {columns}")
            self.line("row", number, *values)
        return self

    def finding(self, severity: str, rule: str, section: str = "-", offset: int | str = "-", table: str = "-", row: int | str = "-",
                count: int = 1) -> Case:  # fmt: skip
        return self.line("finding", severity, rule, section, offset, table, row, count)

    def result(self, data: bytes) -> Case:
        return self.line("result", len(data), hashlib.sha256(data).hexdigest())


class Suite:
    """A file of cases."""

    def __init__(self) -> None:
        self._parts: list[list[list[str]]] = []

    def input(self, name: str, *pieces: bytes | tuple[int, bytes]) -> str:
        """An input of these bytes, which a case has by its name. A piece may come many times."""
        lines = [["input", name]]
        for piece in pieces:
            if isinstance(piece, tuple):
                lines.append(["repeat", str(piece[0]), piece[1].hex()])
                continue
            lines += [["hex", piece[at : at + HEX_LINE].hex()] for at in range(0, len(piece), HEX_LINE)]
        self._parts.append(lines)
        return name

    def case(self, name: str) -> Case:
        case = Case(name)
        self._parts.append(case.lines)
        return case

    def text(self) -> str:
        head = "# SPDX-License-Identifier: MIT\n# Made by tests/doors/make_cases.py; do not edit. README.md describes the language.\n"
        return head + "".join("\n" + "".join("\t".join(line) + "\n" for line in lines) for lines in self._parts)
