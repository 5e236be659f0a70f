# SPDX-License-Identifier: MIT
"""What is read of a file is the same whatever memory held before, and has no text of a file that was read earlier."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tests" / "doors"))
from residue import MARK, PATTERNS, marked, plain

# Reads the marked files, then prints every table of the others.
PROGRAM = """
import sys, pyreel, warnings
warnings.simplefilter("ignore")
def tables(path):
    replay = pyreel.open(path, strict=False)
    return {name: replay.table(name).to_arrow().to_pylist() for name in replay.tables}
before, after = sys.argv[1:3], sys.argv[3:]
for path in before:
    tables(path)
for path in after:
    print(path, tables(path))
"""


def printed(pattern: str, paths: list[Path]) -> str:
    environment = {**os.environ, "MALLOC_PERTURB_": pattern, "PYTHONMALLOC": "malloc"}
    command = [sys.executable, "-c", PROGRAM, *map(str, paths)]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_nothing_of_memory_or_of_another_file_is_read(tmp_path: Path) -> None:
    paths = [*marked(tmp_path), *plain(tmp_path)]
    first, second = (printed(pattern, paths) for pattern in PATTERNS)
    assert first.count("\n") == len(paths) - 2
    assert first == second
    assert MARK not in first
