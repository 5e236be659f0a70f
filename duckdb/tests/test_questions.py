# SPDX-License-Identifier: MIT
"""Each query of docs/questions.md gives the answer of the page, which python/tests computes."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import duckdb
import pytest

from conftest import REPOSITORY

# By its path: its folder has modules of the names of ours.
spec = importlib.util.spec_from_file_location("questions_page", REPOSITORY / "python" / "tests" / "questions_page.py")
assert spec is not None
assert spec.loader is not None
page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(page)


@pytest.mark.parametrize("number", range(19))
def test_sql(db: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.chdir(tmp_path)
    page.make_folder(Path("replays"))
    assert page.comparable(db.execute(page.blocks("sql")[number]).fetchall()) == page.answers()[number]
