# SPDX-License-Identifier: MIT
"""Memory stays flat while DuckDB reads all golden and bad files again and again. REEL_SOAK_SECONDS=3600 does it for an hour."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import duckdb
import pytest

from conftest import EXTENSION, FORMATS, REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
import soak

ALLOWED = 12 << 20
QUERIES = [
    f"FROM read_replay('{FORMATS}/*/{{kind}}/*', rows := 'frames')",
    f"FROM replay_stats('{FORMATS}/*/{{kind}}/*')",
    f"FROM replay_files('{FORMATS}/bsor/{{kind}}/*')",
    f"FROM replay_findings('{FORMATS}/gdr/{{kind}}/*')",
    f"FROM reel_plays('{FORMATS}/*/{{kind}}/*')",
    f"FROM reel_plays('{FORMATS}/*/{{kind}}/*', header := {{{{'player_name': 'Player One'}}}})",
    f"FROM read_replay('{FORMATS}/*/{{kind}}/*', strict := true)",
]


@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_queries(db: duckdb.DuckDBPyConnection, query: str) -> None:
    def work() -> None:
        for kind in ("golden", "bad"):
            with contextlib.suppress(duckdb.Error):
                db.execute(query.format(kind=kind)).fetchall()

    passes, grown = soak.growth(work)
    assert grown < ALLOWED, f"{grown} bytes in {passes} passes"


def test_every_block_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each query, whether it fails or not, the extension holds no more than after the first pass."""
    monkeypatch.setenv("REEL_DUCKDB_EXTENSION", str(EXTENSION))
    run = soak.door_with_counter(tmp_path, "duckdb", FORMATS, step=11)
    if run is None:
        pytest.skip("no C compiler")
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) >= 2
