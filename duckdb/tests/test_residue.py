# SPDX-License-Identifier: MIT
"""What is read of a file is the same whatever memory held before, and has no text of a file that was read earlier."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from conftest import EXTENSION, REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tests" / "doors"))
from residue import MARK, PATTERNS, marked, plain

# Reads the marked files, then prints every table of the others.
PROGRAM = """
import sys, duckdb
db = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "1"})
db.execute(f"LOAD '{sys.argv[1]}'")
def tables(path):
    names = [row[0] for row in db.execute('SELECT "table" FROM replay_tables(?) WHERE kind <> \\'stat\\'', [path]).fetchall()]
    return {name: db.execute("FROM read_replay(?, rows := ?)", [path, name]).fetchall() for name in names}
for path in sys.argv[2:4]:
    tables(path)
for path in sys.argv[4:]:
    print(path, tables(path))
"""


def printed(pattern: str, paths: list[Path]) -> str:
    environment = {**os.environ, "MALLOC_PERTURB_": pattern}
    command = [sys.executable, "-c", PROGRAM, str(EXTENSION), *map(str, paths)]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_nothing_of_memory_or_of_another_file_is_read(tmp_path: Path) -> None:
    paths = [*marked(tmp_path), *plain(tmp_path)]
    first, second = (printed(pattern, paths) for pattern in PATTERNS)
    assert first.count("\n") == len(paths) - 2
    assert first == second
    assert MARK not in first
