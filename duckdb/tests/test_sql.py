# SPDX-License-Identifier: MIT
"""Runs tests/sql/*.test, in the language of DuckDB's own SQL tests (sqllogictest).

Understood are `require reel`, `statement ok`, `statement error` with a part of the message after `----`, and `query TYPES [rowsort]` with
rows of values separated by tabs. Paths are relative to the repository; __TEST_DIR__ is an empty folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from conftest import REPOSITORY, connect

FILES = sorted((Path(__file__).parent / "sql").glob("*.test"))


def blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    block: list[str] = []
    lines = text.splitlines()
    for number, line in enumerate([*lines, ""], 1):
        if line.strip() and not line.startswith("#"):
            block.append(line)
        elif block and not line.strip():
            yield number - len(block), block
            block = []


def shown(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) or "(empty)"


def run(db: duckdb.DuckDBPyConnection, head: str, sql: str, expected: list[str]) -> None:
    kind, *options = head.split()
    if kind == "query":
        rows = ["\t".join(map(shown, row)) for row in db.execute(sql).fetchall()]
        assert len(db.description) == len(options[0]), "another number of columns"
        if "rowsort" in options:
            rows, expected = sorted(rows), sorted(expected)
        assert rows == expected
    elif options == ["ok"]:
        db.execute(sql).fetchall()
    else:
        with pytest.raises(duckdb.Error, match=re.escape("\n".join(expected))):
            db.execute(sql).fetchall()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sql(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    db = connect()
    text = path.read_text().replace("__TEST_DIR__", os.fspath(tmp_path))
    for line, (head, *rest) in blocks(text):
        if head == "require reel":
            continue
        cut = rest.index("----") if "----" in rest else len(rest)
        try:
            run(db, head, "\n".join(rest[:cut]), rest[cut + 1 :])
        except Exception as error:
            raise AssertionError(f"{path.name}:{line}: {error}") from error


def test_the_extension_has_the_version_of_the_library() -> None:
    header = (REPOSITORY / "include/reel/reel.h").read_text(encoding="utf-8")
    version = ".".join(re.findall(r"^#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.M))
    found = connect().execute("SELECT extension_version FROM duckdb_extensions() WHERE extension_name = 'reel'").fetchone()
    assert found == (f"v{version}",)
