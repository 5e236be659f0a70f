#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests reel.thumbnailer as file managers use it: its line Exec, over a replay of each of its types that the tree has.

    thumbnails.py REEL THUMBNAILER FOLDER   FOLDER gets the pictures
"""

from __future__ import annotations

import configparser
import json
import pathlib
import shlex
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TRIES = 5


def golden(reel: str) -> dict[str, list[pathlib.Path]]:
    """For each format its made files, the largest first: small ones are about edges, and may show nothing."""
    files = [path for path in (SOURCE / "tests/formats").glob("*/golden/*") if path.is_file()]
    found: dict[str, list[pathlib.Path]] = {}
    for path in sorted(files, key=lambda path: (-path.stat().st_size, path)):
        done = subprocess.run([reel, "info", "--json", str(path)], capture_output=True, text=True)
        for line in done.stdout.splitlines()[:1] if done.returncode == 0 else []:
            found.setdefault(json.loads(line)["format"], []).append(path)
    return found


def draw(reel: str, command: list[str], path: pathlib.Path, output: pathlib.Path) -> str:
    """What is wrong with the picture of a file; empty: nothing. The output has no ending, and is there already, as temporary files are."""
    output.write_bytes(b"")
    words = [{"%i": str(path), "%o": str(output), "reel": reel}.get(word, word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True)
    if output.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n" and done.returncode == 0:
        return ""
    return f"{path.name}: status {done.returncode}: {done.stderr.strip()}"


def main(reel: str, thumbnailer: str, folder: str) -> int:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(thumbnailer, encoding="utf-8")
    values = dict(entry["Thumbnailer Entry"])
    assert values.keys() == {"TryExec", "Exec", "MimeType"} and values["TryExec"] == "reel", values
    command = shlex.split(values["Exec"])
    assert command[0] == "reel" and command.count("%i") == command.count("%o") == 1, command
    made, bad, drawn = golden(reel), 0, 0
    where = pathlib.Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    for kind in values["MimeType"].rstrip(";").split(";"):
        name = kind.removeprefix("application/x-reel-")
        wrong = "no made file, so it was not drawn" if name not in made else ""
        for path in made.get(name, [])[:TRIES]:
            wrong = draw(reel, command, path, where / name)
            if "PNG needs librsvg" in wrong:
                print("no librsvg (Debian: librsvg2-2): nothing was drawn")
                return 0
            if not wrong:
                break
        if wrong:
            print(f"{kind}: {wrong}")
        drawn += not wrong
        bad += name in made and bool(wrong)
    print(f"{drawn} types have a picture")
    return int(bad > 0 or not drawn)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 4 else __doc__)
