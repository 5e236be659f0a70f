# SPDX-License-Identifier: MIT
"""Parameters that choose replays: what is not wanted is not opened, and the rows are those of a condition."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import duckdb
import pytest

from conftest import FORMATS, REPOSITORY, connect
from plays import play

sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
from opens import opens

FUNCTIONS = ["read_replay", "replay_stats", "reel_plays", "replay_files", "replay_findings"]
MANY = 10_000 if os.environ.get("REEL_TEST_EFFORT") == "full" else 1_000
ONE = f"{MANY * 7 // 10:05}.bsor"


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    other = play(1, player=b"other")
    for i in range(MANY):
        (folder / f"{i:05}.bsor").write_bytes(other)
    (folder / ONE).write_bytes(play(1, player=b"wanted"))
    return folder


@pytest.mark.parametrize("function", FUNCTIONS)
def test_of_many_files_one_is_opened(db: duckdb.DuckDBPyConnection, many: Path, function: str) -> None:
    name = f"{many}/{ONE}"
    rows: list[tuple[object, ...]] = []
    sql = f"FROM {function}(?, file := ?)"
    opened = opens(many, lambda: rows.extend(db.execute(sql, [str(many), name]).fetchall()))
    assert list(opened) == [ONE]
    assert rows
    assert all(name in row for row in rows)


def test_the_watch_sees_what_is_opened(db: duckdb.DuckDBPyConnection, many: Path) -> None:
    assert len(opens(many, lambda: db.execute("SELECT file FROM reel_plays(?)", [f"{many}/0000*"]).fetchall())) == 10


def test_names_alone_open_nothing(db: duckdb.DuckDBPyConnection, many: Path) -> None:
    """Projection: the columns that need no content. A file is opened once, to see whether it is an archive."""
    sql = "SELECT file, size FROM replay_files(?, file := ?)"
    assert opens(many, lambda: db.execute(sql, [str(many), "nothing"]).fetchall()) == Counter()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_header_chooses_replays(db: duckdb.DuckDBPyConnection, many: Path, function: str) -> None:
    sql = f"SELECT DISTINCT file FROM {function}(?, header := {{'player_name': ['wanted', 'x'], 'mode': 'Standard'}})"
    assert db.execute(sql, [str(many)]).fetchall() == [(f"{many}/{ONE}",)]
    assert db.execute(sql, [f"{many}/0000*"]).fetchall() == []


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_rows_are_those_of_a_condition(db: duckdb.DuckDBPyConnection, function: str) -> None:
    golden = f"{FORMATS}/*/golden"
    files = [name for (name,) in db.execute("SELECT file FROM reel_plays(?, format := 'bsor')", [golden]).fetchall()]
    assert len(files) > 20
    chosen = db.execute(f"FROM {function}(?, file := ?) ORDER BY ALL", [golden, files[::2]]).fetchall()
    sql = f"FROM {function}(?, format := 'bsor') WHERE list_contains(?, file) ORDER BY ALL"
    assert repr(chosen) == repr(db.execute(sql, [golden, files[::2]]).fetchall())


def test_formats_and_games(db: duckdb.DuckDBPyConnection) -> None:
    golden = f"{FORMATS}/*/*"
    for function in ("replay_files", "reel_plays"):  # reel_plays has no row for a header that cannot be read
        by_format = db.execute(f"SELECT format, count(*) FROM {function}(?) WHERE format IS NOT NULL GROUP BY ALL", [golden]).fetchall()
        weakest = [(name, count) for name, count in by_format if name.endswith("-json")]  # many files look like them
        for name, count in by_format[:6] + weakest:
            assert db.execute(f"SELECT count(*) FROM {function}(?, format := ?)", [golden, name]).fetchone() == (count,)
    # a recording of a program that nobody knows has no game
    games = db.execute("SELECT game, count(*) FROM reel_plays(?) WHERE game IS NOT NULL GROUP BY ALL", [golden]).fetchall()
    assert len(games) >= 5
    both = "SELECT count(*) FROM replay_files(?) f JOIN reel_plays(?) p USING (file) WHERE f.game IS DISTINCT FROM p.game"
    assert db.execute(both, [golden, golden]).fetchone() == (0,)
    assert db.execute("SELECT count(DISTINCT game) >= ? FROM replay_files(?)", [len(games), golden]).fetchone() == (True,)
    for game, count in games:
        assert db.execute("SELECT count(*) FROM reel_plays(?, game := ?)", [golden, game.lower()]).fetchone() == (count,)
        assert db.execute("SELECT count(*) FROM reel_plays(?, game := ?)", [golden, game]).fetchone() == (count,)


def test_a_name_that_is_not_utf8(db: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/f\xff.bsor")
    Path(path).write_bytes(play(3))
    name = db.execute("SELECT file FROM reel_plays(?)", [str(tmp_path)]).fetchall()[0][0]
    assert db.execute("SELECT count(*) FROM read_replay(?, file := ?)", [str(tmp_path), name]).fetchone() == (3,)


# what duckdb_functions() says


def test_parameters_have_names_and_descriptions(db: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT function_name, parameters, comment FROM duckdb_functions() WHERE database_name = 'reel'"
    described = {name: (parameters, comment) for name, parameters, comment in db.execute(sql).fetchall()}
    plain = "SELECT function_name, parameters FROM duckdb_functions() WHERE function_type = 'table' AND regexp_matches(function_name, '^(read_replay|replay_.*|reel_.*)$')"
    functions = dict(db.execute(plain).fetchall())
    assert set(described) == set(functions) == {*FUNCTIONS, "replay_tables"}
    for name, (parameters, comment) in described.items():
        assert parameters[0] == "files"
        assert sorted(parameters[1:]) == sorted(functions[name][1:])
        for parameter in parameters:
            assert f"\n{parameter}: " in comment


@pytest.mark.parametrize("function", [*FUNCTIONS, "replay_tables"])
def test_the_described_functions_are_the_same(db: duckdb.DuckDBPyConnection, function: str) -> None:
    golden = f"{FORMATS}/bsor/golden"
    plain = db.execute(f"FROM {function}(?) ORDER BY ALL", [golden]).fetchall()
    assert repr(db.execute(f"FROM reel.{function}(?) ORDER BY ALL", [golden]).fetchall()) == repr(plain)
    if function in FUNCTIONS:
        name = f"{golden}/full.bsor"
        assert db.execute(f"SELECT DISTINCT file FROM reel.{function}(?, file := ?)", [golden, name]).fetchall() == [(name,)]


def test_a_database_of_the_user_is_left_alone(tmp_path: Path) -> None:
    with duckdb.connect(tmp_path / "reel.db") as own:
        own.execute("CREATE TABLE t AS SELECT 42 AS a")
    for read_only in (False, True):
        with connect(tmp_path / "reel.db", read_only=read_only) as db:
            assert db.execute("SELECT count(*) FROM duckdb_functions() WHERE database_name = 'reel' AND NOT internal").fetchone() == (
                0,
            )
            assert db.execute("FROM reel.t").fetchall() == [(42,)]
            assert db.execute("SELECT count(*) FROM reel_plays(?)", [f"{FORMATS}/bsor/golden/full.bsor"]).fetchone() == (1,)


def test_a_database_that_is_read_only_gets_descriptions(tmp_path: Path) -> None:
    duckdb.connect(tmp_path / "own.db").close()
    with connect(tmp_path / "own.db", read_only=True) as db:
        assert db.execute("SELECT count(*) FROM duckdb_functions() WHERE database_name = 'reel' AND NOT internal").fetchone() == (6,)
        db.execute("DETACH reel")
        assert db.execute("SELECT count(*) FROM reel_plays(?)", [f"{FORMATS}/bsor/golden/full.bsor"]).fetchone() == (1,)
