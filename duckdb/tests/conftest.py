# SPDX-License-Identifier: MIT
"""DuckDB with the extension, and plays for the tests."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import duckdb
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FORMATS = REPOSITORY / "tests" / "formats"
CORPUS = Path(os.environ.get("REEL_CORPUS") or REPOSITORY.parent / "shared") / "samples"
EXTENSION = Path(os.environ.get("REEL_DUCKDB_EXTENSION") or REPOSITORY / "build/duckdb/cmake/reel.duckdb_extension")
COMMAND = Path(os.environ.get("REEL_COMMAND") or REPOSITORY / "build/release/cli/reel")
PLAY = FORMATS / "bsor" / "golden" / "full.bsor"


def connect(database: str | Path = ":memory:", *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    config: dict[str, str | bool | int | float | list[str]] = {"allow_unsigned_extensions": "true", "threads": "2"}
    connection = duckdb.connect(database, read_only=read_only, config=config)
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection


@pytest.fixture
def db() -> duckdb.DuckDBPyConnection:
    return connect()


@pytest.fixture
def plays(tmp_path: Path) -> Path:
    """A folder of plays in two folders; one play is truncated, and one file is not a replay."""
    folder = tmp_path / "plays"
    for name in ("a/1.bsor", "a/2.bsor", "b/3.bsor"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PLAY, folder / name)
    (folder / "b/cut.bsor").write_bytes(PLAY.read_bytes()[:634])
    (folder / "b/notes.txt").write_text("no replay")
    return folder
