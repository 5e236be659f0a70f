#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what file managers and `file` know replays by, from the formats of the command and the table below:

    make.py REEL            writes reel.magic (libmagic), reel.xml (shared-mime-info), reel.desktop and reel.thumbnailer beside this script
    make.py REEL --check    fails if they are not up to date

A format has an entry in the table if its first bytes identify it. Formats of plain text, or whose first bytes are counts or a framerate, are
known by the names of their files only, and those whose names are common are not known at all: no file of another program may be called a replay.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
# Endings of many other files.
COMMON = {"json", "txt", "dat", "replay", "re", "echo", "kd"}


class Test(NamedTuple):
    """Bytes at an offset; with `within`, anywhere in that many bytes from there; with `mask`, the bits of a single byte."""

    offset: int
    value: bytes
    within: int = 0
    mask: int = 0


JSON_OBJECT = Test(0, b"{")
SMALL_COUNT = b"\0\0\0"  # the upper bytes of a little-endian number below 256

# Each row is one way to recognise the format: all of its tests.
MAGIC: dict[str, list[list[Test]]] = {
    "bsor": [[Test(0, b"\x69\x3d\x2d\x44\x01")]],
    "gdr2": [[Test(0, b"GDR\x02")]],
    "gdr1": [[Test(0, b"\x80", mask=0xF0), Test(1, b"\xa3bot\x82", 512), Test(1, b"\xabgameVersion", 512)]],
    "gdr1-json": [[JSON_OBJECT, Test(1, b'"gameVersion"', 512), Test(1, b'"bot"', 512), Test(1, b'"inputs"', 1024)]],
    "slc3": [[Test(0, b"SLC3RPLY")]],
    "slc2": [[Test(0, b"SILL"), Test(9, b"\0", 8)]],
    "mhr": [[Test(0, b"HACKPRO\x07")]],
    "re2": [[Test(0, b"RE2"), Test(6, b"\0")]],
    "re4": [[Test(0, b"RE4\0\0")]],
    "ttr3": [[Test(0, b"TTR3"), Test(5, SMALL_COUNT)]],
    "ttr": [[Test(0, b"TTR2"), Test(5, b"\0", 4)], [Test(0, b"TTR\0")]],
    "tcm": [[Test(0, b"\x9f\x88\x89\x84\x9f\x3b\x1d\xd8\xcc\xa1\x86\x8a\x88\x99\x84")]],
    "cml": [[Test(0, b"\xd7\x8a\x3e\x91")], *([Test(0, b"CML\0" + bytes([version]))] for version in (1, 2, 3, 5, 6))],
    "uv": [[Test(0, b"UVBOT\x01")], [Test(0, b"UVBOT\x02")]],
    "ybot": [[Test(0, b"ybot"), Test(5, SMALL_COUNT)]],
    "ybot-frame": [[Test(0, b"ybot\0\0"), Test(7, b"\x40", mask=0xF8)]],
    "zephyrus": [[Test(0, b"ZR\x02"), Test(5, b"\0\0")]],
    "replaybot": [[Test(0, b"RPLY\x01")], [Test(0, b"RPLY\x02")]],
    "ddhor": [[Test(0, b"DDHR"), Test(7, b"\0", 8)]],
    "echobot": [[Test(0, b"META\0\0\0\0")]],
    "echobot-json": [[JSON_OBJECT, Test(1, b'"Echo Replay"', 1024)]],
    "teehistorian": [[Test(0, bytes.fromhex("699db17b8efb34ffb1d8da6f60c15dd1"))]],
    "scoresaber": [[Test(0, "ScoreSaber Replay \N{OK HAND SIGN}".encode())]],
    "echoreplay": [
        [Test(0, b"PK\x03\x04"), Test(30, b".echoreplay", 256)],
        [Test(4, b"/"), Test(7, b"/"), Test(10, b" "), Test(20, b"\t{", 12), Test(20, b'"sessionid"', 2048)],
    ],
    "milk": [[Test(0, b'{"author":"'), Test(11, b'","players":[[', 256)]],
    "ddnet-map": [[Test(0, b"DATA\x03\0\0\0")], [Test(0, b"DATA\x04\0\0\0")]],
    "ghost": [[Test(0, b"TWGHOST\0")]],
    "demo": [[Test(0, b"TWDEMO\0")]],
    "xror": [
        [Test(4, b"\x02$schema\0"), Test(17, b"https://metaguard.github.io/xror/")],
        [Test(4, b"\x05frames\0"), Test(17, b"\x66\x70\x79\x29\x87\x0e")],
    ],
}
# What is not a format of a replay, but a file of reel: id, name, endings, tests.
OWN = [("archive", "reel archive", ["reel"], [[Test(0, b"\x89reela\r\n")], [Test(0, b"\x89reels\0\n")], [Test(0, b"\x89reels\1\n")],
                                         [Test(0, b"\x89reels\2\n")]])]
TEXT = {"xd", "xbot", "amethyst"}
HEADER = "made by packaging/types/make.py"


def mime(name: str) -> str:
    return "application/x-reel-" + name


def printable(value: bytes, special: str) -> str:
    """Bytes as libmagic and shared-mime-info read them."""
    return "".join(chr(b) if 0x20 < b < 0x7F and chr(b) not in special else f"\\x{b:02x}" for b in value)


def magic_of(name: str, words: str, ways: list[list[Test]]) -> list[str]:
    lines = []
    for tests in ways:
        for level, test in enumerate(tests):
            if test.mask:
                kind, value = f"byte&{test.mask:#x}", f"{test.value[0]:#x}"
            else:
                kind = f"search/{test.within + len(test.value)}" if test.within else "string"
                value = printable(test.value, "\\<>=!&^~x")
            last = level == len(tests) - 1
            lines.append(f"{'>' * level}{test.offset}\t{kind}\t{value}" + (f"\t{words}" if last else ""))
        lines.append(f"!:mime\t{mime(name)}")
    return lines


def matches(tests: list[Test], indent: str) -> list[str]:
    test, rest = tests[0], tests[1:]
    where = f"{test.offset}:{test.offset + test.within}" if test.within else str(test.offset)
    value, more = f"{printable(test.value, chr(92))}", ""
    if test.mask:
        value, more = f"\\x{test.value[0]:02x}", f' mask="0x{test.mask:02x}"'
    head = f'{indent}<match type="string" offset="{where}" value={quoteattr(value)}{more}'
    if not rest:
        return [head + "/>"]
    return [head + ">", *matches(rest, indent + "  "), f"{indent}</match>"]


def type_of(name: str, words: str, endings: list[str], ways: list[list[Test]]) -> list[str]:
    parents = ["text/plain"] if name in TEXT else ["application/json"] if name.endswith("json") else []
    lines = [f'  <mime-type type="{mime(name)}">', f"    <comment>{escape(words)}</comment>"]
    lines += [f'    <sub-class-of type="{parent}"/>' for parent in parents]
    if ways:
        lines += ['    <magic priority="60">', *(line for tests in ways for line in matches(tests, "      ")), "    </magic>"]
    lines += [f'    <glob pattern="*.{ending}"/>' for ending in endings]
    return [*lines, "  </mime-type>"]


def make(reel: str) -> dict[str, str]:
    listed = subprocess.run([reel, "formats", "--json"], capture_output=True, text=True, check=True).stdout
    formats = [json.loads(line) for line in listed.splitlines()]
    unknown = MAGIC.keys() - {entry["id"] for entry in formats}
    if unknown:
        sys.exit(f"make.py: no such format: {sorted(unknown)}")
    kinds = list(OWN)
    for entry in formats:
        endings = [ending for ending in entry["extensions"] if ending not in COMMON]
        if endings or entry["id"] in MAGIC:
            kinds.append((entry["id"], f"{entry['name']} ({entry['game']})", endings, MAGIC.get(entry["id"], [])))
    magic = ["# SPDX-License-Identifier: MIT", f"# Replays, for file(1); {HEADER}"]
    xml = ['<?xml version="1.0" encoding="UTF-8"?>', f"<!-- {HEADER} -->"]
    xml.append('<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">')
    for name, words, endings, ways in kinds:
        magic += magic_of(name, words, ways)
        xml += type_of(name, words, endings, ways)
    desktop = ["[Desktop Entry]", f"# {HEADER}", "Type=Application", "Name=reel", "GenericName=Replay viewer"]
    desktop += ["Comment=Play a replay in the browser", "Keywords=replay;", "Exec=reel view %f", "Terminal=true", "NoDisplay=true"]
    # Levels, ghosts and demos have no picture, and the viewer does not play them.
    plots = subprocess.run([reel, "plot", "--list", "--json"], capture_output=True, text=True, check=True).stdout
    drawn = {OWN[0][0]}.union(*(json.loads(line)["formats"] for line in plots.splitlines()))
    types = "MimeType=" + "".join(mime(name) + ";" for name, *_ in kinds if name in drawn)
    desktop += ["Categories=Game;", types]
    thumbnailer = ["[Thumbnailer Entry]", f"# {HEADER}", "TryExec=reel"]
    thumbnailer += ["Exec=reel plot --thumbnail --to png --width 400 --replace -o %o %i", types]
    return {
        "reel.magic": "\n".join(magic) + "\n",
        "reel.xml": "\n".join([*xml, "</mime-info>"]) + "\n",
        "reel.desktop": "\n".join(desktop) + "\n",
        "reel.thumbnailer": "\n".join(thumbnailer) + "\n",
    }


def main(reel: str, check: bool) -> int:
    stale = []
    for name, text in make(reel).items():
        file = HERE / name
        if check and (not file.exists() or file.read_text(encoding="utf-8") != text):
            stale.append(f"{name} is not up to date: packaging/types/make.py REEL writes it")
        if not check:
            file.write_text(text, encoding="utf-8")
    print("\n".join(stale) or "up to date")
    return bool(stale)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], len(sys.argv) == 3))
