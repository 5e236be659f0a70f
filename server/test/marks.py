# SPDX-License-Identifier: MIT
"""Marks: words that nobody but one client has sent, in every place of a request, and where they are in the memory of a server's processes."""

from __future__ import annotations

import gzip
import itertools
import json
import lzma
import pathlib
import re
import secrets
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

from conftest import COMMAND, PATIENCE, SOURCE, Server, golden
from plays import play

DECODED = SOURCE / "tests/formats/scoresaber/golden/decoded-variant.json"


class Marks:
    """Words with one beginning, which is random, and a number that says where each was sent."""

    def __init__(self) -> None:
        self.head = "Zq" + secrets.token_hex(5)
        self.places: list[str] = []

    def __call__(self, place: str, times: int = 3) -> str:
        """Several times in a row, so that one is whole when the heap has overwritten a part."""
        self.places.append(place)
        return f"{self.head}{len(self.places) - 1:05d}" * times

    def word(self, found: bytes) -> tuple[str, str]:
        """The mark at the start of some bytes, and the place that it was sent in."""
        number = re.match(re.escape(self.head.encode()) + rb"(\d{5})", found)
        known = number and int(number[1]) < len(self.places)
        return (number[0].decode(), self.places[int(number[1])]) if number and known else (self.head, "?")


# ---- memory ----------------------------------------------------------------------------------------------------------

STEP, OVERLAP = 16 << 20, 64


def regions(process: int) -> Iterator[tuple[str, bytes]]:
    """All memory of a process that can be read, by name. What is still mapped but beyond the end of its file cannot."""
    maps = pathlib.Path(f"/proc/{process}/maps").read_text().splitlines()
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for line in maps:
            where, how, *rest = line.split(maxsplit=5)
            name = rest[3] if len(rest) > 3 else f"anonymous {where}"
            begin, end = (int(each, 16) for each in where.split("-"))
            if how[0] != "r" or name.startswith(("[vvar", "[vsyscall")):
                continue
            for at in range(begin, end, STEP):
                try:
                    memory.seek(at)
                    yield name, memory.read(min(STEP + OVERLAP, end - at))
                except OSError:
                    continue


class Trace(NamedTuple):
    """A mark in the memory of a process."""

    word: str
    place: str  # where it was sent
    region: str
    around: bytes


def traces(process: int, marks: Marks) -> list[Trace]:
    """One for each mark and region."""
    head = marks.head.encode()
    found: dict[tuple[str, str], Trace] = {}
    for name, data in regions(process):
        at = data.find(head)
        while at >= 0:
            word, place = marks.word(data[at : at + 40])
            found.setdefault((name, word), Trace(word, place, name, data[max(0, at - 60) : at + 60]))
            at = data.find(head, at + 1)
    return list(found.values())


def can_read(process: int) -> bool:
    """Workers cannot be read but by root."""
    try:
        with open(f"/proc/{process}/mem", "rb", buffering=0):
            return True
    except PermissionError:
        return False


# ---- bodies ----------------------------------------------------------------------------------------------------------


def edit(path: pathlib.Path, fields: list[str], value: str, to: pathlib.Path) -> bytes | None:
    """A file with other texts in its header; None: the format does not write this one."""
    words = [word for each in fields for word in ("--set", f"{each}={value}")]
    run = subprocess.run([COMMAND, "edit", "--no-verify", "--replace", *words, "-o", to, path], capture_output=True, check=False)
    return to.read_bytes() if run.returncode == 0 else None


def header_texts(path: pathlib.Path) -> list[str]:
    """The fields of a file's headers that are texts and can be set."""
    run = subprocess.run([COMMAND, "info", "--json", path], capture_output=True, text=True, check=False)
    format_ = json.loads(run.stdout.splitlines()[0]).get("format") if run.stdout else None
    if not format_:
        return []
    run = subprocess.run([COMMAND, "formats", format_, "--json"], capture_output=True, text=True, check=False)
    tables = json.loads(run.stdout)["tables"] if run.returncode == 0 else []
    return [
        f"{table['name']}.{field['name']}"
        for table in tables
        if table["header"] and not table.get("layout")
        for field in table["fields"]
        if field["type"] == "string" and field["count"] == 1
    ]


def edited(marks: Marks | None, folder: pathlib.Path, most: int) -> Iterator[tuple[str, bytes]]:
    """Files of each format's tests, at most so many of an extension, with a mark in each text of their headers that can have one; or empty
    texts."""
    seen: dict[str, int] = {}
    for path in golden():
        if seen.get(path.suffix, 0) >= most:
            continue
        fields = header_texts(path)
        to = folder / f"edited{path.suffix}"
        value = marks(f"a header of {path.name}") if marks else ""
        data = edit(path, fields, value, to) if fields else None
        if not data:  # some field of it has a form of its own
            fields = [each for each in fields if edit(path, [each], value, to)]
            data = edit(path, fields, value, to) if fields else None
        if data:
            seen[path.suffix] = seen.get(path.suffix, 0) + 1
            yield path.name, data


def decoded(modifiers: list[str], **more: object) -> bytes:
    """A decoded ScoreSaber replay with these modifiers."""
    whole = json.loads(DECODED.read_text())
    whole["info"]["modifiers"] = modifiers
    whole["info"].update(more)
    return json.dumps(whole).encode()


def broken(marks: Marks) -> Iterator[tuple[str, bytes]]:
    """What is not a replay, or not a whole one."""
    word = marks("a file that is not a replay")
    yield "text", (word * 100).encode()
    yield "large text", (word * 5000).encode()
    yield "packed text", gzip.compress((word * 5000).encode())
    yield "cut", play(marks("a cut play"), name=marks("a name of a cut play"))[:900]
    yield "cut gzip", gzip.compress((marks("a cut gzip") * 3000).encode())[:-9]
    yield "long", play(marks("a long id", 60), song=marks("a long title", 3000))
    yield "json", json.dumps({marks("a member"): [marks("a value")] * 9, "frames": marks("frames")}).encode()


def plays(marks: Marks) -> Iterator[tuple[str, bytes]]:
    words = {
        each: marks(f"{each} of a play") for each in ("name", "level", "song", "mapper", "difficulty", "others", "modifiers")
    }
    whole = play(marks("id of a play"), **words)  # type: ignore[arg-type]
    yield "play", whole
    yield "gzip", gzip.compress(whole)
    yield "xz", lzma.compress(whole)
    word = marks("modifiers of a decoded replay")
    for name, modifiers in (
        ("decoded", [word] * 200),
        ("decoded, empty texts around", ["", word, "", word, ""]),
        ("decoded, escaped", ["".join(f"\\u{ord(c):04x}" for c in word)]),
    ):
        text = decoded(modifiers, environment=word, extra={word: [word]})
        yield name, text.replace(b"\\\\u", b"\\u")


def bodies(marks: Marks, folder: pathlib.Path, most: int = 1) -> list[tuple[str, bytes]]:
    made = [plays(marks), broken(marks)]
    if COMMAND.exists():
        made.append(edited(marks, folder, most))
    return list(itertools.chain(*made))


# ---- requests --------------------------------------------------------------------------------------------------------


def headers(marks: Marks) -> dict[str, str]:
    names = ("User-Agent", "Referer", "X-Forwarded-For", "Cookie", "If-None-Match", "Accept-Language", "X-Mark")
    made = {each: marks(f"header {each}") for each in names}
    made["Cookie"] = f"desk_token={made['Cookie']}; other={made['Cookie']}"
    made["If-None-Match"] = f'"{made["If-None-Match"]}"'
    made["Authorization"] = f"Bearer {marks('name of a token')[:40]}.{marks('secret of a token')[:43]}"
    return made


DECODINGS = [
    ("/", "*/*"),
    ("/?table=info", "*/*"),
    ("/?table=info", "text/csv"),
    ("/", "application/x-ndjson"),
    ("/?table=frames", "application/vnd.apache.arrow.stream"),
    ("/?show=stats", "*/*"),
    ("/?show=findings", "*/*"),
    ("/?plot=score", "image/svg+xml"),
    ("/?to=scoresaber-json", "*/*"),
]


def lookups(marks: Marks) -> Iterator[tuple[str, str]]:
    """Requests of every verb for what is not there, with marks in paths, names and values."""
    word = marks("a path")
    query = f"?{marks('name of a parameter')}={marks('value of a parameter')}"
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"):
        for path in (f"/{word}", f"/replays/{word}", f"/players/{word}", f"/levels/{word}", f"/boards/{word}/{word}", f"/plays/{word}"):
            yield method, path
        yield method, f"/{query}"
    for name in ("player", "level", "uploader", "modifiers", "headset", "format"):
        yield "GET", f"/replays?{name}={marks(f'parameter {name}')}"
        yield "GET", f"/plays?{name}={marks(f'parameter {name} of a page')}"
    yield "GET", f"/plays/search?q={marks('a search')}"
    yield "GET", f"/?playerID={marks('playerID')}&songID={marks('songID')}"
    yield "GET", f"/?link=https://{marks('host of a link', 1)}.example.com/{marks('path of a link')}"
    for name in ("table", "plot", "to", "show", "after"):
        yield "POST", f"/?{name}={marks(f'parameter {name} of a decoding', 2)}"


def send_all(server: Server, session, marks: Marks, made: list[tuple[str, bytes]]) -> int:
    """Decodes all bodies and asks for what is not there, on connections that stay. Returns how many answers have marks in them."""
    marked = 0
    for number, (_, data) in enumerate(made):
        for path, accept in DECODINGS if number < 4 else DECODINGS[:2] + [DECODINGS[2 + number % 7]]:
            answer = session.post(server.url + path, data=data, headers={**headers(marks), "Accept": accept}, timeout=PATIENCE)
            marked += marks.head.encode() in answer.content
    for method, path in lookups(marks):
        body = marks("body of a request for nothing") * 9 if method in ("POST", "PUT") else None
        answer = session.request(method, server.url + path, data=body, headers=headers(marks), timeout=PATIENCE)
        marked += marks.head.encode() in answer.content
    return marked
