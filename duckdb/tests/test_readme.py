# SPDX-License-Identifier: MIT
"""Each query of the README gives the result below it."""

from __future__ import annotations

import csv
import io
import re
import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest

from conftest import EXTENSION, FORMATS, PLAY

README = Path(__file__).resolve().parent.parent / "README.md"
EXAMPLES = re.findall(r"```sql\n(.*?)```\n\n```csv\n(.*?)```", README.read_text(), re.DOTALL)


@pytest.mark.parametrize(("sql", "expected"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_example(db: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str, expected: str) -> None:
    plays = tmp_path / "plays"
    plays.mkdir()
    for path in (PLAY, FORMATS / "bsor/golden/note-ids.bsor"):
        shutil.copyfile(path, plays / path.name)
    (plays / "cut.bsor").write_bytes(PLAY.read_bytes()[:634])
    (plays / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    monkeypatch.chdir(tmp_path)
    *before, last = db.extract_statements(sql)
    for statement in before:
        db.execute(statement.query)
    result = db.execute(last.query)
    names = [column[0] for column in result.description or []]
    rows = [["" if value is None else str(value) for value in row] for row in result.fetchall()]
    assert [names, *rows] == list(csv.reader(io.StringIO(expected)))


def test_the_queries_of_the_first_page(db: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "replays").mkdir()
    shutil.copyfile(PLAY, tmp_path / "replays" / PLAY.name)
    monkeypatch.chdir(tmp_path)
    found = re.findall(r"```sql\n(.*?)```", (README.parent.parent / "README.md").read_text(), re.DOTALL)
    for statement in db.extract_statements("".join(found)):
        assert db.execute(statement.query).fetchall()
    assert found


def test_every_query_has_a_result() -> None:
    assert len(EXAMPLES) == README.read_text().count("```sql") >= 7


def test_the_block_of_python() -> None:
    """It loads what the page says how to build; here, the file that is tested."""
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert "'build/duckdb/reel.duckdb_extension'" in code
    names: dict[str, Any] = {}
    exec(compile(code.replace("build/duckdb/reel.duckdb_extension", str(EXTENSION)), "README.md", "exec"), names)
    assert names["db"].execute("SELECT count(*) FROM read_replay(?)", [str(PLAY)]).fetchall() == [(8,)]


def test_every_parameter_is_on_the_page(db: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT DISTINCT unnest(parameters[2:]) FROM duckdb_functions() WHERE database_name = 'reel' AND NOT internal"
    parameters = [name for (name,) in db.execute(sql).fetchall()]
    assert len(parameters) > 10
    assert not [name for name in parameters if f"{name} := " not in README.read_text()]
