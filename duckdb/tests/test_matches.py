# SPDX-License-Identifier: MIT
"""reel_plays has the values of the summaries of matches of several players."""

from __future__ import annotations

import duckdb
import pytest

from conftest import FORMATS


@pytest.mark.parametrize(
    ("folder", "game", "table", "columns"),
    [
        ("teehistorian", "DDNet", "ddnet.summary", "players, finishes, best_time, duration"),
        ("echo", "Echo VR", "echo.match", "players, blue_points, orange_points"),
    ],
)
def test_matches_have_the_values_of_their_summaries(
    db: duckdb.DuckDBPyConnection, folder: str, game: str, table: str, columns: str
) -> None:
    files = str(FORMATS / folder / "golden")
    wanted = db.execute(f"SELECT file, {columns} FROM replay_stats(?, stat := '{table}', game := '{game}')", [files]).fetchall()
    found = db.execute(f"SELECT file, {columns} FROM reel_plays(?, game := '{game}')", [files]).fetchall()
    assert len(wanted) > 10
    assert set(wanted) <= set(found)
    for column in columns.split(", "):  # each alone decides how far files are read
        alone = db.execute(f"SELECT file, {column} FROM reel_plays(?, game := '{game}')", [files]).fetchall()
        assert set(alone) == {(row[0], row[1 + columns.split(", ").index(column)]) for row in found}
    assert all(
        any(row[at] is not None for row in found) for at, name in enumerate(["file", *columns.split(", ")]) if name != "best_time"
    )


def test_a_play_of_one_player_is_not_a_match(db: duckdb.DuckDBPyConnection) -> None:
    files = str(FORMATS / "bsor" / "golden")
    query = "SELECT count(*), count(players), count(finishes), count(best_time), count(blue_points) FROM reel_plays(?)"
    (counts,) = db.execute(query, [files]).fetchall()
    assert counts[0] > 0
    assert counts[1:] == (0, 0, 0, 0)
