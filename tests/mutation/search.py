#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Searches inputs that reach what few others do in a family of formats, and adds them to tests/formats/FAMILY/inputs.tsv.

    search.py BUILD FAMILY [--seconds 60] [--times 2] [--seed 0]

BUILD is a build folder of the release preset. The sources of the family are compiled so that a program sees which blocks it enters and what it
compares; search.c has the search, tests/machinery/reached.h what an input is. Afterwards `test_machinery_reached --write` writes the answers.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutate import HERE, TREE, Build

RECORDS = ["test_machinery_damaged", "test_machinery_described", "test_machinery_made", "test_machinery_reached"]
SEEN = ["-O0", "-fsanitize-coverage=trace-pc,trace-cmp"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("family", help="a folder in src/formats")
    parser.add_argument("--seconds", type=float, default=60, help="of a processor")
    parser.add_argument("--times", type=int, default=2, help="keep what fewer inputs than this reach")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    sources = sorted((TREE / "src/formats" / options.family).rglob("*.c"))
    with tempfile.TemporaryDirectory() as scratch:
        room = Path(scratch)
        build = Build(options.build.resolve(), RECORDS, room)

        def compiled(source: Path, like: Path, words: list[str]) -> Path:
            made = room / f"{'_'.join(source.relative_to(TREE).parts)}.o"
            subprocess.run([*build.compilation(like), *words, "-o", made, "-c", source], check=True, cwd=build.folder)
            return made

        with ThreadPoolExecutor(2) as pool:
            objects = list(pool.map(lambda s: compiled(s, s, SEEN), sources))
        objects.append(compiled(HERE / "search.c", TREE / "tests/machinery/test_machinery_reached.c", []))
        program = room / "search"
        subprocess.run([build.compiler, *build.linker, "-o", program, *objects, *build.objects, *build.libraries], check=True, cwd=build.folder)
        words = [program, str(options.seconds), str(options.times), str(options.seed)]
        environment = {**os.environ, "REEL_TEST_FILES": f"tests/formats/{options.family}/", "REEL_TEST_EFFORT": "light"}
        return subprocess.run(words, env=environment, stdout=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    sys.exit(main())
