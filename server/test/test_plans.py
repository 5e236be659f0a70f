# SPDX-License-Identifier: MIT
"""No statement of the catalogue reads a table whole, or sorts more than it gives, on either database."""

from __future__ import annotations

import os
import pathlib
import subprocess

import pytest

USES_DATABASE = True  # conftest.py

BUILD = pathlib.Path(os.environ.get("REEL_SERVER_BUILD", pathlib.Path(__file__).parents[2] / "build/server")).resolve()

# They have a row or a few; or are a page, which a LIMIT left; tokens are asked for whole, by the operator.
WHOLE = {"p", "ranking", "profile", "reel_sequence", "reel_version", "recheck", "token", "few", "here", "away"}
# All plays of one level, after a moderator changed its weight.
LEVEL = "INSERT INTO standing (ranking, board_level, board_player, rank, best_entry, play_value, points) SELECT"


def plans(where: str) -> dict[str, list[str]]:
    """How the database runs each statement."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    output = subprocess.run([BUILD / "test" / "plan_tool", where], capture_output=True, text=True, check=True).stdout
    for line in output.splitlines():
        if line.startswith("# "):
            lines = found.setdefault(line[2:], [])
        else:
            lines.append(line)
    assert len(found) >= 100
    return found


def finds_by_map(found: dict[str, list[str]]) -> None:
    """A player's replay of a map is not looked for among all of the player."""
    (plan,) = (plan for statement, plan in found.items() if "ltrim(level_key" in statement)
    assert any("replay_player_base" in line for line in plan), plan


def test_sqlite(tmp_path):
    found = plans(str(tmp_path / "catalogue.sqlite"))
    finds_by_map(found)
    for statement, plan in found.items():
        for line in plan:
            assert not line.startswith("failed"), (statement, line)
            words = line.split()
            if words[0] == "SCAN" and words[1] not in WHOLE and not statement.startswith(LEVEL):
                assert "CONSTANT ROW" in line, (statement, line)
            # a player's replays of one level; two pages that become one
            sorts = "TEMP B-TREE" in line and not statement.startswith("SELECT * FROM (SELECT")
            assert not sorts or "FOR RIGHT PART" in line or statement.startswith(LEVEL), (statement, line)


def test_postgres():
    where = os.environ.get("REEL_TEST_DATABASE")
    if not where:
        pytest.skip("there is no PostgreSQL")
    found = plans(where)
    finds_by_map(found)
    for statement, plan in found.items():
        assert not any(line.startswith("failed") for line in plan), (statement, plan)
        for line in plan:
            if "Seq Scan on " in line:
                assert line.split("Seq Scan on ")[1].split()[0] in WHOLE, (statement, line)
        if statement.startswith(("SELECT * FROM (SELECT", LEVEL)):
            continue
        bounded = "BETWEEN" in statement  # the plays of one replay
        if not bounded and any(order in statement for order in ("ORDER BY number", "ORDER BY rank", "ORDER BY entry", "ORDER BY best", "ORDER BY score", "ORDER BY accuracy", "ORDER BY received")):
            assert not any("Sort" in line for line in plan), (statement, plan)
