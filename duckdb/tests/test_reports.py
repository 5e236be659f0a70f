# SPDX-License-Identifier: MIT
"""replay_files and replay_findings say of each file what `reel check --json` says."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import duckdb
import pytest

from conftest import COMMAND, FORMATS, REPOSITORY

FOLDERS = [str(path.relative_to(REPOSITORY)) for path in sorted(FORMATS.glob("*/*")) if path.name in ("golden", "bad")]


def checked(folder: str) -> dict[str, Any]:
    """Some files are damaged on purpose: the status of the command is not looked at."""
    result = subprocess.run([COMMAND, "check", "--json", folder], check=False, capture_output=True, text=True, cwd=REPOSITORY)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return {line["file"]: line for line in lines}


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_have_the_verdicts_of_the_command(db: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.chdir(REPOSITORY)
    expected = {name: (line["verdict"], line["totals"]["error"], line["totals"]["warning"]) for name, line in checked(folder).items()}
    rows = db.execute("SELECT file, verdict, errors, warnings FROM replay_files(?)", [folder]).fetchall()
    assert {name: tuple(rest) for name, *rest in rows} == expected
    assert len(rows) == len(expected) > 0


@pytest.mark.parametrize("folder", FOLDERS)
def test_findings_are_those_of_the_command(db: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.chdir(REPOSITORY)
    columns = ["severity", "rule", "message", "section", "offset", "length", "table", "row", "count"]
    expected: dict[str, list[tuple[object, ...]]] = {}
    for name, line in checked(folder).items():
        found = line["findings"] + ([{"severity": "error", "count": 1, **line["error"]}] if "error" in line else [])
        if found:
            expected[name] = [tuple(finding.get(column) for column in columns[:4]) for finding in found]
            places = [tuple(finding.get(column) for column in columns[4:]) for finding in line["findings"]]
            rows = db.execute(f"SELECT {', '.join(map(json.dumps, columns))} FROM replay_findings(?)", [name]).fetchall()
            assert [row[:4] for row in rows][: len(found)] == expected[name]
            assert [row[4:] for row in rows][: len(places)] == places
            assert all(row[1] == "duckdb.more-findings" for row in rows[len(found) :])
    db.execute("SET threads = 1")
    names = db.execute("SELECT DISTINCT file FROM replay_findings(?)", [folder]).fetchall()
    assert {name for (name,) in names} == set(expected)
