# SPDX-License-Identifier: MIT
"""Each query of docs/questions.md gives the answer of the page, which python/tests computes."""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb
import pytest

from conftest import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "python" / "tests"))
import questions_page as page


@pytest.mark.parametrize("number", range(10))
def test_sql(db: duckdb.DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.chdir(tmp_path)
    page.make_folder(Path("replays"))
    assert page.comparable(db.execute(page.blocks("sql")[number]).fetchall()) == page.answers()[number]
