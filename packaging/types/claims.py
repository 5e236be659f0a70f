#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the entries for `file` on golden files and on files that are not replays: claims.py REEL MAGIC FOLDER

`file` may name only the format that the command reads, or the one that the file had before it was damaged. Each format with an entry must be
recognised in one of its golden files. Made files go to FOLDER: those of other programs, and replays with a changed byte in their signature.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import random
import shutil
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

sys.dont_write_bytecode = True
import make  # noqa: E402  (beside this script)

ROOT = Path(__file__).resolve().parents[2]
PREFIX = make.mime("")
LEAST_SEED, SEEDS, LETTERS = 1, 300, b'abcRETHGDSILybot{}":,0123456789 \n'


def claims(magic: Path, files: list[Path]) -> dict[Path, str]:
    """The format that `file` calls each file; files of other types are left out. JSON is asked about without file's own test of it."""
    words = ["file", "--exclude", "json", "--mime-type", "--print0", "--print0", "-m", str(magic), "--files-from", "-"]
    names = "".join(f"{file}\n" for file in files)
    out = subprocess.run(words, input=names, capture_output=True, text=True, check=True).stdout.split("\0")
    pairs = zip(out[0::2], out[1::2], strict=False)
    return {Path(name.lstrip("\n")): type_.strip()[len(PREFIX) :] for name, type_ in pairs if type_.strip().startswith(PREFIX)}


def contradicted(reel: str, found: dict[Path, str]) -> list[str]:
    """The files that the command does not recognise as what they are called."""
    wrong = []
    for name in sorted(set(found.values())):
        files = [file for file in found if found[file] == name]
        words = [reel, "check", "--json", "--quiet", "--format", name, *map(str, files)]
        out = subprocess.run(words, capture_output=True, text=True, check=False).stdout
        right = {Path(json.loads(line)["file"]) for line in out.splitlines() if '"file"' in line}
        wrong += [f"{file} is called {name}, and is not" for file in files if file not in right]
    return wrong


def others() -> dict[str, bytes]:
    """Files of other programs, and text and JSON that resemble replays."""
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("notes.txt", "a replay: play.echo")
    pixels = zlib.compress(bytes(4))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    png = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", pixels)
        + chunk(b"IEND", b"")
    )
    return {
        "page.zip": zipped.getvalue(),
        "picture.png": png,
        "text.lzma": lzma.compress(b"text" * 99, lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 23}]),
        "text.gz": gzip.compress(b"text"),
        "RE2.md": b"RE2 is a library for regular expressions.\n",
        "RE4.md": b"RE4 is a game.\n",
        "ybot.md": b"ybot is a bot that plays levels.\n",
        "sill.txt": b"SILL, noun: the shelf below a window. A long text follows.\n",
        "ttr.txt": b"TTR2 and TTR3 are versions; the text goes on and on.\n",
        "meta.txt": b"META data of a page\n",
        "ddhr.txt": b"DDHR is an abbreviation that stands at the start\n",
        "author.json": b'{"author":"ann","players":[1,2]}',
        "game.json": b'{"gameVersion":"1.0","bot":false,"scores":[1]}',
        "server.log": b'2024/03/18 15:18:46.001\t{"level":"info","message":"started"}\n' * 3,
        "package.json": b'{"name":"bot","version":"1.0.0","inputs":[]}',
        "map.msgpack": b"\x82\xa6author\xa3ann\xa5title\xa1x",
        "other.bson": struct.pack("<I", 40) + b"\x02$schema\0\x13\0\0\0https://example.org\0\0",
        "empty": b"",
        "zeros": bytes(4096),
    }


def damaged(firsts: dict[str, Path]) -> dict[str, bytes]:
    """Golden files, with each of the first bytes changed in turn, and random bytes and letters behind the beginning of one."""
    made, files = {}, list(firsts.values())
    for name, file in firsts.items():
        head = file.read_bytes()[:4096]
        for at in range(min(24, len(head))):
            made[f"{name}.{at}"] = head[:at] + bytes([head[at] ^ 0x15]) + head[at + 1 :]
    for seed in range(LEAST_SEED, SEEDS):
        chance = random.Random(seed)
        start = files[seed % len(files)].read_bytes()[: chance.randrange(5)]
        made[f"random-{seed}"] = start + chance.randbytes(200)
        made[f"letters-{seed}"] = start + bytes(chance.choice(LETTERS) for _ in range(200))
    return made


def main(reel: str, magic: Path, folder: Path) -> int:
    golden = sorted(file for file in ROOT.glob("tests/formats/*/golden/*") if file.is_file())
    found = claims(magic, golden)
    wrong = contradicted(reel, found)
    wrong += [f"no golden file of {name} is recognised" for name in sorted(make.MAGIC.keys() - set(found.values()))]

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    first = {name: file for file, name in found.items()}
    strangers = others()
    for name, data in {**strangers, **damaged(first)}.items():
        (folder / name).write_bytes(data)
    files = sorted(folder.iterdir())
    claimed = claims(magic, files)
    wrong += [f"{file.name} is called {name}" for file, name in claimed.items() if file.name in strangers]
    # a replay with another byte is still a damaged replay of its format
    wrong += contradicted(reel, {file: name for file, name in claimed.items() if file.stem != name})
    print("\n".join(wrong))
    print(f"{len(found)} of {len(golden)} golden files are recognised, {len(claimed)} of {len(files)} others")
    return bool(wrong)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))
