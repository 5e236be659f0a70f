# SPDX-License-Identifier: MIT
"""Reads the public headers: structs, enumerations, functions and tables, for the generators of the doors.

The headers are preprocessed by `cc -E`, so that macros are expanded; only text that comes from include/reel is kept. The parser knows
the style of these headers and raises an error at anything else.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The headers of rows and of the pipe. The order is that of the generated code.
HEADERS = sorted(path.name for path in (ROOT / "include/reel").glob("*.h"))


@dataclass(frozen=True)
class CType:
    """A C type: `const reel_table *const *` is base "reel_table" with pointers ("const", "const")."""

    base: str
    pointers: tuple[bool, ...] = ()  # for each star, from the base outwards: whether what it points to is const
    array: int = 0  # elements of an array member or parameter; 0: none
    function: Function | None = None  # a pointer to a function


@dataclass(frozen=True)
class Member:
    name: str
    type: CType


@dataclass(frozen=True)
class Function:
    name: str
    result: CType
    parameters: tuple[Member, ...]


@dataclass
class Headers:
    structs: dict[str, tuple[Member, ...] | None] = field(default_factory=dict)  # None: opaque
    enums: dict[str, dict[str, int]] = field(default_factory=dict)  # without a name: "", "#1", ...
    callbacks: dict[str, Function] = field(default_factory=dict)  # typedefs of function types
    functions: dict[str, Function] = field(default_factory=dict)
    prototypes: dict[str, str] = field(default_factory=dict)  # of functions, and of the types of callbacks
    tables: list[str] = field(default_factory=list)
    formats: list[str] = field(default_factory=list)
    insights: list[str] = field(default_factory=list)


def _preprocessed() -> str:
    source = "".join(f"#include <reel/{name}>\n" for name in HEADERS)
    output = subprocess.run(
        [*shlex.split(os.environ.get("CC", "cc")), "-E", f"-I{ROOT / 'include'}", "-xc", "-"], input=source, capture_output=True, text=True, check=True
    ).stdout
    kept, ours = [], False
    for line in output.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            ours = "/include/reel/" in marker[1]
        elif ours:
            kept.append(line)
    text = "\n".join(kept)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", " ", text)
    text = re.sub(r"\b_Bool\b", "bool", text)
    text = re.sub(r"\b(?:_Static_assert|static_assert)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*;", " ", text)
    return re.sub(r"\s+", " ", text)


def _declarations(text: str) -> list[str]:
    """Splits at the semicolons outside of braces; bodies of inline functions end at their brace."""
    parts, start, depth = [], 0, 0
    for at, char in enumerate(text):
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0 and text[start:at].lstrip().startswith("static inline"):
                start = at + 1
        elif char == ";" and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in parts if part]


def _number(text: str, known: dict[str, int]) -> int:
    names = {name: known[name] for name in re.findall(r"\b[A-Z_][A-Z0-9_]*\b", text) if name in known}
    return int(eval(re.sub(r"\b(\d+)[uUlL]+\b", r"\1", text), {"__builtins__": {}}, names))  # noqa: S307 our own headers


class _Parser:
    def __init__(self) -> None:
        self.found = Headers()
        self.constants: dict[str, int] = {}

    def type_and_name(self, text: str) -> Member:
        text = text.strip()
        pointer = re.fullmatch(r"(.*?)\(\s*\*\s*(\w*)\s*\)\s*\((.*)\)", text)
        if pointer:
            function = Function(pointer[2], self.type_and_name(pointer[1] + " _").type, self.parameters(pointer[3]))
            return Member(pointer[2], CType("", (), 0, function))
        array = 0
        dimensions = re.search(r"\[([^\]]*)\]\s*$", text)
        if dimensions:
            array = _number(dimensions[1], self.constants)
            text = text[: dimensions.start()].strip()
        words = re.findall(r"\w+|\*", text)
        name = ""
        if len([w for w in words if w not in ("const", "struct", "enum", "*", "unsigned")]) > 1 or (
            "unsigned" in words and words[-1] not in ("unsigned", "*", "int", "char")
        ):
            name = words.pop()
        base, pointers, const = "", [], False
        for word in words:
            if word == "*":
                pointers.append(const)
                const = False
            elif word == "const":
                const = True
            elif word not in ("struct", "enum"):
                base = f"{base} {word}".strip()
        return Member(name, CType(base, tuple(pointers), array))

    def parameters(self, text: str) -> tuple[Member, ...]:
        parts, depth, start = [], 0, 0
        for at, char in enumerate(text):
            depth += {"(": 1, ")": -1}.get(char, 0)
            if char == "," and depth == 0:
                parts.append(text[start:at])
                start = at + 1
        parts.append(text[start:])
        return () if text.strip() == "void" else tuple(self.type_and_name(part) for part in parts)

    def members(self, body: str) -> tuple[Member, ...]:
        members = []
        for part in body.split(";"):
            if not part.strip():
                continue
            if "(" in part:
                members.append(self.type_and_name(part))
                continue
            first, *more = part.split(",")
            member = self.type_and_name(first)
            members.append(member)
            for other in more:
                stars = re.match(r"\s*(\**)\s*(.*)", other)
                assert stars
                base = "const " * bool(member.type.pointers and member.type.pointers[0]) + member.type.base
                members.append(self.type_and_name(f"{base} {stars[1]}{stars[2]}"))
        return tuple(members)

    def enumeration(self, body: str) -> dict[str, int]:
        values: dict[str, int] = {}
        following = 0
        for item in body.split(","):
            if not item.strip():
                continue
            name, _, value = (part.strip() for part in item.partition("="))
            values[name] = _number(value, self.constants) if value else following
            self.constants[name] = values[name]
            following = values[name] + 1
        return values

    def declaration(self, text: str) -> None:
        found = self.found
        structure = re.fullmatch(r"(?:typedef )?struct (\w+) ?\{(.*)\} ?(\w*)", text)
        enumeration = re.fullmatch(r"(?:typedef )?enum ?(\w*) ?\{(.*)\} ?\w*", text)
        function = re.fullmatch(r"(typedef )?([\w \*]+?)\b(\w+) ?\((.*)\)", text)
        if structure:
            found.structs[structure[1]] = self.members(structure[2])
        elif enumeration:
            found.enums[enumeration[1] or f"#{len(found.enums)}"] = self.enumeration(enumeration[2])
        elif match := re.fullmatch(r"(?:typedef )?struct (\w+)(?: \w+)?", text):
            found.structs.setdefault(match[1], None)
        elif match := re.fullmatch(r"extern const (\w+) (.*)", text):
            kind = {"reel_table": found.tables, "reel_format": found.formats, "reel_insight": found.insights}[match[1]]
            kind.extend(name.strip() for name in match[2].split(","))
        elif function:
            result = self.type_and_name(function[2] + " _").type
            item = Function(function[3], result, self.parameters(function[4]))
            (found.callbacks if function[1] else found.functions)[item.name] = item
            found.prototypes[item.name] = re.sub(r" ([,)])|\( ", lambda m: m[1] or "(", text)
        else:
            raise ValueError(f"cannot parse: {text}")


def run_c(source: str, *flags: str) -> list[str]:
    """The lines that a program prints, whose source begins with all headers."""
    source = "".join(f"#include <reel/{name}>\n" for name in HEADERS) + "#include <stdio.h>\n" + source
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        program.with_suffix(".c").write_text(source, encoding="utf-8")
        command = [*shlex.split(os.environ.get("CC", "cc")), f"-I{ROOT / 'include'}", "-o", str(program), f"{program}.c", *flags]
        subprocess.run(command, check=True)
        return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.splitlines()


def read_headers() -> Headers:
    parser = _Parser()
    for text in _declarations(re.sub(r'extern "C" \{', " ", _preprocessed())):
        parser.declaration(text)
    return parser.found


_ROW = re.compile(r'const reel_table (\w+)\s*=\s*REEL_TABLE\(\s*"[^"]*"\s*,(?:\s*"(?:[^"\\]|\\.)*")+\s*,\s*(\w+)\s*,', re.S)


def row_types(tables: list[str]) -> dict[str, str]:
    """The struct of each table's rows, from the definition of the table."""
    rows: dict[str, str] = {}
    for path in sorted((ROOT / "src").rglob("*.c")):
        for symbol, row in _ROW.findall(path.read_text(encoding="utf-8")):
            if symbol in tables:
                rows[symbol] = row
    missing = sorted(set(tables) - set(rows))
    if missing:
        raise ValueError(f"no definition found of: {', '.join(missing)}")
    return rows
