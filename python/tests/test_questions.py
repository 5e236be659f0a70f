# SPDX-License-Identifier: MIT
"""Each block of docs/questions.md gives the answer that is computed elsewhere. test_spark.py and duckdb/tests run those of Spark and SQL."""

from __future__ import annotations

import ast
from pathlib import Path

import polars as pl
import pytest

import pyreel
import questions_page as page
from questions import truths

pytestmark = [
    pytest.mark.filterwarnings("ignore::pyreel.ReelWarning"),
    pytest.mark.skipif(not page.PAGE.exists(), reason="no docs/questions.md: not a checkout"),
]
NUMBERS = range(20)


@pytest.fixture
def replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    page.make_folder(Path("replays"))
    return Path("replays")


def test_the_answers_of_the_page(replays: Path) -> None:
    assert page.answers() == truths(replays)
    assert all(page.answers())
    assert len(page.blocks("python")) == len(NUMBERS)
    assert len(page.blocks("sql")) == len(page.blocks("python spark")) == len(NUMBERS) - 1  # the last one, about tensors, is for Python


@pytest.mark.parametrize("number", NUMBERS)
def test_python(replays: Path, number: int) -> None:
    *statements, last = ast.parse(page.blocks("python")[number]).body
    names: dict[str, object] = {"pl": pl, "pyreel": pyreel}
    exec(compile(ast.Module(statements, []), "questions.md", "exec"), names)
    assert isinstance(last, ast.Expr)
    result = eval(compile(ast.Expression(last.value), "questions.md", "eval"), names)
    assert page.comparable(result.rows()) == page.answers()[number]
