# SPDX-License-Identifier: MIT
"""``level``: what was played, as a file, a folder, or a folder of many."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import duckdb
import pytest

from conftest import PLAY


def write_level(folder: Path, title: str) -> str:
    """A level; returns its hash."""
    folder.mkdir(parents=True)
    modes = [
        {"_beatmapCharacteristicName": "Standard", "_difficultyBeatmaps": [{"_difficulty": "Expert", "_beatmapFilename": "Expert.dat"}]}
    ]
    info = {"_version": "2.0.0", "_songName": title, "_beatsPerMinute": 60, "_difficultyBeatmapSets": modes}
    notes = {"version": "3.3.0", "colorNotes": [{"b": i, "x": 0, "y": 0, "c": 0, "d": 1} for i in range(4)]}
    texts = json.dumps(info).encode(), json.dumps(notes).encode()
    for name, text in zip(("Info.dat", "Expert.dat"), texts, strict=True):
        (folder / name).write_bytes(text)
    return hashlib.sha1(b"".join(texts)).hexdigest()


@pytest.fixture
def levels(tmp_path: Path) -> Path:
    """Two levels, and a play that states the hash of each, and one of a level that is not there."""
    play = PLAY.read_bytes()
    match = re.search(rb"[0-9a-fA-F]{40}", play)
    assert match is not None
    for name in ("one", "two"):
        level = write_level(tmp_path / "levels" / name, name)
        (tmp_path / f"{name}.bsor").write_bytes(play.replace(match[0], level.encode(), 1))
    (tmp_path / "zero.bsor").write_bytes(play)
    return tmp_path / "levels"


def test_statistics_with_a_folder_of_levels(db: duckdb.DuckDBPyConnection, levels: Path) -> None:
    query = "SELECT parse_filename(file), song_name, notes FROM {} ORDER BY file"
    for function in ("replay_stats($files, stat := 'level', level := $level)", "read_replay($files, rows := 'level', level := $level)"):
        found = db.execute(query.format(function), {"files": str(levels.parent / "*.bsor"), "level": str(levels)}).fetchall()
        assert found == [("one.bsor", "one", 4), ("two.bsor", "two", 4)]
    assert db.execute("SELECT count(*) FROM replay_stats(?, stat := 'level')", [str(levels.parent)]).fetchone() == (0,)


def test_findings_with_a_folder_of_levels(db: duckdb.DuckDBPyConnection, levels: Path) -> None:
    query = "SELECT DISTINCT parse_filename(file) FROM replay_findings($files{}) WHERE rule LIKE 'beatsaber.level-%' ORDER BY ALL"
    files = str(levels.parent / "*.bsor")
    found = db.execute(query.format(", level := $level"), {"files": files, "level": str(levels)}).fetchall()
    assert found == [("one.bsor",), ("two.bsor",)]
    assert db.execute(query.format(""), {"files": files}).fetchall() == []


def test_another_level_is_refused(db: duckdb.DuckDBPyConnection, levels: Path) -> None:
    arguments = {"files": str(levels.parent / "*.bsor"), "level": str(levels / "one")}
    query = "SELECT parse_filename(file) FROM replay_stats($files, stat := 'level', level := $level{})"
    assert db.execute(query.format(""), arguments).fetchall() == [("one.bsor",)]
    with pytest.raises(duckdb.Error, match=r"names [0-9a-f]{40}.*level\.other"):
        db.execute(query.format(", strict := true"), arguments).fetchall()
    rules = "SELECT count(*) FROM replay_findings($files, level := $level) WHERE rule = 'level.other'"
    assert db.execute(rules, arguments).fetchone() == (2,)


def test_what_is_no_level(db: duckdb.DuckDBPyConnection, levels: Path) -> None:
    with pytest.raises(duckdb.Error, match=r"level\.none"):
        db.execute("SELECT * FROM replay_stats($play, level := $play)", {"play": str(PLAY)})
    with pytest.raises(duckdb.Error, match=r"file\.open"):
        db.execute("SELECT * FROM replay_findings(?, level := 'nowhere')", [str(PLAY)])
