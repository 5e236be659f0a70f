# SPDX-License-Identifier: MIT
"""The rows of matches of several players in the table of plays: those of their summaries, and of parsers that do not use reel."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import pyreel
from plays import files, golden
from questions import recorded
from questions_page import match_with_goals

pytestmark = pytest.mark.filterwarnings("ignore::pyreel.ReelWarning")
COLUMNS = ["players", "finishes", "best_time", "blue_points", "orange_points"]
SUMMARIES = {"DDNet": "summary", "Echo VR": "match"}


def play(path: Path, *columns: str) -> dict[str, Any]:
    return pyreel.scan(path, "plays", list(columns) or None).to_polars().row(0, named=True)


def test_matches_have_the_values_of_their_summaries() -> None:
    found = dict.fromkeys(SUMMARIES, 0)
    for path in files("golden"):
        if path.suffix in (".reel", ".json"):
            continue
        for row in pyreel.scan(path, "plays").to_polars().to_dicts():
            if "#" in row["file"]:
                continue
            replay = pyreel.open(path)
            tables = replay.stats() if replay.schema.insights else {}
            table = tables.get(SUMMARIES.get(row["game"], ""))
            summaries = table.to_polars().to_dicts() if table is not None else []
            if not summaries:
                assert all(row[name] is None for name in COLUMNS), path
                continue
            (summary,) = summaries
            assert {name: row[name] for name in COLUMNS} == {name: summary.get(name) for name in COLUMNS}, path
            if row["game"] == "DDNet":
                assert row["duration"] == summary["duration"]
                assert play(path, "duration") == {"file": str(path), "duration": summary["duration"]}
            found[row["game"]] += 1
    assert min(found.values()) > 10, found


def test_points_players_and_duration_of_a_match_of_echo(tmp_path: Path) -> None:
    (tmp_path / "match.echoreplay").write_text(match_with_goals(), encoding="utf-8", newline="")
    frames = [json.loads(line.split("\t")[1]) for line in match_with_goals().splitlines()]
    people = {person["userid"] for frame in frames for team in frame["teams"] for person in team.get("players", [])}
    row = play(tmp_path)
    assert (row["blue_points"], row["orange_points"]) == (frames[-1]["blue_points"], frames[-1]["orange_points"])
    assert frames[-1]["blue_points"] == frames[0]["blue_points"] + 2
    assert row["players"] == len(people) > 0
    assert row["duration"] == 5.5
    assert row["finishes"] is row["best_time"] is row["score"] is None


def write_recording(path: Path, minor: int, finishes: list[tuple[int, int]]) -> None:
    """A game of 10 s and of two players, of whom one has two sessions."""
    with pyreel.Writer(path, "teehistorian") as writer:
        writer.append(
            "header", {"version": 2, "version_minor": minor, "present": 1, "map_name": "made", "start_time": "2026-01-31T01:25:00+0000"}
        )
        rows: list[tuple[int, str, dict[str, Any]]] = []
        for tick, cid, name in ((5, 0, "one"), (9, 1, "other"), (300, 2, "one")):
            rows += [(tick, "joins", {"cid": cid}), (tick, "names", {"cid": cid, "name": name})]
        rows += [(tick, "finishes", {"cid": 0, "time": time, "kind": "player"}) for tick, time in finishes]
        rows += [(500, "drops", {"cid": 1, "reason": ""})]
        for number, (tick, table, row) in enumerate(sorted(rows, key=lambda each: each[0])):
            writer.append(table, {"tick": tick, "seq": number, **row})


def test_players_finishes_and_duration_of_a_recording_of_ddnet(tmp_path: Path) -> None:
    path = tmp_path / "x.teehistorian"
    write_recording(path, 22, [(100, 90), (200, 75)])
    row = play(path)
    assert {name: row[name] for name in ("players", "finishes", "best_time", "duration", "level")} == {
        "players": 2, "finishes": 2, "best_time": 1.5, "duration": 10.0, "level": "made",
    }  # fmt: skip
    assert row["finishes"] == sum(what == "finish" for what, _, _ in recorded(path))


def test_a_server_that_records_no_finishes_has_not_none_of_them(tmp_path: Path) -> None:
    path = tmp_path / "x.teehistorian"
    for minor, wanted in ((7, None), (8, 0)):
        path.unlink(missing_ok=True)
        write_recording(path, minor, [])
        assert play(path, "finishes")["finishes"] == wanted
        assert play(path, "best_time")["best_time"] is None


def test_a_play_of_one_player_is_not_a_match(tmp_path: Path) -> None:
    shutil.copyfile(golden("full.bsor"), tmp_path / "x.bsor")
    assert all(play(tmp_path)[name] is None for name in COLUMNS)
