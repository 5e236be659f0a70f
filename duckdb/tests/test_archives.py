# SPDX-License-Identifier: MIT
"""Each replay of an archive is read, under the name that the command gives it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest

from conftest import COMMAND, FORMATS, PLAY


@pytest.fixture
def day(tmp_path: Path) -> Path:
    """An archive of a recording of another game, a play, one that is cut and the play again."""
    folder = tmp_path / "in"
    folder.mkdir()
    shutil.copyfile(next((FORMATS / "gdr" / "golden").glob("*.gdr2")), folder / "a.gdr2")
    shutil.copyfile(PLAY, folder / "b.bsor")
    (folder / "c.bsor").write_bytes(PLAY.read_bytes()[:634])
    archive = tmp_path / "tree" / "day.reel"
    archive.parent.mkdir()
    packed = subprocess.run([COMMAND, "pack", "-o", archive, folder], check=False, capture_output=True)
    if not archive.exists():
        pytest.skip(f"this build cannot pack: {packed.stderr.decode()}")
    shutil.copyfile(PLAY, archive.parent / "play.bsor")
    archive.write_bytes(2 * archive.read_bytes())
    return archive


NAMES = ["a.gdr2", "b.bsor", "c.bsor", "a.gdr2#4", "b.bsor#5", "c.bsor#6"]


def test_rows_are_those_of_all_replays(db: duckdb.DuckDBPyConnection, day: Path) -> None:
    query = "SELECT file, max(row) + 1, sum(head_position_y) FROM read_replay(?, rows := 'frames') GROUP BY file"
    rows = {file: rest for file, *rest in db.execute(query, [str(day.parent)]).fetchall()}
    whole = rows.pop(str(day.parent / "play.bsor"))
    expected = {f"{day}#{name}": whole for name in ("b.bsor", "b.bsor#5")}
    cut = rows.pop(f"{day}#c.bsor")
    assert cut[0] == 3 < whole[0]
    assert rows.pop(f"{day}#c.bsor#6") == cut
    assert rows == expected
    assert db.execute("SELECT count(*) FROM read_replay(?, rows := 'frames')", [str(day)]).fetchone() == (2 * whole[0] + 6,)


def test_statistics_are_those_of_all_replays(db: duckdb.DuckDBPyConnection, day: Path) -> None:
    query = "SELECT file, score FROM replay_stats(?, stat := 'beatsaber.summary') ORDER BY file"
    rows = dict(db.execute(query, [str(day.parent)]).fetchall())
    play = rows.pop(str(day.parent / "play.bsor"))
    assert {file.partition("#")[2] for file in rows} == {"b.bsor", "b.bsor#5", "c.bsor", "c.bsor#6"}
    assert rows[f"{day}#b.bsor#5"] == play


def test_files_and_findings_are_those_of_the_command(db: duckdb.DuckDBPyConnection, day: Path) -> None:
    result = subprocess.run([COMMAND, "check", "--json", day], check=False, capture_output=True, text=True)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    rows = db.execute("SELECT file, verdict, errors, warnings FROM replay_files(?)", [str(day)]).fetchall()
    assert [file for file, *_ in rows] == [f"{day}#{name}" for name in NAMES]
    expected = [(line["file"], line["verdict"], line["totals"]["error"], line["totals"]["warning"]) for line in lines]
    assert rows == expected
    found = db.execute("SELECT file, rule FROM replay_findings(?) ORDER BY ALL", [str(day)]).fetchall()
    assert found == sorted((line["file"], finding["rule"]) for line in lines for finding in line["findings"])
    sizes = db.execute("SELECT sum(size) FROM replay_files(?)", [str(day)]).fetchone()
    assert sizes is not None
    assert 0 < sizes[0] < day.stat().st_size


def test_what_follows_the_replays_is_a_failure(db: duckdb.DuckDBPyConnection, day: Path) -> None:
    with day.open("ab") as file:
        file.write(b"garbage")
    rows = db.execute("SELECT file, verdict, message FROM replay_files(?)", [str(day)]).fetchall()
    assert len(rows) == 7
    assert rows[-1][:2] == (str(day), "damaged")
    assert "archive.member" in rows[-1][2]
    found = db.execute('SELECT rule, "offset" FROM replay_findings(?) WHERE file = ?', [str(day), str(day)]).fetchall()
    assert found == [("archive.member", day.stat().st_size - 7)]
    assert db.execute("SELECT count(DISTINCT file) FROM read_replay(?, rows := 'frames')", [str(day)]).fetchone() == (4,)
    with pytest.raises(duckdb.Error, match=r"day\.reel"):
        db.execute("SELECT * FROM read_replay(?, rows := 'frames', strict := true)", [str(day)]).fetchall()


def test_many_members_that_are_nothing(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    nothing = b"\x89reels\0\n\0\xe3\xb0\xc4\x42"
    (tmp_path / "nothing.reel").write_bytes(20000 * nothing)
    query = "SELECT verdict, count(DISTINCT file) FROM replay_files(?) GROUP BY ALL"
    assert db.execute(query, [str(tmp_path / "nothing.reel")]).fetchall() == [("not-a-replay", 20000)]
